/**
 * The lists of two orders that one transaction appends: each gets two places in the log, one for
 * each order, and one hold for both. Rows of the orders are left to whoever writes all of them.
 */
import type { Insertion } from '../../../server/database/bulk';
import type { Schema } from '../../database/schema';
import type { LaneCommand, LaneNewOrder } from '../lane/command-text';
import type { Balances } from '../ledger/balances';
import type { Market } from '../markets/market';
import { refuse } from '../../../server/refusal';
import type { Restrictions } from '../../operator/restrictions';
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

/** An order with the ids it was asked for with. */
export interface BroughtOrder extends EarlierOrder {
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

	/** The id of the same list when it was accepted before; refuses ids that others have. */
	repeated({ description }: Market, submission: PairSubmission): number | undefined {
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

	/** Its two commands, and its two orders in their order. */
	append(
		market: Market,
		submission: PairSubmission,
		{ sequence, time }: { readonly sequence: number; readonly time: number },
	): { readonly commands: readonly LaneCommand[]; readonly orders: readonly BroughtOrder[] } {
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
		const brought = ({ orderId, clientOrderId }: typeof first, { terms }: typeof limit) => {
			const request = requestText({ ...terms, orderListId: sequence });
			const order = { market: symbol, orderId, accountId, clientOrderId, request };
			earlier.set(clientKey(accountId, clientOrderId), order);
			return order;
		};
		const orders = [brought(first, limit), brought(second, stop)];
		const listClientOrderId = submission.listClientOrderId ?? `${symbol}.${sequence}`;
		this.rows.push([symbol, sequence, accountId, listClientOrderId, time]);
		lists.add({ market: symbol, orderListId: sequence, submission });
		return { commands, orders };
	}

	/** The rows of the lists appended. */
	insertion(): Insertion<Schema> {
		return { ...newList, rows: this.rows };
	}
}
