/**
 * Execution reports: what happened to one order, in the words of FIX and Binance, with where the
 * order stands afterwards. They are kept in whole numbers; the wire's decimals are made where
 * they are sent. Amounts that may pass 2^53 are decimal text, because reports are kept as JSON.
 */
import type { Side } from '../../engine/command';

export type OrderStatus =
	| 'NEW'
	| 'PARTIALLY_FILLED'
	| 'FILLED'
	| 'CANCELED'
	| 'REJECTED'
	| 'EXPIRED'
	| 'EXPIRED_IN_MATCH';

const canTrade: Readonly<Record<OrderStatus, boolean>> = {
	NEW: true,
	PARTIALLY_FILLED: true,
	FILLED: false,
	CANCELED: false,
	REJECTED: false,
	EXPIRED: false,
	EXPIRED_IN_MATCH: false,
};

const openStatuses: ReadonlySet<string> = new Set(
	Object.entries(canTrade).flatMap(([status, isOpen]) => (isOpen ? [status] : [])),
);

/** Whether an order of this status, as it is stored, can still trade. */
export function isOpenStatus(status: string): boolean {
	return openStatuses.has(status);
}

export type ExecType =
	| 'NEW'
	| 'TRIGGERED'
	| 'TRADE'
	| 'TRADE_PREVENTION'
	| 'REPLACED'
	| 'CANCELED'
	| 'EXPIRED'
	| 'REJECTED';

/** What a trade adds to the report of each of its two orders. */
export interface Fill {
	readonly tradeId: number;
	readonly priceTicks: number;
	readonly quantityLots: number;
	readonly quoteAmount: string;
	readonly commission: string;
	readonly isMaker: boolean;
}

export interface Report {
	/** The command that caused it, and its place among the reports of that command. */
	readonly sequence: number;
	readonly index: number;
	/** When the command was accepted. */
	readonly time: number;
	readonly accountId: string;
	readonly orderId: number;
	readonly clientOrderId: string;
	readonly execType: ExecType;
	readonly status: OrderStatus;
	readonly side: Side;
	/** 0 for an order without a price. */
	readonly priceTicks: number;
	readonly quantityLots: number;
	readonly executedLots: number;
	readonly leavesLots: number;
	readonly executedQuote: string;
	/** Of an order that was placed together with another: the id of the limit order of the two. */
	readonly orderListId?: number;
	readonly reason?: string;
	readonly fill?: Fill;
}
