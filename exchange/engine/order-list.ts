/**
 * Two open orders of which at most one trades. Each knows the list, the list knows both, and once
 * one of them has ended or is set off the list is nothing any more. What is said about the one
 * that ends for the other is decided in engine.ts and match.ts.
 */
import type { Order, OrderList } from './order';

export function createList(): OrderList {
	return { one: null, other: null };
}

export function joinList(list: OrderList, order: Order): void {
	if (list.one === null) list.one = order;
	else list.other = order;
}

/** The order that ends when this one does, or null. */
export function otherOf(order: Order): Order | null {
	const { list } = order.terms;
	if (list === null) return null;
	return list.one === order ? list.other : list.one;
}

/** Answers the other order and makes both stand alone. */
export function leaveList(order: Order): Order | null {
	const { list } = order.terms;
	if (list === null) return null;
	const other = otherOf(order);
	list.one = null;
	list.other = null;
	return other;
}
