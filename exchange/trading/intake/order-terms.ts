/**
 * Converts a trader's request, in decimal strings, to the engine's integers. Every field is checked
 * against the rules of the market, and a refusal names the field. The engine checks what depends on
 * the book, the intake what depends on money.
 */
import {
	isFieldOf,
	isTriggered,
	orderTypeNames,
	orderTypes,
	selfTradePreventionModes,
	sides,
	termFields,
	timesInForce,
	type OrderTypeRow,
} from '../../../api/exchange/language/order-types';
import type {
	OrderType,
	SelfTradePreventionMode,
	TimeInForce,
} from '../../../api/exchange/language/order-types';
import type { NewOrder, Side } from '../../engine/command';
import { quoteAmount } from '../../engine/market';
import { ICEBERG_PARTS_MAX } from '../../engine/command-checks';
import { isDecimal, parseDecimal } from '../../../server/decimal';
import {
	AMOUNT_MAX,
	formatQuote,
	priceTicksOf,
	quantityLotsOf,
	type Market,
} from '../markets/market';
import { refuse, type Refusal } from '../../../server/refusal';

/** Fields of a request for an order; amounts are decimal strings. */
export interface OrderRequest {
	readonly side: Side;
	readonly type: OrderType;
	readonly timeInForce?: TimeInForce;
	readonly price?: string;
	readonly stopPrice?: string;
	/** Basis points. */
	readonly trailingDelta?: number;
	readonly quantity?: string;
	readonly quoteOrderQty?: string;
	readonly icebergQty?: string;
	readonly expireTime?: number;
	readonly postOnly?: boolean;
	readonly selfTradePreventionMode?: SelfTradePreventionMode;
}

/** The order in integers, without ids. */
export type OrderTerms = Omit<NewOrder, 'orderId' | 'accountId'>;

/** True for a buy by quantity without a price, and for a sale by quote amount. */
export function isUnbound({ side, priceTicks, quantityLots, quoteOrderQty }: OrderTerms): boolean {
	if (priceTicks !== undefined) return false;
	return side === 'BUY' ? quoteOrderQty === undefined : quantityLots === undefined;
}

/** Half of the maximum leaves room for the commission. */
const quoteMax = AMOUNT_MAX / 2n;

/** Checks a request against its market. */
export function orderTerms(market: Market, request: OrderRequest): OrderTerms {
	checkChoices(request);
	checkFields(request);
	const terms: OrderTerms = {
		side: request.side,
		type: request.type,
		...(request.timeInForce !== undefined && { timeInForce: request.timeInForce }),
		...given('priceTicks', price(market, 'price', request.price)),
		...given('stopPriceTicks', price(market, 'stopPrice', request.stopPrice)),
		...given('trailingDelta', request.trailingDelta),
		...given('quantityLots', quantity(market, 'quantity', request.quantity)),
		...given('quoteOrderQty', quote(market, request.quoteOrderQty)),
		...given('icebergQtyLots', quantity(market, 'icebergQty', request.icebergQty)),
		...given('expireTime', request.expireTime),
		...given('postOnly', request.postOnly),
		...given('selfTradePreventionMode', request.selfTradePreventionMode),
	};
	checkTogether(terms);
	checkLimits(market, terms);
	return terms;
}

function invalid(field: string, fault: string): Refusal {
	return refuse('Request_Invalid', field, fault);
}

function checkChoices(request: OrderRequest): void {
	const choices = [
		['side', sides],
		['type', orderTypeNames],
		['timeInForce', timesInForce],
		['selfTradePreventionMode', selfTradePreventionModes],
	] as const;
	for (const [field, allowed] of choices) {
		const value = request[field];
		const optional = field !== 'side' && field !== 'type';
		if (optional && value === undefined) continue;
		if (!allowed.some((choice) => choice === value)) {
			throw invalid(field, `must be one of ${allowed.join(', ')}`);
		}
	}
}

function checkFields(request: OrderRequest): void {
	const { type } = request;
	const { needs }: OrderTypeRow = orderTypes[type];
	for (const field of needs) {
		if (request[field] === undefined) throw invalid(field, `is needed for ${type}`);
	}
	for (const field of termFields) {
		if (request[field] !== undefined && !isFieldOf(type, field)) {
			throw invalid(field, `is not used by ${type}; leave it out`);
		}
	}
}

/** A stop order needs a stop price, or a trailing distance, or both. */
function checkStop(terms: OrderTerms): void {
	const { type, side, stopPriceTicks, trailingDelta } = terms;
	if (!isTriggered(type) || stopPriceTicks !== undefined) return;
	if (trailingDelta === undefined) {
		throw invalid('stopPrice', `is needed for ${type}, or a trailingDelta`);
	}
	if (isUnbound(terms)) {
		const other = side === 'BUY' ? 'quoteOrderQty' : 'quantity';
		throw invalid('stopPrice', `is needed beside trailingDelta for a ${side} without ${other}`);
	}
}

function price(market: Market, field: string, text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const { tickSize, maxPrice } = market.description;
	checkDecimal(field, text);
	const ticks = priceTicksOf(market, text);
	if (ticks === null) throw invalid(field, `must be a multiple of the tick ${tickSize} above 0`);
	if (ticks > market.engine.maxPriceTicks) throw invalid(field, `must be at most ${maxPrice}`);
	return ticks;
}

function quantity(market: Market, field: string, text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	checkDecimal(field, text);
	const lots = quantityLotsOf(market, text);
	if (lots === null) {
		throw invalid(field, `must be a multiple of the step ${market.description.stepSize} above 0`);
	}
	return lots;
}

function quote(market: Market, text: string | undefined): bigint | undefined {
	if (text === undefined) return undefined;
	checkDecimal('quoteOrderQty', text);
	const units = parseDecimal(text, market.quoteDecimals);
	if (units === null || units === 0n) {
		const { quoteDecimals } = market;
		const fault = `must be above 0 and have at most ${quoteDecimals} digits behind the point`;
		throw invalid('quoteOrderQty', fault);
	}
	if (units > quoteMax) {
		throw invalid('quoteOrderQty', `must be at most ${formatQuote(market, quoteMax)}`);
	}
	return units;
}

function checkDecimal(field: string, text: string): void {
	if (!isDecimal(text)) {
		throw invalid(field, "must be a decimal string of plain digits, such as '12.5'");
	}
}

/** Checks combinations of fields. */
function checkTogether(terms: OrderTerms): void {
	const { type, timeInForce, quantityLots, quoteOrderQty } = terms;
	const { oneOf, timesInForce: possible }: OrderTypeRow = orderTypes[type];
	const rests = terms.priceTicks !== undefined && timeInForce !== 'IOC' && timeInForce !== 'FOK';
	if (timeInForce !== undefined && !possible.includes(timeInForce)) {
		throw invalid('timeInForce', `of ${type} is ${possible.join(', ')}; leave it out`);
	}
	if (oneOf.length > 0 && (quantityLots === undefined) === (quoteOrderQty === undefined)) {
		throw invalid('quantity', `or quoteOrderQty is needed for ${type}, and only one of them`);
	}
	if (terms.icebergQtyLots !== undefined && !rests) {
		throw invalid('icebergQty', 'needs an order that can rest: GTC or GTD');
	}
	if (terms.postOnly === true && !rests) {
		throw invalid('postOnly', 'needs an order that can rest: GTC or GTD');
	}
	checkStop(terms);
	checkExpireTime(terms);
}

/** The intake checks that it lies in the future, after it has recognised a repeated order. */
function checkExpireTime({ timeInForce, expireTime }: OrderTerms): void {
	if (timeInForce !== 'GTD') {
		if (expireTime !== undefined) throw invalid('expireTime', 'is used with timeInForce GTD only');
		return;
	}
	if (expireTime === undefined || !Number.isSafeInteger(expireTime)) {
		throw invalid('expireTime', 'must be a time in milliseconds since 1970 for GTD');
	}
}

function checkLimits(market: Market, terms: OrderTerms): void {
	const { minQty, maxQty, minNotional } = market.description;
	const { engine } = market;
	const { quantityLots, icebergQtyLots, priceTicks, quoteOrderQty } = terms;
	if (quantityLots !== undefined) {
		if (quantityLots < engine.minQuantityLots)
			throw invalid('quantity', `must be at least ${minQty}`);
		if (quantityLots > engine.maxQuantityLots)
			throw invalid('quantity', `must be at most ${maxQty}`);
	}
	if (icebergQtyLots !== undefined && quantityLots !== undefined) {
		if (icebergQtyLots > quantityLots) throw invalid('icebergQty', 'must not pass the quantity');
		if (quantityLots > ICEBERG_PARTS_MAX * icebergQtyLots) {
			throw invalid('icebergQty', `must be at least the quantity / ${ICEBERG_PARTS_MAX}`);
		}
	}
	const notional =
		priceTicks === undefined ? quoteOrderQty : quoteAmount(engine, priceTicks, quantityLots ?? 0);
	if (notional !== undefined && notional < engine.minNotional) {
		throw invalid(
			priceTicks === undefined ? 'quoteOrderQty' : 'quantity',
			`must make the order worth at least ${minNotional}`,
		);
	}
}

/** Returns an object with the field, or an empty one if it is undefined. */
function given<Name extends string, V>(name: Name, value: V | undefined): Partial<Record<Name, V>> {
	return value === undefined ? {} : ({ [name]: value } as Partial<Record<Name, V>>);
}
