/**
 * Matching. One order at a time is the taker. It meets the makers of the other side, best price
 * first and at one price in queue order, and trades at the maker's price until nothing fits.
 * engine.ts decides what happens to the rest.
 */
import { bandFor, type BandBreach } from './bands';
import { closeLots, oppositeSide, removeOrder, takeFromMaker, type Book } from './book';
import type { Event, ExpireReason } from './event';
import { levelsFromBest, ordersOf } from './ladder';
import { chargeCommission, lotsWithin, quoteAmount } from './market';
import { isFilled, type Level, type Order } from './order';
import { leaveList } from './order-list';
import { notePrice } from './stop';

/**
 * Why a taker stops trading. DONE: nothing fits, or nothing is left. ENDED: by self-trade
 * prevention. The others: the next trade would lie beyond the market's bands.
 */
export type MatchEnd = 'DONE' | 'ENDED' | BandBreach;

/** Trades the taker until a reason to stop. */
export function matchOrder(book: Book, taker: Order, events: Event[]): MatchEnd {
	const makers = oppositeSide(book, taker.side);
	const band = bandFor(book, taker.side);
	for (;;) {
		const maker = makers.best?.first ?? null;
		if (maker === null || !accepts(taker, maker.priceTicks)) return 'DONE';
		const lots = lotsBetween(book, taker, maker);
		if (lots === 0) return 'DONE';
		const breach = band === null ? null : band.breachOf(maker.priceTicks);
		if (breach !== null) return breach;
		if (!isSelfTrade(taker, maker)) trade(book, { taker, maker, lots }, events);
		else if (!preventTrade(book, { taker, maker, lots }, events)) return 'ENDED';
	}
}

/** True if the taker can be filled at once in full, as FOK needs. */
export function canFillWhole(book: Book, taker: Order): boolean {
	let missing = taker.leavesLots;
	const band = bandFor(book, taker.side);
	for (const level of levelsFromBest(oppositeSide(book, taker.side))) {
		if (!accepts(taker, level.priceTicks)) return false;
		if (band !== null && band.breachOf(level.priceTicks) !== null) return false;
		const found = lotsAt(level, taker, missing);
		missing -= found.lots;
		if (missing <= 0) return true;
		if (found.blocked) return false;
	}
	return false;
}

/** Ends an order that was already removed from every index. */
export function expireOrder(book: Book, order: Order, reason: ExpireReason, events: Event[]): void {
	closeLots(book, order);
	events.push({
		execType: 'EXPIRED',
		orderId: order.orderId,
		accountId: order.accountId,
		side: order.side,
		priceTicks: order.priceTicks,
		reason,
		status: reason === 'SELF_TRADE_PREVENTION' ? 'EXPIRED_IN_MATCH' : 'EXPIRED',
		unfilledLots: order.leavesLots,
		unfilledQuote: order.leavesQuote,
	});
}

/** Ends the other order of a list, if the order is in one that still has both. */
export function expireOtherOfList(book: Book, order: Order, events: Event[]): void {
	const other = leaveList(order);
	if (other === null) return;
	removeOrder(book, other);
	expireOrder(book, other, 'ORDER_LIST', events);
}

interface Match {
	readonly taker: Order;
	readonly maker: Order;
	readonly lots: number;
}

function accepts(taker: Order, priceTicks: number): boolean {
	if (taker.priceTicks === 0) return true;
	return taker.side === 'BUY' ? priceTicks <= taker.priceTicks : priceTicks >= taker.priceTicks;
}

/** Lots the two can trade now: the maker shows one slice, a taker's quote amount limits it. */
function lotsBetween(book: Book, taker: Order, maker: Order): number {
	const { leavesLots, quantityLots } = taker;
	const shown = maker.visibleLots;
	const lotsMax = quantityLots > 0 && leavesLots < shown ? leavesLots : shown;
	if (taker.terms.quoteOrderQty === 0n || lotsMax === 0) return lotsMax;
	return lotsWithin(book.market, taker.leavesQuote, { priceTicks: maker.priceTicks, lotsMax });
}

function isSelfTrade(taker: Order, maker: Order): boolean {
	return taker.terms.selfTradePreventionMode !== 'NONE' && taker.accountId === maker.accountId;
}

function trade(book: Book, { taker, maker, lots }: Match, events: Event[]): void {
	const { market } = book;
	const priceTicks = maker.priceTicks;
	const quote = quoteAmount(market, priceTicks, lots);
	takeFromTaker(book, { taker, lots, quote });
	takeFromMaker(book, maker, lots);
	taker.executedLots += lots;
	maker.executedLots += lots;
	book.lastTradeId += 1;
	book.lastPriceTicks = priceTicks;
	notePrice(book, priceTicks);
	events.push({
		execType: 'TRADE',
		tradeId: book.lastTradeId,
		priceTicks,
		quantityLots: lots,
		quoteAmount: quote,
		takerSide: taker.side,
		takerOrderId: taker.orderId,
		takerAccountId: taker.accountId,
		takerStatus: isFilled(taker) ? 'FILLED' : 'PARTIALLY_FILLED',
		takerLeavesLots: taker.leavesLots,
		takerLeavesQuote: taker.leavesQuote,
		takerCommission: chargeCommission(taker, quote, market.takerFeeBps),
		makerOrderId: maker.orderId,
		makerAccountId: maker.accountId,
		makerStatus: maker.leavesLots === 0 ? 'FILLED' : 'PARTIALLY_FILLED',
		makerLeavesLots: maker.leavesLots,
		makerCommission: chargeCommission(maker, quote, market.makerFeeBps),
	});
	expireOtherOfList(book, maker, events);
}

function takeFromTaker(
	book: Book,
	taken: { readonly taker: Order; readonly lots: number; readonly quote: bigint },
): void {
	const { taker, lots, quote } = taken;
	if (taker.quantityLots > 0) {
		taker.leavesLots -= lots;
		book.openLots -= lots;
	}
	if (taker.terms.quoteOrderQty > 0n) taker.leavesQuote -= quote;
}

/** Applies the taker's mode; returns false if the taker has ended. */
function preventTrade(book: Book, match: Match, events: Event[]): boolean {
	const { taker, maker, lots } = match;
	const mode = taker.terms.selfTradePreventionMode;
	events.push({
		execType: 'TRADE_PREVENTION',
		selfTradePreventionMode: mode,
		accountId: taker.accountId,
		takerOrderId: taker.orderId,
		makerOrderId: maker.orderId,
		priceTicks: maker.priceTicks,
		preventedLots: lots,
	});
	if (mode === 'DECREMENT') return decrement(book, match, events);
	if (mode !== 'EXPIRE_TAKER') {
		removeOrder(book, maker);
		expireOrder(book, maker, 'SELF_TRADE_PREVENTION', events);
		expireOtherOfList(book, maker, events);
	}
	if (mode === 'EXPIRE_MAKER') return true;
	expireOrder(book, taker, 'SELF_TRADE_PREVENTION', events);
	return false;
}

/**
 * Reduces both orders by the lots they would have traded; an order with nothing left ends, the
 * maker first.
 */
function decrement(book: Book, { taker, maker, lots }: Match, events: Event[]): boolean {
	const quote = quoteAmount(book.market, maker.priceTicks, lots);
	takeFromTaker(book, { taker, lots, quote });
	takeFromMaker(book, maker, lots);
	if (maker.leavesLots === 0) expireOrder(book, maker, 'SELF_TRADE_PREVENTION', events);
	expireOtherOfList(book, maker, events);
	if (!isFilled(taker)) return true;
	expireOrder(book, taker, 'SELF_TRADE_PREVENTION', events);
	return false;
}

/**
 * The lots this level gives to a taker that misses `missing`, and whether the taker would be
 * stopped here by an order of its own account. Hidden lots come only after all shown ones.
 */
function lotsAt(
	level: Level,
	taker: Order,
	missing: number,
): { readonly lots: number; readonly blocked: boolean } {
	const mode = taker.terms.selfTradePreventionMode;
	if (mode === 'NONE') {
		return { lots: level.visibleLots + level.hiddenLots, blocked: false };
	}
	let lots = 0;
	let hiddenLots = 0;
	for (const maker of ordersOf(level)) {
		if (!isSelfTrade(taker, maker)) {
			lots += maker.visibleLots;
			hiddenLots += maker.leavesLots - maker.visibleLots;
		} else if (mode !== 'EXPIRE_MAKER') return { lots, blocked: true };
		if (lots >= missing) break;
	}
	return { lots: lots + hiddenLots, blocked: false };
}
