/**
 * Whether the book would refuse an order, as far as its owner can know: the engine is asked, with a
 * book that has the best price of each side, the last trade and the market's rules as they are shown,
 * and as many own orders as the account has open. What nobody is shown, such as orders that are
 * accepted and not matched yet, it does not know.
 */
import type { Database } from '../database/database';
import type { MarketRules, Place, Side } from '../engine/command';
import { apply, createBook } from '../engine/engine';
import type { RejectReason } from '../engine/event';
import type { Market } from '../markets/market';
import { readRules } from '../markets/rules';

/** What is seen of a book; 0 where there is nothing. */
export interface Shown {
	readonly lastTicks: number;
	readonly bidTicks: number;
	readonly askTicks: number;
	/** With the reference price as it is now. */
	readonly rules: MarketRules;
	/** Orders of the account that are open in the market. */
	readonly ownOrders: number;
}

export async function readShown(
	database: Database,
	{ description }: Market,
	accountId: string,
): Promise<Shown> {
	const { symbol } = description;
	const { rules, reference_ticks: reference } = await database
		.selectFrom('markets')
		.select(['rules', 'reference_ticks'])
		.where('symbol', '=', symbol)
		.executeTakeFirstOrThrow();
	const { open } = await database
		.selectFrom('order_states')
		.select(({ fn }) => fn.countAll<bigint>().as('open'))
		.where('market', '=', symbol)
		.where('account_id', '=', accountId)
		.where('status', 'in', ['NEW', 'PARTIALLY_FILLED'])
		.executeTakeFirstOrThrow();
	const best = async (side: Side) => {
		const row = await database
			.selectFrom('levels')
			.select('price_ticks')
			.where('market', '=', symbol)
			.where('side', '=', side)
			.orderBy('price_ticks', side === 'BUY' ? 'desc' : 'asc')
			.limit(1)
			.executeTakeFirst();
		return Number(row?.price_ticks ?? 0n);
	};
	const last = await database
		.selectFrom('trades')
		.select('price_ticks')
		.where('market', '=', symbol)
		.orderBy('trade_id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return {
		lastTicks: Number(last?.price_ticks ?? 0n),
		bidTicks: await best('BUY'),
		askTicks: await best('SELL'),
		rules: { ...readRules(rules), referencePriceTicks: Number(reference ?? 0n) },
		ownOrders: Number(open),
	};
}

/** Why a book that looks like this refuses the order; null when it does not. */
export function shownRefusal(market: Market, shown: Shown, order: Place): RejectReason | null {
	// The orders that stand for what is shown are of one lot, which a market may not take.
	const book = createBook({ ...market.engine, minQuantityLots: 1, minNotional: 0n });
	const { lastTicks, bidTicks, askTicks } = shown;
	const stand = (orderId: number, side: Side, priceTicks: number) => {
		if (priceTicks === 0) return;
		const asked = { type: 'LIMIT', side, priceTicks, quantityLots: 1 } as const;
		apply(book, { kind: 'PLACE', orderId, accountId: `shown ${orderId}`, ...asked });
	};
	stand(1, 'SELL', lastTicks);
	stand(2, 'BUY', lastTicks);
	stand(3, 'BUY', bidTicks);
	stand(4, 'SELL', askTicks);
	apply(book, { kind: 'RULES', rules: shown.rules });
	const { accountId, maxNumOrders = shown.rules.maxNumOrders } = order;
	const isFull = maxNumOrders > 0 && shown.ownOrders >= maxNumOrders;
	// Where one more would be too many, a single one of which no more may be stands for all of them.
	if (isFull) apply(book, farOrder(market, accountId));
	const [event] = apply(book, { ...order, orderId: 6, ...(isFull && { maxNumOrders: 1 }) });
	return event?.execType === 'REJECTED' ? event.reason : null;
}

/** Waits for a price that nothing here reaches. */
function farOrder({ engine }: Market, accountId: string): Place {
	const { maxPriceTicks: stopPriceTicks } = engine;
	const asked = { side: 'BUY', type: 'STOP_LOSS', stopPriceTicks, quoteOrderQty: 1n } as const;
	return { kind: 'PLACE', orderId: 5, accountId, ...asked };
}
