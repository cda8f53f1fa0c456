/**
 * An open order and the queue of orders at one price, a linked list, so that leaving it costs the
 * same at any length.
 */
import type { NewOrder, OrderType, SelfTradePreventionMode, Side, TimeInForce } from './command';

/** Terms besides price and quantity; 0 and 0n if not set. */
export interface OrderTerms {
	readonly type: OrderType;
	readonly timeInForce: TimeInForce;
	readonly selfTradePreventionMode: SelfTradePreventionMode;
	readonly stopPriceTicks: number;
	readonly icebergQtyLots: number;
	readonly expireTime: number;
	readonly quoteOrderQty: bigint;
	/** For a trailing stop order. */
	readonly trail: Trail | null;
	/** For an order of an order list. */
	readonly list: OrderList | null;
}

/** How far a stop order has followed the market: see trailing.ts. */
export interface Trail {
	/** Basis points. */
	readonly deltaBps: number;
	/** Best price traded since it started to follow; 0 before that. */
	bestTicks: number;
	/** True once a trade has triggered it. */
	isReached: boolean;
}

/** The open orders of a list; both null once one has ended: see order-list.ts. */
export interface OrderList {
	one: Order | null;
	other: Order | null;
}

/** The open orders of an account: see own-orders.ts. */
export interface OwnOrders {
	readonly accountId: string;
	/** Order ids; negative in a free place. */
	readonly places: number[];
	/** Index of a free place, -1 if there is none. */
	freePlace: number;
	count: number;
}

/** The state of an order in a snapshot. */
export interface OrderState extends Omit<OrderTerms, 'trail' | 'list'> {
	readonly orderId: number;
	readonly accountId: string;
	readonly side: Side;
	/** 0 for an order without a price. */
	readonly priceTicks: number;
	/** Number in the order of acceptance: 1, 2, 3, ... */
	readonly acceptedNumber: number;
	/** True for a stop order that is not triggered yet. */
	waiting: boolean;
	/** 0 for an order by quote amount alone. */
	quantityLots: number;
	executedLots: number;
	leavesLots: number;
	/** The shown part of `leavesLots`; all of it without an iceberg. */
	visibleLots: number;
	leavesQuote: bigint;
	/** See `chargeCommission`. */
	feeCredit: number;
	/** Only for a trailing stop order. */
	readonly trailingDelta?: number;
	/** Best price it has followed to; 0 before it follows. */
	readonly trailBestTicks?: number;
	/** Only for an order whose list still has both. */
	readonly otherOrderId?: number;
}

export interface Order extends Omit<
	OrderState,
	keyof OrderTerms | 'trailingDelta' | 'trailBestTicks' | 'otherOrderId'
> {
	/** A separate object, because most orders share one with plain terms. */
	readonly terms: OrderTerms;
	/** The level in whose queue it is; null before it is in one and after it was removed. */
	level: Level | null;
	ahead: Order | null;
	behind: Order | null;
	/** The next order in the same bucket of the index by id. */
	nextInBucket: Order | null;
	/** Increases with every joining of a queue; at one price the lower number trades first. */
	queueNumber: number;
	/** Index in the expiry heap, -1 if not in it. */
	expiryIndex: number;
	/** The open orders of its account while this order is open. */
	own: OwnOrders | null;
	ownPlace: number;
}

const PLAIN_LIMITS = plainTerms('LIMIT', 'GTC');
const PLAIN_MARKETS = plainTerms('MARKET', 'IOC');

/** The queue at one price: `first` trades first. */
export interface Level {
	readonly priceTicks: number;
	/** Sort key in its ladder; the greatest is the best. */
	readonly key: number;
	first: Order | null;
	last: Order | null;
	orderCount: number;
	visibleLots: number;
	hiddenLots: number;
}

/** Creates an order from a checked command; it is in no queue yet. */
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

/** Returns the given terms, or the shared object for plain ones. */
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

/**
 * Plain terms per self-trade prevention mode: the mode is a default of the market, so most orders
 * share one.
 */
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

/** Copies the state that a snapshot stores; the position in the queue is not part of it. */
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

/** Fields that only few orders have are absent from the others. */
function specialState(order: Order): Partial<OrderState> {
	const { trail, list } = order.terms;
	const other = list?.one === order ? list.other : list?.one;
	return {
		...(trail !== null && { trailingDelta: trail.deltaBps, trailBestTicks: trail.bestTicks }),
		...(other !== undefined && other !== null && { otherOrderId: other.orderId }),
	};
}

/**
 * Creates an order from a snapshot; it is in no queue yet. Its fields are in the order of
 * `newOrder`, so that both have one hidden class and a restored book is as fast.
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

/** Lots an order shows when it joins a queue. */
export function slice(order: Order): number {
	const iceberg = order.terms.icebergQtyLots;
	return iceberg === 0 || iceberg > order.leavesLots ? order.leavesLots : iceberg;
}

/** True if nothing of the quantity is left, or of the quote amount without a quantity. */
export function isFilled(order: Order): boolean {
	return order.quantityLots > 0 ? order.leavesLots === 0 : order.leavesQuote === 0n;
}

/** True while the book has the order, resting or waiting. */
export function isOpen(order: Order): boolean {
	return order.level !== null;
}

/** Appends the order to the queue of the level. */
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

/** Removes the order from any position of the queue. */
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
