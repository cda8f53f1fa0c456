/** Wakes the lane of a market: directly in this process, or by a job. */
import type { Queue } from 'bullmq';
import type { Ring } from '../../server/redis/doorbell';
import { doorbellOptions, type LaneJob, type LaneJobName } from './jobs';
import type { Lane } from '../trading/lane/lane';
import { carriedTrace, inTrace } from '../../server/traces/spans';

export type LaneQueue = Queue<LaneJob, void, LaneJobName>;

/** Adds a job, which any process with workers may take. */
export function ringByJob(queue: Pick<LaneQueue, 'add'>): Ring {
	return (market) => queue.add('drain', { market, ...carriedTrace() }, doorbellOptions(market));
}

/**
 * Drains in this process while its lane owns the market, which saves the way over Redis; otherwise
 * calls `further`. If the owner dies before, the schedules find the market like after any lost
 * doorbell.
 */
export function ringLocalFirst(lane: Pick<Lane, 'owns' | 'drainOwn'>, further: Ring): Ring {
	return async (market) => {
		const drain = () => inTrace(drainOf(market), () => lane.drainOwn(market));
		if (lane.owns(market) && (await drain()) === 'DRAINED') return;
		await further(market);
	};
}

const drainOf = (market: string) => ({
	name: 'drain',
	attributes: () => ({ 'sealkeeper.market': market }),
});
