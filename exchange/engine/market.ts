/**
 * The rules of one market and the arithmetic of its money. Prices are whole ticks and quantities
 * whole lots, both safe integers; their product can pass 2^53, so every quote amount is a bigint
 * in the smallest unit of the quote asset.
 */

/** Fixed rules of a book; they never change during its life. */
export interface Market {
	readonly symbol: string;
	/** Quote units that one lot costs at a price of one tick. */
	readonly quotePerTickLot: number;
	readonly maxPriceTicks: number;
	readonly minQuantityLots: number;
	readonly maxQuantityLots: number;
	/** Least quote amount of an order that names a price or a quote amount; 0n for no limit. */
	readonly minNotional: bigint;
	readonly makerFeeBps: number;
	readonly takerFeeBps: number;
}

const BPS_PER_ONE = 10_000;

/** Throws a RangeError that names the first field outside its range. */
export function checkMarket(market: Market): void {
	const wholeFields = [
		['quotePerTickLot', 1, Number.MAX_SAFE_INTEGER],
		['maxPriceTicks', 1, Number.MAX_SAFE_INTEGER],
		['minQuantityLots', 1, market.maxQuantityLots],
		['maxQuantityLots', 1, Number.MAX_SAFE_INTEGER],
		['makerFeeBps', 0, BPS_PER_ONE],
		['takerFeeBps', 0, BPS_PER_ONE],
	] as const;
	for (const [field, least, most] of wholeFields) {
		const value = market[field];
		if (!Number.isSafeInteger(value) || value < least || value > most) {
			throw new RangeError(`market ${field} must be whole, ${least} to ${most}, not ${value}`);
		}
	}
	if (typeof market.minNotional !== 'bigint' || market.minNotional < 0n) {
		throw new RangeError(`market minNotional must be a bigint of 0 or more`);
	}
}

/** Exact cost of `quantityLots` at `priceTicks`, in quote units. */
export function quoteAmount(market: Market, priceTicks: number, quantityLots: number): bigint {
	const amount = priceTicks * quantityLots * market.quotePerTickLot;
	if (amount <= Number.MAX_SAFE_INTEGER) return BigInt(amount);
	return BigInt(priceTicks) * BigInt(quantityLots) * BigInt(market.quotePerTickLot);
}

/** The most lots, up to `lotsMax`, that `quote` units pay for at `priceTicks`. */
export function lotsWithin(
	market: Market,
	quote: bigint,
	limit: { readonly priceTicks: number; readonly lotsMax: number },
): number {
	if (quote >= quoteAmount(market, limit.priceTicks, limit.lotsMax)) return limit.lotsMax;
	return Number(quote / quoteAmount(market, limit.priceTicks, 1));
}

/**
 * Most commission an order can pay for `quote` units traded, however many fills: the exact fee at
 * the higher of the two rates, rounded up once. Hold this much on acceptance.
 */
export function commissionMax(market: Market, quote: bigint): bigint {
	const bps = BigInt(Math.max(market.makerFeeBps, market.takerFeeBps));
	return (quote * bps + 9_999n) / 10_000n;
}

/** Part of a fee an order has paid ahead by rounding up, in ten-thousandths of a quote unit. */
export interface FeeCredit {
	feeCredit: number;
}

/** Up to this amount, the product with the highest rate is a safe integer. */
const FAST_QUOTE_MAX = BigInt(Number.MAX_SAFE_INTEGER) / 10_000n - 1n;

/**
 * The commission of one fill, in quote units, after what the order has paid ahead; moves the
 * credit. Rounding rule: the sum over an order's fills is its exact fee rounded up once, so
 * splitting a fill never costs more, and no fill costs more than its own quote amount.
 */
export function chargeCommission(payer: FeeCredit, quote: bigint, bps: number): bigint {
	if (bps === 0) return 0n;
	if (quote > FAST_QUOTE_MAX) return chargeLarge(payer, quote, bps);
	const due = Number(quote) * bps - payer.feeCredit;
	const fee = due <= 0 ? 0 : ceilOfBps(due);
	payer.feeCredit = fee * BPS_PER_ONE - due;
	return BigInt(fee);
}

/** `due / 10000` rounded up, by the remainder, because the quotient itself may not be exact. */
function ceilOfBps(due: number): number {
	const rest = due % BPS_PER_ONE;
	return (due - rest) / BPS_PER_ONE + (rest === 0 ? 0 : 1);
}

/** The same rule where the product of amount and rate could pass 2^53. */
function chargeLarge(payer: FeeCredit, quote: bigint, bps: number): bigint {
	const due = quote * BigInt(bps) - BigInt(payer.feeCredit);
	const fee = (due + 9_999n) / 10_000n;
	payer.feeCredit = Number(fee * 10_000n - due);
	return fee;
}
