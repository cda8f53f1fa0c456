/**
 * Workers of settlement: one queue of slots to carry and windows to close, and schedules in case a
 * doorbell is lost. Jobs only name a slot; the work is in the database. Any number of processes may
 * run them.
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
} from './jobs';
import { within } from '../../server/deadline';
import { assertNever } from '../../server/exhaustive';
import { Carrier } from '../settlement/carrying/carrier';
import { slotsDue, payoutsStopped } from '../settlement/carrying/claims';
import { collectTransit } from '../settlement/carrying/collecting';
import { nameTransfers } from '../settlement/carrying/naming';
import { releaseOverdue } from '../settlement/store/funded-orders';
import type { Treasury } from '../settlement/treasury';
import { checkKeyRetention } from '../history/reconciliation/key-retention-check';
import { probeKeys, reconcile } from '../history/reconciliation/reconcile';
import { renewReserves } from '../history/reserves/reserves';
import { closeWindow } from '../settlement/windows/windows';
import type { RunningJobs } from './running-jobs';
import { carriedTrace, inJob } from '../../server/traces/spans';

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
	/** Counts new trades into the payout window. */
	tradesCommitted(): void;
	/** Rings for due slots; called periodically. */
	ring(): Promise<void>;
	collect(): Promise<void>;
	/** Looks up transaction ids of settled transfers that have none. */
	name(): Promise<void>;
	/** Resumes payouts once the tracker accepts the escrow account's key. */
	probe(): Promise<void>;
	/** Compares the books with the tracker. */
	reconcile(): Promise<void>;
	/** Publishes the reserves every hour; skipped while they cannot be read. */
	publish(): Promise<void>;
	close(): Promise<void>;
}

/** Never reached; BullMQ only supports a pause with a limiter. */
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

/** A Redis that has not taken a job by then is away; a caller may be waiting for the transfer. */
const ringMsMax = 300;

export interface SlotBell extends Pick<SettlementWorkerParts, 'queue' | 'onFault'> {
	/** Called where Redis takes no job. */
	readonly onUnrung?: (slot: string) => void;
}

/** Rings for a slot; if it fails, the schedule rings again. */
export function ringSlot({ queue, onFault, onUnrung }: SlotBell, slot: string): void {
	within(ringMsMax, addJob(queue, { work: 'carry', slot })).catch((fault: unknown) => {
		onFault(fault);
		onUnrung?.(slot);
	});
}

async function addJob(queue: SettlementQueue, job: SettlementJob): Promise<void> {
	await queue.add(job.work, { ...job, ...carriedTrace() }, settlementOptions(job));
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
		(job: Job<SettlementJob, void, SettlementJobName>) =>
			parts.jobs.run(inJob(job.data, job.name, () => run(parts, carrier, job))),
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
			await checkKeyRetention(treasury);
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
			// First, because released amounts are due with the window.
			await releaseOverdue(treasury);
			const closed = await closeWindow(treasury);
			for (const slot of closed?.slots ?? []) ringSlot(parts, slot);
			return;
		}
		case 'collectTransit':
			return collectTransit(treasury);
		case 'nameTransfers':
			return nameTransfers(treasury);
		default:
			// May also be a job of another version in the same Redis; the schedules cover it.
			return assertNever(data, 'work of settlement');
	}
}
