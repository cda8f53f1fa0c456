/** The ways a ring for a market takes: to the lane of this process, or by a job. */
import type { Queue } from 'bullmq';
import type { Ring } from '../../server/redis/doorbell';
import { doorbellOptions, type LaneJob, type LaneJobName } from '../jobs/jobs';
import type { Lane } from '../trading/lane/lane';

export type LaneQueue = Queue<LaneJob, void, LaneJobName>;

/** By a job, which any process with workers may take. */
export function overRedis(queue: Pick<LaneQueue, 'add'>): Ring {
	return (market) => queue.add('drain', { market }, doorbellOptions(market));
}

/**
 * To the lane of this process while it owns the market, which saves the way over Redis and back;
 * else further. An owner that dies before it has heard is made up for like any lost ring.
 */
export function nearFirst(lane: Pick<Lane, 'owns' | 'drainOwn'>, further: Ring): Ring {
	return async (market) => {
		if (lane.owns(market) && (await lane.drainOwn(market)) === 'DRAINED') return;
		await further(market);
	};
}
