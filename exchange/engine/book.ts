/**
 * The whole state of one market: resting orders, waiting stop orders and the few counters that
 * matching needs. Functions here keep the indexes in step with each other; the rules of who
 * trades with whom are in match.ts, the rules of what is refused in command-checks.ts.
 */
import type { MarketStatus, NewOrder, Side } from './command';
import { addExpiry, removeExpiry, type ExpiryHeap } from './expiry';
import { addToLadder, createLadder, removeFromLadder, type Ladder } from './ladder';
import { checkMarket, type Market } from './market';
import { enqueue, dequeue, newOrder, slice, type Order } from './order';
import { addToIndex, createIndex, removeFromIndex, type OrderIndex } from './order-index';

/** Change it only by `apply`; read it by the functions of view.ts. */
export interface Book {
	readonly market: Market;
	status: MarketStatus;
	/** Milliseconds; the time of the last EXPIRE command. */
	time: number;
	lastAcceptedNumber: number;
	lastTradeId: number;
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
	readonly expiries: ExpiryHeap;
	/** Bounds of the prices traded since stop orders were last looked at; 0 for none. */
	tradedLowTicks: number;
	tradedHighTicks: number;
}

/** An empty book in status TRADING. Throws a RangeError for a market that makes no sense. */
export function createBook(market: Market): Book {
	checkMarket(market);
	return {
		market: { ...market },
		status: 'TRADING',
		time: 0,
		lastAcceptedNumber: 0,
		lastTradeId: 0,
		lastPriceTicks: 0,
		openLots: 0,
		orders: createIndex(),
		bids: createLadder('HIGHEST'),
		asks: createLadder('LOWEST'),
		buyStops: createLadder('LOWEST'),
		sellStops: createLadder('HIGHEST'),
		expiries: [],
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
export function acceptOrder(book: Book, command: NewOrder): Order {
	book.lastAcceptedNumber += 1;
	const order = newOrder(command, book.lastAcceptedNumber);
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
	removeFromLadder(ladderOf(book, order), order);
	removeFromIndex(book.orders, order);
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
	addToLadder(ladderOf(book, order), priceTicks, order);
	addToIndex(book.orders, order);
	if (order.terms.expireTime > 0) addExpiry(book.expiries, order);
}

function ladderOf(book: Book, order: Order): Ladder {
	return order.waiting ? stopSide(book, order.side) : restingSide(book, order.side);
}
