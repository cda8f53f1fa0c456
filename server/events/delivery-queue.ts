/**
 * Deliveries over BullMQ: whoever finds something to send rings for its subscription, and one process of
 * all that listen hears it and serves. A job says where to look and no more, so that one that is lost,
 * doubled or late costs time and no event.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Queue, Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { Doorbell } from '../redis/doorbell';
import { letGoOfAbsent } from '../redis/redis';
import type { DeliveryBell } from './delivering';

interface EventJob {
	readonly subscriptionId: string;
}

export type EventQueue = Queue<EventJob, void>;

const queueName = 'events';

/** Subscriptions one process serves at once; all they do is wait for their targets. */
const servedMax = 200;

/** The lock of a job. Short, because a doorbell waits this long when its worker was killed. */
const lockDurationMs = 3_000;
const stalledIntervalMs = 1_500;

/** For a worker to end, which takes no time while Redis answers. */
const closePatienceMs = 5_000;

export interface QueuePlace {
	readonly redis: Redis;
	/** Separates these keys from those of other users of the same Redis. */
	readonly prefix: string;
	readonly onFault: (fault: unknown) => void;
}

/** To ring with, and to show; close it before the connection. */
export function openEventQueue({ redis, prefix, onFault }: QueuePlace): EventQueue {
	const queue: EventQueue = new Queue(queueName, { connection: redis, prefix });
	queue.on('error', onFault);
	return queue;
}

/** Rings once; one that rings while its subscription is served is heard when that has ended. */
export async function ringForEvents(queue: EventQueue, subscriptionId: string): Promise<void> {
	await queue.add(
		'deliver',
		{ subscriptionId },
		{
			deduplication: { id: subscriptionId, keepLastIfActive: true },
			removeOnComplete: true,
			removeOnFail: 100,
		},
	);
}

/** The bell of whoever delivers. */
export function bellOver(
	queue: EventQueue,
	{ redis, onFault }: Pick<QueuePlace, 'redis' | 'onFault'>,
): DeliveryBell {
	const doorbell = new Doorbell((id) => ringForEvents(queue, id), onFault);
	return {
		isThere: () => redis.status === 'ready',
		ring: (id) => doorbell.ring(id),
	};
}

export interface Listening {
	ready(): Promise<unknown>;
	/** Ends also while Redis is away. */
	close(): Promise<void>;
}

/** Serves what is rung for, until it is closed. */
export function listenForEvents(
	{ redis, prefix, onFault }: QueuePlace,
	serve: (subscriptionId: string) => Promise<void>,
): Listening {
	const worker = new Worker(
		queueName,
		(job: Job<EventJob, void>) => serve(job.data.subscriptionId),
		{
			...{ connection: redis, prefix, concurrency: servedMax },
			...{ lockDuration: lockDurationMs, stalledInterval: stalledIntervalMs },
			// A job of a killed worker is always taken up again.
			maxStalledCount: 1_000_000,
		},
	);
	worker.on('error', onFault);
	worker.on('failed', (_, fault) => onFault(fault));
	return {
		ready: () => worker.waitUntilReady(),
		async close() {
			const late = delay(closePatienceMs, undefined, { ref: false });
			await Promise.race([worker.close(), letGoOfAbsent(redis), late]);
		},
	};
}
