/** Clocks that a test has time pass on: one stands still until then, one goes on meanwhile. */
import type { Clock } from '../../../server/clock';

export class MovableClock implements Clock {
	private ms = Date.parse('2026-11-20T12:00:00.000Z');

	now(): number {
		return this.ms;
	}

	pass(durationMs: number): void {
		this.ms += durationMs;
	}
}

/** The clock of the machine, ahead of it by the time a test has had pass. */
export class AheadClock implements Clock {
	private aheadMs = 0;

	now(): number {
		return Date.now() + this.aheadMs;
	}

	pass(durationMs: number): void {
		this.aheadMs += durationMs;
	}
}
