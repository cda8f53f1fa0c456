/**
 * An open order and the queue of orders at one price. Orders are linked to their neighbours, so
 * that leaving a queue costs the same at any length. Nothing here knows the rules of matching.
 */
import type { NewOrder, OrderType, SelfTradePreventionMode, Side, TimeInForce } from './command';

/** What is written into a snapshot; 0 and 0n mean that the order has no such field. */
export interface OrderState {
	readonly orderId: number;
	readonly accountId: string;
	readonly side: Side;
	readonly type: OrderType;
	readonly timeInForce: TimeInForce;
	readonly selfTradePreventionMode: SelfTradePreventionMode;
	readonly priceTicks: number;
	readonly stopPriceTicks: number;
	readonly icebergQtyLots: number;
	readonly expireTime: number;
	/** Place in the order of acceptance, 1, 2, 3, ... */
	readonly acceptedNumber: number;
	/** True for a stop order whose trigger has not been seen yet. */
	waiting: boolean;
	quantityLots: number;
	executedLots: number;
	leavesLots: number;
	/** The part of `leavesLots` that stands in the queue; all of it without an iceberg. */
	visibleLots: number;
	readonly quoteOrderQty: bigint;
	leavesQuote: bigint;
	/** See `chargeCommission`. */
	feeCredit: number;
}

export interface Order extends OrderState {
	level: Level | null;
	ahead: Order | null;
	behind: Order | null;
	/** The next order in the same bucket of the index by id. */
	nextInBucket: Order | null;
	/** Place in the heap of expiry times, -1 when not in it. */
	expiryIndex: number;
}

/** The queue at one price: `first` trades first. */
export interface Level {
	readonly priceTicks: number;
	/** Where the level stands in its ladder: the greatest key is the best. */
	readonly key: number;
	first: Order | null;
	last: Order | null;
	orderCount: number;
	visibleLots: number;
	hiddenLots: number;
}

/** An order without its place in any queue, from a command that was checked. */
export function newOrder(command: NewOrder, acceptedNumber: number): Order {
	const quantityLots = command.quantityLots ?? 0;
	const quoteOrderQty = command.quoteOrderQty ?? 0n;
	const priceTicks = command.priceTicks ?? 0;
	return {
		level: null,
		ahead: null,
		behind: null,
		nextInBucket: null,
		orderId: command.orderId,
		accountId: command.accountId,
		expiryIndex: -1,
		leavesLots: quantityLots,
		visibleLots: 0,
		waiting: false,
		side: command.side === 'BUY' ? 'BUY' : 'SELL',
		priceTicks,
		leavesQuote: quoteOrderQty,
		quantityLots,
		executedLots: 0,
		feeCredit: 0,
		type: command.type,
		timeInForce: priceTicks === 0 ? 'IOC' : (command.timeInForce ?? 'GTC'),
		selfTradePreventionMode: command.selfTradePreventionMode ?? 'NONE',
		stopPriceTicks: command.stopPriceTicks ?? 0,
		icebergQtyLots: command.icebergQtyLots ?? 0,
		expireTime: command.expireTime ?? 0,
		acceptedNumber,
		quoteOrderQty,
	};
}

/** A copy of what a snapshot keeps: no place in any queue. */
export function orderState(order: OrderState): OrderState {
	return {
		orderId: order.orderId,
		accountId: order.accountId,
		side: order.side,
		type: order.type,
		timeInForce: order.timeInForce,
		selfTradePreventionMode: order.selfTradePreventionMode,
		priceTicks: order.priceTicks,
		stopPriceTicks: order.stopPriceTicks,
		icebergQtyLots: order.icebergQtyLots,
		expireTime: order.expireTime,
		acceptedNumber: order.acceptedNumber,
		waiting: order.waiting,
		quantityLots: order.quantityLots,
		executedLots: order.executedLots,
		leavesLots: order.leavesLots,
		visibleLots: order.visibleLots,
		quoteOrderQty: order.quoteOrderQty,
		leavesQuote: order.leavesQuote,
		feeCredit: order.feeCredit,
	};
}

/** An order without its place in any queue, from what a snapshot kept. */
export function restoredOrder(state: OrderState): Order {
	const places = { level: null, ahead: null, behind: null, nextInBucket: null, expiryIndex: -1 };
	return { ...orderState(state), ...places };
}

/** The lots an order shows when it starts a new turn in a queue. */
export function slice(order: Order): number {
	const iceberg = order.icebergQtyLots;
	return iceberg === 0 || iceberg > order.leavesLots ? order.leavesLots : iceberg;
}

/** True when nothing is left to trade: of the quantity, or of the quote amount without one. */
export function isFilled(order: Order): boolean {
	return order.quantityLots > 0 ? order.leavesLots === 0 : order.leavesQuote === 0n;
}

/** Puts the order behind all others of the level. */
export function enqueue(level: Level, order: Order): void {
	order.level = level;
	order.ahead = level.last;
	order.behind = null;
	if (level.last === null) level.first = order;
	else level.last.behind = order;
	level.last = order;
	level.orderCount += 1;
	level.visibleLots += order.visibleLots;
	level.hiddenLots += order.leavesLots - order.visibleLots;
}

/** Takes the order out of the level, wherever it stands. */
export function dequeue(level: Level, order: Order): void {
	if (order.ahead === null) level.first = order.behind;
	else order.ahead.behind = order.behind;
	if (order.behind === null) level.last = order.ahead;
	else order.behind.ahead = order.ahead;
	order.level = null;
	order.ahead = null;
	order.behind = null;
	level.orderCount -= 1;
	level.visibleLots -= order.visibleLots;
	level.hiddenLots -= order.leavesLots - order.visibleLots;
}
