/** A clock that stands still until a test has time pass. */
import type { Clock } from '../../server/clock';

export class MovableClock implements Clock {
	private ms = Date.parse('2026-11-20T12:00:00.000Z');

	now(): number {
		return this.ms;
	}

	pass(durationMs: number): void {
		this.ms += durationMs;
	}
}
