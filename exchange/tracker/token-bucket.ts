/**
 * Keeps the calls to a tracker under its limit per minute: a bucket of tokens that holds about a
 * second's worth and fills evenly. Turns are given in the order they were asked for. What happens
 * in a turn, and how long it takes, is the caller's matter.
 */
import type { Timing } from './timing';

const minuteMs = 60_000;

export class TokenBucket {
	private readonly bucketSize: number;
	private readonly tokenMs: number;
	/** When the bucket is full again, if no other token is taken. */
	private fullAt = 0;
	private readonly waiting = new Set<(mayGo: boolean) => void>();
	private isClosed = false;

	/** No minute, wherever it begins, has more than `callsPerMinuteMax` turns; 0 is no limit. */
	constructor(
		private readonly callsPerMinuteMax: number,
		private readonly timing: Timing,
	) {
		this.bucketSize = Math.max(1, Math.floor(callsPerMinuteMax / 60));
		// A full bucket and what a minute refills make the limit together.
		this.tokenMs = minuteMs / (callsPerMinuteMax - this.bucketSize + 1);
	}

	/** Resolves when the caller may go: true, or false once it is closed. */
	turn(): Promise<boolean> {
		if (this.isClosed || this.callsPerMinuteMax === 0) return Promise.resolve(!this.isClosed);
		const delayMs = this.takeToken();
		if (delayMs === 0) return Promise.resolve(true);
		return new Promise((resolve) => {
			const end = (mayGo: boolean) => {
				callOff();
				this.waiting.delete(end);
				resolve(mayGo);
			};
			const callOff = this.timing.after(delayMs, () => end(true));
			this.waiting.add(end);
		});
	}

	/** Ends every wait, and every one to come. */
	close(): void {
		this.isClosed = true;
		for (const end of [...this.waiting]) end(false);
	}

	/** Takes the next token, which may still have to fall; answers how long that is from now. */
	private takeToken(): number {
		const now = this.timing.elapsed();
		const at = Math.max(now, this.fullAt - (this.bucketSize - 1) * this.tokenMs);
		this.fullAt = Math.max(this.fullAt, at) + this.tokenMs;
		return Math.ceil(at - now);
	}
}
