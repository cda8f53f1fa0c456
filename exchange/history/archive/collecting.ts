/**
 * Reads a range of a market's history from the database, page by page, as the rows of a segment.
 * These rows never change, so the pages need not come from one moment. A proof compares the same
 * rows with its replay.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { at, present } from '../../../server/at';
import type { Database } from '../../database/database';
import { postingKinds, type PostingKind } from '../../trading/ledger/posting';
import { segmentTables, type SegmentRow, type SegmentTable } from './segment';

/** Rows of a page, which is written in a millisecond or two. */
const rowsAtOnce = 100;

/** A batch has between one and thousands of reports, so its page is limited by length. */
const batchCharactersAtOnce = 256 * 1024;

export interface Part {
	readonly market: string;
	readonly firstSequence: number;
	readonly lastSequence: number;
}

type LogTable = 'commands' | 'batches' | 'trades' | 'postings';

/** Columns by which the rows are found and ordered. */
const keys: Readonly<Record<LogTable, { readonly owner: string; readonly by: readonly string[] }>> =
	{
		commands: { owner: 'market', by: ['sequence'] },
		batches: { owner: 'market', by: ['last_sequence'] },
		trades: { owner: 'market', by: ['trade_id'] },
		postings: { owner: 'journal', by: ['sequence', 'position'] },
	};

/** Yields pages of one table of the log. */
export async function* logRows<Table extends LogTable>(
	database: Database,
	table: Table,
	part: Part,
): AsyncGenerator<readonly SegmentRow<Table>[]> {
	const { owner, by } = keys[table];
	const within = await bounds(database, table, part);
	if (within === undefined) return;
	let { after } = within;
	// Qualified with the table, because the selected column of the same name is text.
	const place = sql.join(by.map((column) => sql.ref(`${table}.${column}`)));
	for (;;) {
		const begin = sql.join(after.map(BigInt));
		const limit =
			table === 'batches' ? await batchesAtOnce(database, part, at(after, 0)) : rowsAtOnce;
		const { rows } = await sql<SegmentRow<Table>>`select ${columnsOf(table)}
			from ${sql.table(table)} where ${sql.ref(owner)} = ${part.market}
			and (${place}) > (${begin}) and ${sql.ref(`${table}.${at(by, 0)}`)} <= ${within.upTo}
			order by ${place} limit ${sql.lit(limit)}`.execute(database);
		if (rows.length > 0) yield rows;
		// The results of a reader thread arrive within one turn of the event loop; let others run.
		await nextTurn();
		const last: Readonly<Record<string, string | null>> | undefined = rows.at(-1);
		if (last === undefined || rows.length < limit) return;
		after = by.map((column) => present(last[column], column));
	}
}

/** Returns the number of batches after `after` that make a page; one more than exist at the end. */
async function batchesAtOnce(
	database: Database,
	{ market, lastSequence }: Part,
	after: string,
): Promise<number> {
	const rows = await database
		.selectFrom('batches')
		.select(sql<bigint | number>`length(reports) + length(levels)`.as('characters'))
		.where('market', '=', market)
		.where('last_sequence', '>', BigInt(after))
		.where('last_sequence', '<=', BigInt(lastSequence))
		.orderBy('last_sequence')
		.limit(rowsAtOnce)
		.execute();
	let characters = 0;
	const tooMany = rows.findIndex((row) => {
		characters += Number(row.characters);
		return characters > batchCharactersAtOnce;
	});
	return tooMany === -1 ? rows.length + 1 : Math.max(1, tooMany);
}

interface Bounds {
	readonly after: readonly string[];
	readonly upTo: bigint;
}

/** Trades have their own numbers, so their bounds are looked up by the commands of the range. */
async function bounds(
	database: Database,
	table: LogTable,
	{ market, firstSequence, lastSequence }: Part,
): Promise<Bounds | undefined> {
	const before = String(firstSequence - 1);
	if (table === 'postings') {
		// After every posting of the command before.
		return { after: [before, String(Number.MAX_SAFE_INTEGER)], upTo: BigInt(lastSequence) };
	}
	if (table !== 'trades') return { after: [before], upTo: BigInt(lastSequence) };
	const first = await firstTradeFrom(database, market, firstSequence);
	const next = await firstTradeFrom(database, market, lastSequence + 1);
	if (first === undefined) return undefined;
	const upTo = (next ?? BigInt(Number.MAX_SAFE_INTEGER)) - 1n;
	return { after: [String(first - 1n)], upTo };
}

/** A power of two above every trade id. */
const halves = 2 ** 50;

/**
 * Trade ids and sequences grow together, so a binary search finds the first trade; see
 * market-data/moments.ts.
 */
async function firstTradeFrom(
	database: Database,
	market: string,
	sequence: number,
): Promise<bigint | undefined> {
	const { rows } = await sql<{ readonly trade_id: bigint }>`
		with recursive search (passed, step) as (
			select cast(0 as bigint), cast(${sql.lit(halves)} as bigint)
			union all
			select passed + case when (
				select trades.sequence from trades
				where market = ${market} and trade_id >= search.passed + search.step - 1
				order by trade_id limit 1
			) < ${BigInt(sequence)} then step else 0 end, step / 2
			from search where step > 0
		)
		select trade_id from trades where market = ${market}
			and trade_id >= (select passed from search where step = 0)
			and trades.sequence >= ${BigInt(sequence)} order by trade_id limit 1`.execute(database);
	return rows[0]?.trade_id;
}

/**
 * Yields orders that ended by `lastTime` and are still in the database. Both orders of a list leave
 * together, when the last of them has ended.
 */
export function endedOrders(
	database: Database,
	part: Part & { readonly lastTime: number },
): AsyncGenerator<readonly SegmentRow<'orders'>[]> {
	const { market, lastSequence, lastTime } = part;
	return pagesBy('order_id', async (after) => {
		const { rows } = await sql<SegmentRow<'orders'>>`select ${orderColumns()}
			from orders join order_states on order_states.market = orders.market
			and order_states.order_id = orders.order_id
			where orders.market = ${market} and orders.order_id > ${BigInt(after)}
			and orders.order_id <= ${BigInt(lastSequence)} and ${hasEnded('order_states', lastTime)}
			and not exists (
				select 1 from order_lists join order_states as own on own.market = order_lists.market
				and own.order_id in (order_lists.order_list_id, order_lists.order_list_id + 1)
				where order_lists.market = orders.market
				and order_lists.order_list_id in (orders.order_id, orders.order_id - 1)
				and not ${hasEnded('own', lastTime)}
			)
			order by orders.order_id limit ${sql.lit(rowsAtOnce)}`.execute(database);
		return rows;
	});
}

/** Yields lists whose two orders ended by `lastTime` and are still in the database. */
export function endedLists(
	database: Database,
	part: Part & { readonly lastTime: number },
): AsyncGenerator<readonly SegmentRow<'order_lists'>[]> {
	const { market, lastSequence, lastTime } = part;
	return pagesBy('order_list_id', async (after) => {
		const { rows } = await sql<SegmentRow<'order_lists'>>`select ${columnsOf('order_lists')}
			from order_lists where market = ${market} and order_list_id > ${BigInt(after)}
			and order_list_id <= ${BigInt(lastSequence)}
			and not exists (
				select 1 from order_states as own where own.market = order_lists.market
				and own.order_id in (order_lists.order_list_id, order_lists.order_list_id + 1)
				and not ${hasEnded('own', lastTime)}
			)
			order by order_lists.order_list_id limit ${sql.lit(rowsAtOnce)}`.execute(database);
		return rows;
	});
}

/** Once true it stays true, because the times of a log never decrease. */
function hasEnded(states: string, lastTime: number): RawBuilder<boolean> {
	return sql`(${sql.ref(`${states}.status`)} not in ('NEW', 'PARTIALLY_FILLED')
		and ${sql.ref(`${states}.updated_at`)} <= ${BigInt(lastTime)})`;
}

async function* pagesBy<Row extends object>(
	column: keyof Row & string,
	read: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
	let after = '0';
	for (;;) {
		const rows = await read(after);
		if (rows.length > 0) yield rows;
		await nextTurn();
		const last = rows.at(-1);
		if (last === undefined || rows.length < rowsAtOnce) return;
		after = String(last[column]);
	}
}

/** Columns of `orders` joined with `order_states`. */
export function orderColumns(): RawBuilder<unknown> {
	return columnsOf('orders', orderTables);
}

const orderTables: Readonly<Record<string, string>> = {
	order_id: 'orders',
	account_id: 'orders',
	client_order_id: 'orders',
	request: 'orders',
	created_at: 'orders',
};

const textColumns: ReadonlySet<string> = new Set([
	'body',
	'reports',
	'levels',
	'request',
	'account_id',
	'client_order_id',
	'status',
	'reason',
	'list_client_order_id',
	'taker_side',
	'taker_account_id',
	'maker_account_id',
	'kind',
	'asset',
	'from_account',
	'to_account',
]);

/** Selects every column as text, under its own name. */
function columnsOf(table: SegmentTable, owners?: typeof orderTables): RawBuilder<unknown> {
	const columns = segmentTables[table].map((column) => {
		const owner = owners === undefined ? table : (owners[column] ?? 'order_states');
		const cell = sql.ref(`${owner}.${column}`);
		const text = textColumns.has(column) ? cell : sql`cast(${cell} as text)`;
		return sql`${text} as ${sql.ref(column)}`;
	});
	return sql.join(columns);
}

/** Sums of postings, by account and asset. */
export class Sums {
	private readonly byKey = new Map<string, SegmentRow<'balances'>>();

	/** Sets the sum from which later postings are counted. */
	set(row: SegmentRow<'balances'>): void {
		this.byKey.set(`${row.account_id} ${row.asset}`, row);
	}

	add(posting: Omit<SegmentRow<'postings'>, 'sequence' | 'position' | 'order_id'>): void {
		const { from, to } = postingKinds[posting.kind as PostingKind];
		const { asset, amount } = posting;
		this.change(posting.from_account, asset, from, -BigInt(amount));
		this.change(posting.to_account, asset, to, BigInt(amount));
	}

	of(accountId: string, asset: string): SegmentRow<'balances'> {
		const none = { account_id: accountId, asset, available: '0', held: '0' };
		return this.byKey.get(`${accountId} ${asset}`) ?? none;
	}

	all(): readonly SegmentRow<'balances'>[] {
		return [...this.byKey.values()];
	}

	private change(account: string, asset: string, part: 'available' | 'held', by: bigint): void {
		const row = this.of(account, asset);
		this.set({ ...row, [part]: (BigInt(row[part]) + by).toString() });
	}
}
