/**
 * How much an order must hold before it is live, and later. Pure. Buyers hold the most they can
 * pay, commission included. Sellers hold what they sell and pay commission from the proceeds.
 */
import type { Side } from '../../engine/command';
import { commissionMax, quoteAmount, type Market as EngineMarket } from '../../engine/market';

/** The money side of what an order can still trade. */
export interface Remainder {
	readonly side: Side;
	/** 0 for an order without a price. */
	readonly priceTicks: number;
	readonly leavesLots: number;
	/** Quote units a buyer without a price may still spend, without commission. */
	readonly leavesQuote: bigint;
}

/** Units that must stay held: of the quote asset for a buyer, of the base asset for a seller. */
export function neededHold(
	market: EngineMarket,
	lotUnits: bigint,
	{ side, priceTicks, leavesLots, leavesQuote }: Remainder,
): bigint {
	if (side === 'SELL') return BigInt(leavesLots) * lotUnits;
	const quote = priceTicks > 0 ? quoteAmount(market, priceTicks, leavesLots) : leavesQuote;
	return quote + commissionMax(market, quote);
}

/** Most quote units that can be spent so that they and their commission fit into `available`. */
export function spendable(market: EngineMarket, available: bigint): bigint {
	const bps = BigInt(Math.max(market.makerFeeBps, market.takerFeeBps));
	let quote = (available * 10_000n) / (10_000n + bps);
	while (quote > 0n && quote + commissionMax(market, quote) > available) quote -= 1n;
	return quote;
}
