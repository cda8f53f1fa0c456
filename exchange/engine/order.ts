/**
 * An open order and the queue of orders at one price. Orders are linked to their neighbours, so
 * that leaving a queue costs the same at any length. Nothing here knows the rules of matching.
 */
import type { NewOrder, OrderType, SelfTradePreventionMode, Side, TimeInForce } from './command';

/** What the owner asks for besides a price and a quantity; 0 and 0n where nothing is asked. */
export interface OrderTerms {
	readonly type: OrderType;
	readonly timeInForce: TimeInForce;
	readonly selfTradePreventionMode: SelfTradePreventionMode;
	readonly stopPriceTicks: number;
	readonly icebergQtyLots: number;
	readonly expireTime: number;
	readonly quoteOrderQty: bigint;
	/** Of a stop order that follows the market. */
	readonly trail: Trail | null;
	/** Of an order that was placed together with another. */
	readonly list: OrderList | null;
}

/** How far a stop order has followed the market: see trailing.ts. */
export interface Trail {
	/** Basis points. */
	readonly deltaBps: number;
	/** The best price traded since it follows; 0 until it does. */
	bestTicks: number;
	/** True from the trade on that sets it off. */
	isReached: boolean;
}

/** The open orders of a list, none of them once one has ended: see order-list.ts. */
export interface OrderList {
	one: Order | null;
	other: Order | null;
}

/** The open orders of an account: see own-orders.ts. */
export interface OwnOrders {
	readonly accountId: string;
	/** The id of an order, or below 0 where there is none. */
	readonly places: number[];
	/** One without an order, -1 where all have one. */
	freePlace: number;
	count: number;
}

/** What is written into a snapshot. */
export interface OrderState extends Omit<OrderTerms, 'trail' | 'list'> {
	readonly orderId: number;
	readonly accountId: string;
	readonly side: Side;
	/** 0 for an order without a price. */
	readonly priceTicks: number;
	/** Place in the order of acceptance, 1, 2, 3, ... */
	readonly acceptedNumber: number;
	/** True for a stop order whose trigger has not been seen yet. */
	waiting: boolean;
	/** 0 for an order by quote amount alone. */
	quantityLots: number;
	executedLots: number;
	leavesLots: number;
	/** The part of `leavesLots` that stands in the queue; all of it without an iceberg. */
	visibleLots: number;
	leavesQuote: bigint;
	/** See `chargeCommission`. */
	feeCredit: number;
	/** Of a stop order that follows the market alone. */
	readonly trailingDelta?: number;
	/** The best price it has followed to; 0 until it follows. */
	readonly trailBestTicks?: number;
	/** Of an order with another in its list alone. */
	readonly otherOrderId?: number;
}

export interface Order extends Omit<
	OrderState,
	keyof OrderTerms | 'trailingDelta' | 'trailBestTicks' | 'otherOrderId'
> {
	/** Apart, because most orders ask for nothing special: those share one object. */
	readonly terms: OrderTerms;
	level: Level | null;
	ahead: Order | null;
	behind: Order | null;
	/** The next order in the same bucket of the index by id. */
	nextInBucket: Order | null;
	/** Counts up with every joining of a queue: of two at one price the lesser trades first. */
	queueNumber: number;
	/** Place in the heap of expiry times, -1 when not in it. */
	expiryIndex: number;
	/** The open orders of its account while it is one of them. */
	own: OwnOrders | null;
	ownPlace: number;
}

const PLAIN_LIMITS = plainTerms('LIMIT', 'GTC');
const PLAIN_MARKETS = plainTerms('MARKET', 'IOC');

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
export function newOrder(
	command: NewOrder,
	acceptedNumber: number,
	list: OrderList | null = null,
): Order {
	const quantityLots = command.quantityLots ?? 0;
	return {
		level: null,
		ahead: null,
		behind: null,
		nextInBucket: null,
		orderId: command.orderId,
		accountId: command.accountId,
		queueNumber: 0,
		expiryIndex: -1,
		own: null,
		ownPlace: 0,
		leavesLots: quantityLots,
		visibleLots: 0,
		waiting: false,
		side: command.side === 'BUY' ? 'BUY' : 'SELL',
		priceTicks: command.priceTicks ?? 0,
		leavesQuote: command.quoteOrderQty ?? 0n,
		quantityLots,
		executedLots: 0,
		feeCredit: 0,
		terms: termsOf(command, trailFor(command.trailingDelta, 0), list),
		acceptedNumber,
	};
}

/** The terms as asked, or those shared by all orders that ask for nothing special. */
function termsOf(
	asked: Partial<OrderTerms> & Pick<OrderTerms, 'type'>,
	trail: Trail | null,
	list: OrderList | null,
): OrderTerms {
	const {
		type,
		stopPriceTicks = 0,
		icebergQtyLots = 0,
		expireTime = 0,
		quoteOrderQty = 0n,
	} = asked;
	const { timeInForce = defaultTimeInForce(type), selfTradePreventionMode = 'NONE' } = asked;
	const plain = (type === 'LIMIT' ? PLAIN_LIMITS : PLAIN_MARKETS)[selfTradePreventionMode];
	if (
		type === plain.type &&
		timeInForce === plain.timeInForce &&
		stopPriceTicks === 0 &&
		icebergQtyLots === 0 &&
		expireTime === 0 &&
		quoteOrderQty === 0n &&
		trail === null &&
		list === null
	) {
		return plain;
	}
	return {
		type,
		timeInForce,
		selfTradePreventionMode,
		stopPriceTicks,
		icebergQtyLots,
		expireTime,
		quoteOrderQty,
		trail,
		list,
	};
}

function trailFor(deltaBps: number | undefined, bestTicks: number | undefined): Trail | null {
	return deltaBps === undefined ? null : { deltaBps, bestTicks: bestTicks ?? 0, isReached: false };
}

function defaultTimeInForce(type: OrderType): TimeInForce {
	return type === 'LIMIT' || type === 'STOP_LOSS_LIMIT' ? 'GTC' : 'IOC';
}

/** By what prevents a self-trade: that is a default of the market, so most orders have the same. */
function plainTerms(
	type: OrderType,
	timeInForce: TimeInForce,
): Readonly<Record<SelfTradePreventionMode, OrderTerms>> {
	const terms = (selfTradePreventionMode: SelfTradePreventionMode): OrderTerms => ({
		type,
		timeInForce,
		selfTradePreventionMode,
		stopPriceTicks: 0,
		icebergQtyLots: 0,
		expireTime: 0,
		quoteOrderQty: 0n,
		trail: null,
		list: null,
	});
	return {
		NONE: terms('NONE'),
		EXPIRE_TAKER: terms('EXPIRE_TAKER'),
		EXPIRE_MAKER: terms('EXPIRE_MAKER'),
		EXPIRE_BOTH: terms('EXPIRE_BOTH'),
		DECREMENT: terms('DECREMENT'),
	};
}

/** A copy of what a snapshot keeps: no place in any queue. */
export function orderState(order: Order): OrderState {
	const { terms } = order;
	return {
		orderId: order.orderId,
		accountId: order.accountId,
		side: order.side,
		type: terms.type,
		timeInForce: terms.timeInForce,
		selfTradePreventionMode: terms.selfTradePreventionMode,
		priceTicks: order.priceTicks,
		stopPriceTicks: terms.stopPriceTicks,
		icebergQtyLots: terms.icebergQtyLots,
		expireTime: terms.expireTime,
		acceptedNumber: order.acceptedNumber,
		waiting: order.waiting,
		quantityLots: order.quantityLots,
		executedLots: order.executedLots,
		leavesLots: order.leavesLots,
		visibleLots: order.visibleLots,
		quoteOrderQty: terms.quoteOrderQty,
		leavesQuote: order.leavesQuote,
		feeCredit: order.feeCredit,
		...((terms.trail !== null || terms.list !== null) && specialState(order)),
	};
}

/** What only few orders have is absent from the others. */
function specialState(order: Order): Partial<OrderState> {
	const { trail, list } = order.terms;
	const other = list?.one === order ? list.other : list?.one;
	return {
		...(trail !== null && { trailingDelta: trail.deltaBps, trailBestTicks: trail.bestTicks }),
		...(other !== undefined && other !== null && { otherOrderId: other.orderId }),
	};
}

/**
 * An order without its place in any queue, from what a snapshot kept. Its fields stand in the
 * order of `newOrder`, so that both are one shape to the machine and a restored book is as fast.
 */
export function restoredOrder(state: OrderState, list: OrderList | null): Order {
	return {
		level: null,
		ahead: null,
		behind: null,
		nextInBucket: null,
		orderId: state.orderId,
		accountId: state.accountId,
		queueNumber: 0,
		expiryIndex: -1,
		own: null,
		ownPlace: 0,
		leavesLots: state.leavesLots,
		visibleLots: state.visibleLots,
		waiting: state.waiting,
		side: state.side,
		priceTicks: state.priceTicks,
		leavesQuote: state.leavesQuote,
		quantityLots: state.quantityLots,
		executedLots: state.executedLots,
		feeCredit: state.feeCredit,
		terms: termsOf(state, trailFor(state.trailingDelta, state.trailBestTicks), list),
		acceptedNumber: state.acceptedNumber,
	};
}

/** The lots an order shows when it starts a new turn in a queue. */
export function slice(order: Order): number {
	const iceberg = order.terms.icebergQtyLots;
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
