/**
 * The lists of orders that were accepted under the ids of a transaction's submissions, or are in it
 * already, so that one that is sent again is accepted once and answered again.
 */
import { at } from '../../../server/at';
import { textList } from '../../../server/database/bulk';
import type { Database } from '../../database/database';
import type { PairSubmission } from './order-pair';
import { asksForSame, requestText } from './request-text';

export interface EarlierList {
	readonly orderListId: number;
	/** Whether the submission asks for this very list. */
	isSame(market: string, submission: PairSubmission): boolean;
}

interface ListRow {
	readonly market: string;
	readonly orderListId: number;
	/** Of the limit order and of the stop order. */
	readonly requests: readonly string[];
}

export class EarlierLists {
	private readonly byId = new Map<string, EarlierList>();

	private constructor() {}

	static async load(
		transaction: Database,
		pairs: readonly PairSubmission[],
	): Promise<EarlierLists> {
		const lists = new EarlierLists();
		const ids = pairs.flatMap(({ listClientOrderId }) => listClientOrderId ?? []);
		if (ids.length === 0) return lists;
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
			.where(
				'order_lists.account_id',
				'in',
				textList(transaction, [...new Set(pairs.map(({ accountId }) => accountId))]),
			)
			.where('list_client_order_id', 'in', textList(transaction, [...new Set(ids)]))
			.orderBy('orders.order_id')
			.execute();
		const found = new Map<string, ListRow>();
		for (const { market, order_list_id: id, account_id: account, clientId, request } of rows) {
			const key = keyOf(account, clientId);
			const requests = [...(found.get(key)?.requests ?? []), request];
			found.set(key, { market, orderListId: Number(id), requests });
		}
		for (const [key, row] of found) lists.byId.set(key, earlierList(row));
		return lists;
	}

	/** Undefined for an id that is new, and for a list that names none. */
	of(accountId: string, listClientOrderId: string | undefined): EarlierList | undefined {
		if (listClientOrderId === undefined) return undefined;
		return this.byId.get(keyOf(accountId, listClientOrderId));
	}

	add({
		market,
		orderListId,
		submission: { accountId, listClientOrderId, limit, stop },
	}: {
		readonly market: string;
		readonly orderListId: number;
		readonly submission: PairSubmission;
	}): void {
		if (listClientOrderId === undefined) return;
		const requests = [limit, stop].map(({ terms }) => requestText({ ...terms, orderListId }));
		this.byId.set(
			keyOf(accountId, listClientOrderId),
			earlierList({ market, orderListId, requests }),
		);
	}
}

function earlierList({ market, orderListId, requests }: ListRow): EarlierList {
	return {
		orderListId,
		isSame: (symbol, { limit, stop }) =>
			symbol === market &&
			[limit, stop].every(({ terms }, index) =>
				asksForSame(at(requests, index), { ...terms, orderListId }),
			),
	};
}

function keyOf(accountId: string, listClientOrderId: string): string {
	return `${accountId} ${listClientOrderId}`;
}
