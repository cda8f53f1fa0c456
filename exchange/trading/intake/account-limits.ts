/**
 * What an account may order by itself: what its orders hold and what one is worth is known when it is
 * accepted, how many there are only by the book, which the order's command tells the limit. Pure.
 */
import { refuse } from '../../../server/refusal';
import { quoteAmount } from '../../engine/market';
import type { LaneNewOrder } from '../lane/command-text';
import { formatQuantity, formatQuote, type Market } from '../markets/market';
import type { Restrictions } from '../../operator/restrictions';
import type { OrderTerms } from './order-terms';
import { expectedQuote, type ExpectedPrices } from './price-protection';

/** The order with what the book has to know; throws a refusal when it would hold too much. */
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
		/** Of an order that its terms give no worth. */
		readonly expected?: ExpectedPrices | undefined;
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
	const maxNotional = restrictions.maxNotional(accountId, market.description.quoteAsset);
	if (maxNotional !== undefined) checkWorth(market, worthOf(market, order, expected), maxNotional);
	const maxNumOrders = restrictions.maxNumOrders(accountId);
	return maxNumOrders === undefined ? order : { ...order, maxNumOrders };
}

function checkWorth(market: Market, worth: bigint, most: bigint): void {
	if (worth <= most) return;
	const text = (units: bigint) => formatQuote(market, units);
	throw refuse('Exchange_NotionalLimit', text(worth), text(most), market.description.quoteAsset);
}

/** True for a sale of a quantity at whatever price there is. */
export function isOfUnknownWorth({
	priceTicks,
	stopPriceTicks,
	quoteOrderQty,
	side,
}: OrderTerms): boolean {
	const isNamed = priceTicks ?? stopPriceTicks ?? quoteOrderQty;
	return side === 'SELL' && isNamed === undefined;
}

/**
 * What an order is worth in quote units, commission not counted: its quantity at its price, at its
 * stop price where it has no other, or what it pays or brings. A sale at whatever price there is is
 * worth what it brings at the prices shown.
 */
function worthOf(
	{ engine }: Market,
	{ priceTicks, stopPriceTicks, quoteOrderQty, quantityLots = 0 }: LaneNewOrder,
	expected: ExpectedPrices | undefined,
): bigint {
	if (priceTicks !== undefined) return quoteAmount(engine, priceTicks, quantityLots);
	if (quoteOrderQty !== undefined) return quoteOrderQty;
	if (stopPriceTicks !== undefined) return quoteAmount(engine, stopPriceTicks, quantityLots);
	return expected === undefined ? 0n : expectedQuote(engine, quantityLots, expected);
}
