/**
 * A list of two open orders of which at most one trades. Orders and list refer to each other; once
 * one of them has ended or is triggered, the list is empty. engine.ts and match.ts report the end
 * of the other order.
 */
import type { Order, OrderList } from './order';

export function createList(): OrderList {
	return { one: null, other: null };
}

export function joinList(list: OrderList, order: Order): void {
	if (list.one === null) list.one = order;
	else list.other = order;
}

/** Returns the order that ends with this one, or null. */
export function otherOf(order: Order): Order | null {
	const { list } = order.terms;
	if (list === null) return null;
	return list.one === order ? list.other : list.one;
}

/** Dissolves the list; returns the other order, or null. */
export function leaveList(order: Order): Order | null {
	const { list } = order.terms;
	if (list === null) return null;
	const other = otherOf(order);
	list.one = null;
	list.other = null;
	return other;
}
