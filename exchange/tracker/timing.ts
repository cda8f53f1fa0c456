/**
 * Time for the tracker's client: the wall clock for dates in replies, a monotonic clock, and
 * timers. Passed in, so that tests control time.
 */
import { systemClock, type Clock } from '../../server/clock';

export interface Timing extends Clock {
	/** Milliseconds on a monotonic clock. */
	elapsed(): number;
	/** Runs the action once after a delay; call the returned function to cancel it. */
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
