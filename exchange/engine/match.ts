/**
 * Matching. One order at a time is the taker. It meets the makers of the other side, best price
 * first and at one price in queue order, and trades at the maker's price until nothing fits.
 * engine.ts decides what happens to the rest.
 */
import { bandFor, type BandBreach } from './bands';
import { endOrder, leaveList, oppositeSide, takeFromMaker, type Book } from './book';
import type { Event, ExpireReason } from './event';
import { levelsFromBest, type Ladder } from './ladder';
import { chargeCommission, lotsWithin, quoteAmount } from './market';
import { notePrice } from './stop';

/**
 * Why a taker stops trading. DONE: nothing fits, or nothing is left. ENDED: by self-trade
 * prevention. The others: the next trade would lie beyond the market's bands.
 */
export type MatchEnd = 'DONE' | 'ENDED' | BandBreach;

/** Trades the taker until a reason to stop. */
export function matchOrder(book: Book, taker: number, events: Event[]): MatchEnd {
	const side = book.orders.side(taker);
	const makers = oppositeSide(book, side);
	const limitTicks = book.orders.priceTicks.at(taker);
	if (!meets(makers, limitTicks)) return 'DONE';
	const band = bandFor(book, side);
	do {
		const maker = book.levels.first.at(makers.best);
		const lots = lotsBetween(book, taker, maker);
		if (lots === 0) return 'DONE';
		const breach = band === null ? null : band.breachOf(makers.bestTicks);
		if (breach !== null) return breach;
		if (!isSelfTrade(book, taker, maker)) trade(book, { taker, maker, lots }, events);
		else if (!preventTrade(book, { taker, maker, lots }, events)) return 'ENDED';
	} while (meets(makers, limitTicks));
	return 'DONE';
}

/** True if the taker can be filled at once in full, as FOK needs. */
export function canFillWhole(book: Book, taker: number): boolean {
	const { orders, levels } = book;
	const side = orders.side(taker);
	const makers = oppositeSide(book, side);
	const limitTicks = orders.priceTicks.at(taker);
	let missing = orders.leavesLots.at(taker);
	const band = bandFor(book, side);
	for (const level of levelsFromBest(makers)) {
		const priceTicks = levels.priceTicks.at(level);
		if (limitTicks > 0 && priceTicks * makers.sign < limitTicks * makers.sign) return false;
		if (band !== null && band.breachOf(priceTicks) !== null) return false;
		const found = lotsAt(book, level, { taker, missing });
		missing -= found.lots;
		if (missing <= 0) return true;
		if (found.blocked) return false;
	}
	return false;
}

/** Ends an order, wherever it is, and after it the other one of its list. */
export function expireOrder(book: Book, slot: number, reason: ExpireReason, events: Event[]): void {
	const { orders } = book;
	const other = leaveList(book, slot);
	events.push({
		execType: 'EXPIRED',
		orderId: orders.orderId.at(slot),
		accountId: orders.own.accountId(slot),
		side: orders.side(slot),
		priceTicks: orders.priceTicks.at(slot),
		reason,
		status: reason === 'SELF_TRADE_PREVENTION' ? 'EXPIRED_IN_MATCH' : 'EXPIRED',
		unfilledLots: orders.leavesLots.at(slot),
		unfilledQuote: orders.terms(slot).leavesQuote,
	});
	endOrder(book, slot);
	if (other !== 0) expireOrder(book, other, 'ORDER_LIST', events);
}

/** Ends the other order of a list, if the order is in one that still has both. */
export function expireOtherOfList(book: Book, slot: number, events: Event[]): void {
	const other = leaveList(book, slot);
	if (other !== 0) expireOrder(book, other, 'ORDER_LIST', events);
}

interface Match {
	readonly taker: number;
	readonly maker: number;
	readonly lots: number;
}

/** True if the best of these makers is within a taker's limit price; 0 is no limit. */
function meets({ bestTicks, sign }: Ladder, limitTicks: number): boolean {
	return bestTicks > 0 && (limitTicks === 0 || bestTicks * sign >= limitTicks * sign);
}

/** Lots the two can trade now: the maker shows one slice, a taker's quote amount limits it. */
function lotsBetween({ market, orders }: Book, taker: number, maker: number): number {
	const leavesLots = orders.leavesLots.at(taker);
	const shown = orders.visibleLots(maker);
	const lotsMax = orders.quantityLots.at(taker) > 0 && leavesLots < shown ? leavesLots : shown;
	const { quoteOrderQty, leavesQuote } = orders.terms(taker);
	if (quoteOrderQty === 0n || lotsMax === 0) return lotsMax;
	return lotsWithin(market, leavesQuote, { priceTicks: orders.priceTicks.at(maker), lotsMax });
}

function isSelfTrade({ orders }: Book, taker: number, maker: number): boolean {
	const { selfTradePreventionMode } = orders.terms(taker);
	return selfTradePreventionMode !== 'NONE' && orders.own.areOfOne(taker, maker);
}

function trade(book: Book, { taker, maker, lots }: Match, events: Event[]): void {
	const { market, orders } = book;
	const priceTicks = orders.priceTicks.at(maker);
	const quote = quoteAmount(market, priceTicks, lots);
	takeFromTaker(book, { taker, lots, quote });
	takeFromMaker(book, maker, lots);
	if (orders.quantityLots.at(taker) === 0) orders.addUntraded(taker, -lots);
	if (isSpent(book, taker)) giveUpRest(book, taker);
	book.lastTradeId += 1;
	book.lastPriceTicks = priceTicks;
	notePrice(book, priceTicks);
	const makerLeavesLots = orders.leavesLots.at(maker);
	events.push({
		execType: 'TRADE',
		tradeId: book.lastTradeId,
		priceTicks,
		quantityLots: lots,
		quoteAmount: quote,
		takerSide: orders.side(taker),
		takerOrderId: orders.orderId.at(taker),
		takerAccountId: orders.own.accountId(taker),
		takerStatus: orders.isFilled(taker) ? 'FILLED' : 'PARTIALLY_FILLED',
		takerLeavesLots: orders.leavesLots.at(taker),
		takerLeavesQuote: orders.terms(taker).leavesQuote,
		takerCommission: charge(book, taker, { quote, bps: market.takerFeeBps }),
		makerOrderId: orders.orderId.at(maker),
		makerAccountId: orders.own.accountId(maker),
		makerStatus: makerLeavesLots === 0 ? 'FILLED' : 'PARTIALLY_FILLED',
		makerLeavesLots,
		makerCommission: charge(book, maker, { quote, bps: market.makerFeeBps }),
	});
	expireOtherOfList(book, maker, events);
	if (makerLeavesLots === 0) endOrder(book, maker);
}

/** True if the rest of an order that fills by cost is less than one lot at the best price left. */
function isSpent(book: Book, taker: number): boolean {
	const { market, orders, levels } = book;
	const { fillsByCost, quoteOrderQty, leavesQuote } = orders.terms(taker);
	if (fillsByCost !== true || quoteOrderQty === 0n) return false;
	if (leavesQuote === 0n) return true;
	for (const level of levelsFromBest(oppositeSide(book, orders.side(taker)))) {
		if (levels.visibleLots.at(level) + levels.hiddenLots(level) === 0) continue;
		return leavesQuote < quoteAmount(market, levels.priceTicks.at(level), 1);
	}
	return false;
}

/** What a seller could have sold besides is a bound, and not wanted. */
function giveUpRest(book: Book, taker: number): void {
	const { orders } = book;
	orders.terms(taker).leavesQuote = 0n;
	const rest = orders.leavesLots.at(taker);
	if (rest === 0) return;
	orders.leavesLots.add(taker, -rest);
	orders.addUntraded(taker, rest);
	book.openLots -= rest;
}

/** The commission of one fill of an order. */
function charge(
	{ orders }: Book,
	slot: number,
	{ quote, bps }: { readonly quote: bigint; readonly bps: number },
): bigint {
	if (bps === 0) return 0n;
	const payer = { feeCredit: orders.feeCredit.at(slot) };
	const commission = chargeCommission(payer, quote, bps);
	orders.feeCredit.set(slot, payer.feeCredit);
	return commission;
}

function takeFromTaker(
	book: Book,
	taken: { readonly taker: number; readonly lots: number; readonly quote: bigint },
): void {
	const { taker, lots, quote } = taken;
	const { orders } = book;
	if (orders.quantityLots.at(taker) > 0) {
		orders.leavesLots.add(taker, -lots);
		book.openLots -= lots;
	}
	const terms = orders.terms(taker);
	if (terms.quoteOrderQty > 0n) terms.leavesQuote -= quote;
}

/** Applies the taker's mode; returns false if the taker has ended. */
function preventTrade(book: Book, match: Match, events: Event[]): boolean {
	const { taker, maker, lots } = match;
	const { orders } = book;
	const mode = orders.terms(taker).selfTradePreventionMode;
	events.push({
		execType: 'TRADE_PREVENTION',
		selfTradePreventionMode: mode,
		accountId: orders.own.accountId(taker),
		takerOrderId: orders.orderId.at(taker),
		makerOrderId: orders.orderId.at(maker),
		priceTicks: orders.priceTicks.at(maker),
		preventedLots: lots,
	});
	if (mode === 'DECREMENT') return decrement(book, match, events);
	if (mode !== 'EXPIRE_TAKER') expireOrder(book, maker, 'SELF_TRADE_PREVENTION', events);
	if (mode === 'EXPIRE_MAKER') return true;
	expireOrder(book, taker, 'SELF_TRADE_PREVENTION', events);
	return false;
}

/**
 * Reduces both orders by the lots they would have traded; an order with nothing left ends, the
 * maker first.
 */
function decrement(book: Book, { taker, maker, lots }: Match, events: Event[]): boolean {
	const { market, orders } = book;
	const quote = quoteAmount(market, orders.priceTicks.at(maker), lots);
	takeFromTaker(book, { taker, lots, quote });
	takeFromMaker(book, maker, lots);
	if (orders.quantityLots.at(taker) > 0) orders.addUntraded(taker, lots);
	orders.addUntraded(maker, lots);
	if (orders.leavesLots.at(maker) === 0) {
		expireOrder(book, maker, 'SELF_TRADE_PREVENTION', events);
	} else expireOtherOfList(book, maker, events);
	if (!orders.isFilled(taker)) return true;
	expireOrder(book, taker, 'SELF_TRADE_PREVENTION', events);
	return false;
}

/**
 * The lots this level gives to a taker that misses `missing`, and whether the taker would be
 * stopped here by an order of its own account. Hidden lots come only after all shown ones.
 */
function lotsAt(
	book: Book,
	level: number,
	{ taker, missing }: { readonly taker: number; readonly missing: number },
): { readonly lots: number; readonly blocked: boolean } {
	const { orders, levels } = book;
	const mode = orders.terms(taker).selfTradePreventionMode;
	if (mode === 'NONE') {
		return { lots: levels.visibleLots.at(level) + levels.hiddenLots(level), blocked: false };
	}
	let lots = 0;
	let hiddenLots = 0;
	for (const maker of levels.queue(level)) {
		if (!isSelfTrade(book, taker, maker)) {
			const visibleLots = orders.visibleLots(maker);
			lots += visibleLots;
			hiddenLots += orders.leavesLots.at(maker) - visibleLots;
		} else if (mode !== 'EXPIRE_MAKER') return { lots, blocked: true };
		if (lots >= missing) break;
	}
	return { lots: lots + hiddenLots, blocked: false };
}
