/**
 * Commands of a book. A command carries everything the engine needs, including ids and time, so the
 * same commands always give the same events and the same book. Field names follow Binance spot and
 * FIX; amounts are ticks, lots and quote units.
 */

import type {
	OrderType,
	SelfTradePreventionMode,
	TimeInForce,
} from '../../api/exchange/language/order-types';

export type Side = 'BUY' | 'SELL';

export const MARKET_STATUSES = ['TRADING', 'CANCEL_ONLY', 'HALT'] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];

/** An order as requested. `api/` says which fields a type needs or forbids. */
export interface NewOrder {
	/** A safe integer from 1, given by the exchange; unique among the open orders of the book. */
	readonly orderId: number;
	/** 1 to 128 characters. */
	readonly accountId: string;
	readonly side: Side;
	readonly type: OrderType;
	/** Default GTC for a type with a price; an order without a price is always IOC. */
	readonly timeInForce?: TimeInForce;
	readonly priceTicks?: number;
	readonly stopPriceTicks?: number;
	readonly quantityLots?: number;
	/** Most quote units to trade for, without fees; instead of, or besides, a quantity. */
	readonly quoteOrderQty?: bigint;
	/**
	 * The quote amount is what is wanted, and a quantity only a bound: the order is filled when the rest
	 * is less than one lot at the best price left. Without this, as in older logs, the rest expires.
	 */
	readonly fillsByCost?: boolean;
	/** Most lots shown in the book at a time. */
	readonly icebergQtyLots?: number;
	/** Milliseconds; the order ends at the first EXPIRE command with this time or a later one. */
	readonly expireTime?: number;
	/** Refuse the order if it would trade at once. */
	readonly postOnly?: boolean;
	/** What happens when this order, as the taker, meets one of the same account. */
	readonly selfTradePreventionMode?: SelfTradePreventionMode;
	/**
	 * Basis points; the stop price follows the best traded price at this distance. With
	 * `stopPriceTicks` too, it starts to follow at a trade at that price or beyond.
	 */
	readonly trailingDelta?: number;
	/** Most open orders of its account; overrides the market's rules. */
	readonly maxNumOrders?: number;
	/** When it was accepted, in milliseconds; windows and pauses of the rules start then. */
	readonly time?: number;
}

export interface Place extends NewOrder {
	readonly kind: 'PLACE';
}

/**
 * Places two orders of which at most one trades: a limit order that is post-only, and a stop order
 * of the same account, side and quantity. Either both are accepted or none.
 */
export interface PlaceOco {
	readonly kind: 'PLACE_OCO';
	readonly limit: NewOrder;
	readonly stop: NewOrder;
}

export interface Cancel {
	readonly kind: 'CANCEL';
	readonly orderId: number;
	readonly accountId: string;
}

/** Cancels all open orders of the account, the oldest first. */
export interface CancelAll {
	readonly kind: 'CANCEL_ALL';
	readonly accountId: string;
}

/**
 * Makes an order smaller; it keeps its place in the queue. The new quantity includes what is
 * executed.
 */
export interface Reduce {
	readonly kind: 'REDUCE';
	readonly orderId: number;
	readonly accountId: string;
	readonly newQuantityLots: number;
}

/**
 * Cancels one order and places another, or does neither. The new order goes to the end of the
 * queue.
 */
export interface CancelReplace extends NewOrder {
	readonly kind: 'CANCEL_REPLACE';
	readonly origOrderId: number;
	/** Refuse the command if the original's leaves differ. */
	readonly origLeavesLots?: number;
}

/** Sets the book's time, in milliseconds, and ends orders that expire by then. */
export interface Expire {
	readonly kind: 'EXPIRE';
	readonly time: number;
}

export interface SetStatus {
	readonly kind: 'STATUS';
	readonly status: MarketStatus;
}

/** Rules that may change while the market trades; 0: not in force. */
export interface MarketRules {
	/** Basis points of the reference price. */
	readonly staticBandBps: number;
	/** Basis points of the last price. */
	readonly dynamicBandBps: number;
	/** Sets the reference price; 0 leaves it as it is. */
	readonly referencePriceTicks: number;
	/** How long a reference price lasts before the last price replaces it; 0: for ever. */
	readonly referenceWindowMs: number;
	/** How long the market is CANCEL_ONLY after an order met the static band. */
	readonly pauseMs: number;
	/** Most open orders of an account. */
	readonly maxNumOrders: number;
}

/** Replaces the market's rules. */
export interface SetRules {
	readonly kind: 'RULES';
	readonly rules: MarketRules;
	/** Milliseconds; when it was accepted. */
	readonly time?: number;
}

export type Command =
	| Place
	| PlaceOco
	| Cancel
	| CancelAll
	| Reduce
	| CancelReplace
	| Expire
	| SetStatus
	| SetRules;
