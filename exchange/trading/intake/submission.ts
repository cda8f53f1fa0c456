/**
 * What is submitted to a market's log, before it has a place there: the kinds of commands, and
 * how a command and its hold are made once sequence and balance are known. Pure.
 */
import type { MarketRules, MarketStatus } from '../../engine/command';
import type { LaneCancelAll, LaneCommand } from '../lane/command-text';
import type { Market } from '../markets/market';
import { refuse } from '../../../server/refusal';
import { boundTerms, heldBy, insufficient } from './holding-terms';
import type { PairSubmission } from './order-pair';
import type { OrderTerms } from './order-terms';
import type { Original } from './originals';
import type { ExpectedPrices } from './price-protection';

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
	| PairSubmission
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

/** What is to be appended to which market's log. */
export interface Entry {
	readonly market: Market;
	readonly submission: Submission;
}

/** What begins something new, which may be forbidden for a time; every kind has to say. */
const begins: Readonly<Record<Submission['kind'], boolean>> = {
	ORDER: true,
	OCO: true,
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
export function plainCommand(
	submission: Exclude<Submission, NewOrderSubmission | PairSubmission>,
): LaneCommand {
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
	const needed = heldBy(market, bound);
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
