/** Reads an account's order lists: two orders each, of which at most one trades. */
import { sql } from 'kysely';
import type { Database } from '../database/database';
import type { Page } from './order-lists';
import { findOrders, type ReadOrder } from './orders';

export interface ReadList {
	readonly market: string;
	readonly orderListId: number;
	readonly listClientOrderId: string;
	readonly createdAt: number;
	/** The limit order and the stop order. */
	readonly orders: readonly ReadOrder[];
}

export interface ListKey {
	readonly market: string;
	readonly orderId: number;
}

export async function findList(
	database: Database,
	accountId: string,
	{ market, orderId }: ListKey,
): Promise<ReadList | undefined> {
	const row = await listRows(database, accountId)
		.where('market', '=', market)
		.where('order_list_id', '=', BigInt(orderId))
		.executeTakeFirst();
	if (row === undefined) return undefined;
	const [list] = await withOrders(database, accountId, [row]);
	return list;
}

/** The newest first, beginning with `from` if given. */
export async function listLists(
	database: Database,
	accountId: string,
	{ from, limit, offset }: { readonly from: ReadList | undefined } & Page,
): Promise<readonly ReadList[]> {
	const place = sql`(created_at, market, order_list_id)`;
	const query = listRows(database, accountId)
		.orderBy('created_at', 'desc')
		.orderBy('market', 'desc')
		.orderBy('order_list_id', 'desc')
		.limit(limit)
		.offset(offset);
	const rows = await (
		from === undefined
			? query
			: query.where(
					sql<boolean>`${place} <= (${BigInt(from.createdAt)}, ${from.market}, ${BigInt(from.orderListId)})`,
				)
	).execute();
	return withOrders(database, accountId, rows);
}

type ListRow = Awaited<ReturnType<ReturnType<typeof listRows>['execute']>>[number];

function listRows(database: Database, accountId: string) {
	return database
		.selectFrom('order_lists')
		.select(['market', 'order_list_id', 'list_client_order_id', 'created_at'])
		.where('account_id', '=', accountId);
}

async function withOrders(
	database: Database,
	accountId: string,
	rows: readonly ListRow[],
): Promise<readonly ReadList[]> {
	const keys = rows.flatMap(({ market, order_list_id: id }) => [
		{ market, orderId: Number(id) },
		{ market, orderId: Number(id) + 1 },
	]);
	const orders = await findOrders(database, accountId, keys);
	const byId = new Map(orders.map((order) => [`${order.market}.${order.orderId}`, order]));
	return rows.map((row) => {
		const orderListId = Number(row.order_list_id);
		const ids = [orderListId, orderListId + 1];
		return {
			market: row.market,
			orderListId,
			listClientOrderId: row.list_client_order_id,
			createdAt: Number(row.created_at),
			orders: ids.flatMap((id) => byId.get(`${row.market}.${id}`) ?? []),
		};
	});
}
