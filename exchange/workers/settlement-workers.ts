/**
 * The workers that settle: one queue of lanes to carry and windows to close, and schedules that
 * make up for every ring that was lost. Jobs carry the name of a lane and nothing else; what is
 * to be done stands in the database. Any number of processes may run them.
 */
import { Queue, Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import {
	intentChannel,
	keyPrefix,
	lockDurationMs,
	settlementOptions,
	settlementQueue,
	stalledIntervalMs,
	type SettlementJob,
	type SettlementJobName,
} from '../jobs/jobs';
import { Carrier } from '../settlement/carrier';
import { lanesDue, payoutsStopped } from '../settlement/claims';
import { collectTransit } from '../settlement/collecting';
import type { Treasury } from '../settlement/treasury';
import { probeKeys, reconcile } from '../reconciliation/reconcile';
import { renewReserves } from '../reserves/reserves';
import { closeWindow } from '../settlement/windows';

export type SettlementQueue = Queue<SettlementJob, void, SettlementJobName>;

export interface SettlementWorkerParts {
	readonly treasury: Treasury;
	readonly redis: Redis;
	readonly queue: SettlementQueue;
	readonly onFault: (fault: unknown) => void;
}

export interface SettlementWorkers {
	/** Has a market's new trades counted into the window. */
	tradesCommitted(): void;
	/** Rings for what is due; called again and again. */
	ring(): Promise<void>;
	collect(): Promise<void>;
	/** Lets payouts flow again once the tracker takes the escrow account's key. */
	probe(): Promise<void>;
	/** Compares the books with the tracker. */
	reconcile(): Promise<void>;
	/** Publishes what is owed and held every hour; left for the next time while it cannot be read. */
	publish(): Promise<void>;
	close(): Promise<void>;
}

/** The limit is never reached; BullMQ heeds a pause only where there is one. */
const noLimit = { max: 1_000_000_000, duration: 1_000 };

export function openSettlementQueue(
	redis: Redis,
	onFault: (fault: unknown) => void,
): SettlementQueue {
	const options = { connection: redis, prefix: keyPrefix };
	const queue: SettlementQueue = new Queue(settlementQueue, options);
	queue.on('error', onFault);
	return queue;
}

/** Rings for a lane of intents; a ring that fails is made up for by the schedule. */
export function ringLane(
	{ queue, onFault }: Pick<SettlementWorkerParts, 'queue' | 'onFault'>,
	lane: string,
): void {
	queue.add('carry', { lane }, settlementOptions('carry', lane)).catch(onFault);
}

export async function startSettlementWorkers(
	parts: SettlementWorkerParts,
): Promise<SettlementWorkers> {
	const { treasury, redis, queue, onFault } = parts;
	const tell = (intentIds: readonly string[]) =>
		void redis.publish(intentChannel, intentIds.join()).catch(onFault);
	const carrier = new Carrier(treasury, tell);
	const { parallelCalls } = treasury.settings;
	const worker = new Worker(
		settlementQueue,
		(job: Job<SettlementJob, void, SettlementJobName>) => run(parts, carrier, job),
		{
			connection: redis,
			prefix: keyPrefix,
			concurrency: 2 * parallelCalls + 1,
			limiter: noLimit,
			lockDuration: lockDurationMs,
			stalledInterval: stalledIntervalMs,
			maxStalledCount: 1_000_000,
		},
	);
	worker.on('error', onFault);
	worker.on('failed', (_, fault) => onFault(fault));
	await worker.waitUntilReady();
	const ringJob = (name: SettlementJobName) =>
		queue.add(name, { lane: '' }, settlementOptions(name, '')).then(() => undefined);
	return {
		tradesCommitted: () => void ringJob('closeWindow').catch(onFault),
		async ring() {
			const { database, clock } = treasury;
			for (const lane of await lanesDue(database, clock.now())) ringLane(parts, lane);
			await ringJob('closeWindow');
		},
		collect: () => ringJob('collectTransit'),
		async probe() {
			if ((await payoutsStopped(treasury.database)) !== null) await probeKeys(treasury);
		},
		async reconcile() {
			await reconcile(treasury);
		},
		async publish() {
			await renewReserves(treasury);
		},
		close: () => worker.close(),
	};
}

async function run(
	parts: SettlementWorkerParts,
	carrier: Carrier,
	{ name, data }: Job<SettlementJob, void, SettlementJobName>,
): Promise<void> {
	const { treasury, queue } = parts;
	switch (name) {
		case 'carry': {
			const { pauseMs } = await carrier.carry(data.lane);
			if (pauseMs > 0) await queue.rateLimit(pauseMs);
			return;
		}
		case 'closeWindow': {
			const closed = await closeWindow(treasury);
			for (const lane of closed?.lanes ?? []) ringLane(parts, lane);
			return;
		}
		case 'collectTransit':
			return collectTransit(treasury);
	}
}
