/**
 * Whether a command is refused, and why. Every check reads the book and changes nothing, and the
 * checks stand in the order of REJECT_REASONS, so a command with two faults always gets the same
 * answer. Commands may come from untyped callers: each field is checked for what it is, too.
 */
import { oppositeSide, type Book } from './book';
import {
	MARKET_STATUSES,
	ORDER_TYPES,
	SELF_TRADE_PREVENTION_MODES,
	TIMES_IN_FORCE,
	type CancelReplace,
	type Command,
	type Expire,
	type NewOrder,
	type Reduce,
	type Side,
} from './command';
import type { RejectReason } from './event';
import { quoteAmount, type Market } from './market';
import type { Order } from './order';
import { findInIndex } from './order-index';

/** An iceberg of more parts could make one command trade without a useful bound. */
export const ICEBERG_PARTS_MAX = 100;

/** No order can be worth more than the greatest price, quantity and unit multiplied. */
const QUOTE_MAX = 2n ** 159n;

const ACCOUNT_ID_LENGTH_MAX = 128;

/** The first reason that applies, or null for a command that can be carried out. */
export function refusalOf(book: Book, command: Command): RejectReason | null {
	switch (command.kind) {
		case 'PLACE':
			return refuseByStatus(book, 'TRADING') ?? refuseNewOrder(book, command, null);
		case 'CANCEL':
			return refuseByStatus(book, 'CANCEL_ONLY') ?? refuseTarget(book, command);
		case 'CANCEL_ALL':
			return refuseByStatus(book, 'CANCEL_ONLY') ?? refuseAccount(command.accountId);
		case 'REDUCE':
			return (
				refuseByStatus(book, 'CANCEL_ONLY') ??
				refuseTarget(book, command) ??
				refuseReduction(book, command)
			);
		case 'CANCEL_REPLACE':
			return refuseByStatus(book, 'TRADING') ?? refuseReplacement(book, command);
		case 'EXPIRE':
			return refuseTime(book, command);
		case 'STATUS':
			return MARKET_STATUSES.includes(command.status) ? null : 'INVALID_STATUS';
		default:
			return 'UNKNOWN_COMMAND';
	}
}

/** True when an order of this side and price would trade with the best of the other side. */
export function wouldTake(book: Book, side: Side, priceTicks: number): boolean {
	const best = oppositeSide(book, side).best;
	if (best === null) return false;
	return side === 'BUY' ? best.priceTicks <= priceTicks : best.priceTicks >= priceTicks;
}

/** `needed` is the least a market must allow for the command. */
function refuseByStatus(book: Book, needed: 'TRADING' | 'CANCEL_ONLY'): RejectReason | null {
	if (book.status === 'TRADING') return null;
	if (book.status === 'HALT') return 'MARKET_HALTED';
	return needed === 'TRADING' ? 'MARKET_CANCEL_ONLY' : null;
}

function refuseTime(book: Book, command: Expire): RejectReason | null {
	if (!isWhole(command.time, Number.MAX_SAFE_INTEGER)) return 'INVALID_TIME';
	return command.time < book.time ? 'TIME_WENT_BACK' : null;
}

function refuseAccount(accountId: string): RejectReason | null {
	return isAccountId(accountId) ? null : 'INVALID_ACCOUNT_ID';
}

/** Another account's order is as unknown as one that is not there. */
function refuseTarget(
	book: Book,
	target: { readonly orderId: number; readonly accountId: string },
): RejectReason | null {
	if (!isOrderId(target.orderId)) return 'INVALID_ORDER_ID';
	if (!isAccountId(target.accountId)) return 'INVALID_ACCOUNT_ID';
	const order = findInIndex(book.orders, target.orderId);
	return order?.accountId === target.accountId ? null : 'UNKNOWN_ORDER';
}

function refuseReduction(book: Book, command: Reduce): RejectReason | null {
	const { market } = book;
	const lots = command.newQuantityLots;
	const order = findInIndex(book.orders, command.orderId);
	if (order === null) return 'UNKNOWN_ORDER';
	if (!isWhole(lots, Number.MAX_SAFE_INTEGER)) return 'INVALID_QUANTITY';
	if (lots < market.minQuantityLots) return 'QUANTITY_BELOW_MINIMUM';
	if (order.priceTicks > 0 && quoteAmount(market, order.priceTicks, lots) < market.minNotional) {
		return 'NOTIONAL_BELOW_MINIMUM';
	}
	const gone = order.quantityLots - order.leavesLots;
	return lots < order.quantityLots && lots > gone ? null : 'NOT_A_REDUCTION';
}

function refuseReplacement(book: Book, command: CancelReplace): RejectReason | null {
	if (!isOrderId(command.orderId)) return 'INVALID_ORDER_ID';
	const target = { orderId: command.origOrderId, accountId: command.accountId };
	const original = findInIndex(book.orders, command.origOrderId);
	return (
		refuseTarget(book, target) ??
		refuseChange(command, original) ??
		refuseNewOrder(book, command, original)
	);
}

function refuseChange(command: CancelReplace, original: Order | null): RejectReason | null {
	const { origLeavesLots } = command;
	if (origLeavesLots === undefined || origLeavesLots === original?.leavesLots) return null;
	return 'ORIGINAL_CHANGED';
}

/** `replaced` is the order that makes way for this one, if any. */
function refuseNewOrder(
	book: Book,
	command: NewOrder,
	replaced: Order | null,
): RejectReason | null {
	return (
		refuseIdentity(book, command, replaced) ??
		refuseKind(command) ??
		refuseAmounts(book.market, command) ??
		refuseConditions(command) ??
		refuseLimits(book, command) ??
		refuseByBook(book, command, replaced)
	);
}

function refuseIdentity(
	book: Book,
	command: NewOrder,
	replaced: Order | null,
): RejectReason | null {
	if (!isOrderId(command.orderId)) return 'INVALID_ORDER_ID';
	if (!isAccountId(command.accountId)) return 'INVALID_ACCOUNT_ID';
	if (findInIndex(book.orders, command.orderId) !== null) return 'DUPLICATE_ORDER_ID';
	if (command.side !== 'BUY' && command.side !== 'SELL') return 'INVALID_SIDE';
	if (replaced !== null && replaced.side !== command.side) return 'REPLACE_CHANGES_SIDE';
	return null;
}

function refuseKind(command: NewOrder): RejectReason | null {
	if (!ORDER_TYPES.includes(command.type)) return 'INVALID_TYPE';
	const { timeInForce, selfTradePreventionMode } = command;
	if (timeInForce !== undefined) {
		const known = TIMES_IN_FORCE.includes(timeInForce);
		if (!known || !(hasPrice(command) || timeInForce === 'IOC')) return 'INVALID_TIME_IN_FORCE';
	}
	if (
		selfTradePreventionMode !== undefined &&
		!SELF_TRADE_PREVENTION_MODES.includes(selfTradePreventionMode)
	) {
		return 'INVALID_SELF_TRADE_PREVENTION_MODE';
	}
	return null;
}

function refuseAmounts(market: Market, command: NewOrder): RejectReason | null {
	const { priceTicks, stopPriceTicks, quantityLots, quoteOrderQty } = command;
	const { maxPriceTicks } = market;
	const priced = hasPrice(command);
	if (priced ? !isWhole(priceTicks, maxPriceTicks) : priceTicks !== undefined) {
		return 'INVALID_PRICE';
	}
	const stop = command.type === 'STOP_LOSS' || command.type === 'STOP_LOSS_LIMIT';
	if (stop ? !isWhole(stopPriceTicks, maxPriceTicks) : stopPriceTicks !== undefined) {
		return 'INVALID_STOP_PRICE';
	}
	const quantityNeeded = priced || quoteOrderQty === undefined;
	if (quantityNeeded || quantityLots !== undefined) {
		if (!isWhole(quantityLots, Number.MAX_SAFE_INTEGER)) return 'INVALID_QUANTITY';
	}
	if (quoteOrderQty !== undefined) {
		const inRange =
			typeof quoteOrderQty === 'bigint' && quoteOrderQty > 0n && quoteOrderQty <= QUOTE_MAX;
		if (priced || !inRange) return 'INVALID_QUOTE_QUANTITY';
	}
	return null;
}

function refuseConditions(command: NewOrder): RejectReason | null {
	const { icebergQtyLots, postOnly, expireTime, quantityLots = 0 } = command;
	const canRest =
		hasPrice(command) && command.timeInForce !== 'IOC' && command.timeInForce !== 'FOK';
	if (icebergQtyLots !== undefined && !(canRest && isWhole(icebergQtyLots, quantityLots))) {
		return 'INVALID_ICEBERG_QUANTITY';
	}
	if (postOnly !== undefined && postOnly !== false) {
		if (postOnly !== true || !canRest || command.type !== 'LIMIT') return 'INVALID_POST_ONLY';
	}
	const timed = command.timeInForce === 'GTD';
	if (timed ? !isWhole(expireTime, Number.MAX_SAFE_INTEGER) : expireTime !== undefined) {
		return 'INVALID_EXPIRE_TIME';
	}
	return null;
}

/** The market's own limits. */
function refuseLimits(book: Book, command: NewOrder): RejectReason | null {
	const { market } = book;
	const { expireTime, quantityLots, quoteOrderQty, priceTicks, icebergQtyLots } = command;
	if (expireTime !== undefined && expireTime <= book.time) return 'EXPIRE_TIME_PASSED';
	if (quantityLots !== undefined) {
		if (quantityLots < market.minQuantityLots) return 'QUANTITY_BELOW_MINIMUM';
		if (quantityLots > market.maxQuantityLots) return 'QUANTITY_ABOVE_MAXIMUM';
	}
	if (market.minNotional > 0n) {
		const notional =
			priceTicks === undefined ? quoteOrderQty : quoteAmount(market, priceTicks, quantityLots ?? 0);
		if (notional !== undefined && notional < market.minNotional) return 'NOTIONAL_BELOW_MINIMUM';
	}
	if (icebergQtyLots !== undefined && (quantityLots ?? 0) > ICEBERG_PARTS_MAX * icebergQtyLots) {
		return 'ICEBERG_TOO_MANY_PARTS';
	}
	return null;
}

/** What depends on the other orders and trades of the book. */
function refuseByBook(book: Book, command: NewOrder, replaced: Order | null): RejectReason | null {
	const { side, stopPriceTicks, priceTicks = 0, quantityLots = 0 } = command;
	const openLots = book.openLots - (replaced?.leavesLots ?? 0);
	if (quantityLots > Number.MAX_SAFE_INTEGER - openLots) return 'BOOK_QUANTITY_EXHAUSTED';
	const last = book.lastPriceTicks;
	if (stopPriceTicks !== undefined && last > 0) {
		if (side === 'BUY' ? last >= stopPriceTicks : last <= stopPriceTicks) {
			return 'STOP_WOULD_TRIGGER';
		}
	}
	if (command.postOnly === true && wouldTake(book, side, priceTicks)) {
		return 'POST_ONLY_WOULD_TAKE';
	}
	return null;
}

function hasPrice(command: NewOrder): boolean {
	return command.type === 'LIMIT' || command.type === 'STOP_LOSS_LIMIT';
}

/** A whole number, 1 to `most`. */
function isWhole(value: number | undefined, most: number): value is number {
	return Number.isSafeInteger(value) && value !== undefined && value >= 1 && value <= most;
}

function isOrderId(value: number): boolean {
	return Number.isSafeInteger(value) && value >= 1;
}

function isAccountId(value: string): boolean {
	return typeof value === 'string' && value.length >= 1 && value.length <= ACCOUNT_ID_LENGTH_MAX;
}
