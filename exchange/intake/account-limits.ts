/**
 * What an account may have open by itself: what its orders hold is known exactly when one more is
 * accepted, how many there are only by the book, which the order's command tells the limit. Pure.
 */
import { refuse } from '../../server/refusal';
import type { LaneNewOrder } from '../lane/command-text';
import { formatQuantity, formatQuote, type Market } from '../markets/market';
import type { Restrictions } from '../restrictions/restrictions';

/** The order with what the book has to know; throws a refusal when it would hold too much. */
export function withinLimits<Order extends LaneNewOrder>(
	restrictions: Restrictions,
	market: Market,
	{
		order,
		asset,
		held,
	}: {
		readonly order: Order;
		/** What the order holds, and what the account's open orders hold of that without it. */
		readonly asset: string;
		readonly held: bigint;
	},
): Order {
	const { accountId, hold, side } = order;
	const maxHeld = restrictions.maxHeld(accountId, asset);
	if (maxHeld !== undefined && held + hold > maxHeld) {
		const text = (units: bigint) =>
			side === 'BUY' ? formatQuote(market, units) : formatQuantity(market, units / market.lotUnits);
		throw refuse('Exchange_HeldLimit', text(held + hold), text(maxHeld), asset);
	}
	const maxNumOrders = restrictions.maxNumOrders(accountId);
	return maxNumOrders === undefined ? order : { ...order, maxNumOrders };
}
