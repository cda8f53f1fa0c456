/**
 * Names and contents of queues and jobs in Redis. A job only says where to look; the work itself is
 * in the database, so a lost, doubled or late job changes nothing. Never put a key or an amount
 * into a job: the dashboard shows them.
 */

import type { CarriedTrace } from '../../server/traces/spans';

/** Doorbells of the markets' lanes. */
export const laneQueue = 'lanes';

/** Work that is repeated on a schedule. */
export const scheduleQueue = 'schedules';

/** Transfers at the tracker, and the payout windows that plan them. */
export const settlementQueue = 'settlement';

/** Prefix of our keys, for a Redis shared with other programs. */
export const keyPrefix = 'sealkeeper-exchange';

export interface LaneJob extends CarriedTrace {
	readonly market: string;
}

export type LaneJobName = 'drain' | 'snapshot';

/** A job of the settlement queue: the work, and its slot. */
export type SettlementJob = SettlementWork & CarriedTrace;

type SettlementWork =
	| { readonly work: 'carry'; readonly slot: string }
	| { readonly work: 'closeWindow' }
	| { readonly work: 'collectTransit' }
	| { readonly work: 'nameTransfers' };

/** Jobs are named after their work. */
export type SettlementJobName = SettlementJob['work'];

/** Scheduled jobs and how often they run. */
export const schedules = {
	/** Wakes the lane of every market with commands after its cursor, in case a doorbell was lost. */
	ringAll: { everyMs: 1_000 },
	/** Ends expired orders. */
	expireOrders: { everyMs: 1_000 },
	/** Triggers due cancel timers. */
	carryOutTimers: { everyMs: 500 },
	/** Takes snapshots of markets whose log has grown. */
	snapshotAll: { everyMs: 5_000 },
	/** Moves ended history to the archive. */
	archive: { everyMs: 600_000 },
} as const;

/** Scheduled if the exchange is connected to a tracker. */
export const settlementSchedules = {
	/** Wakes the carrier of every slot with a due intent, and closes a payout window that is over. */
	ringSettlement: { everyMs: 250 },
	/** Collects what is left on transit accounts. */
	collectTransit: { everyMs: 5_000 },
	/** Looks up the transactions of transfers that settled without one. */
	nameTransfers: { everyMs: 5_000 },
	/** While payouts are stopped, checks whether the tracker accepts our keys again. */
	probeKeys: { everyMs: 3_000 },
	/** Publishes the reserves. */
	publishReserves: { everyMs: 60_000 },
} as const;

export type ScheduleName = keyof typeof schedules | keyof typeof settlementSchedules | 'reconcile';

/**
 * One job per market at a time, and at most one waiting: a doorbell that rings while its job runs
 * is handled after it.
 */
export function doorbellOptions(market: string) {
	return {
		deduplication: { id: `lane-${market}`, keepLastIfActive: true },
		removeOnComplete: true,
		removeOnFail: 100,
	} as const;
}

/** One job per work at a time, and one carrier per slot; see `doorbellOptions`. */
export function settlementOptions(job: SettlementJob) {
	const id = job.work === 'carry' ? `${job.work}-${job.slot}` : job.work;
	return {
		deduplication: { id, keepLastIfActive: true },
		removeOnComplete: true,
		removeOnFail: 100,
	} as const;
}

/** Lock of a job. Short, because after a killed worker its doorbell waits this long. */
export const lockDurationMs = 3_000;
export const stalledIntervalMs = 1_500;

/** Channel for commits of lanes; a process that missed one asks the database. */
export const committedChannel = `${keyPrefix}:committed`;

/** Up to which sequence the lane of a market has committed. */
export interface CommittedNotice {
	readonly market: string;
	readonly lastSequence: number;
}

export function committedText({ market, lastSequence }: CommittedNotice): string {
	return `${market} ${lastSequence}`;
}

export function readCommitted(text: string): CommittedNotice {
	const [market = '', sequence] = text.split(' ');
	return { market, lastSequence: Number(sequence) };
}

/** Channel for changed intents; a process that missed one asks the database. */
export const intentChannel = `${keyPrefix}:intents`;
