/** Opens the queues of the exchange, and common options of their workers. */
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { openEventQueue, type EventQueue } from '../../server/events/webhook/delivery-queue';
import {
	keyPrefix,
	laneQueue,
	lockDurationMs,
	scheduleQueue,
	stalledIntervalMs,
	type LaneJob,
	type LaneJobName,
	type ScheduleName,
} from './jobs';
import { openSettlementQueue, type SettlementQueue } from './settlement-workers';

export interface Queues {
	readonly lanes: Queue<LaneJob, void, LaneJobName>;
	readonly schedules: Queue<unknown, void, ScheduleName>;
	readonly settlement: SettlementQueue;
	readonly events: EventQueue;
}

/** Close the queues before the connection. */
export function openQueues(redis: Redis, onFault: (fault: unknown) => void): Queues {
	const options = { connection: redis, prefix: keyPrefix };
	const queues: Queues = {
		lanes: new Queue<LaneJob, void, LaneJobName>(laneQueue, options),
		schedules: new Queue<unknown, void, ScheduleName>(scheduleQueue, options),
		settlement: openSettlementQueue(redis, onFault),
		events: openEventQueue({ redis, prefix: keyPrefix, onFault }),
	};
	queues.lanes.on('error', onFault);
	queues.schedules.on('error', onFault);
	return queues;
}

export async function closeQueues(queues: Queues): Promise<void> {
	await Promise.all(Object.values(queues).map((queue: Queue) => queue.close()));
}

/** Options of every worker; all jobs are safe to repeat. */
export function workerOptions({ redis }: { readonly redis: Redis }) {
	return {
		connection: redis,
		prefix: keyPrefix,
		lockDuration: lockDurationMs,
		stalledInterval: stalledIntervalMs,
		// A job of a killed worker is always retried.
		maxStalledCount: 1_000_000,
	};
}
