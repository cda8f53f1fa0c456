/**
 * The oracle's book: all orders of a market in one list, each behind those it queues after. What
 * is first is found by looking at every order; there is no index that could be wrong.
 */
import type { MarketRules, NewOrder, Side } from '../../../exchange/engine/command';
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
	/** The best price a trailing stop has followed to. */
	trailBest: number | undefined;
	/** Set off by a trade, and not entered yet. */
	reached: boolean;
	/** The order that ends when this one does. */
	other: NaiveOrder | undefined;
}

export interface NaiveBook {
	readonly market: Market;
	status: 'TRADING' | 'CANCEL_ONLY' | 'HALT';
	time: number;
	lastAcceptedNumber: number;
	lastTradeId: number;
	lastPriceTicks: number;
	orders: NaiveOrder[];
	rules: MarketRules;
	/** What the static band is measured from, and until when. */
	reference: number;
	referenceUntil: number;
	pausedUntil: number;
	/** The time of the command that is being carried out. */
	now: number;
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
		rules: {
			staticBandBps: 0,
			dynamicBandBps: 0,
			referencePriceTicks: 0,
			referenceWindowMs: 0,
			pauseMs: 0,
			maxNumOrders: 0,
		},
		reference: 0,
		referenceUntil: 0,
		pausedUntil: 0,
		now: 0,
	};
}

/** The queue of a side as it would trade: best price first, then the older place. */
export function naiveQueue(book: NaiveBook, side: Side): NaiveOrder[] {
	const direction = side === 'BUY' ? -1 : 1;
	return book.orders
		.filter((entry) => entry.order.side === side && !entry.waiting)
		.sort((one, other) => direction * (priceOf(one) - priceOf(other)));
}

/** The stop orders that wait for the price to rise, or to fall, the one it reaches first in front. */
export function naiveStops(book: NaiveBook, way: 'RISE' | 'FALL'): NaiveOrder[] {
	const direction = way === 'RISE' ? 1 : -1;
	return book.orders
		.filter((entry) => entry.waiting && !isTrailing(entry) && wayOf(entry.order) === way)
		.sort((one, other) => direction * (stopOf(one) - stopOf(other)));
}

/** Whoever buys late or sells well waits for a rise. */
export function wayOf({ type, side }: Pick<NewOrder, 'type' | 'side'>): 'RISE' | 'FALL' {
	if (type === 'TAKE_PROFIT' || type === 'TAKE_PROFIT_LIMIT') {
		return side === 'SELL' ? 'RISE' : 'FALL';
	}
	return side === 'SELL' ? 'FALL' : 'RISE';
}

/** The stop orders that follow the market. */
export function naiveTrails(book: NaiveBook): NaiveOrder[] {
	return book.orders.filter((entry) => entry.waiting && isTrailing(entry));
}

export function isTrailing(entry: NaiveOrder): boolean {
	return entry.order.trailingDelta !== undefined;
}

/** Of those that wait, the one that cuts a loss. */
export function isStopLoss({ type }: NewOrder): boolean {
	return type === 'STOP_LOSS' || type === 'STOP_LOSS_LIMIT';
}

export function waitsFirst(order: NewOrder): boolean {
	return isStopLoss(order) || order.type === 'TAKE_PROFIT' || order.type === 'TAKE_PROFIT_LIMIT';
}

/** The reference price for an order that comes at `now`, without making it the book's. */
export function referenceAt(book: NaiveBook, now: number): { price: number; until: number } {
	const { reference: price, referenceUntil: until, rules, lastPriceTicks } = book;
	const window = rules.referenceWindowMs;
	const none = rules.staticBandBps === 0 || lastPriceTicks === 0;
	if (none || (price > 0 && (window === 0 || now < until))) return { price, until };
	return { price: lastPriceTicks, until: now + window };
}

/** Whether a price is more than so many basis points away from another, by whole numbers alone. */
export function isFar(price: number, from: number, bps: number): boolean {
	if (bps === 0 || from === 0) return false;
	const distance = BigInt(price) - BigInt(from);
	const width = (BigInt(from) * BigInt(bps)) / 10_000n;
	return distance > width || distance < -width;
}

export function timeFor(book: NaiveBook, time: number | undefined): number {
	return Math.max(book.time, time ?? 0);
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
