/**
 * What is submitted to a market's log, before it has a place there: the kinds of commands, and
 * how a command and its hold are made once sequence and balance are known. Pure.
 */
import type { MarketRules, MarketStatus } from '../engine/command';
import { quoteAmount } from '../engine/market';
import type { LaneCancelAll, LaneCommand } from '../lane/command-text';
import { neededHold, spendable } from '../ledger/holding';
import { formatQuote, formatQuantity, type Market } from '../markets/market';
import { refuse } from '../../server/refusal';
import { isUnbound, type OrderTerms } from './order-terms';
import type { Original } from './originals';
import { protectedLots, protectedQuote, type ExpectedPrices } from './price-protection';

export interface NewOrderSubmission {
	readonly kind: 'ORDER';
	readonly accountId: string;
	/** Absent: the order gets one of its own. */
	readonly clientOrderId: string | undefined;
	readonly terms: OrderTerms;
	/** The order this one takes the place of. */
	readonly origOrderId: number | undefined;
	/** It may have something reserved for it, which it takes over. */
	readonly isFunded?: boolean;
}

export type Submission =
	| NewOrderSubmission
	| { readonly kind: 'CANCEL'; readonly accountId: string; readonly orderId: number }
	| LaneCancelAll
	| {
			readonly kind: 'REDUCE';
			readonly accountId: string;
			readonly orderId: number;
			readonly newQuantityLots: number;
	  }
	| { readonly kind: 'EXPIRE'; readonly time: number }
	| { readonly kind: 'STATUS'; readonly status: MarketStatus }
	| { readonly kind: 'RULES'; readonly rules: MarketRules };

/** What begins something new, which may be forbidden for a time; every kind has to say. */
const begins: Readonly<Record<Submission['kind'], boolean>> = {
	ORDER: true,
	CANCEL: false,
	CANCEL_ALL: false,
	REDUCE: false,
	EXPIRE: false,
	STATUS: false,
	RULES: false,
};

/** Whose account begins something with it. */
export function beginnerOf(submission: Submission): string | undefined {
	return begins[submission.kind] && 'accountId' in submission ? submission.accountId : undefined;
}

/** The command of a submission that brings no order. */
export function plainCommand(submission: Exclude<Submission, NewOrderSubmission>): LaneCommand {
	return submission;
}

export interface OrderPlace {
	readonly market: Market;
	readonly sequence: number;
	/** What the account has available of the asset the order holds. */
	readonly available: bigint;
	/** The order this one takes the place of. */
	readonly original: Original | undefined;
	/** What a market order can expect of the other side, where anything is known. */
	readonly expected: ExpectedPrices | undefined;
}

interface Funds {
	readonly available: bigint;
	readonly expected: ExpectedPrices | undefined;
}

/**
 * The command of a new order; throws a refusal when the account has too little. What an original
 * holds counts for its replacement, so that only the difference is held besides. Two replacements
 * of one order may both count it: only one of them can find it open.
 */
export function orderCommand(
	{ accountId, clientOrderId, terms, origOrderId }: NewOrderSubmission,
	{ market, sequence, available, original, expected }: OrderPlace,
): Extract<LaneCommand, { readonly clientOrderId: string }> {
	if (original !== undefined && original.side !== terms.side) {
		throw refuse('Request_Invalid', 'side', `must be ${original.side}, as of the replaced order`);
	}
	const counted = original?.held ?? 0n;
	const bound = boundTerms(market, terms, { available: available + counted, expected });
	const needed = neededHold(market.engine, market.lotUnits, {
		side: bound.side,
		priceTicks: bound.priceTicks ?? 0,
		leavesLots: bound.quantityLots ?? 0,
		leavesQuote: bound.quoteOrderQty ?? 0n,
	});
	const hold = needed > counted ? needed - counted : 0n;
	if (hold > available || needed === 0n) throw insufficient(market, bound, { hold, available });
	const order = {
		...bound,
		orderId: sequence,
		accountId,
		clientOrderId: clientOrderId ?? `${market.description.symbol}.${sequence}`,
		hold,
	};
	if (origOrderId === undefined) return { kind: 'PLACE', ...order };
	return { kind: 'CANCEL_REPLACE', ...order, origOrderId, origLeavesLots: original?.leavesLots };
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
function boundTerms(market: Market, terms: OrderTerms, funds: Funds): OrderTerms {
	const { engine, lotUnits } = market;
	const { type, side, quantityLots, quoteOrderQty, stopPriceTicks } = terms;
	if (!isUnbound(terms)) return terms;
	const expected =
		stopPriceTicks === undefined ? funds.expected : { levels: [], restTicks: stopPriceTicks };
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

/** Between the two; where they contradict each other, at most `most`. */
function within(
	value: bigint,
	{ least, most }: { readonly least: bigint; readonly most: bigint },
): bigint {
	const raised = value < least ? least : value;
	return raised < most ? raised : most;
}

function insufficient(
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
