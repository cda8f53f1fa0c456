/**
 * Checks of commands. They change nothing and follow the order of REJECT_REASONS, so a command with
 * two faults always gets the same reason. Types are checked too, because a caller may be untyped.
 */
import { waitsForRise } from '../../api/exchange/language/order-types';
import { isOutsideBand } from './bands';
import { oppositeSide, type Book } from './book';
import {
	MARKET_STATUSES,
	type CancelReplace,
	type Command,
	type Expire,
	type NewOrder,
	type PlaceOco,
	type Reduce,
	type SetRules,
	type Side,
} from './command';
import type { RejectReason } from './event';
import { quoteAmount } from './market';
import {
	canRest,
	isAccountId,
	isOrderId,
	isStop,
	isStopLoss,
	isTime,
	isWhole,
	refuseFields,
} from './order-fields';
import { checkedRules } from './rules';

/** Bounds the number of trades of one command. */
export const ICEBERG_PARTS_MAX = 100;

/** Returns the first reason that applies, or null for a valid command. */
export function refusalOf(book: Book, command: Command): RejectReason | null {
	switch (command.kind) {
		case 'PLACE':
			return refuseByStatus(book, 'TRADING') ?? refusePlace(book, command);
		case 'PLACE_OCO':
			return refuseByStatus(book, 'TRADING') ?? refuseOco(book, command);
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
		case 'RULES':
			return refuseRules(book, command);
		default:
			return 'UNKNOWN_COMMAND';
	}
}

/** True if an order of this side and price would trade at once. */
export function wouldTake(book: Book, side: Side, priceTicks: number): boolean {
	const { bestTicks } = oppositeSide(book, side);
	if (bestTicks === 0) return false;
	return side === 'BUY' ? bestTicks <= priceTicks : bestTicks >= priceTicks;
}

/** `needed`: the least permissive status in which the command is allowed. */
function refuseByStatus(book: Book, needed: 'TRADING' | 'CANCEL_ONLY'): RejectReason | null {
	if (book.status === 'TRADING') return null;
	if (book.status === 'HALT') return 'MARKET_HALTED';
	return needed === 'TRADING' ? 'MARKET_CANCEL_ONLY' : null;
}

/** Orders that enter or leave together with a new order. */
interface OrderContext {
	/** Slot of the order that this one replaces, 0 if it is none. */
	readonly replaced: number;
	/** Lots and number of the list's other order that count before this one. */
	readonly lots: number;
	readonly orders: 0 | 1;
}

const ALONE: OrderContext = { replaced: 0, lots: 0, orders: 0 };

function refuseRules(book: Book, { rules, time }: SetRules): RejectReason | null {
	if (checkedRules(rules, book.market.maxPriceTicks) === null) return 'INVALID_RULES';
	return isTime(time) ? null : 'INVALID_TIME';
}

function refusePlace(book: Book, command: NewOrder): RejectReason | null {
	return isTime(command.time) ? refuseNewOrder(book, command, ALONE) : 'INVALID_TIME';
}

function refuseOco(book: Book, { limit, stop }: PlaceOco): RejectReason | null {
	if (!isPair(limit, stop)) return 'INVALID_ORDER_LIST';
	if (!isTime(limit.time)) return 'INVALID_TIME';
	const lots = limit.quantityLots ?? 0;
	return (
		refuseNewOrder(book, limit, { replaced: 0, lots: 0, orders: 1 }) ??
		refuseNewOrder(book, stop, { replaced: 0, lots, orders: 1 }) ??
		(arePricesCrossed(limit, stop) ? 'ORDER_LIST_PRICES_CROSSED' : null)
	);
}

/** True if the two can form a list; each order is checked separately after that. */
function isPair(limit: NewOrder, stop: NewOrder): boolean {
	if (typeof limit !== 'object' || typeof stop !== 'object') return false;
	if (limit === null || stop === null) return false;
	if (limit.type !== 'LIMIT' || limit.postOnly !== true || !isStopLoss(stop)) return false;
	const { orderId, accountId, side, quantityLots } = limit;
	const isSame =
		stop.accountId === accountId && stop.side === side && stop.quantityLots === quantityLots;
	return isSame && stop.orderId !== orderId;
}

/** A seller's limit price lies above the stop price, a buyer's below. */
function arePricesCrossed(limit: NewOrder, stop: NewOrder): boolean {
	const { priceTicks = 0 } = limit;
	const { stopPriceTicks = 0 } = stop;
	if (stopPriceTicks === 0) return false;
	return limit.side === 'SELL' ? priceTicks <= stopPriceTicks : priceTicks >= stopPriceTicks;
}

function refuseTime(book: Book, command: Expire): RejectReason | null {
	if (!isWhole(command.time, Number.MAX_SAFE_INTEGER)) return 'INVALID_TIME';
	return command.time < book.lastExpireTime ? 'TIME_WENT_BACK' : null;
}

function refuseAccount(accountId: string): RejectReason | null {
	return isAccountId(accountId) ? null : 'INVALID_ACCOUNT_ID';
}

/** Another account's order counts as unknown. */
function refuseTarget(
	book: Book,
	target: { readonly orderId: number; readonly accountId: string },
): RejectReason | null {
	if (!isOrderId(target.orderId)) return 'INVALID_ORDER_ID';
	if (!isAccountId(target.accountId)) return 'INVALID_ACCOUNT_ID';
	const slot = book.orders.index.find(target.orderId);
	const isOwn = slot !== 0 && book.orders.own.accountId(slot) === target.accountId;
	return isOwn ? null : 'UNKNOWN_ORDER';
}

function refuseReduction(book: Book, command: Reduce): RejectReason | null {
	const { market, orders } = book;
	const lots = command.newQuantityLots;
	const slot = orders.index.find(command.orderId);
	if (orders.terms(slot).other !== 0) return 'ORDER_IN_LIST';
	if (!isWhole(lots, Number.MAX_SAFE_INTEGER)) return 'INVALID_QUANTITY';
	if (lots < market.minQuantityLots) return 'QUANTITY_BELOW_MINIMUM';
	const priceTicks = orders.priceTicks.at(slot);
	if (priceTicks > 0 && quoteAmount(market, priceTicks, lots) < market.minNotional) {
		return 'NOTIONAL_BELOW_MINIMUM';
	}
	const quantityLots = orders.quantityLots.at(slot);
	const gone = quantityLots - orders.leavesLots.at(slot);
	return lots < quantityLots && lots > gone ? null : 'NOT_A_REDUCTION';
}

function refuseReplacement(book: Book, command: CancelReplace): RejectReason | null {
	if (!isTime(command.time)) return 'INVALID_TIME';
	if (!isOrderId(command.orderId)) return 'INVALID_ORDER_ID';
	const target = { orderId: command.origOrderId, accountId: command.accountId };
	const refusal = refuseTarget(book, target);
	if (refusal !== null) return refusal;
	const replaced = book.orders.index.find(command.origOrderId);
	if (book.orders.terms(replaced).other !== 0) return 'ORDER_IN_LIST';
	return (
		refuseChange(book, command, replaced) ?? refuseNewOrder(book, command, { ...ALONE, replaced })
	);
}

function refuseChange(
	{ orders }: Book,
	{ origLeavesLots }: CancelReplace,
	original: number,
): RejectReason | null {
	const isAsNamed =
		origLeavesLots === undefined || origLeavesLots === orders.leavesLots.at(original);
	return isAsNamed ? null : 'ORIGINAL_CHANGED';
}

function refuseNewOrder(book: Book, command: NewOrder, context: OrderContext): RejectReason | null {
	return (
		refuseIdentity(book, command, context.replaced) ??
		refuseFields(book.market, command) ??
		refuseLimits(book, command) ??
		refuseByBook(book, command, context)
	);
}

function refuseIdentity(book: Book, command: NewOrder, replaced: number): RejectReason | null {
	if (!isOrderId(command.orderId)) return 'INVALID_ORDER_ID';
	if (!isAccountId(command.accountId)) return 'INVALID_ACCOUNT_ID';
	if (book.orders.index.find(command.orderId) !== 0) return 'DUPLICATE_ORDER_ID';
	if (command.side !== 'BUY' && command.side !== 'SELL') return 'INVALID_SIDE';
	if (replaced !== 0 && book.orders.side(replaced) !== command.side) return 'REPLACE_CHANGES_SIDE';
	return null;
}

function refuseLimits(book: Book, command: NewOrder): RejectReason | null {
	const { market } = book;
	const { expireTime, quantityLots, quoteOrderQty, priceTicks, icebergQtyLots } = command;
	if (expireTime !== undefined && expireTime <= book.lastExpireTime) return 'EXPIRE_TIME_PASSED';
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

/** Checks that depend on the other orders and trades of the book. */
function refuseByBook(book: Book, command: NewOrder, context: OrderContext): RejectReason | null {
	const { side, stopPriceTicks, priceTicks = 0, quantityLots = 0 } = command;
	const openLots = book.openLots - book.orders.leavesLots.at(context.replaced) + context.lots;
	if (quantityLots > Number.MAX_SAFE_INTEGER - openLots) return 'BOOK_QUANTITY_EXHAUSTED';
	if (isOneTooMany(book, command, context)) return 'MAX_NUM_ORDERS_REACHED';
	if (priceTicks > 0 && isOutsideBand(book, priceTicks, command.time)) {
		return 'PRICE_OUTSIDE_BAND';
	}
	const last = book.lastPriceTicks;
	if (stopPriceTicks !== undefined && last > 0) {
		if (waitsForRise(command.type, side) ? last >= stopPriceTicks : last <= stopPriceTicks) {
			return 'STOP_WOULD_TRIGGER';
		}
	}
	if (command.postOnly === true && wouldTake(book, side, priceTicks)) {
		return 'POST_ONLY_WOULD_TAKE';
	}
	return null;
}

/** An order that cannot stay open does not count. */
function isOneTooMany(book: Book, command: NewOrder, { replaced, orders }: OrderContext): boolean {
	const most = command.maxNumOrders ?? book.protection.rules.maxNumOrders;
	if (most === 0 || !(isStop(command) || canRest(command))) return false;
	const open = book.orders.own.count(command.accountId) - (replaced === 0 ? 0 : 1);
	return open + orders >= most;
}
