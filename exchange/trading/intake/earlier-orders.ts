/**
 * Clients' own ids of orders: which a submission takes, and which orders have them already. An order
 * sent again under its id is accepted once and answered again.
 */
import { sql } from 'kysely';
import { pairList, pairValues } from '../../../server/database/bulk';
import { Prepared } from '../../../server/database/prepared';
import type { Database } from '../../database/database';
import type { Submission } from './submission';

/** The order that has an id. */
export interface EarlierOrder {
	readonly market: string;
	readonly orderId: number;
	/** See request-text.ts. */
	readonly request: string;
}

/** By account and id. */
export type EarlierOrders = Map<string, EarlierOrder>;

export function clientKey(accountId: string, clientOrderId: string): string {
	return `${accountId} ${clientOrderId}`;
}

/** The ids a submission wants for the orders it brings. */
export function clientIdsOf(submission: Submission): readonly string[] {
	if (submission.kind === 'ORDER')
		return [submission].flatMap((order) => order.clientOrderId ?? []);
	if (submission.kind !== 'OCO') return [];
	return [submission.limit, submission.stop].flatMap((order) => order.clientOrderId ?? []);
}

const ordersByClientId = new Prepared((database: Database) =>
	database
		.selectFrom('orders')
		.select(['market', 'order_id', 'account_id', 'client_order_id', 'request'])
		.where(sql<boolean>`(account_id, client_order_id) in ${pairList(database, [])}`),
);

/** The orders that have ids of these submissions. */
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
			{ market: row.market, orderId: Number(row.order_id), request: row.request },
		]),
	);
}
