/**
 * Announces deliveries over BullMQ: a process that finds something to send adds a job for its
 * subscription, and one of all listening processes serves it. A job only says where to look, so a
 * lost, doubled or late job costs time but no event.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Queue, Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { Doorbell } from '../../redis/doorbell';
import { letGoOfAbsent } from '../../redis/redis';
import type { DeliveryBell } from './delivering';

interface EventJob {
	readonly subscriptionId: string;
}

export type EventQueue = Queue<EventJob, void>;

const queueName = 'events';

/** Subscriptions one process serves at once; they mostly wait for their targets. */
const servedMax = 200;

/** Lock of a job; short, because a job waits this long if its worker was killed. */
const lockDurationMs = 3_000;
const stalledIntervalMs = 1_500;

/** Maximum wait for a worker to close, which is fast while Redis answers. */
const closeTimeoutMs = 5_000;

export interface QueuePlace {
	readonly redis: Redis;
	/** Separates these keys from others in the same Redis. */
	readonly prefix: string;
	readonly onFault: (fault: unknown) => void;
}

/** Opens the queue; close it before the connection. */
export function openEventQueue({ redis, prefix, onFault }: QueuePlace): EventQueue {
	const queue: EventQueue = new Queue(queueName, { connection: redis, prefix });
	queue.on('error', onFault);
	return queue;
}

/** Adds one job; if the subscription is being served, it is served again afterwards. */
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

/** The bell of a queue. */
export function queueBell(
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
	/** Also ends while Redis is away. */
	close(): Promise<void>;
}

/** Serves announced subscriptions until closed. */
export function listenForEvents(
	{ redis, prefix, onFault }: QueuePlace,
	serve: (subscriptionId: string) => Promise<void>,
): Listening {
	const worker = new Worker(
		queueName,
		(job: Job<EventJob, void>) => serve(job.data.subscriptionId),
		{
			connection: redis,
			prefix,
			concurrency: servedMax,
			lockDuration: lockDurationMs,
			stalledInterval: stalledIntervalMs,
			// Jobs of killed workers are always retried.
			maxStalledCount: 1_000_000,
		},
	);
	worker.on('error', onFault);
	worker.on('failed', (_, fault) => onFault(fault));
	return {
		ready: () => worker.waitUntilReady(),
		async close() {
			const late = delay(closeTimeoutMs, undefined, { ref: false });
			await Promise.race([worker.close(), letGoOfAbsent(redis), late]);
		},
	};
}
