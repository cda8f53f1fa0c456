/**
 * Client ids: which a submission wants, and which orders and lists have them already. A repeated
 * submission gets the earlier result.
 */
import { sql } from 'kysely';
import { pairList, pairValues, textList } from '../../../server/database/bulk';
import { Prepared } from '../../../server/database/prepared';
import type { Database } from '../../database/database';
import { ordersOf, type NewOrderSubmission, type Submission } from './submission';

/** The order that has a client order id, or the list that has a client id of lists. */
export interface EarlierOrder {
	readonly market: string;
	/** Of a list, that of its limit order. */
	readonly orderId: number;
	/** One for each order; see request-text.ts. */
	readonly requests: readonly string[];
}

/** Keyed by account and client id; orders and lists have separate ids. */
export type EarlierOrders = Map<string, EarlierOrder>;

export function clientKey(accountId: string, clientOrderId: string): string {
	return `${accountId} ${clientOrderId}`;
}

export function listKey(accountId: string, listClientOrderId: string): string {
	return `list ${accountId} ${listClientOrderId}`;
}

/** Client order ids that a submission wants for its orders. */
export function clientIdsOf(submission: Submission): readonly string[] {
	if (submission.kind !== 'ORDER') return [];
	return ordersOf(submission).flatMap(({ clientOrderId }) => clientOrderId ?? []);
}

const ordersByClientId = new Prepared((database: Database) =>
	database
		.selectFrom('orders')
		.select(['market', 'order_id', 'account_id', 'client_order_id', 'request'])
		.where(sql<boolean>`(account_id, client_order_id) in ${pairList(database, [])}`),
);

/** Finds the orders that have ids of these submissions. */
export async function earlierOrders(
	transaction: Database,
	submissions: readonly Submission[],
): Promise<EarlierOrders> {
	const named = submissions.flatMap((submission) =>
		'accountId' in submission
			? clientIdsOf(submission).map((id) => [submission.accountId, id] as const)
			: [],
	);
	if (named.length === 0) return new Map();
	const rows = await ordersByClientId.rows(transaction, pairValues(transaction, named));
	return new Map(
		rows.map((row) => [
			clientKey(row.account_id, row.client_order_id),
			{ market: row.market, orderId: Number(row.order_id), requests: [row.request] },
		]),
	);
}

/** Finds the lists that have client ids of these submissions. */
export async function earlierLists(
	transaction: Database,
	submissions: readonly NewOrderSubmission[],
): Promise<EarlierOrders> {
	const named = submissions.filter(({ list }) => list?.listClientOrderId !== undefined);
	const ids = named.flatMap(({ list }) => list?.listClientOrderId ?? []);
	const lists: EarlierOrders = new Map();
	if (ids.length === 0) return lists;
	const accounts = [...new Set(named.map(({ accountId }) => accountId))];
	const rows = await transaction
		.selectFrom('order_lists')
		.innerJoin('orders', 'orders.market', 'order_lists.market')
		.select(['order_lists.market', 'order_list_id', 'order_lists.account_id', 'request'])
		.select('list_client_order_id as clientId')
		.where(({ eb, or, ref }) =>
			or([
				eb('orders.order_id', '=', ref('order_list_id')),
				eb('orders.order_id', '=', eb(ref('order_list_id'), '+', 1n)),
			]),
		)
		.where('order_lists.account_id', 'in', textList(transaction, accounts))
		.where('list_client_order_id', 'in', textList(transaction, [...new Set(ids)]))
		.orderBy('orders.order_id')
		.execute();
	for (const { market, order_list_id: id, account_id: account, clientId, request } of rows) {
		const key = listKey(account, clientId);
		const requests = [...(lists.get(key)?.requests ?? []), request];
		lists.set(key, { market, orderId: Number(id), requests });
	}
	return lists;
}
