/**
 * Submissions to a market's log, and how they become commands once sequence and balance are known.
 * Pure.
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
	/** Undefined: the order gets a generated one. */
	readonly clientOrderId: string | undefined;
	readonly terms: OrderTerms;
	/** The order that this one replaces. */
	readonly origOrderId: number | undefined;
	/** It takes over its reservation, if there is one. */
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

/** A submission and the market it goes to. */
export interface Entry {
	readonly market: Market;
	readonly submission: Submission;
}

/** Kinds that begin something new, which restrictions may forbid; every kind has to say. */
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

/** The account that begins something with the submission; undefined if none does. */
export function openingAccountOf(submission: Submission): string | undefined {
	return begins[submission.kind] && 'accountId' in submission ? submission.accountId : undefined;
}

/** The command of a submission without a new order. */
export function plainCommand(
	submission: Exclude<Submission, NewOrderSubmission | PairSubmission>,
): LaneCommand {
	return submission;
}

export interface OrderPlace {
	readonly market: Market;
	readonly sequence: number;
	/** Available balance of the asset that the order holds. */
	readonly available: bigint;
	/** The order that this one replaces. */
	readonly original: Original | undefined;
	/** Prices a market order can expect, if any are known. */
	readonly expected: ExpectedPrices | undefined;
}

/**
 * Creates the command of a new order; throws a refusal if the balance is too low. A replacement
 * counts what its original holds, so only the difference is held. Two replacements of one order may
 * both count it, but only one of them finds it open.
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
