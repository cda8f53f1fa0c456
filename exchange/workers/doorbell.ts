/**
 * Rings for a market: at most one ring is on its way to Redis for each market, and one that came
 * meanwhile follows it. A ring that fails is reported and not repeated here, because the
 * scheduled ring for all markets makes up for it.
 */
import type { Queue } from 'bullmq';
import { doorbellOptions, type LaneJob, type LaneJobName } from '../jobs/jobs';

export type LaneQueue = Queue<LaneJob, void, LaneJobName>;

export class Doorbell {
	/** Markets with a ring on its way; true when it must be followed by another. */
	private readonly ringing = new Map<string, boolean>();

	constructor(
		private readonly queue: Pick<LaneQueue, 'add'>,
		private readonly onFault: (fault: unknown) => void,
	) {}

	ring(market: string): void {
		if (this.ringing.has(market)) {
			this.ringing.set(market, true);
			return;
		}
		this.ringing.set(market, false);
		this.queue
			.add('drain', { market }, doorbellOptions(market))
			.catch(this.onFault)
			.finally(() => {
				const again = this.ringing.get(market) ?? false;
				this.ringing.delete(market);
				if (again) this.ring(market);
			});
	}
}
