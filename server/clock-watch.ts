/** Notices that a clock was set, by comparing it with one that only counts on. */
import type { Clock } from './clock';

/** Less than that is how machines keep their time. */
const stepMsMin = 5_000;

export class ClockWatch {
	private aheadMs: number;

	constructor(
		private readonly clock: Clock,
		private readonly counter: Clock,
	) {
		this.aheadMs = clock.now() - counter.now();
	}

	/** One sentence when the clock was set since the last look. */
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
