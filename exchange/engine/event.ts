/**
 * Events of a book, one plain object each, in order. The names are execution types of FIX and
 * Binance. An event has no time of its own: it happened at its command. The last event of an order
 * is FILLED, CANCELED, EXPIRED or REJECTED.
 */
import type { SelfTradePreventionMode } from '../../api/exchange/language/order-types';
import type { MarketRules, MarketStatus, Side } from './command';

/**
 * Reasons to refuse a command, in the order of checking; the first that applies is returned. For
 * two orders placed together, the limit order is checked before the stop order.
 */
export const REJECT_REASONS = [
	'UNKNOWN_COMMAND',
	'MARKET_HALTED',
	'MARKET_CANCEL_ONLY',
	'INVALID_STATUS',
	'INVALID_RULES',
	'INVALID_ORDER_LIST',
	'INVALID_TIME',
	'TIME_WENT_BACK',
	'INVALID_ORDER_ID',
	'INVALID_ACCOUNT_ID',
	'UNKNOWN_ORDER',
	'ORDER_IN_LIST',
	'ORIGINAL_CHANGED',
	'DUPLICATE_ORDER_ID',
	'INVALID_SIDE',
	'REPLACE_CHANGES_SIDE',
	'INVALID_TYPE',
	'INVALID_TIME_IN_FORCE',
	'INVALID_SELF_TRADE_PREVENTION_MODE',
	'INVALID_PRICE',
	'INVALID_STOP_PRICE',
	'INVALID_TRAILING_DELTA',
	'INVALID_QUANTITY',
	'INVALID_QUOTE_QUANTITY',
	'INVALID_ICEBERG_QUANTITY',
	'INVALID_POST_ONLY',
	'INVALID_EXPIRE_TIME',
	'INVALID_MAX_NUM_ORDERS',
	'EXPIRE_TIME_PASSED',
	'QUANTITY_BELOW_MINIMUM',
	'QUANTITY_ABOVE_MAXIMUM',
	'NOTIONAL_BELOW_MINIMUM',
	'NOT_A_REDUCTION',
	'ICEBERG_TOO_MANY_PARTS',
	'BOOK_QUANTITY_EXHAUSTED',
	'MAX_NUM_ORDERS_REACHED',
	'PRICE_OUTSIDE_BAND',
	'STOP_WOULD_TRIGGER',
	'POST_ONLY_WOULD_TAKE',
	'ORDER_LIST_PRICES_CROSSED',
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

/**
 * ORDER_LIST: the other order of its list traded, was triggered or ended. PRICE_BAND: the next
 * trade would lie beyond the market's bands. CIRCUIT_BREAKER: the same, and it paused the market.
 */
export type ExpireReason =
	| 'IMMEDIATE_REST'
	| 'FILL_OR_KILL'
	| 'EXPIRE_TIME'
	| 'SELF_TRADE_PREVENTION'
	| 'ORDER_LIST'
	| 'PRICE_BAND'
	| 'CIRCUIT_BREAKER';

/** The order of an event; 0 ticks for an order without a price. */
export interface OrderReference {
	readonly orderId: number;
	readonly accountId: string;
	readonly side: Side;
	readonly priceTicks: number;
}

/** The order is accepted; its trades follow. */
export interface NewEvent extends OrderReference {
	readonly execType: 'NEW';
}

/** A trade triggered a stop order, which enters the book now. */
export interface TriggeredEvent extends OrderReference {
	readonly execType: 'TRIGGERED';
}

export interface TradeEvent {
	readonly execType: 'TRADE';
	/** 1, 2, 3, ... over the life of the book. */
	readonly tradeId: number;
	/** The maker's price. */
	readonly priceTicks: number;
	readonly quantityLots: number;
	/** The buyer pays this and a commission; the seller gets this less a commission. */
	readonly quoteAmount: bigint;
	readonly takerSide: Side;
	readonly takerOrderId: number;
	readonly takerAccountId: string;
	readonly takerStatus: 'PARTIALLY_FILLED' | 'FILLED';
	/** 0 for an order without a quantity. */
	readonly takerLeavesLots: number;
	/** 0n for an order without a quote amount. */
	readonly takerLeavesQuote: bigint;
	readonly takerCommission: bigint;
	readonly makerOrderId: number;
	readonly makerAccountId: string;
	readonly makerStatus: 'PARTIALLY_FILLED' | 'FILLED';
	readonly makerLeavesLots: number;
	readonly makerCommission: bigint;
}

/** Two orders of one account met and did not trade; the ends of orders follow as EXPIRED. */
export interface TradePreventionEvent {
	readonly execType: 'TRADE_PREVENTION';
	readonly selfTradePreventionMode: SelfTradePreventionMode;
	readonly accountId: string;
	readonly takerOrderId: number;
	readonly makerOrderId: number;
	readonly priceTicks: number;
	/** Lots that would have traded; DECREMENT reduces both orders by them. */
	readonly preventedLots: number;
}

/** The order was reduced and keeps its place in the queue. */
export interface ReplacedEvent extends OrderReference {
	readonly execType: 'REPLACED';
	readonly quantityLots: number;
	readonly leavesLots: number;
}

export interface CanceledEvent extends OrderReference {
	readonly execType: 'CANCELED';
	/** ORDER_LIST: the other order of its list was cancelled. */
	readonly reason: 'REQUESTED' | 'REPLACED' | 'ORDER_LIST';
	readonly unfilledLots: number;
	readonly unfilledQuote: bigint;
}

export interface ExpiredEvent extends OrderReference {
	readonly execType: 'EXPIRED';
	readonly reason: ExpireReason;
	readonly status: 'EXPIRED' | 'EXPIRED_IN_MATCH';
	readonly unfilledLots: number;
	readonly unfilledQuote: bigint;
}

/** The command changed nothing. `orderId` is that of the command, or null. */
export interface RejectedEvent {
	readonly execType: 'REJECTED';
	readonly command: string;
	readonly orderId: number | null;
	readonly reason: RejectReason;
}

/** The status changed, by a command or by the circuit breaker. */
export interface StatusEvent {
	readonly execType: 'STATUS';
	readonly status: MarketStatus;
	/** Absent for a change by command. */
	readonly reason?: 'CIRCUIT_BREAKER' | 'PAUSE_OVER';
	/** The time of the EXPIRE command that ends a pause. */
	readonly pausedUntil?: number;
}

export interface RulesEvent {
	readonly execType: 'RULES';
	readonly rules: MarketRules;
}

export type Event =
	| NewEvent
	| TriggeredEvent
	| TradeEvent
	| TradePreventionEvent
	| ReplacedEvent
	| CanceledEvent
	| ExpiredEvent
	| RejectedEvent
	| StatusEvent
	| RulesEvent;
