/**
 * The whole state of one market: resting orders, waiting stop orders, and counters for matching.
 * The functions here keep the indexes consistent; matching is in match.ts, refusals are in
 * command-checks.ts.
 */
import { waitsForRise } from '../../api/exchange/language/order-types';
import type { MarketRules, MarketStatus, NewOrder, Side } from './command';
import { Expiries } from './expiry';
import { createLadder, levelFor, removeLevel, type Ladder } from './ladder';
import { Levels } from './level';
import { checkMarket, type Market } from './market';
import { Orders } from './order';
import { INITIAL_RULES_STATE, NO_RULES, type RulesState } from './rules';
import { Trails } from './trailing';

/** Change it only by `apply`; read it by the functions of view.ts. */
export interface Book {
	readonly market: Market;
	status: MarketStatus;
	/** Milliseconds; the time of the last EXPIRE command, 0 before it. */
	lastExpireTime: number;
	lastAcceptedNumber: number;
	lastTradeId: number;
	/** `queueNumber` of the order that joined a queue last. */
	lastQueueNumber: number;
	/** 0 before the first trade. */
	lastPriceTicks: number;
	/** Sum of the leaves of all open orders; it never exceeds 2^53 - 1, so all sums are exact. */
	openLots: number;
	/** Every open order: resting, waiting or entering. */
	readonly orders: Orders;
	readonly levels: Levels;
	readonly bids: Ladder;
	readonly asks: Ladder;
	/** Stop orders by stop price, those that wait for it to rise and to fall; the best is reached first. */
	readonly risingStops: Ladder;
	readonly fallingStops: Ladder;
	/** Stop orders that follow the market. */
	readonly trails: Trails;
	readonly expiries: Expiries;
	protection: RulesState;
	/**
	 * Time of the last command that may have one, but not before `lastExpireTime`. A command without
	 * a time gets `lastExpireTime`.
	 */
	commandTime: number;
	/** Bounds of the prices traded since stop orders were last looked at; 0 for none. */
	tradedLowTicks: number;
	tradedHighTicks: number;
}

/** An empty book in status TRADING. Throws a RangeError for a market that makes no sense. */
export function createBook(market: Market, rules: MarketRules = NO_RULES): Book {
	checkMarket(market);
	const orders = new Orders();
	const levels = new Levels(orders);
	return {
		market: { ...market },
		status: 'TRADING',
		lastExpireTime: 0,
		lastAcceptedNumber: 0,
		lastTradeId: 0,
		lastQueueNumber: 0,
		lastPriceTicks: 0,
		openLots: 0,
		orders,
		levels,
		bids: createLadder('HIGHEST', levels),
		asks: createLadder('LOWEST', levels),
		risingStops: createLadder('LOWEST', levels),
		fallingStops: createLadder('HIGHEST', levels),
		trails: new Trails(orders, levels),
		expiries: new Expiries(orders),
		protection: { ...INITIAL_RULES_STATE, rules, referenceTicks: rules.referencePriceTicks },
		commandTime: 0,
		tradedLowTicks: 0,
		tradedHighTicks: 0,
	};
}

export function restingSide(book: Book, side: Side): Ladder {
	return side === 'BUY' ? book.bids : book.asks;
}

export function oppositeSide(book: Book, side: Side): Ladder {
	return side === 'BUY' ? book.asks : book.bids;
}

function stopSide(book: Book, slot: number): Ladder {
	const { type } = book.orders.terms(slot);
	const rises = waitsForRise(type, book.orders.side(slot));
	return rises ? book.risingStops : book.fallingStops;
}

/** Gives a checked command its number and adds it to the open orders, in no queue yet. */
export function acceptOrder(book: Book, command: NewOrder): number {
	book.lastAcceptedNumber += 1;
	book.openLots += command.quantityLots ?? 0;
	return book.orders.add(command, book.lastAcceptedNumber);
}

/** Appends the order to the queue at its price, with a fresh slice shown. */
export function restOrder(book: Book, slot: number): void {
	book.orders.showSlice(slot);
	rejoinQueue(book, slot);
}

/** Lets a stop order wait for a trade at its stop price or beyond. */
export function waitOrder(book: Book, slot: number): void {
	book.orders.setWaiting(slot, true);
	rejoinQueue(book, slot);
}

/** Appends an order to its queue as it is, and to the expiries if it has a time. */
export function rejoinQueue(book: Book, slot: number): void {
	const { orders, levels } = book;
	const { stopPriceTicks, expireTime, trail } = orders.terms(slot);
	if (!orders.isWaiting(slot)) {
		const ladder = restingSide(book, orders.side(slot));
		levels.enqueue(levelFor(ladder, orders.priceTicks.at(slot)), slot);
	} else if (trail === null) {
		const ladder = stopSide(book, slot);
		levels.enqueue(levelFor(ladder, stopPriceTicks), slot);
	} else book.trails.add(slot, book.lastPriceTicks);
	numberInQueue(book, slot);
	if (expireTime > 0) book.expiries.add(slot);
}

/** Removes a resting or waiting order from its queue; it remains open. */
export function leaveQueue(book: Book, slot: number): void {
	const { orders, levels } = book;
	const { expiryIndex, trail } = orders.terms(slot);
	if (expiryIndex >= 0) book.expiries.remove(slot);
	if (trail !== null && orders.isWaiting(slot)) return book.trails.remove(slot);
	const level = orders.level.at(slot);
	levels.dequeue(slot);
	if (levels.first.at(level) === 0) removeLevel(ladderOf(book, slot), level);
}

/** Removes an order, wherever it is, and subtracts its leaves. */
export function endOrder(book: Book, slot: number): void {
	if (book.orders.level.at(slot) !== 0) leaveQueue(book, slot);
	book.openLots -= book.orders.leavesLots.at(slot);
	book.orders.remove(slot);
}

/** Makes a list of two orders, of which at most one trades. */
export function joinList({ orders }: Book, one: number, other: number): void {
	orders.ownTerms(one).other = other;
	orders.ownTerms(other).other = one;
}

/** Dissolves the list of an order; returns its other order, 0 if there is none. */
export function leaveList({ orders }: Book, slot: number): number {
	const { other } = orders.terms(slot);
	if (other === 0) return 0;
	orders.ownTerms(slot).other = 0;
	orders.ownTerms(other).other = 0;
	return other;
}

/** Takes lots from the shown slice of a resting order; the caller ends it if nothing is left. */
export function takeFromMaker(book: Book, slot: number, lots: number): void {
	const { orders, levels } = book;
	const level = orders.level.at(slot);
	const terms = orders.terms(slot);
	orders.leavesLots.add(slot, -lots);
	levels.visibleLots.add(level, -lots);
	book.openLots -= lots;
	if (terms.icebergQtyLots === 0) return;
	terms.shownLots -= lots;
	if (terms.shownLots > 0 || orders.leavesLots.at(slot) === 0) return;
	// An iceberg's next slice is new to the market, so it starts at the end of the queue.
	levels.dequeue(slot);
	orders.showSlice(slot);
	levels.enqueue(level, slot);
	numberInQueue(book, slot);
}

/** Makes an open order smaller without moving it; the hidden part goes first. */
export function shrinkOrder(book: Book, slot: number, newQuantityLots: number): void {
	const { orders, levels } = book;
	const terms = orders.terms(slot);
	const level = orders.level.at(slot);
	const lots = orders.quantityLots.at(slot) - newQuantityLots;
	const fromHidden = Math.min(lots, orders.hiddenLots(slot));
	orders.quantityLots.set(slot, newQuantityLots);
	orders.leavesLots.add(slot, -lots);
	if (terms.icebergQtyLots > 0) terms.shownLots -= lots - fromHidden;
	levels.visibleLots.add(level, fromHidden - lots);
	if (fromHidden > 0) levels.addHidden(level, -fromHidden);
	book.openLots -= lots;
}

/** Sorts orders in the order of their acceptance. */
export function byAge({ orders }: Book, slots: number[]): number[] {
	const { acceptedNumber } = orders;
	return slots.sort((one, other) => acceptedNumber.at(one) - acceptedNumber.at(other));
}

function numberInQueue(book: Book, slot: number): void {
	book.lastQueueNumber += 1;
	book.orders.queueNumber.set(slot, book.lastQueueNumber);
}

function ladderOf(book: Book, slot: number): Ladder {
	const isWaiting = book.orders.isWaiting(slot);
	return isWaiting ? stopSide(book, slot) : restingSide(book, book.orders.side(slot));
}
