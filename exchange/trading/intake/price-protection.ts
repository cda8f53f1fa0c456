/**
 * Bounds what a market order may pay or sell. Its need is known only by trading, so it is bound by
 * the prices expected on acceptance, made worse by a collar; what would trade beyond that expires.
 * Pure.
 */
import { quoteAmount, type Market as EngineMarket } from '../../engine/market';

/** How much worse than expected all trades of a market order may be together. */
export const COLLAR_PERCENT = 5n;

export interface PriceLevel {
	readonly priceTicks: number;
	readonly quantityLots: number;
}

/** Expected prices of the other side. */
export interface ExpectedPrices {
	/** The best first. */
	readonly levels: readonly PriceLevel[];
	/** Price assumed beyond the levels. */
	readonly restTicks: number;
}

/**
 * Quote units that `lots` may cost, without commission: the expected cost plus COLLAR_PERCENT,
 * rounded up once.
 */
export function protectedQuote(
	market: EngineMarket,
	lots: number,
	expected: ExpectedPrices,
): bigint {
	return dividedUp(expectedQuote(market, lots, expected) * (100n + COLLAR_PERCENT), 100n);
}

/** Quote units that `lots` cost or bring at the expected prices, without commission. */
export function expectedQuote(
	market: EngineMarket,
	lots: number,
	{ levels, restTicks }: ExpectedPrices,
): bigint {
	let cost = 0n;
	let missing = lots;
	for (const { priceTicks, quantityLots } of levels) {
		const taken = Math.min(missing, quantityLots);
		cost += quoteAmount(market, priceTicks, taken);
		missing -= taken;
	}
	return cost + quoteAmount(market, restTicks, missing);
}

/**
 * Lots that may be sold for `quote` units: as many as bring them at COLLAR_PERCENT below the
 * expected prices, rounded up once.
 */
export function protectedLots(
	market: EngineMarket,
	quote: bigint,
	{ levels, restTicks }: ExpectedPrices,
): bigint {
	const worth = (priceTicks: number, lots: number) =>
		quoteAmount(market, priceTicks, lots) * (100n - COLLAR_PERCENT);
	let lots = 0n;
	let missing = quote * 100n;
	for (const { priceTicks, quantityLots } of levels) {
		const all = worth(priceTicks, quantityLots);
		if (missing <= all) return lots + dividedUp(missing, worth(priceTicks, 1));
		lots += BigInt(quantityLots);
		missing -= all;
	}
	return lots + dividedUp(missing, worth(restTicks, 1));
}

function dividedUp(amount: bigint, by: bigint): bigint {
	return (amount + by - 1n) / by;
}
