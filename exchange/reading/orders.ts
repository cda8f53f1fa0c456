/** The orders of an account as they stand: what was asked for, and what the lane has made of it. */
import { sql } from 'kysely';
import { present } from '../../server/at';
import { numberList, textList } from '../../server/database/bulk';
import type { Database } from '../database/database';
import { readRequest, type KeptRequest } from '../trading/intake/request-text';
import type { OrderStatus } from '../trading/lane/report';

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

export type OrderKey =
	| { readonly market: string; readonly orderId: number }
	| { readonly clientOrderId: string };

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

/** What open orders hold, in the smallest units of their assets; 0 for one the lane has not reached. */
export async function heldByOrders(
	database: Database,
	orders: readonly ReadOrder[],
): Promise<(order: ReadOrder) => bigint> {
	const held = new Map<string, bigint>();
	for (const [market, ofMarket] of Map.groupBy(orders, (order) => order.market)) {
		const rows = await database
			.selectFrom('order_states')
			.select(['order_id', 'held'])
			.where('market', '=', market)
			.where(
				'order_id',
				'in',
				numberList(
					database,
					ofMarket.map(({ orderId }) => orderId),
				),
			)
			.execute();
		for (const row of rows) held.set(`${market} ${row.order_id}`, row.held);
	}
	return ({ market, orderId }) => held.get(`${market} ${orderId}`) ?? 0n;
}

/** The statuses stand in the text of the statement, or the index of open orders is not used. */
function openRows(database: Database, accountId: string) {
	return orderRows(database, accountId)
		.where('order_states.account_id', '=', accountId)
		.where(sql<boolean>`order_states.status in ('NEW', 'PARTIALLY_FILLED')`);
}

type OrderRow = Awaited<ReturnType<ReturnType<typeof orderRows>['execute']>>[number];

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

type StateColumn =
	| 'quantity_lots'
	| 'executed_lots'
	| 'leaves_lots'
	| 'executed_quote'
	| 'commission'
	| 'updated_at';

/** The columns of an order's state are all there or, before the lane has reached it, all null. */
function readState(row: OrderRow): OrderState | undefined {
	if (row.status === null) return undefined;
	const stated = (column: StateColumn) => present(row[column], column);
	return {
		status: row.status as OrderStatus,
		reason: row.reason,
		quantityLots: stated('quantity_lots'),
		executedLots: stated('executed_lots'),
		leavesLots: stated('leaves_lots'),
		executedQuote: stated('executed_quote'),
		commission: stated('commission'),
		updatedAt: Number(stated('updated_at')),
	};
}
