/**
 * Builds the command of an order list: a post-only limit order and a stop order of which at most
 * one trades. One command, so both are accepted or neither; they hold what the dearer one needs.
 * Pure.
 */
import type { LaneOco, SecondOrder } from '../lane/command-text';
import type { Market } from '../markets/market';
import type { OrderTerms } from './order-terms';
import { boundTerms, heldBy, insufficient } from './holding-terms';

export interface PairOrder {
	/** Undefined: the order gets a generated one. */
	readonly clientOrderId: string | undefined;
	readonly terms: OrderTerms;
}

export interface PairSubmission {
	readonly kind: 'OCO';
	readonly accountId: string;
	/** Undefined: the list gets a generated one. */
	readonly listClientOrderId: string | undefined;
	readonly limit: PairOrder;
	readonly stop: PairOrder;
}

export interface PairPlace {
	readonly market: Market;
	/** Sequence of the limit order; the stop order has the next. */
	readonly sequence: number;
	/** Available balance of the asset that both hold. */
	readonly available: bigint;
}

/** Returns the two commands of a list; throws a refusal if the balance is too low. */
export function pairCommands(
	{ accountId, listClientOrderId, limit, stop }: PairSubmission,
	{ market, sequence, available }: PairPlace,
): readonly [LaneOco, SecondOrder] {
	const generatedId = (orderId: number) => `${market.description.symbol}.${orderId}`;
	const order = ({ clientOrderId, terms }: PairOrder, orderId: number) => {
		const bound = boundTerms(market, terms, { available, expected: undefined });
		const ownId = clientOrderId ?? generatedId(orderId);
		return { ...bound, orderId, accountId, clientOrderId: ownId, hold: 0n };
	};
	const [first, second] = [order(limit, sequence), order(stop, sequence + 1)];
	const [one, other] = [heldBy(market, first), heldBy(market, second)];
	const [hold, dearer] = one > other ? [one, first] : [other, second];
	if (hold > available) throw insufficient(market, dearer, { hold, available });
	const list = { listClientOrderId: listClientOrderId ?? generatedId(sequence) };
	return [
		{ kind: 'PLACE_OCO', ...list, limit: { ...first, hold }, stop: second },
		{ kind: 'SECOND_ORDER', orderId: second.orderId, orderListId: first.orderId },
	];
}
