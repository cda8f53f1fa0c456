/** Time that stands still until a test moves it; timers fire in order as it passes them. */
import type { Timing } from '../../../exchange/tracker/timing';

export class HeldTiming implements Timing {
	private ms = 0;
	private timers: { readonly at: number; readonly action: () => void }[] = [];

	constructor(private readonly startedAt = 0) {}

	now(): number {
		return this.startedAt + this.ms;
	}

	elapsed(): number {
		return this.ms;
	}

	after(delayMs: number, action: () => void): () => void {
		const timer = { at: this.ms + delayMs, action };
		this.timers.push(timer);
		return () => {
			this.timers = this.timers.filter((other) => other !== timer);
		};
	}

	/** Lets time pass up to the next timer, and fires it; false when none is due until then. */
	next(until = Infinity): boolean {
		const [timer] = [...this.timers].sort((one, other) => one.at - other.at);
		if (timer === undefined || timer.at > until) return false;
		this.timers = this.timers.filter((other) => other !== timer);
		this.ms = Math.max(this.ms, timer.at);
		timer.action();
		return true;
	}

	/** Lets time pass and fires nothing. */
	advance(ms: number): void {
		this.ms += ms;
	}
}
