/**
 * Limits the calls per minute to a tracker: a token bucket that holds about a second's worth and
 * fills evenly. Turns are given in order of request.
 */
import type { Timing } from './timing';

const minuteMs = 60_000;

export class TokenBucket {
	private readonly bucketSize: number;
	private readonly tokenMs: number;
	/** When the bucket is full again, unless another token is taken. */
	private fullAt = 0;
	private readonly waiting = new Set<(mayGo: boolean) => void>();
	private isClosed = false;

	/** No period of one minute has more than `callsPerMinuteMax` turns; 0: no limit. */
	constructor(
		private readonly callsPerMinuteMax: number,
		private readonly timing: Timing,
	) {
		this.bucketSize = Math.max(1, Math.floor(callsPerMinuteMax / 60));
		// A full bucket plus the tokens of one minute make the limit.
		this.tokenMs = minuteMs / (callsPerMinuteMax - this.bucketSize + 1);
	}

	/** Resolves with true when the caller may go, or with false once it is closed. */
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

	/** Ends all waits with false, also future ones. */
	close(): void {
		this.isClosed = true;
		for (const end of [...this.waiting]) end(false);
	}

	/** Takes the next token; returns the milliseconds until it is available. */
	private takeToken(): number {
		const now = this.timing.elapsed();
		const at = Math.max(now, this.fullAt - (this.bucketSize - 1) * this.tokenMs);
		this.fullAt = Math.max(this.fullAt, at) + this.tokenMs;
		return Math.ceil(at - now);
	}
}
