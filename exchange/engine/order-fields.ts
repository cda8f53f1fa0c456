/** Checks the fields of an order, alone and in combination, without the book. */
import {
	isPriced,
	isTriggered,
	orderTypeNames,
	selfTradePreventionModes,
	timesInForce,
	typesWith,
} from '../../api/exchange/language/order-types';
import type { NewOrder } from './command';
import type { RejectReason } from './event';
import type { Market } from './market';

/** Above the largest possible product of price, quantity and unit. */
const QUOTE_MAX = 2n ** 159n;

/** Bounds of a trailing stop's distance; a smaller one would be noise. */
export const TRAILING_DELTA_MIN_BPS = 10;
export const TRAILING_DELTA_MAX_BPS = 2_000;

const ACCOUNT_ID_LENGTH_MAX = 128;

/** Returns the first reason why the order could never be accepted, or null. */
export function refuseFields(market: Market, command: NewOrder): RejectReason | null {
	return refuseKind(command) ?? refuseAmounts(market, command) ?? refuseConditions(command);
}

function refuseKind(command: NewOrder): RejectReason | null {
	if (!orderTypeNames.includes(command.type)) return 'INVALID_TYPE';
	const { timeInForce, selfTradePreventionMode } = command;
	if (timeInForce !== undefined) {
		const known = timesInForce.includes(timeInForce);
		if (!known || !(hasPrice(command) || timeInForce === 'IOC')) return 'INVALID_TIME_IN_FORCE';
	}
	if (
		selfTradePreventionMode !== undefined &&
		!selfTradePreventionModes.includes(selfTradePreventionMode)
	) {
		return 'INVALID_SELF_TRADE_PREVENTION_MODE';
	}
	return null;
}

function refuseAmounts(market: Market, command: NewOrder): RejectReason | null {
	const { priceTicks, stopPriceTicks, quantityLots, quoteOrderQty, trailingDelta } = command;
	const { maxPriceTicks } = market;
	const priced = hasPrice(command);
	if (priced ? !isWhole(priceTicks, maxPriceTicks) : priceTicks !== undefined) {
		return 'INVALID_PRICE';
	}
	const stop = isStop(command);
	const stopPriceNeeded = stop && !(isStopLoss(command) && trailingDelta !== undefined);
	if (stopPriceNeeded || (stop && stopPriceTicks !== undefined)) {
		if (!isWhole(stopPriceTicks, maxPriceTicks)) return 'INVALID_STOP_PRICE';
	} else if (stopPriceTicks !== undefined) return 'INVALID_STOP_PRICE';
	if (trailingDelta !== undefined) {
		const inRange =
			isWhole(trailingDelta, TRAILING_DELTA_MAX_BPS) && trailingDelta >= TRAILING_DELTA_MIN_BPS;
		if (!isStopLoss(command) || !inRange) return 'INVALID_TRAILING_DELTA';
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
	const { icebergQtyLots, postOnly, expireTime, maxNumOrders, quantityLots = 0 } = command;
	const mayRest = canRest(command);
	if (icebergQtyLots !== undefined && !(mayRest && isWhole(icebergQtyLots, quantityLots))) {
		return 'INVALID_ICEBERG_QUANTITY';
	}
	if (postOnly !== undefined && postOnly !== false) {
		if (postOnly !== true || !mayRest || command.type !== 'LIMIT') return 'INVALID_POST_ONLY';
	}
	const timed = command.timeInForce === 'GTD';
	if (timed ? !isWhole(expireTime, Number.MAX_SAFE_INTEGER) : expireTime !== undefined) {
		return 'INVALID_EXPIRE_TIME';
	}
	if (maxNumOrders !== undefined && !isWhole(maxNumOrders, Number.MAX_SAFE_INTEGER)) {
		return 'INVALID_MAX_NUM_ORDERS';
	}
	return null;
}

const triggered: ReadonlySet<string> = new Set(orderTypeNames.filter(isTriggered));
const following: ReadonlySet<string> = new Set(typesWith('trailingDelta'));
const priced: ReadonlySet<string> = new Set(orderTypeNames.filter(isPriced));

export function isStop({ type }: NewOrder): boolean {
	return triggered.has(type);
}

/** True for a stop order that may follow the market, and be one of a list. */
export function isStopLoss({ type }: NewOrder): boolean {
	return following.has(type);
}

/** True when the order can rest in the book. */
export function canRest(command: NewOrder): boolean {
	return hasPrice(command) && command.timeInForce !== 'IOC' && command.timeInForce !== 'FOK';
}

export function hasPrice({ type }: Pick<NewOrder, 'type'>): boolean {
	return priced.has(type);
}

/** True for an integer from 1 to `most`. */
export function isWhole(value: number | undefined, most: number): value is number {
	return Number.isSafeInteger(value) && value !== undefined && value >= 1 && value <= most;
}

/** True for a time in milliseconds, or undefined. */
export function isTime(value: number | undefined): boolean {
	return value === undefined || (Number.isSafeInteger(value) && value >= 0);
}

export function isOrderId(value: number): boolean {
	return Number.isSafeInteger(value) && value >= 1;
}

export function isAccountId(value: string): boolean {
	return typeof value === 'string' && value.length >= 1 && value.length <= ACCOUNT_ID_LENGTH_MAX;
}
