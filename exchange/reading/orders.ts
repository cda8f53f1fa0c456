/**
 * The orders of an account as they stand: what was asked for, and what the lane has made of it.
 * How they look on the wire is left to http.
 */
import { sql } from 'kysely';
import { numberList, textList } from '../../server/database/bulk';
import type { Database } from '../database/database';
import { readRequest, type KeptRequest } from '../intake/request-text';
import type { OrderStatus } from '../lane/report';

export interface ReadOrder {
	readonly market: string;
	readonly orderId: number;
	readonly clientOrderId: string;
	readonly request: KeptRequest;
	readonly createdAt: number;
	/** Undefined until the lane has reached the order. */
	readonly state: OrderState | undefined;
}

export interface OrderState {
	readonly status: OrderStatus;
	readonly reason: string | null;
	readonly quantityLots: bigint;
	readonly executedLots: bigint;
	readonly leavesLots: bigint;
	readonly executedQuote: bigint;
	readonly commission: bigint;
	readonly updatedAt: number;
}

export interface Page {
	readonly limit: number;
	readonly offset: number;
}

export type OrderKey =
	{ readonly market: string; readonly orderId: number } | { readonly clientOrderId: string };

export interface OrderFilter extends Page {
	readonly symbol: string | undefined;
	/** The order to begin with; newer ones are left out. */
	readonly from?: ReadOrder | undefined;
}

/** One order of the account, by its id or the client's. */
export async function findOrder(
	database: Database,
	accountId: string,
	key: OrderKey,
): Promise<ReadOrder | undefined> {
	const query = orderRows(database, accountId);
	const row = await (
		'clientOrderId' in key
			? query.where('orders.client_order_id', '=', key.clientOrderId)
			: query
					.where('orders.market', '=', key.market)
					.where('orders.order_id', '=', BigInt(key.orderId))
	).executeTakeFirst();
	return row === undefined ? undefined : readOrder(row);
}

/** Many orders of the account, each by its id or the client's; those it has not are left out. */
export async function findOrders(
	database: Database,
	accountId: string,
	keys: readonly OrderKey[],
): Promise<ReadOrder[]> {
	const clientIds = keys.flatMap((key) => ('clientOrderId' in key ? [key.clientOrderId] : []));
	const byId = keys.flatMap((key) => ('clientOrderId' in key ? [] : [key]));
	const rows: OrderRow[] = [];
	if (clientIds.length > 0) {
		const query = orderRows(database, accountId);
		const ids = textList(database, [...new Set(clientIds)]);
		rows.push(...(await query.where('orders.client_order_id', 'in', ids).execute()));
	}
	for (const market of new Set(byId.map((key) => key.market))) {
		const ids = byId.filter((key) => key.market === market).map(({ orderId }) => orderId);
		const query = orderRows(database, accountId).where('orders.market', '=', market);
		const wanted = numberList(database, [...new Set(ids)]);
		rows.push(...(await query.where('orders.order_id', 'in', wanted).execute()));
	}
	return rows.map(readOrder);
}

/** All orders of the account, the newest first. */
export async function listOrders(
	database: Database,
	accountId: string,
	{ limit, offset, ...filter }: OrderFilter,
): Promise<ReadOrder[]> {
	const rows = await newestFirst(orderRows(database, accountId), filter)
		.limit(limit)
		.offset(offset)
		.execute();
	return rows.map(readOrder);
}

/** Orders of the account that can still trade, the newest first. */
export async function listOpenOrders(
	database: Database,
	accountId: string,
	{ limit, offset, ...filter }: OrderFilter,
): Promise<ReadOrder[]> {
	const rows = (query: OrderQuery) =>
		newestFirst(query, filter)
			.limit(limit + offset)
			.execute();
	// First those the lane has not reached: one it reaches in between is found twice, not never.
	const pending = await rows(
		orderRows(database, accountId)
			.innerJoin('lanes', 'lanes.market', 'orders.market')
			.whereRef('orders.order_id', '>', 'lanes.cursor'),
	);
	const open = await rows(openRows(database, accountId));
	const found = new Map([...pending, ...open].map((row) => [`${row.market}.${row.order_id}`, row]));
	const sorted = [...found.values()].sort(
		(one, other) =>
			Number(other.created_at - one.created_at) ||
			Number(one.market > other.market) - Number(one.market < other.market) ||
			Number(other.order_id - one.order_id),
	);
	return sorted.slice(offset, offset + limit).map(readOrder);
}

type OrderQuery = ReturnType<typeof orderRows>;
type OrderRow = Awaited<ReturnType<OrderQuery['execute']>>[number];

/** In an order of their own, from one of them on; of one market, or of all. */
function newestFirst(
	query: OrderQuery,
	{ symbol, from }: Omit<OrderFilter, keyof Page>,
): OrderQuery {
	let rows = query
		.orderBy('orders.created_at', 'desc')
		.orderBy('orders.market')
		.orderBy('orders.order_id', 'desc');
	if (symbol !== undefined) rows = rows.where('orders.market', '=', symbol);
	if (from === undefined) return rows;
	const { createdAt, market, orderId } = from;
	return rows
		.where('orders.created_at', '<=', BigInt(createdAt))
		.where(({ and, eb, or }) =>
			or([
				eb('orders.created_at', '<', BigInt(createdAt)),
				eb('orders.market', '>', market),
				and([eb('orders.market', '=', market), eb('orders.order_id', '<=', BigInt(orderId))]),
			]),
		);
}

const openOrdersAtOnce = 250;

/**
 * All orders of the account in the lane's book of a market, the newest first, a few at a time: one
 * that ends meanwhile may be among them, and one that is added is not.
 */
export async function* openOrderPages(
	database: Database,
	accountId: string,
	symbol: string,
): AsyncGenerator<readonly ReadOrder[]> {
	let below = BigInt(Number.MAX_SAFE_INTEGER);
	for (;;) {
		const rows = await openRows(database, accountId)
			.where('order_states.market', '=', symbol)
			.where('order_states.order_id', '<', below)
			.orderBy('order_states.order_id', 'desc')
			.limit(openOrdersAtOnce)
			.execute();
		yield rows.map(readOrder);
		const last = rows.at(-1);
		if (last === undefined || rows.length < openOrdersAtOnce) return;
		below = last.order_id;
	}
}

/** The statuses stand in the text of the statement, or the index of open orders is not used. */
function openRows(database: Database, accountId: string) {
	return orderRows(database, accountId)
		.where('order_states.account_id', '=', accountId)
		.where(sql<boolean>`order_states.status in ('NEW', 'PARTIALLY_FILLED')`);
}

function orderRows(database: Database, accountId: string) {
	return database
		.selectFrom('orders')
		.leftJoin('order_states', (join) =>
			join
				.onRef('order_states.market', '=', 'orders.market')
				.onRef('order_states.order_id', '=', 'orders.order_id'),
		)
		.select([
			'orders.market',
			'orders.order_id',
			'orders.client_order_id',
			'orders.request',
			'orders.created_at',
			'order_states.status',
			'order_states.reason',
			'order_states.quantity_lots',
			'order_states.executed_lots',
			'order_states.leaves_lots',
			'order_states.executed_quote',
			'order_states.commission',
			'order_states.updated_at',
		])
		.where('orders.account_id', '=', accountId);
}

function readOrder(row: OrderRow): ReadOrder {
	return {
		market: row.market,
		orderId: Number(row.order_id),
		clientOrderId: row.client_order_id,
		request: readRequest(row.request),
		createdAt: Number(row.created_at),
		state: readState(row),
	};
}

/** The columns of an order's state are all there or, before the lane has reached it, all null. */
function readState(row: OrderRow): OrderState | undefined {
	if (row.status === null) return undefined;
	return {
		status: row.status as OrderStatus,
		reason: row.reason,
		quantityLots: row.quantity_lots ?? 0n,
		executedLots: row.executed_lots ?? 0n,
		leavesLots: row.leaves_lots ?? 0n,
		executedQuote: row.executed_quote ?? 0n,
		commission: row.commission ?? 0n,
		updatedAt: Number(row.updated_at ?? row.created_at),
	};
}
