/**
 * Lists an account's orders, the newest first. Within a market, orders are numbered by time, so an
 * index by market and number gives them in order; the markets are merged as far as a page needs.
 */
import { sql } from 'kysely';
import type { Database } from '../database/database';
import { ordersIn, type NumberRange, type TimeRange } from '../market-data/moments';
import { MergeSource, newestOf, timesBehind, type Numbered, type Source } from './newest-first';
import { findOrders, type ReadOrder } from './orders';

export interface Page {
	readonly limit: number;
	readonly offset: number;
}

export interface OrderFilter extends Page, TimeRange {
	readonly symbol: string | undefined;
	/** `open`: orders that can still trade. */
	readonly status: 'open' | 'all';
	/** Begins with this order; newer ones are left out. */
	readonly from?: ReadOrder | undefined;
}

const ordersAtOnce = 200;

/** Reads all pages in one snapshot. */
export function listOrders(
	database: Database,
	accountId: string,
	filter: OrderFilter,
): Promise<readonly ReadOrder[]> {
	const { symbol, offset, limit } = filter;
	return database
		.transaction()
		.setIsolationLevel('repeatable read')
		.execute(async (transaction) => {
			const markets = symbol === undefined ? await marketsOf(transaction, accountId) : [symbol];
			const parts: MergeSource<Numbered>[] = [];
			for (const market of markets) {
				const range = await rangeIn(transaction, market, filter);
				const sources = await sourcesOf(transaction, { accountId, market, ...filter }, range);
				parts.push(...sources.map((source) => new MergeSource(source, range.below)));
			}
			const keys = await newestOf(parts, offset + limit);
			return readOrders(transaction, accountId, keys.slice(offset));
		});
}

/** Markets in which the account has orders; one index lookup per market. */
async function marketsOf(database: Database, accountId: string): Promise<readonly string[]> {
	const { rows } = await sql<{ readonly market: string }>`
		with recursive found (market) as (
			select min(market) from orders where account_id = ${accountId}
			union all
			select (
				select min(orders.market) from orders
				where account_id = ${accountId} and orders.market > found.market
			) from found where found.market is not null
		)
		select market from found where market is not null`.execute(database);
	return rows.map(({ market }) => market);
}

/** Order ids of a market that belong to the list. */
async function rangeIn(
	database: Database,
	market: string,
	{ startTime, endTime, from }: OrderFilter,
): Promise<NumberRange> {
	const timely = await ordersIn(database, market, { startTime, endTime });
	if (from === undefined) return timely;
	const { first } = timely;
	if (from.market === market) return { first, below: Math.min(timely.below, from.orderId + 1) };
	const begin = { market: from.market, time: from.createdAt };
	const behind = await ordersIn(database, market, timesBehind(market, begin));
	return { first, below: Math.min(timely.below, behind.below) };
}

interface Wanted extends Pick<OrderFilter, 'status'> {
	readonly accountId: string;
	readonly market: string;
}

/**
 * All orders of a market, or the open ones: those the lane has not reached, and those in its book.
 */
async function sourcesOf(
	database: Database,
	wanted: Wanted,
	{ first }: NumberRange,
): Promise<readonly Source<Numbered>[]> {
	if (wanted.status === 'all') return [ordered(database, wanted, first)];
	const lane = await database
		.selectFrom('lanes')
		.select('cursor')
		.where('market', '=', wanted.market)
		.executeTakeFirst();
	const pendingFrom = Math.max(first, Number(lane?.cursor ?? 0n) + 1);
	return [ordered(database, wanted, pendingFrom), open(database, wanted, first)];
}

function ordered(
	database: Database,
	{ accountId, market }: Wanted,
	first: number,
): Source<Numbered> {
	return async (below, limit) => {
		const rows = await database
			.selectFrom('orders')
			.select(['order_id', 'created_at'])
			.where('account_id', '=', accountId)
			.where('market', '=', market)
			.where('order_id', '>=', BigInt(first))
			.where('order_id', '<', BigInt(below))
			.orderBy('order_id', 'desc')
			.limit(limit)
			.execute();
		return rows.map((row) => keyOf(market, row));
	};
}

/** Literals, not parameters, or the partial index of open orders is not used. */
function open(database: Database, { accountId, market }: Wanted, first: number): Source<Numbered> {
	return async (below, limit) => {
		const rows = await database
			.selectFrom('order_states')
			.innerJoin('orders', (join) =>
				join
					.onRef('orders.market', '=', 'order_states.market')
					.onRef('orders.order_id', '=', 'order_states.order_id'),
			)
			.select(['order_states.order_id', 'orders.created_at'])
			.where('order_states.account_id', '=', accountId)
			.where('order_states.market', '=', market)
			.where('order_states.order_id', '>=', BigInt(first))
			.where('order_states.order_id', '<', BigInt(below))
			.where(sql<boolean>`order_states.status in ('NEW', 'PARTIALLY_FILLED')`)
			.orderBy('order_states.order_id', 'desc')
			.limit(limit)
			.execute();
		return rows.map((row) => keyOf(market, row));
	};
}

function keyOf(market: string, row: { readonly order_id: bigint; readonly created_at: bigint }) {
	return { market, number: Number(row.order_id), time: Number(row.created_at) };
}

/** Reads the orders of these keys, in the same order. */
async function readOrders(
	database: Database,
	accountId: string,
	keys: readonly Numbered[],
): Promise<readonly ReadOrder[]> {
	const read = new Map<string, ReadOrder>();
	for (let at = 0; at < keys.length; at += ordersAtOnce) {
		const some = keys.slice(at, at + ordersAtOnce);
		const ids = some.map(({ market, number: orderId }) => ({ market, orderId }));
		const found = await findOrders(database, accountId, ids);
		for (const order of found) read.set(`${order.market}.${order.orderId}`, order);
	}
	return keys.flatMap(({ market, number }) => read.get(`${market}.${number}`) ?? []);
}
