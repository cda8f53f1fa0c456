/**
 * One market: assets, rules in decimals and in the engine's integers, and the conversion between
 * them. Pure; markets.ts stores markets.
 */
import { FieldFault } from '../../../server/commands/command-fault';
import type { MarketRules } from '../../engine/command';
import type { Market as EngineMarket } from '../../engine/market';
import { NO_RULES } from '../../engine/rules';
import { formatDecimal, parseDecimal } from '../../../server/decimal';

/** No amount, and no sum of amounts, exceeds this; it leaves room below the 2^63 of a column. */
export const AMOUNT_MAX = 4_000_000_000_000_000_000n;

/** Most decimal places of a price. */
const priceDecimals = 18;

/** Definition of a market; amounts are decimal strings. */
export interface MarketDescription {
	readonly symbol: string;
	readonly baseAsset: string;
	readonly quoteAsset: string;
	/** Least step between two prices, in the quote asset for one of the base asset. */
	readonly tickSize: string;
	/** Least step between two quantities, in the base asset. */
	readonly stepSize: string;
	readonly maxPrice: string;
	readonly minQty: string;
	readonly maxQty: string;
	/** Least value of an order, in the quote asset; '0' for no limit. */
	readonly minNotional: string;
	readonly makerFeeBps: number;
	readonly takerFeeBps: number;
}

export interface Market {
	readonly description: MarketDescription;
	readonly baseDecimals: number;
	readonly quoteDecimals: number;
	/** One tick, in units of 10^-18. */
	readonly tickUnits: bigint;
	/** One lot, in the smallest unit of the base asset. */
	readonly lotUnits: bigint;
	readonly engine: EngineMarket;
	/** Rules with which its book began; the lane knows the current ones. */
	readonly firstRules: MarketRules;
}

/** Says which field of a description is invalid and why. */
export class MarketFault extends FieldFault {
	constructor(field: keyof MarketDescription, fault: string) {
		super(field, fault);
		this.name = 'MarketFault';
	}
}

export interface AssetDecimals {
	readonly base: number;
	readonly quote: number;
}

/** Throws a MarketFault that names the first invalid field. */
export function createMarket(description: MarketDescription, decimals: AssetDecimals): Market {
	if (!/^[A-Z0-9]{1,16}(-[A-Z0-9]{1,16})?$/.test(description.symbol)) {
		throw new MarketFault('symbol', 'must be capital letters and digits, such as CREDIT-EUR');
	}
	const tickUnits = amountOf(description, 'tickSize', priceDecimals);
	const lotUnits = amountOf(description, 'stepSize', decimals.base);
	if (tickUnits === 0n) throw new MarketFault('tickSize', 'must be above 0');
	if (lotUnits === 0n) throw new MarketFault('stepSize', 'must be above 0');
	const scale = 10n ** BigInt(priceDecimals + decimals.base);
	const product = tickUnits * lotUnits * 10n ** BigInt(decimals.quote);
	if (product % scale !== 0n) {
		throw new MarketFault(
			'tickSize',
			`times stepSize must be a whole number of the quote asset's ${decimals.quote} decimals`,
		);
	}
	const steps = (field: 'minQty' | 'maxQty') =>
		wholeSteps(field, amountOf(description, field, decimals.base), lotUnits);
	const engine: EngineMarket = {
		symbol: description.symbol,
		quotePerTickLot: safeNumber('tickSize', product / scale),
		maxPriceTicks: wholeSteps(
			'maxPrice',
			amountOf(description, 'maxPrice', priceDecimals),
			tickUnits,
		),
		minQuantityLots: steps('minQty'),
		maxQuantityLots: steps('maxQty'),
		minNotional: amountOf(description, 'minNotional', decimals.quote),
		makerFeeBps: feeOf(description, 'makerFeeBps'),
		takerFeeBps: feeOf(description, 'takerFeeBps'),
	};
	checkLimits(engine, lotUnits);
	return {
		description,
		baseDecimals: decimals.base,
		quoteDecimals: decimals.quote,
		tickUnits,
		lotUnits,
		engine,
		firstRules: NO_RULES,
	};
}

/**
 * Converts a price to ticks; null if it is not positive or not on a tick. Above 2^53 the result is
 * inexact, but beyond every market's limits.
 */
export function priceTicksOf(market: Market, price: string): number | null {
	return stepsOf(parseDecimal(price, priceDecimals), market.tickUnits);
}

/** Converts a quantity to lots; null if it is not positive or not on a step; see priceTicksOf. */
export function quantityLotsOf(market: Market, quantity: string): number | null {
	return stepsOf(parseDecimal(quantity, market.baseDecimals), market.lotUnits);
}

export function formatPrice(market: Market, priceTicks: number | bigint): string {
	return formatDecimal(BigInt(priceTicks) * market.tickUnits, priceDecimals);
}

export function formatQuantity(market: Market, lots: number | bigint): string {
	return formatDecimal(BigInt(lots) * market.lotUnits, market.baseDecimals);
}

export function formatQuote(market: Market, units: bigint): string {
	return formatDecimal(units, market.quoteDecimals);
}

function stepsOf(units: bigint | null, step: bigint): number | null {
	if (units === null || units === 0n || units % step !== 0n) return null;
	return Number(units / step);
}

type AmountField = 'tickSize' | 'stepSize' | 'maxPrice' | 'minQty' | 'maxQty' | 'minNotional';

function amountOf(description: MarketDescription, field: AmountField, decimals: number): bigint {
	const units = parseDecimal(description[field], decimals);
	if (units === null) {
		throw new MarketFault(
			field,
			`must be a decimal with at most ${decimals} digits behind the point`,
		);
	}
	return units;
}

function wholeSteps(field: AmountField, units: bigint, step: bigint): number {
	if (units === 0n || units % step !== 0n) {
		throw new MarketFault(field, 'must be a multiple of its step above 0');
	}
	return safeNumber(field, units / step);
}

function safeNumber(field: AmountField, value: bigint): number {
	if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new MarketFault(field, 'has too many steps');
	return Number(value);
}

function feeOf(description: MarketDescription, field: 'makerFeeBps' | 'takerFeeBps'): number {
	const fee = description[field];
	if (!Number.isInteger(fee) || fee < 0 || fee > 10_000) {
		throw new MarketFault(field, 'must be a whole number from 0 to 10000');
	}
	return fee;
}

function checkLimits(engine: EngineMarket, lotUnits: bigint): void {
	if (engine.minQuantityLots > engine.maxQuantityLots) {
		throw new MarketFault('minQty', 'must not pass maxQty');
	}
	const largest =
		BigInt(engine.maxPriceTicks) * BigInt(engine.maxQuantityLots) * BigInt(engine.quotePerTickLot);
	if (largest * 2n > AMOUNT_MAX) {
		throw new MarketFault('maxPrice', 'times maxQty is more than an amount can hold');
	}
	if (BigInt(engine.maxQuantityLots) * lotUnits > AMOUNT_MAX) {
		throw new MarketFault('maxQty', 'is more than an amount can hold');
	}
}
