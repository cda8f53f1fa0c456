/**
 * Two orders of a list, of which at most one trades: a limit order that takes nothing, and a stop
 * order. They are one command, so both are accepted or none, and they hold together what the dearer
 * of them needs. How they are made once their place and the balance are known. Pure.
 */
import type { LaneOco, SecondOrder } from '../lane/command-text';
import type { Market } from '../markets/market';
import type { OrderTerms } from './order-terms';
import { boundTerms, heldBy, insufficient } from './holding-terms';

export interface PairOrder {
	/** Absent: the order gets one of its own. */
	readonly clientOrderId: string | undefined;
	readonly terms: OrderTerms;
}

export interface PairSubmission {
	readonly kind: 'OCO';
	readonly accountId: string;
	/** Absent: the list gets one of its own. */
	readonly listClientOrderId: string | undefined;
	readonly limit: PairOrder;
	readonly stop: PairOrder;
}

export interface PairPlace {
	readonly market: Market;
	/** Of the limit order; the stop order's is the next. */
	readonly sequence: number;
	/** What the account has available of the asset both hold. */
	readonly available: bigint;
}

/** The two commands of a list; throws a refusal when the account has too little. */
export function pairCommands(
	{ accountId, limit, stop }: PairSubmission,
	{ market, sequence, available }: PairPlace,
): readonly [LaneOco, SecondOrder] {
	const order = ({ clientOrderId, terms }: PairOrder, orderId: number) => {
		const bound = boundTerms(market, terms, { available, expected: undefined });
		const ownId = clientOrderId ?? `${market.description.symbol}.${orderId}`;
		return { ...bound, orderId, accountId, clientOrderId: ownId, hold: 0n };
	};
	const [first, second] = [order(limit, sequence), order(stop, sequence + 1)];
	const [one, other] = [heldBy(market, first), heldBy(market, second)];
	const [hold, dearer] = one > other ? [one, first] : [other, second];
	if (hold > available) throw insufficient(market, dearer, { hold, available });
	return [
		{ kind: 'PLACE_OCO', limit: { ...first, hold }, stop: second },
		{ kind: 'SECOND_ORDER', orderId: second.orderId, orderListId: first.orderId },
	];
}
