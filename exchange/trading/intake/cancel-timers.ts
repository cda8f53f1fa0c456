/**
 * Timers that cancel a trader's open orders unless they are set again in time: what a program that
 * may lose its connection leaves behind for that case. A timer is for one market or for all, it is
 * a row of the database and nothing else, and it is marked in the commit that accepts its
 * cancellations, so it acts once, whoever carries it out and however often they die.
 *
 *   set: RUNNING --(its time comes)--> TRIGGERED --(set again)--> RUNNING
 *   set to 0: gone
 */
import type { Clock } from '../../../server/clock';
import { Refusal } from '../../../server/refusal';
import type { Database } from '../../database/database';
import { Markets } from '../markets/markets';
import { append } from './append';
import { marketsWithOrders } from './open-markets';
import type { Entry } from './submission';

/** Stands for all markets in the place of one. */
const ALL = '';

/** Carried out in one round at most; the next one follows soon. */
const timersMax = 500;

export interface CancelTimer {
	/** Absent for a timer of all markets. */
	readonly market: string | undefined;
	readonly countdownMs: number;
	readonly dueAt: number;
	/** When it cancelled; null while it runs. */
	readonly triggeredAt: number | null;
}

export interface TimerKey {
	readonly accountId: string;
	readonly market: string | undefined;
}

/** Sets a timer, or sets it again. */
export async function setTimer(
	{ database, clock }: { readonly database: Database; readonly clock: Clock },
	{ accountId, market }: TimerKey,
	countdownMs: number,
): Promise<CancelTimer> {
	const dueAt = clock.now() + countdownMs;
	const running = { countdown_ms: countdownMs, due_at: dueAt, triggered_at: null };
	await database
		.insertInto('cancel_timers')
		.values({ account_id: accountId, market: market ?? ALL, ...running })
		.onConflict((conflict) => conflict.columns(['account_id', 'market']).doUpdateSet(running))
		.execute();
	return { market, countdownMs, dueAt, triggeredAt: null };
}

export async function removeTimer(
	database: Database,
	{ accountId, market }: TimerKey,
): Promise<void> {
	await database
		.deleteFrom('cancel_timers')
		.where('account_id', '=', accountId)
		.where('market', '=', market ?? ALL)
		.execute();
}

/** Those of the account, that of all markets first. */
export async function listTimers(database: Database, accountId: string): Promise<CancelTimer[]> {
	const rows = await database
		.selectFrom('cancel_timers')
		.selectAll()
		.where('account_id', '=', accountId)
		.orderBy('market')
		.execute();
	return rows.map((row) => ({
		market: row.market === ALL ? undefined : row.market,
		countdownMs: Number(row.countdown_ms),
		dueAt: Number(row.due_at),
		triggeredAt: row.triggered_at === null ? null : Number(row.triggered_at),
	}));
}

export interface TimerParts {
	readonly database: Database;
	readonly clock: Clock;
	/** Called after the commit that made cancellations of this market durable. */
	readonly onAccepted: (market: string) => void;
}

interface DueTimer {
	readonly account_id: string;
	readonly market: string;
	readonly countdown_ms: bigint;
	readonly due_at: bigint;
}

/** Carries out every timer whose time has come. */
export async function carryOutTimers(parts: TimerParts): Promise<void> {
	const { database, clock } = parts;
	const now = clock.now();
	for (const timer of await dueTimers(database, now)) {
		if (Number(timer.due_at) > now) {
			await bringForward(database, timer, now);
			continue;
		}
		const rung = await database
			.transaction()
			.execute((transaction) => carryOut(parts, transaction, timer));
		for (const market of rung) parts.onAccepted(market);
	}
}

/**
 * Those that are due, and those that are further away than their countdown is long, for a clock
 * that was set back. One of a halted market, which takes no cancellation, waits until it is resumed.
 */
async function dueTimers(database: Database, now: number): Promise<DueTimer[]> {
	return database
		.selectFrom('cancel_timers')
		.leftJoin('markets', 'markets.symbol', 'cancel_timers.market')
		.select(['account_id', 'market', 'countdown_ms', 'due_at'])
		.where('triggered_at', 'is', null)
		.where(({ or, eb, ref }) =>
			or([
				eb('due_at', '<=', BigInt(now)),
				eb(eb('due_at', '-', ref('countdown_ms')), '>', BigInt(now)),
			]),
		)
		.where(({ or, eb }) => or([eb('status', 'is', null), eb('status', '!=', 'HALT')]))
		.orderBy('due_at')
		.limit(timersMax)
		.execute();
}

async function bringForward(database: Database, timer: DueTimer, now: number): Promise<void> {
	await running(database, timer)
		.set({ due_at: BigInt(now) + timer.countdown_ms })
		.execute();
}

/** The timer, as long as it is as it was read. */
function running(database: Database, timer: DueTimer) {
	return database
		.updateTable('cancel_timers')
		.where('account_id', '=', timer.account_id)
		.where('market', '=', timer.market)
		.where('due_at', '=', timer.due_at)
		.where('triggered_at', 'is', null);
}

/** Answers the markets that took a cancellation; none when the timer was set again meanwhile. */
async function carryOut(
	{ clock }: TimerParts,
	transaction: Database,
	timer: DueTimer,
): Promise<readonly string[]> {
	const now = clock.now();
	const { numUpdatedRows } = await running(transaction, timer)
		.set({ triggered_at: now })
		.executeTakeFirstOrThrow();
	if (numUpdatedRows === 0n) return [];
	const { account_id: accountId, market } = timer;
	const symbols = market === ALL ? await marketsWithOrders(transaction, accountId) : [market];
	if (symbols.length === 0) return [];
	// Read by the transaction: an embedded database has one connection to write with.
	const markets = new Markets(transaction, clock);
	const entries: Entry[] = [];
	for (const symbol of symbols) {
		const found = await markets.find(symbol);
		if (found === undefined) throw new Error(`a timer is for the market ${symbol}`);
		const submission = { kind: 'CANCEL_ALL', accountId, cause: 'CANCEL_AFTER' } as const;
		entries.push({ market: found, submission });
	}
	const { outcomes } = await append(transaction, entries, now);
	const refused = symbols.filter((_, index) => outcomes[index] instanceof Refusal);
	for (const symbol of refused) await keepDue(transaction, timer, symbol);
	return symbols.filter((symbol) => !refused.includes(symbol));
}

/** A market that takes no cancellation now gets it as soon as it does. */
async function keepDue(transaction: Database, timer: DueTimer, market: string): Promise<void> {
	const { account_id, countdown_ms, due_at } = timer;
	const due = { countdown_ms, due_at, triggered_at: null };
	await transaction
		.insertInto('cancel_timers')
		.values({ account_id, market, ...due })
		.onConflict((conflict) => conflict.columns(['account_id', 'market']).doUpdateSet(due))
		.execute();
}
