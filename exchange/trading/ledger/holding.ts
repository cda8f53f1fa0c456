/**
 * How much of which asset an order needs before it is live, and how much of that it still needs
 * later. Pure. Buyers hold the dearest they can pay, commission included; sellers hold what they
 * sell, and pay their commission out of what they get.
 */
import type { Side } from '../../engine/command';
import { commissionMax, quoteAmount, type Market as EngineMarket } from '../../engine/market';

/** What an order still can trade, as far as money is concerned. */
export interface Remainder {
	readonly side: Side;
	/** 0 for an order without a price. */
	readonly priceTicks: number;
	readonly leavesLots: number;
	/** What a buyer without a price may still spend, commission not counted. */
	readonly leavesQuote: bigint;
}

/** The units that must stay held: of the quote asset for a buyer, of the base asset for a seller. */
export function neededHold(
	market: EngineMarket,
	lotUnits: bigint,
	{ side, priceTicks, leavesLots, leavesQuote }: Remainder,
): bigint {
	if (side === 'SELL') return BigInt(leavesLots) * lotUnits;
	const quote = priceTicks > 0 ? quoteAmount(market, priceTicks, leavesLots) : leavesQuote;
	return quote + commissionMax(market, quote);
}

/** The most quote units that can be spent when they and their commission come from `available`. */
export function spendable(market: EngineMarket, available: bigint): bigint {
	const bps = BigInt(Math.max(market.makerFeeBps, market.takerFeeBps));
	let quote = (available * 10_000n) / (10_000n + bps);
	while (quote > 0n && quote + commissionMax(market, quote) > available) quote -= 1n;
	return quote;
}
