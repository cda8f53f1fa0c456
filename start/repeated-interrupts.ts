/**
 * Distinguishes a second Ctrl-C from repeats of the first: the terminal sends it to every process,
 * and npm and start.js forward it, so one press arrives several times.
 */

/** A person takes longer than this to press again. */
const echoMs = 2_000;

export class Presses {
	private firstAtMs: number | undefined;

	/** True if a signal at this time is a new press after an earlier one. */
	isAnother(nowMs: number): boolean {
		this.firstAtMs ??= nowMs;
		return nowMs - this.firstAtMs >= echoMs;
	}
}
