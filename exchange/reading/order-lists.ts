/**
 * Lists an account's orders, the newest first. Within a market, orders are numbered by time, so an
 * index by market and number gives them in order; this file merges the markets as far as a page
 * needs. The cost depends on the page, not on the number of orders.
 */
import { sql } from 'kysely';
import type { Database } from '../database/database';
import { ordersIn, type NumberRange, type TimeRange } from '../market-data/moments';
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

interface Key {
	readonly market: string;
	readonly orderId: number;
	readonly createdAt: number;
}

/** Returns at most `limit` of the newest keys below an order. */
type Source = (below: number, limit: number) => Promise<readonly Key[]>;

const keysAtOnce = 500;
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
			const parts: MergeSource[] = [];
			for (const market of markets) {
				const range = await rangeIn(transaction, market, filter);
				const sources = await sourcesOf(transaction, { accountId, market, ...filter }, range);
				parts.push(...sources.map((source) => new MergeSource(source, range.below)));
			}
			const keys = await newest(parts, offset + limit);
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
	const below =
		from.market === market
			? from.orderId + 1
			: (await ordersIn(database, market, upTo(from))).below;
	const { first } = timely;
	return { first, below: Math.min(timely.below, below) };

	/** Orders of the same time are sorted by the symbol of their market. */
	function upTo({ createdAt, market: other }: ReadOrder): TimeRange {
		return { endTime: market > other ? createdAt : createdAt - 1 };
	}
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
): Promise<readonly Source[]> {
	if (wanted.status === 'all') return [ordered(database, wanted, first)];
	const lane = await database
		.selectFrom('lanes')
		.select('cursor')
		.where('market', '=', wanted.market)
		.executeTakeFirst();
	const pendingFrom = Math.max(first, Number(lane?.cursor ?? 0n) + 1);
	return [ordered(database, wanted, pendingFrom), open(database, wanted, first)];
}

function ordered(database: Database, { accountId, market }: Wanted, first: number): Source {
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
function open(database: Database, { accountId, market }: Wanted, first: number): Source {
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
	return { market, orderId: Number(row.order_id), createdAt: Number(row.created_at) };
}

/** A source with the keys read so far. */
class MergeSource {
	private keys: readonly Key[] = [];
	private at = 0;
	private isExhausted = false;

	constructor(
		private readonly source: Source,
		private below: number,
	) {}

	/** The next key; undefined at the end, or before `refill`. */
	get head(): Key | undefined {
		return this.keys[this.at];
	}

	advance(): void {
		this.at += 1;
	}

	/** Reads more if all read keys were taken. */
	async refill(limit: number): Promise<void> {
		if (this.isExhausted || this.head !== undefined) return;
		this.keys = await this.source(this.below, limit);
		this.at = 0;
		this.below = this.keys.at(-1)?.orderId ?? this.below;
		this.isExhausted = this.keys.length < limit;
	}
}

async function newest(parts: readonly MergeSource[], count: number): Promise<readonly Key[]> {
	const found: Key[] = [];
	const atOnce = Math.min(keysAtOnce, count);
	for (const part of parts) await part.refill(atOnce);
	while (found.length < count) {
		let next: { readonly key: Key; readonly part: MergeSource } | undefined;
		for (const part of parts) {
			const key = part.head;
			if (key !== undefined && (next === undefined || isNewer(key, next.key))) next = { key, part };
		}
		if (next === undefined) break;
		found.push(next.key);
		next.part.advance();
		if (next.part.head === undefined) await next.part.refill(atOnce);
	}
	return found;
}

function isNewer(one: Key, other: Key): boolean {
	if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt;
	if (one.market !== other.market) return one.market < other.market;
	return one.orderId > other.orderId;
}

/** Reads the orders of these keys, in the same order. */
async function readOrders(
	database: Database,
	accountId: string,
	keys: readonly Key[],
): Promise<readonly ReadOrder[]> {
	const read = new Map<string, ReadOrder>();
	for (let at = 0; at < keys.length; at += ordersAtOnce) {
		const found = await findOrders(database, accountId, keys.slice(at, at + ordersAtOnce));
		for (const order of found) read.set(`${order.market}.${order.orderId}`, order);
	}
	return keys.flatMap(({ market, orderId }) => read.get(`${market}.${orderId}`) ?? []);
}
