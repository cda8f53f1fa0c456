/**
 * The whole state of one market: resting orders, waiting stop orders and the few counters that
 * matching needs. Functions here keep the indexes in step with each other; the rules of who
 * trades with whom are in match.ts, the rules of what is refused in command-checks.ts.
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
	/** Milliseconds; the time of the last EXPIRE command. */
	time: number;
	lastAcceptedNumber: number;
	lastTradeId: number;
	/** Of the order that joined a queue last; see `queueNumber` of an order. */
	lastQueueNumber: number;
	/** 0 before the first trade. */
	lastPriceTicks: number;
	/** The sum of what all open orders leave; it never passes 2^53 - 1, so no sum here does. */
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
	/** The time of the command that is being carried out, as far as it tells one. */
	now: number;
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
		time: 0,
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
		now: 0,
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

/** Gives a checked command its number and its share of the open quantity. */
export function acceptOrder(book: Book, command: NewOrder, list: OrderList | null): Order {
	book.lastAcceptedNumber += 1;
	const order = newOrder(command, book.lastAcceptedNumber, list);
	book.openLots += order.leavesLots;
	return order;
}

/** The order joins the queue at its price, behind all others, with a fresh slice shown. */
export function restOrder(book: Book, order: Order): void {
	order.waiting = false;
	order.visibleLots = slice(order);
	insertOrder(book, order);
}

/** The stop order waits for a trade at its stop price or beyond. */
export function waitOrder(book: Book, order: Order): void {
	order.waiting = true;
	order.visibleLots = order.leavesLots;
	insertOrder(book, order);
}

/** Takes an open order out of every index. What it left still counts as open: see `closeLots`. */
export function withdrawOrder(book: Book, order: Order): void {
	if (isTrailing(order)) removeTrail(book.trails, order);
	else removeFromLadder(ladderOf(book, order), order);
	removeFromIndex(book.orders, order);
	removeOwn(book.ownOrders, order);
	if (order.expiryIndex >= 0) removeExpiry(book.expiries, order);
}

/** What the order leaves is open no more; call once when an order ends. */
export function closeLots(book: Book, order: Order): void {
	book.openLots -= order.leavesLots;
}

/** Takes lots from the slice a resting order shows; an order with nothing left is withdrawn. */
export function takeFromMaker(book: Book, maker: Order, lots: number): void {
	const level = maker.level;
	if (level === null) throw new Error(`order ${maker.orderId} does not rest`);
	maker.leavesLots -= lots;
	maker.visibleLots -= lots;
	level.visibleLots -= lots;
	book.openLots -= lots;
	if (maker.leavesLots === 0) withdrawOrder(book, maker);
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

/** Puts an order behind the others of its queue and into every index, as it is. */
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
