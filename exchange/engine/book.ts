/**
 * The whole state of one market: resting orders, waiting stop orders, and counters for matching.
 * The functions here keep the indexes consistent; matching is in match.ts, refusals are in
 * command-checks.ts.
 */
import type { MarketRules, MarketStatus, NewOrder, Side } from './command';
import { addExpiry, removeExpiry, type ExpiryHeap } from './expiry';
import { addToLadder, createLadder, removeFromLadder, type Ladder } from './ladder';
import { checkMarket, type Market } from './market';
import { enqueue, dequeue, newOrder, slice, type Order, type OrderList } from './order';
import { addToIndex, createIndex, removeFromIndex, type OrderIndex } from './order-index';
import { addOwn, removeOwn, type OwnOrdersIndex } from './own-orders';
import { INITIAL_RULES_STATE, NO_RULES, type RulesState } from './rules';
import { addTrail, createTrails, removeTrail, type Trails } from './trailing';

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
	/** Every open order, resting or waiting. */
	readonly orders: OrderIndex;
	readonly bids: Ladder;
	readonly asks: Ladder;
	/** Stop orders by stop price; the best level is the one a moving price reaches first. */
	readonly buyStops: Ladder;
	readonly sellStops: Ladder;
	/** Stop orders that follow the market. */
	readonly trails: Trails;
	readonly ownOrders: OwnOrdersIndex;
	readonly expiries: ExpiryHeap;
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
	return {
		market: { ...market },
		status: 'TRADING',
		lastExpireTime: 0,
		lastAcceptedNumber: 0,
		lastTradeId: 0,
		lastQueueNumber: 0,
		lastPriceTicks: 0,
		openLots: 0,
		orders: createIndex(),
		bids: createLadder('HIGHEST'),
		asks: createLadder('LOWEST'),
		buyStops: createLadder('LOWEST'),
		sellStops: createLadder('HIGHEST'),
		trails: createTrails(),
		ownOrders: new Map(),
		expiries: [],
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

export function stopSide(book: Book, side: Side): Ladder {
	return side === 'BUY' ? book.buyStops : book.sellStops;
}

/** Gives a checked command its number and adds it to the open quantity. */
export function acceptOrder(book: Book, command: NewOrder, list: OrderList | null): Order {
	book.lastAcceptedNumber += 1;
	const order = newOrder(command, book.lastAcceptedNumber, list);
	book.openLots += order.leavesLots;
	return order;
}

/** Appends the order to the queue at its price, with a fresh slice shown. */
export function restOrder(book: Book, order: Order): void {
	order.waiting = false;
	order.visibleLots = slice(order);
	insertOrder(book, order);
}

/** Lets a stop order wait for a trade at its stop price or beyond. */
export function waitOrder(book: Book, order: Order): void {
	order.waiting = true;
	order.visibleLots = order.leavesLots;
	insertOrder(book, order);
}

/** Removes an open order from every index. Its leaves still count as open: see `closeLots`. */
export function removeOrder(book: Book, order: Order): void {
	if (isTrailing(order)) removeTrail(book.trails, order);
	else removeFromLadder(ladderOf(book, order), order);
	removeFromIndex(book.orders, order);
	removeOwn(book.ownOrders, order);
	if (order.expiryIndex >= 0) removeExpiry(book.expiries, order);
}

/** Subtracts the leaves of an ended order; call it once. */
export function closeLots(book: Book, order: Order): void {
	book.openLots -= order.leavesLots;
}

/** Takes lots from the shown slice of a resting order; an order with nothing left is withdrawn. */
export function takeFromMaker(book: Book, maker: Order, lots: number): void {
	const level = maker.level;
	if (level === null) throw new Error(`order ${maker.orderId} does not rest`);
	maker.leavesLots -= lots;
	maker.visibleLots -= lots;
	level.visibleLots -= lots;
	book.openLots -= lots;
	if (maker.leavesLots === 0) removeOrder(book, maker);
	else if (maker.visibleLots === 0) {
		// An iceberg's next slice is new to the market, so it starts at the end of the queue.
		dequeue(level, maker);
		maker.visibleLots = slice(maker);
		enqueue(level, maker);
		numberInQueue(book, maker);
	}
}

/** Makes an open order smaller without moving it; the hidden part goes first. */
export function shrinkOrder(book: Book, order: Order, newQuantityLots: number): void {
	const level = order.level;
	if (level === null) throw new Error(`order ${order.orderId} is in no queue`);
	const lots = order.quantityLots - newQuantityLots;
	const hidden = order.leavesLots - order.visibleLots;
	const fromHidden = lots < hidden ? lots : hidden;
	order.quantityLots = newQuantityLots;
	order.leavesLots -= lots;
	order.visibleLots -= lots - fromHidden;
	level.hiddenLots -= fromHidden;
	level.visibleLots -= lots - fromHidden;
	book.openLots -= lots;
}

/** Appends an order to its queue and adds it to every index, unchanged. */
export function insertOrder(book: Book, order: Order): void {
	const priceTicks = order.waiting ? order.terms.stopPriceTicks : order.priceTicks;
	if (isTrailing(order)) addTrail(book.trails, order, book.lastPriceTicks);
	else addToLadder(ladderOf(book, order), priceTicks, order);
	numberInQueue(book, order);
	addToIndex(book.orders, order);
	addOwn(book.ownOrders, order);
	if (order.terms.expireTime > 0) addExpiry(book.expiries, order);
}

/** True while the order waits for a price that moves. */
function isTrailing(order: Order): boolean {
	return order.waiting && order.terms.trail !== null;
}

function numberInQueue(book: Book, order: Order): void {
	book.lastQueueNumber += 1;
	order.queueNumber = book.lastQueueNumber;
}

function ladderOf(book: Book, order: Order): Ladder {
	return order.waiting ? stopSide(book, order.side) : restingSide(book, order.side);
}
