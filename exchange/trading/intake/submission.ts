/**
 * Submissions to a market's log, and how they become commands once sequence and balance are known.
 * Pure.
 */
import type { MarketRules, MarketStatus } from '../../engine/command';
import type { LaneCancelAll, LaneCommand, NewOrderCommand } from '../lane/command-text';
import type { Market } from '../markets/market';
import { at, present } from '../../../server/at';
import { refuse } from '../../../server/refusal';
import { boundTerms, heldBy, insufficient } from './holding-terms';
import type { OrderTerms } from './order-terms';
import type { Original } from './originals';
import type { ExpectedPrices } from './price-protection';

export interface SubmittedOrder {
	/** Undefined: the order gets a generated one. */
	readonly clientOrderId: string | undefined;
	readonly terms: OrderTerms;
}

export interface NewOrderSubmission extends SubmittedOrder {
	readonly kind: 'ORDER';
	readonly accountId: string;
	/** The order that this one replaces. */
	readonly origOrderId: number | undefined;
	/** In milliseconds; it is refused when it comes later. */
	readonly validUntil?: number | undefined;
	/** It takes over its reservation, if there is one. */
	readonly isFunded?: boolean;
	/** Makes it a post-only limit order with a stop order, of which at most one trades. */
	readonly list?: LinkedOrder | undefined;
}

export interface LinkedOrder {
	/** Undefined: the list gets a generated one. */
	readonly listClientOrderId: string | undefined;
	readonly stop: SubmittedOrder;
}

/** One, or the limit and the stop order of a list. */
export function ordersOf(submission: NewOrderSubmission): readonly SubmittedOrder[] {
	return submission.list === undefined ? [submission] : [submission, submission.list.stop];
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

/** A submission and the market it goes to. */
export interface Entry {
	readonly market: Market;
	readonly submission: Submission;
}

/** An order with its terms worked out: it is tried, funded and placed as this. */
export interface OrderEntry extends Entry {
	readonly submission: NewOrderSubmission;
}

/** Kinds that begin something new, which restrictions may forbid; every kind has to say. */
const begins: Readonly<Record<Submission['kind'], boolean>> = {
	ORDER: true,
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
export function plainCommand(submission: Exclude<Submission, NewOrderSubmission>): LaneCommand {
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
 * Creates the command of a new order, or the two of a list, which hold what the dearer order needs;
 * throws a refusal if the balance is too low. A replacement counts what its original holds, so only
 * the difference is held. Two replacements of one order may both count it, but only one of them
 * finds it open.
 */
export function orderCommands(
	submission: NewOrderSubmission,
	{ market, sequence, available, original, expected }: OrderPlace,
): readonly [NewOrderCommand, ...LaneCommand[]] {
	const { accountId, terms, origOrderId, list } = submission;
	if (original !== undefined && original.side !== terms.side) {
		throw refuse('Request_Invalid', 'side', `must be ${original.side}, as of the replaced order`);
	}
	const counted = original?.held ?? 0n;
	const funds = { available: available + counted, expected };
	const bound = ordersOf(submission).map((order) => boundTerms(market, order.terms, funds));
	const needed = bound.map((each) => heldBy(market, each));
	const most = needed.reduce((one, other) => (one > other ? one : other));
	const hold = most > counted ? most - counted : 0n;
	if (hold > available || most === 0n) {
		throw insufficient(market, at(bound, needed.indexOf(most)), { hold, available });
	}
	const generatedId = (orderId: number) => `${market.description.symbol}.${orderId}`;
	const [order, stop] = ordersOf(submission).map(({ clientOrderId, terms: wanted }, index) => {
		const orderId = sequence + index;
		const ids = { orderId, accountId, clientOrderId: clientOrderId ?? generatedId(orderId) };
		const order = { ...at(bound, index), ...ids, hold: index === 0 ? hold : 0n };
		return wanted.quantityLots === undefined ? { ...order, fillsByCost: true } : order;
	});
	const first = present(order, 'the order of a submission');
	if (list !== undefined && stop !== undefined) {
		const listClientOrderId = list.listClientOrderId ?? generatedId(sequence);
		return [
			{ kind: 'PLACE_OCO', listClientOrderId, limit: first, stop },
			{ kind: 'SECOND_ORDER', orderId: stop.orderId, orderListId: sequence },
		];
	}
	if (origOrderId === undefined) return [{ kind: 'PLACE', ...first }];
	const { leavesLots: origLeavesLots } = original ?? {};
	return [{ kind: 'CANCEL_REPLACE', ...first, origOrderId, origLeavesLots }];
}
