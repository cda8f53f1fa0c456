/**
 * Order lists appended by one transaction. Each gets two positions in the log, one per order, and
 * one hold for both. The caller writes the rows of the orders.
 */
import type { Insertion } from '../../../server/database/bulk';
import type { Schema } from '../../database/schema';
import type { LaneCommand, LaneNewOrder } from '../lane/command-text';
import type { Balances } from '../ledger/balances';
import type { Market } from '../markets/market';
import { refuse } from '../../../server/refusal';
import type { Restrictions } from '../../guard/restrictions';
import { withinLimits } from './account-limits';
import { clientIdsOf, clientKey, type EarlierOrder, type EarlierOrders } from './earlier-orders';
import type { EarlierLists } from './earlier-lists';
import { heldAsset } from './holding-terms';
import { pairCommands, type PairSubmission } from './order-pair';
import { requestText } from './request-text';

export interface PairContext {
	readonly earlier: EarlierOrders;
	readonly lists: EarlierLists;
	readonly balances: Balances;
	readonly restrictions: Restrictions;
}

/** An order with the ids of its request. */
export interface AppendedOrder extends EarlierOrder {
	readonly accountId: string;
	readonly clientOrderId: string;
}

const newList = {
	table: 'order_lists',
	columns: ['market', 'order_list_id', 'account_id', 'list_client_order_id', 'created_at'],
} as const;

export class AppendedPairs {
	private readonly rows: (readonly (string | number)[])[] = [];

	constructor(private readonly context: PairContext) {}

	/** Returns the id of the same list if it was accepted before; refuses ids that are in use. */
	earlierListId({ description }: Market, submission: PairSubmission): number | undefined {
		const { accountId, listClientOrderId } = submission;
		const found = this.context.lists.of(accountId, listClientOrderId);
		if (found?.isSame(description.symbol, submission) === true) return found.orderListId;
		const [one, other] = clientIdsOf(submission);
		const taken =
			found !== undefined
				? listClientOrderId
				: [one, other].find(
						(id) => id !== undefined && this.context.earlier.has(clientKey(accountId, id)),
					);
		const twice = one === other ? one : undefined;
		const reused = taken ?? twice;
		if (reused !== undefined) throw refuse('Exchange_ClientOrderIdReused', reused);
		return undefined;
	}

	/** Returns the list's two commands, and its two orders: limit, stop. */
	append(
		market: Market,
		submission: PairSubmission,
		{ sequence, time }: { readonly sequence: number; readonly time: number },
	): { readonly commands: readonly LaneCommand[]; readonly orders: readonly AppendedOrder[] } {
		const { accountId, limit, stop } = submission;
		const { symbol } = market.description;
		const { balances, earlier, lists, restrictions } = this.context;
		const asset = heldAsset(market, limit.terms);
		const { available } = balances.of(accountId, asset);
		const [oco, place] = pairCommands(submission, { market, sequence, available });
		const within = (order: LaneNewOrder) => {
			const { held } = balances.of(accountId, asset);
			return withinLimits(restrictions, market, { order, asset, held });
		};
		const [first, second] = [within(oco.limit), within(oco.stop)];
		const commands = [{ ...oco, limit: first, stop: second }, place];
		const own = { from: accountId, to: accountId, orderId: sequence };
		const hold = { kind: 'HOLD', asset, amount: first.hold } as const;
		balances.post(symbol, { sequence, position: 0, ...hold, ...own });
		const appendOrder = ({ orderId, clientOrderId }: typeof first, { terms }: typeof limit) => {
			const request = requestText({ ...terms, orderListId: sequence });
			const order = { market: symbol, orderId, accountId, clientOrderId, request };
			earlier.set(clientKey(accountId, clientOrderId), order);
			return order;
		};
		const orders = [appendOrder(first, limit), appendOrder(second, stop)];
		this.rows.push([symbol, sequence, accountId, oco.listClientOrderId, time]);
		lists.add({ market: symbol, orderListId: sequence, submission });
		return { commands, orders };
	}

	/** Rows of the appended lists. */
	insertion(): Insertion<Schema> {
		return { ...newList, rows: this.rows };
	}
}
