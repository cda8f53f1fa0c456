/**
 * Rings for a market: at most one ring is on its way for each market, and one that came meanwhile
 * follows it. A ring that fails is reported and not repeated here, because the scheduled ring for
 * all markets makes up for it.
 */
import type { Queue } from 'bullmq';
import { doorbellOptions, type LaneJob, type LaneJobName } from '../jobs/jobs';
import type { Lane } from '../lane/lane';

export type LaneQueue = Queue<LaneJob, void, LaneJobName>;

/** Brings a ring to whoever carries the market's log out. */
export type Ring = (market: string) => Promise<unknown>;

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

export class Doorbell {
	/** The markets with a ring on its way. */
	private readonly underWay = new Map<string, Promise<void>>();
	/** Those of them whose ring must be followed by another. */
	private readonly again = new Set<string>();

	constructor(
		private readonly bring: Ring,
		private readonly onFault: (fault: unknown) => void,
	) {}

	ring(market: string): void {
		if (this.underWay.has(market)) this.again.add(market);
		else this.underWay.set(market, this.rings(market));
	}

	/** Settles when no ring is on its way. */
	async idle(): Promise<void> {
		await Promise.all(this.underWay.values());
	}

	private async rings(market: string): Promise<void> {
		do {
			this.again.delete(market);
			await this.bring(market).catch(this.onFault);
		} while (this.again.has(market));
		// In the same turn as the check above, so that no ring is lost in between.
		this.underWay.delete(market);
	}
}
