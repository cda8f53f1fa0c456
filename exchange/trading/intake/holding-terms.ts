/**
 * What an order holds by its terms: its asset, the bound of what is not bound by itself, and the
 * amount. Pure; what the account has, and what may be expected of the book, are handed in.
 */
import { quoteAmount } from '../../engine/market';
import { shareUp } from '../../engine/rules';
import { neededHold, spendable } from '../ledger/holding';
import { formatQuote, formatQuantity, type Market } from '../markets/market';
import { refuse } from '../../../server/refusal';
import { isUnbound, type OrderTerms } from './order-terms';
import { protectedLots, protectedQuote, type ExpectedPrices } from './price-protection';

interface Funds {
	readonly available: bigint;
	readonly expected: ExpectedPrices | undefined;
}

/** What an order of bound terms must hold. */
export function heldBy(market: Market, terms: OrderTerms): bigint {
	return neededHold(market.engine, market.lotUnits, {
		side: terms.side,
		priceTicks: terms.priceTicks ?? 0,
		leavesLots: terms.quantityLots ?? 0,
		leavesQuote: terms.quoteOrderQty ?? 0n,
	});
}

/** Which asset an order holds. */
export function heldAsset({ description }: Market, terms: OrderTerms): string {
	return terms.side === 'BUY' ? description.quoteAsset : description.baseAsset;
}

/**
 * Orders whose price or amount is not bound get a bound here, within the market's own limits. A
 * market order is bound by the prices shown and by what is available, where nothing is known by
 * that alone; a stop order by its stop price, and it must have all of that available.
 */
export function boundTerms(market: Market, terms: OrderTerms, funds: Funds): OrderTerms {
	const { engine, lotUnits } = market;
	const { type, side, quantityLots, quoteOrderQty, stopPriceTicks } = terms;
	if (!isUnbound(terms)) return terms;
	const expected =
		stopPriceTicks === undefined
			? funds.expected
			: { levels: [], restTicks: wakingTicks(terms, stopPriceTicks) };
	if (side === 'BUY' && quantityLots !== undefined) {
		const most = quoteAmount(engine, engine.maxPriceTicks, quantityLots);
		const wanted = expected && protectedQuote(engine, quantityLots, expected);
		const bound = within(wanted ?? most, { least: engine.minNotional, most });
		const money = spendable(engine, funds.available);
		return { ...terms, quoteOrderQty: type === 'MARKET' && money < bound ? money : bound };
	}
	if (side === 'SELL' && quoteOrderQty !== undefined) {
		const limits = {
			least: BigInt(engine.minQuantityLots),
			most: BigInt(engine.maxQuantityLots),
		};
		const wanted = expected && protectedLots(engine, quoteOrderQty, expected);
		const bound = within(wanted ?? limits.most, limits);
		const lots = funds.available / lotUnits;
		return { ...terms, quantityLots: Number(type === 'MARKET' && lots < bound ? lots : bound) };
	}
	return terms;
}

/** Where a stop is set off at the worst: one that follows begins at its stop price. */
function wakingTicks({ side, trailingDelta = 0 }: OrderTerms, stopPriceTicks: number): number {
	const distance = shareUp(stopPriceTicks, trailingDelta);
	return side === 'BUY' ? stopPriceTicks + distance : Math.max(1, stopPriceTicks - distance);
}

/** Between the two; where they contradict each other, at most `most`. */
function within(
	value: bigint,
	{ least, most }: { readonly least: bigint; readonly most: bigint },
): bigint {
	const raised = value < least ? least : value;
	return raised < most ? raised : most;
}

export function insufficient(
	market: Market,
	terms: OrderTerms,
	{ hold, available }: { readonly hold: bigint; readonly available: bigint },
) {
	const asset = heldAsset(market, terms);
	if (terms.side === 'BUY') {
		return refuse(
			'Exchange_InsufficientBalance',
			hold === 0n ? 'some' : formatQuote(market, hold),
			formatQuote(market, available),
			asset,
		);
	}
	const lots = (units: bigint) => formatQuantity(market, units / market.lotUnits);
	return refuse(
		'Exchange_InsufficientBalance',
		hold === 0n ? 'some' : lots(hold),
		lots(available),
		asset,
	);
}
