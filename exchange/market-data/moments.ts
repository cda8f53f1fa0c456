/**
 * Finds the first command, order or trade at a time. Numbers and times grow together, so a binary
 * search over the primary key finds the number; lists by time need no index, whose cost every order
 * would pay.
 */
import { sql } from 'kysely';
import { present } from '../../server/at';
import type { Database } from '../database/database';

/** Inclusive; milliseconds since 1970. */
export interface TimeRange {
	readonly startTime?: number | undefined;
	readonly endTime?: number | undefined;
}

/** From `first` inclusive to `below` exclusive. */
export interface NumberRange {
	readonly first: number;
	readonly below: number;
}

interface Numbered {
	readonly table: 'commands' | 'orders' | 'trades';
	readonly number: string;
	readonly at: string;
}

const commands: Numbered = { table: 'commands', number: 'sequence', at: 'accepted_at' };
const orders: Numbered = { table: 'orders', number: 'order_id', at: 'created_at' };
const trades: Numbered = { table: 'trades', number: 'trade_id', at: 'traded_at' };

/** A power of two above every number. */
const halves = 2 ** 50;

export const allNumbers: NumberRange = { first: 0, below: Number.MAX_SAFE_INTEGER };

/** Sequences of a market's commands that were accepted in a time range. */
export function commandsIn(database: Database, market: string, range: TimeRange) {
	return numbersIn(database, { ...commands, market }, range);
}

/** Ids of a market's orders that were accepted in a time range. */
export function ordersIn(database: Database, market: string, range: TimeRange) {
	return numbersIn(database, { ...orders, market }, range);
}

/** Ids of a market's trades in a time range. */
export function tradesIn(database: Database, market: string, range: TimeRange) {
	return numbersIn(database, { ...trades, market }, range);
}

async function numbersIn(
	database: Database,
	numbered: Numbered & { readonly market: string },
	{ startTime, endTime }: TimeRange,
): Promise<NumberRange> {
	const { first, below } = allNumbers;
	return {
		first: startTime === undefined ? first : await firstAt(database, numbered, startTime),
		below: endTime === undefined ? below : await firstAt(database, numbered, endTime + 1),
	};
}

/** Returns the least number from which on all are at this time or later. */
async function firstAt(
	database: Database,
	{ table, number, at, market }: Numbered & { readonly market: string },
	time: number,
): Promise<number> {
	const [place, when] = [sql.ref(number), sql.ref(at)];
	const { rows } = await sql<{ readonly passed: bigint }>`
		with recursive search (passed, step) as (
			select cast(0 as bigint), cast(${sql.lit(halves)} as bigint)
			union all
			select passed + case when (
				select ${when} from ${sql.table(table)}
				where market = ${market} and ${place} >= search.passed + search.step - 1
				order by ${place} limit 1
			) < ${BigInt(time)} then step else 0 end, step / 2
			from search where step > 0
		)
		select passed from search where step = 0`.execute(database);
	return Number(present(rows[0], 'the end of the search').passed);
}
