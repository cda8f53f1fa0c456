/** Tests orders without placing them. */
import { batchOrderFields } from '../../../api/exchange/trading/fields';
import { programs } from '../../../api/programs';
import type { Model } from '../../../api/types';
import { itemCheck, type Values } from '../../../server/http/routing/checks';
import { refuse, Refusal } from '../../../server/refusal';
import { rehearseFunding } from '../../settlement/funding';
import type { OrderEntry } from '../../trading/intake/submission';
import { formatDecimal } from '../../../server/decimal';
import {
	formatPrice,
	formatQuantity,
	formatQuote,
	type Market,
} from '../../trading/markets/market';
import {
	rehearse,
	rehearseAll,
	type Fund,
	type Rehearsed,
} from '../../trading/rehearsal/rehearsal';
import { shownOutcome, type ShownOutcome } from '../../trading/rehearsal/shown-book';
import { readShown } from '../../trading/rehearsal/shown-reading';
import { itemsWire, each } from '../../operations/each';
import {
	marketOf,
	requireSettlement,
	type HandlerParts,
	type Handlers,
	type InputOf,
	type Trader,
} from '../../operations/handler';
import { trackerKeyOf } from '../../operations/transfers';
import { averagePrice } from '../../market-data/wire';
import { isPlaced, orderEntry, withOriginal } from './placing';
import { orderIdText } from '../../operations/wire';

const checkOrder = itemCheck(batchOrderFields, programs.exchange);

export function testOrderHandlers(parts: HandlerParts): Handlers<'testOrder' | 'testOrders'> {
	return {
		testOrder: async (trader, input) => {
			const { symbol, origOrderId: text, fund } = input;
			if (text === undefined) return testOrder(parts, trader, input);
			if (fund === true) {
				throw refuse('Request_Invalid', 'fund', 'pulls nothing for an order that replaces another');
			}
			return withOriginal(parts, trader, text, (market, origOrderId) => {
				if (market.description.symbol === symbol) {
					return testOrder(parts, trader, input, origOrderId);
				}
				throw refuse('Request_Invalid', 'origOrderId', `must be an order of ${symbol}`);
			});
		},
		testOrders: (trader, { orders }) => testAll(parts, trader, orders),
	};
}

async function testOrder(
	parts: HandlerParts,
	trader: Trader,
	input: InputOf<'testOrder'>,
	origOrderId?: number,
): Promise<Model<'OrderTest'>> {
	const market = await marketOf(parts, input.symbol);
	const entry = orderEntry(trader, { market, request: input, origOrderId });
	const fund = await fundOf(parts, trader, { input, entry });
	const { database, clock } = parts;
	return testWire(parts, entry, await rehearse(database, entry, { clock, fund }));
}

/** Undefined for an order that does not fund itself, or was placed before. */
async function fundOf(
	parts: HandlerParts,
	trader: Trader,
	{ input, entry }: { readonly input: InputOf<'testOrder'>; readonly entry: OrderEntry },
): Promise<Fund | undefined> {
	if (input.fund !== true || (await isPlaced(parts, entry))) return undefined;
	const { treasury } = requireSettlement(parts);
	const traderKey = await trackerKeyOf(treasury, trader, input['x-tracker-key']);
	const { market, submission } = entry;
	return (transaction) =>
		rehearseFunding(treasury, transaction, { ...submission, market, traderKey });
}

/** One after the other, because each may read far into the book. */
async function testAll(
	parts: HandlerParts,
	trader: Trader,
	items: readonly Values[],
): Promise<readonly Model<'OrderTestResult'>[]> {
	const entries = await each(items, async (item) => {
		const request = checkOrder(item);
		return orderEntry(trader, { market: await marketOf(parts, request.symbol), request });
	});
	const good = entries.filter((entry): entry is OrderEntry => !(entry instanceof Refusal));
	const rehearsed = (await rehearseAll(parts.database, good, parts.clock)).values();
	const results: (Model<'OrderTestResult'> | Refusal)[] = [];
	for (const entry of entries) {
		const [result] = await each([entry], async () => {
			if (entry instanceof Refusal) throw entry;
			const { value: found } = rehearsed.next();
			if (found === undefined) throw new Error('a rehearsed order has no outcome');
			if (found instanceof Refusal) throw found;
			return { status: 200, test: await testWire(parts, entry, found) };
		});
		if (result !== undefined) results.push(result);
	}
	return itemsWire(results);
}

async function testWire(
	parts: HandlerParts,
	{ market, submission: { terms, origOrderId: replaced } }: OrderEntry,
	{ asset, hold, available, pulled = 0n, order }: Rehearsed & { readonly pulled?: bigint },
): Promise<Model<'OrderTest'>> {
	const { symbol } = market.description;
	const decimals = terms.side === 'BUY' ? market.quoteDecimals : market.baseDecimals;
	const text = (units: bigint) => formatDecimal(units, decimals);
	const repeated = order === undefined;
	const held = {
		symbol,
		asset,
		hold: text(hold),
		available: text(available - pulled),
		repeated,
		...(pulled > 0n && { pulled: text(pulled) }),
	};
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
