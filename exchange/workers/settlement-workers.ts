/**
 * The workers that settle: one queue of slots to carry and windows to close, and schedules that
 * make up for every ring that was lost. Jobs name a slot and nothing else; what is to be done
 * stands in the database. Any number of processes may run them.
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
import { assertNever } from '../../server/exhaustive';
import { Carrier } from '../settlement/carrying/carrier';
import { slotsDue, payoutsStopped } from '../settlement/carrying/claims';
import { collectTransit } from '../settlement/carrying/collecting';
import { nameTransfers } from '../settlement/carrying/naming';
import { giveBackOverdue } from '../settlement/store/funded-orders';
import type { Treasury } from '../settlement/treasury';
import { watchKeptKeys } from '../history/reconciliation/key-retention-check';
import { probeKeys, reconcile } from '../history/reconciliation/reconcile';
import { renewReserves } from '../history/reserves/reserves';
import { closeWindow } from '../settlement/windows/windows';
import type { RunningJobs } from './running-jobs';

export type SettlementQueue = Queue<SettlementJob, void, SettlementJobName>;

export interface SettlementWorkerParts {
	readonly treasury: Treasury;
	readonly redis: Redis;
	readonly queue: SettlementQueue;
	readonly jobs: Pick<RunningJobs, 'run'>;
	readonly onFault: (fault: unknown) => void;
}

export interface SettlementWorkers {
	readonly carrier: Carrier;
	readonly queue: SettlementQueue;
	/** Has a market's new trades counted into the window. */
	tradesCommitted(): void;
	/** Rings for what is due; called again and again. */
	ring(): Promise<void>;
	collect(): Promise<void>;
	/** Looks up the transactions of transfers that settled without one. */
	name(): Promise<void>;
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

/** Rings for a slot of intents; a ring that fails is made up for by the schedule. */
export function ringSlot(
	{ queue, onFault }: Pick<SettlementWorkerParts, 'queue' | 'onFault'>,
	slot: string,
): void {
	addJob(queue, { work: 'carry', slot }).catch(onFault);
}

async function addJob(queue: SettlementQueue, job: SettlementJob): Promise<void> {
	await queue.add(job.work, job, settlementOptions(job));
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
		(job: Job<SettlementJob, void, SettlementJobName>) => parts.jobs.run(run(parts, carrier, job)),
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
	return {
		carrier,
		queue,
		tradesCommitted: () => void addJob(queue, { work: 'closeWindow' }).catch(onFault),
		async ring() {
			const { database, clock } = treasury;
			for (const slot of await slotsDue(database, clock.now())) ringSlot(parts, slot);
			await addJob(queue, { work: 'closeWindow' });
		},
		collect: () => addJob(queue, { work: 'collectTransit' }),
		name: () => addJob(queue, { work: 'nameTransfers' }),
		async probe() {
			if ((await payoutsStopped(treasury.database)) !== null) await probeKeys(treasury);
		},
		async reconcile() {
			await watchKeptKeys(treasury);
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
	{ data }: Job<SettlementJob, void, SettlementJobName>,
): Promise<void> {
	const { treasury, queue } = parts;
	switch (data.work) {
		case 'carry': {
			const { pauseMs } = await carrier.carry(data.slot);
			if (pauseMs > 0) await queue.rateLimit(pauseMs);
			return;
		}
		case 'closeWindow': {
			// First, for what is given back is due with the window.
			await giveBackOverdue(treasury);
			const closed = await closeWindow(treasury);
			for (const slot of closed?.slots ?? []) ringSlot(parts, slot);
			return;
		}
		case 'collectTransit':
			return collectTransit(treasury);
		case 'nameTransfers':
			return nameTransfers(treasury);
		default:
			// Also a job of another version in the same Redis, which the schedules make up for.
			return assertNever(data, 'work of settlement');
	}
}
