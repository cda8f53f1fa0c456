/**
 * Tells a second Ctrl-C from the echo of the first: the terminal sends it to every process, and npm
 * and start.js pass it on, so one press arrives several times.
 */

/** A person takes longer to press again, and sees first what is waited for. */
const echoMs = 2_000;

export class Presses {
	private firstAtMs: number | undefined;

	/** Whether a signal that arrives now was sent on purpose after one before. */
	isAnother(nowMs: number): boolean {
		this.firstAtMs ??= nowMs;
		return nowMs - this.firstAtMs >= echoMs;
	}
}
