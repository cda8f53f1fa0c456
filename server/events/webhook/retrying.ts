/**
 * When a failed delivery is retried: after growing pauses with jitter, so that many that failed
 * together do not return together. After three days it is parked.
 */
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Pauses after the first, second and later failures; the last one repeats. */
const pausesMs = [
	...[1_000, 5_000, 15_000, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs],
	...[hourMs, 2 * hourMs, 4 * hourMs, 8 * hourMs],
];

export const triedForMs = 72 * hourMs;

/** Jitter as a fraction of the pause. */
const jitter = 0.2;

/** The pause after consecutive failures; `random` is from 0 to 1. */
export function pauseAfter(failures: number, random: number): number {
	const index = Math.min(Math.max(failures, 1), pausesMs.length) - 1;
	const pauseMs = pausesMs[index] ?? hourMs;
	return Math.round(pauseMs * (1 + jitter * (2 * random - 1)));
}
