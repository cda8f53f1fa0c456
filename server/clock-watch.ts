/** Detects that a clock was set, by comparing it with a monotonic one. */
import type { Clock } from './clock';

/** Smaller steps are normal clock corrections. */
const stepMsMin = 5_000;

export class ClockWatch {
	private aheadMs: number;

	constructor(
		private readonly clock: Clock,
		private readonly counter: Clock,
	) {
		this.aheadMs = clock.now() - counter.now();
	}

	/** Returns a sentence if the clock was set since the last call. */
	look(): string | undefined {
		const stepMs = this.clock.now() - this.counter.now() - this.aheadMs;
		if (Math.abs(stepMs) < stepMsMin) return undefined;
		this.aheadMs += stepMs;
		const way = stepMs > 0 ? 'forward' : 'back';
		const seconds = Math.round(Math.abs(stepMs) / 1_000);
		const time = new Date(this.clock.now()).toISOString();
		return `the clock of this machine was set ${way} by ${seconds} s, to ${time}`;
	}
}
