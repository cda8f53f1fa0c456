/**
 * The most a market order may pay, and the most it may sell. What such an order needs is known
 * only by trading, so it is bound by the prices that can be expected when it is accepted, made
 * worse by a collar; what it could trade beyond that expires. Pure: the prices are handed in.
 */
import { quoteAmount, type Market as EngineMarket } from '../../engine/market';

/** How much worse than expected a market order trades at most, all its trades together. */
export const COLLAR_PERCENT = 5n;

export interface PriceLevel {
	readonly priceTicks: number;
	readonly quantityLots: number;
}

/** What can be expected of the other side. */
export interface ExpectedPrices {
	/** The best first. */
	readonly levels: readonly PriceLevel[];
	/** The price of everything behind the levels. */
	readonly restTicks: number;
}

/**
 * The quote units `lots` may cost, commission not counted: what they are expected to cost and
 * COLLAR_PERCENT on top, the sum rounded up once to a whole unit.
 */
export function protectedQuote(
	market: EngineMarket,
	lots: number,
	expected: ExpectedPrices,
): bigint {
	return dividedUp(expectedQuote(market, lots, expected) * (100n + COLLAR_PERCENT), 100n);
}

/** The quote units `lots` cost or bring at the prices expected, commission not counted. */
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
 * The lots that may be sold for `quote` units: as many as bring them at prices COLLAR_PERCENT
 * below those expected, rounded up once to a whole lot.
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
