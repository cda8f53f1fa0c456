/**
 * When an event that was not taken is sent again: after pauses that grow, each a little longer or
 * shorter than planned, so that many that failed at once do not come at once again. What could not be
 * delivered in three days is parked.
 */
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** After the first failure, the second and so on; the last one stays. */
const pausesMs = [
	...[1_000, 5_000, 15_000, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs],
	...[hourMs, 2 * hourMs, 4 * hourMs, 8 * hourMs],
];

export const triedForMs = 72 * hourMs;

/** How much longer or shorter, as a share of the pause. */
const jitter = 0.2;

/** The pause after so many failures in a row; `random` is from 0 to 1. */
export function pauseAfter(failures: number, random: number): number {
	const index = Math.min(Math.max(failures, 1), pausesMs.length) - 1;
	const pauseMs = pausesMs[index] ?? hourMs;
	return Math.round(pauseMs * (1 + jitter * (2 * random - 1)));
}
