/**
 * The oracle's book: all orders of a market in one list, each behind those it queues after. What
 * is first is found by looking at every order; there is no index that could be wrong.
 */
import type { NewOrder, Side } from '../../../exchange/engine/command';
import type { Market } from '../../../exchange/engine/market';

export interface NaiveOrder {
	readonly order: NewOrder;
	readonly acceptedNumber: number;
	waiting: boolean;
	quantityLots: number;
	executedLots: number;
	leavesLots: number;
	visibleLots: number;
	leavesQuote: bigint;
	/** The exact fee so far, in ten-thousandths of a quote unit. */
	feeExact: bigint;
	feePaid: bigint;
}

export interface NaiveBook {
	readonly market: Market;
	status: 'TRADING' | 'CANCEL_ONLY' | 'HALT';
	time: number;
	lastAcceptedNumber: number;
	lastTradeId: number;
	lastPriceTicks: number;
	orders: NaiveOrder[];
}

export function createNaiveBook(market: Market): NaiveBook {
	return {
		market,
		status: 'TRADING',
		time: 0,
		lastAcceptedNumber: 0,
		lastTradeId: 0,
		lastPriceTicks: 0,
		orders: [],
	};
}

/** The queue of a side as it would trade: best price first, then the older place. */
export function naiveQueue(book: NaiveBook, side: Side): NaiveOrder[] {
	const direction = side === 'BUY' ? -1 : 1;
	return book.orders
		.filter((entry) => entry.order.side === side && !entry.waiting)
		.sort((one, other) => direction * (priceOf(one) - priceOf(other)));
}

/** The waiting stop orders of a side, the one a moving price reaches first in front. */
export function naiveStops(book: NaiveBook, side: Side): NaiveOrder[] {
	const direction = side === 'BUY' ? 1 : -1;
	return book.orders
		.filter((entry) => entry.order.side === side && entry.waiting)
		.sort((one, other) => direction * (stopOf(one) - stopOf(other)));
}

export function priceOf(entry: NaiveOrder): number {
	return entry.order.priceTicks ?? 0;
}

export function stopOf(entry: NaiveOrder): number {
	return entry.order.stopPriceTicks ?? 0;
}

export function amount(market: Market, priceTicks: number, lots: number): bigint {
	return BigInt(priceTicks) * BigInt(lots) * BigInt(market.quotePerTickLot);
}
