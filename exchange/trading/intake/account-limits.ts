/**
 * Limits of an account. Held amount and notional are checked on acceptance; the number of open
 * orders is known only by the book, so the command carries that limit. Pure.
 */
import { refuse } from '../../../server/refusal';
import { quoteAmount } from '../../engine/market';
import type { LaneNewOrder } from '../lane/command-text';
import { formatQuantity, formatQuote, type Market } from '../markets/market';
import type { Restrictions } from '../../guard/restrictions';
import type { OrderTerms } from './order-terms';
import { expectedQuote, type ExpectedPrices } from './price-protection';

/**
 * Returns the order with its `maxNumOrders`; throws a refusal if it would hold too much or is worth
 * too much.
 */
export function withinLimits<Order extends LaneNewOrder>(
	restrictions: Restrictions,
	market: Market,
	{
		order,
		asset,
		held,
		expected,
	}: {
		readonly order: Order;
		/** Needed for an order whose terms do not give its worth. */
		readonly expected?: ExpectedPrices | undefined;
		/** `held`: what the account's other open orders hold of the asset. */
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
	const maxNotional = restrictions.maxNotional(accountId, market.description.quoteAsset);
	if (maxNotional !== undefined)
		checkNotional(market, notionalOf(market, order, expected), maxNotional);
	const maxNumOrders = restrictions.maxNumOrders(accountId);
	return maxNumOrders === undefined ? order : { ...order, maxNumOrders };
}

function checkNotional(market: Market, worth: bigint, most: bigint): void {
	if (worth <= most) return;
	const text = (units: bigint) => formatQuote(market, units);
	throw refuse('Exchange_NotionalLimit', text(worth), text(most), market.description.quoteAsset);
}

/** True for a sale of a quantity at any price. */
export function hasUnknownNotional({
	priceTicks,
	stopPriceTicks,
	quoteOrderQty,
	side,
}: OrderTerms): boolean {
	const isNamed = priceTicks ?? stopPriceTicks ?? quoteOrderQty;
	return side === 'SELL' && isNamed === undefined;
}

/**
 * Notional of an order in quote units, without commission: quantity times price, or stop price
 * without a price, or its quote amount. A sale at any price is worth what it brings at the shown
 * prices.
 */
function notionalOf(
	{ engine }: Market,
	{ priceTicks, stopPriceTicks, quoteOrderQty, quantityLots = 0 }: LaneNewOrder,
	expected: ExpectedPrices | undefined,
): bigint {
	if (priceTicks !== undefined) return quoteAmount(engine, priceTicks, quantityLots);
	if (quoteOrderQty !== undefined) return quoteOrderQty;
	if (stopPriceTicks !== undefined) return quoteAmount(engine, stopPriceTicks, quantityLots);
	return expected === undefined ? 0n : expectedQuote(engine, quantityLots, expected);
}
