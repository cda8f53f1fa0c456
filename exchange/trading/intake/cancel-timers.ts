/**
 * Timers that cancel a trader's open orders unless they are set again in time, for programs that may
 * lose their connection. A timer is for one market or for all. It is only a row of the database, and
 * the transaction that accepts its cancellations marks it as triggered, so it acts once even if
 * processes die.
 *
 *   set: RUNNING --(its time comes)--> TRIGGERED --(set again)--> RUNNING
 *   set to 0: deleted
 */
import type { Clock } from '../../../server/clock';
import { Refusal } from '../../../server/refusal';
import type { Database } from '../../database/database';
import { Markets } from '../markets/markets';
import { append } from './append';
import { marketsWithOrders } from './open-markets';
import type { Entry } from './submission';

/** In the column `market`: all markets. */
const ALL = '';

/** Most timers of one round; the next round follows soon. */
const timersMax = 500;

export interface CancelTimer {
	/** Undefined for a timer of all markets. */
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

/** Sets a timer, or restarts it. */
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

/** Lists the account's timers, the one of all markets first. */
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
	/** Called once the cancellations of this market are durable. */
	readonly onAccepted: (market: string) => void;
}

interface DueTimer {
	readonly account_id: string;
	readonly market: string;
	readonly countdown_ms: bigint;
	readonly due_at: bigint;
}

/** Triggers every due timer. */
export async function carryOutTimers(parts: TimerParts): Promise<void> {
	const { database, clock } = parts;
	const now = clock.now();
	for (const timer of await dueTimers(database, now)) {
		if (Number(timer.due_at) > now) {
			await bringForward(database, timer, now);
			continue;
		}
		const accepting = await database
			.transaction()
			.execute((transaction) => carryOut(parts, transaction, timer));
		for (const market of accepting) parts.onAccepted(market);
	}
}

/**
 * Due timers, and timers due later than their countdown allows, which happens when the clock was
 * set back. A timer of a halted market, which accepts no cancellation, waits until it resumes.
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

/** Matches the timer only if it is unchanged since it was read. */
function running(database: Database, timer: DueTimer) {
	return database
		.updateTable('cancel_timers')
		.where('account_id', '=', timer.account_id)
		.where('market', '=', timer.market)
		.where('due_at', '=', timer.due_at)
		.where('triggered_at', 'is', null);
}

/** Returns the markets that accepted a cancellation; none if the timer was set again meanwhile. */
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
	// Read through the transaction: SQLite has one connection for writing.
	const markets = new Markets(transaction, clock);
	const entries: Entry[] = [];
	for (const symbol of symbols) {
		const found = await markets.find(symbol);
		if (found === undefined) throw new Error(`a timer is for the market ${symbol}`);
		const submission = { kind: 'CANCEL_ALL', accountId, cause: 'CANCEL_AFTER' } as const;
		entries.push({ market: found, submission });
	}
	const { outcomes } = await append(transaction, entries, clock);
	const refused = symbols.filter((_, index) => outcomes[index] instanceof Refusal);
	for (const symbol of refused) await keepDue(transaction, timer, symbol);
	return symbols.filter((symbol) => !refused.includes(symbol));
}

/** Keeps a timer for a market that accepts no cancellation now. */
async function keepDue(transaction: Database, timer: DueTimer, market: string): Promise<void> {
	const { account_id, countdown_ms, due_at } = timer;
	const due = { countdown_ms, due_at, triggered_at: null };
	await transaction
		.insertInto('cancel_timers')
		.values({ account_id, market, ...due })
		.onConflict((conflict) => conflict.columns(['account_id', 'market']).doUpdateSet(due))
		.execute();
}
