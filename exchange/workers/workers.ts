/**
 * The workers: one drains lanes when their doorbell rings, one runs the schedules. Any number of
 * processes may run them. Jobs carry no state, so a Redis that loses everything only needs its
 * schedules again, which each process checks. safety-net.ts does what none of them does.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Worker, type Job, type JobSchedulerJson } from 'bullmq';
import type { Redis } from 'ioredis';
import { newId, systemClock, type Clock } from '../../server/clock';
import { assertNever } from '../../server/exhaustive';
import { Doorbell } from '../../server/redis/doorbell';
import { letGoOfAbsent } from '../../server/redis/redis';
import type { Archiving } from '../history/archive/archiving';
import type { OpenedArchive } from '../history/archive/open';
import type { Database } from '../database/database';
import { carryOutTimers } from '../trading/intake/cancel-timers';
import { Intake } from '../trading/intake/intake';
import {
	committedChannel,
	committedText,
	laneQueue,
	scheduleQueue,
	schedules,
	settlementSchedules,
	type CommittedNotice,
	type LaneJob,
	type LaneJobName,
	type ScheduleName,
} from './jobs';
import type { CommittedBatch } from '../trading/lane/batch-text';
import type { LoggedCommand } from '../trading/lane/lane-state';
import { Lane } from '../trading/lane/lane';
import type { Markets } from '../trading/markets/markets';
import type { Treasury } from '../settlement/treasury';
import { archivedOf, archivingOf } from './archive-work';
import { ringLocalFirst, ringByJob } from './doorbell';
import { workerOptions, type Queues } from './queues';
import { inJob } from '../../server/traces/spans';
import { RunningJobs } from './running-jobs';
import { SafetyNet } from './safety-net';
import { haltForRefusedKey } from './halting';
import { expireOrders, marketsBehind, marketsToSnapshot } from './schedules';
import { ringSlot, startSettlementWorkers, type SettlementWorkers } from './settlement-workers';

/** Lanes one process drains at the same time. */
const lanesMax = 16;

/** Time for workers to close; they need almost none while Redis answers. */
const closeTimeoutMs = 10_000;

/** How often a process checks that the schedules exist. */
const schedulesCheckMs = 2_000;

export interface WorkerParts {
	readonly database: Database;
	readonly markets: Markets;
	readonly clock: Clock;
	/** For commands; BullMQ duplicates it for its blocking connections. */
	readonly redis: Redis;
	readonly queues: Queues;
	/** A connection that reads while another writes. */
	readonly reader: Database;
	/** Undefined: no archive is set. */
	readonly archive: OpenedArchive | undefined;
	/** Undefined: the exchange has no tracker. */
	readonly treasury: Treasury | undefined;
	/** Called after every commit of a lane in this process. */
	readonly onCommitted: (market: string, batch: CommittedBatch) => void;
	/** Called with the message of every alarm. */
	readonly onAlarm: (message: string) => void;
	readonly onFault: (fault: unknown) => void;
}

export interface Workers {
	/**
	 * Has the market's log carried out, in this process if it owns the lane, which then need not read
	 * these commands.
	 */
	ring(market: string, commands?: readonly LoggedCommand[]): void;
	/** Has a slot of settlement carried: by a job or, where Redis takes none, in this process. */
	ringSlot(slot: string): void;
	/** Resolves when every rung market is drained here, or handed to a job. */
	lanesIdle(): Promise<void>;
	readonly appendAndCarryOut: Lane['appendAndCarryOut'];
	/** Waits for running jobs, then stops; the caller closes the queues. */
	close(): Promise<void>;
}

export async function startWorkers(parts: WorkerParts): Promise<Workers> {
	const { queues, treasury, onFault } = parts;
	const jobs = new RunningJobs();
	const settlement =
		treasury &&
		(await startSettlementWorkers({ ...parts, treasury, jobs, queue: queues.settlement }));
	const lane = openLane(parts, () => settlement?.tradesCommitted());
	const doorbell = new Doorbell(ringLocalFirst(lane, ringByJob(queues.lanes)), onFault);
	const archiving = archivingOf(parts);
	const appendAndCarryOut: Workers['appendAndCarryOut'] = (markets, append) =>
		lane.appendAndCarryOut(markets, append);
	const ring = (market: string, commands: readonly LoggedCommand[] = []) => {
		lane.hand(market, commands);
		doorbell.ring(market);
	};
	const intake = new Intake({ ...parts, onAccepted: ring, appendAndCarryOut });
	await prepareMarkets(lane, parts);
	const workers = [
		new Worker(
			laneQueue,
			(job: Job<LaneJob, void, LaneJobName>) =>
				jobs.run(inJob(job.data, job.name, () => runLane(job, lane, doorbell))),
			{ ...workerOptions(parts), concurrency: lanesMax },
		),
		new Worker(
			scheduleQueue,
			(job: Job<unknown, void, ScheduleName>) =>
				jobs.run(runSchedule(job.name, { parts, intake, doorbell, settlement, archiving })),
			workerOptions(parts),
		),
	];
	for (const worker of workers) {
		worker.on('error', onFault);
		worker.on('failed', (_, fault) => onFault(fault));
	}
	const stopKeeping = keepSchedules(queues, wantedSchedules(treasury), onFault);
	const net = new SafetyNet({
		...parts,
		newId: () => newId(parts.clock),
		lane,
		intake,
		settlement: settlement && { ...settlement, treasury },
	});
	net.start();
	const onUnrung = (slot: string) => net.carryNow(slot);
	await Promise.all(workers.map((worker) => worker.waitUntilReady()));
	return {
		ring,
		ringSlot: (slot) => ringSlot({ queue: queues.settlement, onFault, onUnrung }, slot),
		lanesIdle: () => doorbell.idle(),
		appendAndCarryOut,
		async close() {
			const absent = letGoOfAbsent(parts.redis);
			await stopKeeping();
			await net.close();
			await archiving?.close();
			const closed = Promise.all([...workers.map((worker) => worker.close()), settlement?.close()]);
			const late = delay(closeTimeoutMs, undefined, { ref: false });
			// Without Redis, or after it was unreachable, a worker may never close; its jobs do end.
			await Promise.race([closed, absent, late]);
			await jobs.idle();
			await intake.idle();
			await doorbell.idle();
		},
	};
}

/** The lanes of this process; what they commit is told to streams, to other processes, and to settlement. */
function openLane(parts: WorkerParts, tradesCommitted: () => void): Lane {
	return new Lane({
		...parts,
		archived: archivedOf(parts),
		onUnusableSnapshot: parts.onFault,
		onCommitted: (market, batch) => {
			parts.onCommitted(market, batch);
			publishCommitted(parts, { market, lastSequence: batch.lastSequence });
			tradesCommitted();
		},
	});
}

/** Loads all markets before the workers count as running; a market that fails does not stop the others. */
async function prepareMarkets(lane: Lane, { markets, onFault }: WorkerParts): Promise<void> {
	for (const { market } of await markets.list()) {
		await lane.prepare(market.description.symbol).catch(onFault);
	}
}

function publishCommitted({ redis, onFault }: WorkerParts, notice: CommittedNotice): void {
	redis.publish(committedChannel, committedText(notice)).catch(onFault);
}

async function runLane(
	job: Job<LaneJob, void, LaneJobName>,
	lane: Lane,
	doorbell: Doorbell,
): Promise<void> {
	const { market } = job.data;
	switch (job.name) {
		case 'snapshot':
			await lane.takeSnapshot(market);
			return;
		case 'drain':
			// A fenced owner leaves the rest to the new owner, which may have died since.
			if ((await lane.drain(market)) === 'FENCED') doorbell.ring(market);
			return;
		default:
			return assertNever(job.name, 'job of a lane');
	}
}

interface ScheduleParts {
	readonly parts: WorkerParts;
	readonly intake: Intake;
	readonly doorbell: Doorbell;
	readonly settlement: SettlementWorkers | undefined;
	readonly archiving: Archiving | undefined;
}

async function runSchedule(
	name: ScheduleName,
	{ parts, intake, doorbell, settlement, archiving }: ScheduleParts,
): Promise<void> {
	switch (name) {
		case 'ringAll':
			for (const market of (await marketsBehind(parts.database)).keys()) doorbell.ring(market);
			return;
		case 'ringSettlement':
			return ringSettlement({ parts, intake, settlement });
		case 'collectTransit':
			return settlement?.collect();
		case 'nameTransfers':
			return settlement?.name();
		case 'probeKeys':
			return settlement?.probe();
		case 'reconcile':
			return settlement?.reconcile();
		case 'publishReserves':
			return settlement?.publish();
		case 'expireOrders':
			return expireOrders({ ...parts, intake });
		case 'carryOutTimers':
			return carryOutTimers({ ...parts, onAccepted: (market) => doorbell.ring(market) });
		case 'archive':
			// Not awaited, because other schedules would wait, too.
			void archiving?.begin();
			return;
		case 'snapshotAll':
			for (const market of await marketsToSnapshot(parts.database)) {
				await parts.queues.lanes.add(
					'snapshot',
					{ market },
					{
						deduplication: { id: `snapshot-${market}` },
						removeOnComplete: true,
						removeOnFail: 100,
					},
				);
			}
			return;
		default:
			return assertNever(name, 'schedule');
	}
}

async function ringSettlement({
	parts: { treasury, markets },
	intake,
	settlement,
}: Pick<ScheduleParts, 'parts' | 'intake' | 'settlement'>): Promise<void> {
	if (treasury === undefined) return;
	await settlement?.ring();
	await haltForRefusedKey({ treasury, markets, intake });
}

type ScheduleList = readonly (readonly [ScheduleName, number])[];

function wantedSchedules(treasury: Treasury | undefined): ScheduleList {
	const entries = Object.entries({ ...schedules, ...(treasury && settlementSchedules) });
	const wanted = entries.map(([name, { everyMs }]) => [name as ScheduleName, everyMs] as const);
	return treasury === undefined
		? wanted
		: [...wanted, ['reconcile', treasury.settings.reconcileMs]];
}

/** An earlier time waits for a worker, or was lost; a later one comes from another clock. */
const scheduleSlackMs = 10_000;

/**
 * Creates the schedules, and again whenever Redis has lost them, or has an impossible next time:
 * one set by a clock that was ahead would wait for that time. Intervals of an earlier start are
 * only compared once, otherwise processes with different settings would overwrite each other for
 * ever.
 */
function keepSchedules(
	queues: Queues,
	wanted: ScheduleList,
	onFault: (fault: unknown) => void,
): () => Promise<void> {
	let checking = Promise.resolve();
	let isFirst = true;
	const check = async () => {
		for (const [name, everyMs] of wanted) {
			const kept = await queues.schedules.getJobScheduler(name);
			if (kept !== undefined) {
				if (isInTime(kept) && (!isFirst || kept.every === everyMs)) continue;
				await queues.schedules.removeJobScheduler(name);
			}
			await queues.schedules.upsertJobScheduler(
				name,
				{ every: everyMs },
				{
					name,
					opts: { removeOnComplete: true, removeOnFail: 100 },
				},
			);
		}
		isFirst = false;
	};
	const start = () => {
		checking = checking.then(check).catch(onFault);
	};
	start();
	const timer = setInterval(start, schedulesCheckMs);
	return async () => {
		clearInterval(timer);
		await checking;
	};
}

/** Uses the same clock as BullMQ. */
function isInTime({ next, every = 0 }: JobSchedulerJson): boolean {
	const inMs = (next ?? 0) - systemClock.now();
	return Math.abs(inMs) <= every + scheduleSlackMs;
}
