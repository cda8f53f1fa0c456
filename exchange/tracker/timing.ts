/**
 * Where the tracker's client meets time: the hour for dates in replies, a clock that only goes
 * forward for spans, and timers. Everything else is handed them, so that tests can hold time.
 */
import { systemClock, type Clock } from '../../server/clock';

export interface Timing extends Clock {
	/** Milliseconds since some moment, never going back. */
	elapsed(): number;
	/** Does something once, after a delay; what it returns calls that off. */
	after(delayMs: number, action: () => void): () => void;
}

export const systemTiming: Timing = {
	now: () => systemClock.now(),
	elapsed: () => performance.now(),
	after(delayMs, action) {
		const timer = setTimeout(action, delayMs);
		return () => clearTimeout(timer);
	},
};
