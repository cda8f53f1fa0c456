/**
 * The work that goes through Redis: names of queues and jobs, and what each carries. A job only
 * says where to look; what there is to do stands in the database, so a job that is lost, doubled
 * or late changes nothing. Never put a key or an amount into a job: the dashboard shows them.
 */

/** Doorbells of the markets' lanes. */
export const laneQueue = 'lanes';

/** What is done again and again, at times. */
export const scheduleQueue = 'schedules';

/** Transfers at the tracker, and the windows that plan them. */
export const settlementQueue = 'settlement';

/** Separates these keys from those of other users of the same Redis. */
export const keyPrefix = 'sealkeeper-exchange';

export interface LaneJob {
	readonly market: string;
}

export type LaneJobName = 'drain' | 'snapshot';

/** A job of the settlement queue: which of its works is to be done, and where. */
export type SettlementJob =
	| { readonly work: 'carry'; readonly slot: string }
	| { readonly work: 'closeWindow' }
	| { readonly work: 'collectTransit' }
	| { readonly work: 'nameTransfers' };

/** Jobs are named after their work. */
export type SettlementJobName = SettlementJob['work'];

/** Scheduled jobs and how often they run. */
export const schedules = {
	/** Rings for every market with commands behind its cursor: a lost doorbell is made good. */
	ringAll: { everyMs: 1_000 },
	/** Ends the orders whose time has come. */
	expireOrders: { everyMs: 1_000 },
	/** Cancels the orders of programs that did not set their timer again in time. */
	carryOutTimers: { everyMs: 500 },
	/** Has a snapshot taken of markets whose log has grown. */
	snapshotAll: { everyMs: 5_000 },
	/** Has ended history moved to the archive. */
	archive: { everyMs: 600_000 },
} as const;

/** Scheduled where the exchange is connected to a tracker. */
export const settlementSchedules = {
	/** Rings for every slot with an intent that is due, and closes a window whose time is over. */
	ringSettlement: { everyMs: 250 },
	/** Brings home what lies on transit accounts. */
	collectTransit: { everyMs: 5_000 },
	/** Looks up the transactions of transfers that settled without one. */
	nameTransfers: { everyMs: 5_000 },
	/** While payouts are stopped: looks whether the tracker takes our keys again. */
	probeKeys: { everyMs: 3_000 },
	/** Publishes what is owed and held, for every trader to check. */
	publishReserves: { everyMs: 60_000 },
} as const;

export type ScheduleName = keyof typeof schedules | keyof typeof settlementSchedules | 'reconcile';

/**
 * One job per market at a time, and at most one waiting behind it: a bell that rings while its
 * job runs is heard when that has ended.
 */
export function doorbellOptions(market: string) {
	return {
		deduplication: { id: `lane-${market}`, keepLastIfActive: true },
		removeOnComplete: true,
		removeOnFail: 100,
	} as const;
}

/** One job of the same work at a time, and one carrier for each slot; see `doorbellOptions`. */
export function settlementOptions(job: SettlementJob) {
	const id = job.work === 'carry' ? `${job.work}-${job.slot}` : job.work;
	return {
		deduplication: { id, keepLastIfActive: true },
		removeOnComplete: true,
		removeOnFail: 100,
	} as const;
}

/** The lock of a job. Short, because a doorbell waits this long when its worker was killed. */
export const lockDurationMs = 3_000;
export const stalledIntervalMs = 1_500;

/** Where workers tell that a lane has committed; anyone who missed it asks the database. */
export const committedChannel = `${keyPrefix}:committed`;

/** Up to where the lane of a market has committed. */
export interface CommittedWord {
	readonly market: string;
	readonly lastSequence: number;
}

export function committedText({ market, lastSequence }: CommittedWord): string {
	return `${market} ${lastSequence}`;
}

export function readCommitted(text: string): CommittedWord {
	const [market = '', sequence] = text.split(' ');
	return { market, lastSequence: Number(sequence) };
}

/** Where carriers tell that an intent has changed; anyone who missed it asks the database. */
export const intentChannel = `${keyPrefix}:intents`;
