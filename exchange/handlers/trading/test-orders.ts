/** Orders that are checked as real ones are, and not placed. */
import { batchOrderFields } from '../../../api/exchange/trading/fields';
import { programs } from '../../../api/programs';
import type { ItemOf, Model } from '../../../api/types';
import { itemCheck, type Values } from '../../../server/http/routing/checks';
import { refuse, Refusal } from '../../../server/refusal';
import { orderTerms } from '../../trading/intake/order-terms';
import {
	formatPrice,
	formatQuantity,
	formatQuote,
	type Market,
} from '../../trading/markets/market';
import {
	rehearse,
	rehearseAll,
	type OrderEntry,
	type Rehearsed,
} from '../../trading/rehearsal/rehearsal';
import { shownOutcome, type ShownOutcome } from '../../trading/rehearsal/shown-book';
import { readShown } from '../../trading/rehearsal/shown-reading';
import { answered, each } from '../../operations/each';
import { marketOf, type HandlerParts, type Handlers, type Trader } from '../../operations/handler';
import { averagePrice } from '../../market-data/wire';
import { asReplacement } from './placing';
import { orderIdText } from '../../operations/wire';

const checkOrder = itemCheck(batchOrderFields, programs.exchange);

export function testOrderHandlers(parts: HandlerParts): Handlers<'testOrder' | 'testOrders'> {
	return {
		testOrder: async (trader, input) => {
			const { symbol, origOrderId: text, newOrderRespType: _, ...asked } = input;
			const order = { symbol, ...asked };
			if (text === undefined) return tested(parts, trader, order);
			return asReplacement(parts, trader, text, (market, origOrderId) => {
				if (market.description.symbol === symbol) {
					return tested(parts, trader, order, origOrderId);
				}
				throw refuse('Request_Invalid', 'origOrderId', `must be an order of ${symbol}`);
			});
		},
		testOrders: (trader, { orders }) => testedAll(parts, trader, orders),
	};
}

async function tested(
	parts: HandlerParts,
	trader: Trader,
	asked: AskedOrder,
	origOrderId?: number,
): Promise<Model<'OrderTest'>> {
	const now = parts.clock.now();
	const entry = await entryOf(parts, trader, { asked, origOrderId, now });
	return told(parts, entry, await rehearse(parts.database, entry, now));
}

/** One after the other is looked at, for each may look far into the book. */
async function testedAll(
	parts: HandlerParts,
	trader: Trader,
	items: readonly Values[],
): Promise<readonly Model<'OrderTestResult'>[]> {
	const now = parts.clock.now();
	const entries = await each(items, async (item) =>
		entryOf(parts, trader, { asked: checkOrder(item), origOrderId: undefined, now }),
	);
	const good = entries.filter((entry): entry is OrderEntry => !(entry instanceof Refusal));
	const rehearsed = (await rehearseAll(parts.database, good, now)).values();
	const results: (Model<'OrderTestResult'> | Refusal)[] = [];
	for (const entry of entries) {
		const [result] = await each([entry], async () => {
			if (entry instanceof Refusal) throw entry;
			const { value: found } = rehearsed.next();
			if (found === undefined) throw new Error('a rehearsed order has no outcome');
			if (found instanceof Refusal) throw found;
			return { status: 200, test: await told(parts, entry, found) };
		});
		if (result !== undefined) results.push(result);
	}
	return answered(results);
}

type AskedOrder = ItemOf<typeof batchOrderFields>;

interface Asked {
	readonly asked: AskedOrder;
	readonly origOrderId: number | undefined;
	readonly now: number;
}

async function entryOf(
	parts: HandlerParts,
	{ accountId }: Trader,
	{ asked: { symbol, clientOrderId, ...asked }, origOrderId, now }: Asked,
): Promise<OrderEntry> {
	const market = await marketOf(parts, symbol);
	const terms = orderTerms(market, asked, now);
	return { market, order: { kind: 'ORDER', accountId, clientOrderId, origOrderId, terms } };
}

async function told(
	parts: HandlerParts,
	{ market, order: { terms, origOrderId: replaced } }: OrderEntry,
	{ asset, hold, available, order }: Rehearsed,
): Promise<Model<'OrderTest'>> {
	const { symbol } = market.description;
	const text = (units: bigint) =>
		terms.side === 'BUY'
			? formatQuote(market, units)
			: formatQuantity(market, units / market.lotUnits);
	const repeated = order === undefined;
	const held = { symbol, asset, hold: text(hold), available: text(available), repeated };
	if (repeated) return held;
	const shown = await readShown(parts.reader, market, { order, replaced });
	const outcome = shownOutcome(market, shown, order);
	if (outcome.refused !== null) throw refuse('Exchange_OrderWouldBeRefused', outcome.refused);
	return { ...held, outcome: outcomeWire(market, outcome, terms.side) };
}

function outcomeWire(
	market: Market,
	{ status, reason, trades, commission, leavesLots, metOrderIds }: ShownOutcome,
	side: 'BUY' | 'SELL',
): NonNullable<Model<'OrderTest'>['outcome']> {
	const { symbol, quoteAsset } = market.description;
	const lots = trades.reduce((sum, { quantityLots }) => sum + BigInt(quantityLots), 0n);
	const quote = trades.reduce((sum, { quoteAmount }) => sum + quoteAmount, 0n);
	return {
		status: status as NonNullable<Model<'OrderTest'>['outcome']>['status'],
		...(reason !== null && { reason }),
		trades: trades.map(({ priceTicks, quantityLots, quoteAmount }) => ({
			price: formatPrice(market, priceTicks),
			quantity: formatQuantity(market, quantityLots),
			quoteQty: formatQuote(market, quoteAmount),
		})),
		executedQty: formatQuantity(market, lots),
		executedQuoteQty: formatQuote(market, quote),
		avgPrice: averagePrice(market, quote, lots),
		commission: formatQuote(market, commission),
		commissionAsset: quoteAsset,
		totalQuoteQty: formatQuote(market, side === 'BUY' ? quote + commission : quote - commission),
		leavesQty: formatQuantity(market, leavesLots),
		metOrderIds: metOrderIds.map((orderId) => orderIdText(symbol, orderId)),
	};
}
