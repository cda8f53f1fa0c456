/**
 * Orders with an expire time: a binary heap, the next to expire on top, the older order first at
 * equal times. Each order knows its index, so any order can be removed.
 */
import type { Order } from './order';

export type ExpiryHeap = Order[];

export function addExpiry(heap: ExpiryHeap, order: Order): void {
	heap.push(order);
	rise(heap, order, heap.length - 1);
}

export function removeExpiry(heap: ExpiryHeap, order: Order): void {
	const last = heap.pop();
	if (last === undefined) throw new Error(`order ${order.orderId} has no expiry`);
	if (last !== order) {
		sink(heap, last, order.expiryIndex);
		rise(heap, last, last.expiryIndex);
	}
	order.expiryIndex = -1;
}

/** Moves `order` from `index` towards the top until its parent is due before it. */
function rise(heap: ExpiryHeap, order: Order, index: number): void {
	let at = index;
	while (at > 0) {
		const above = (at - 1) >>> 1;
		const parent = heap[above];
		if (parent === undefined || isDueBefore(parent, order)) break;
		place(heap, parent, at);
		at = above;
	}
	place(heap, order, at);
}

/** Moves `order` from `index` towards the bottom until both children are due after it. */
function sink(heap: ExpiryHeap, order: Order, index: number): void {
	let at = index;
	for (;;) {
		const left = heap[2 * at + 1];
		const right = heap[2 * at + 2];
		if (left === undefined) break;
		const child = right !== undefined && isDueBefore(right, left) ? right : left;
		if (isDueBefore(order, child)) break;
		const below = child.expiryIndex;
		place(heap, child, at);
		at = below;
	}
	place(heap, order, at);
}

function place(heap: ExpiryHeap, order: Order, index: number): void {
	heap[index] = order;
	order.expiryIndex = index;
}

function isDueBefore(order: Order, other: Order): boolean {
	if (order.terms.expireTime !== other.terms.expireTime)
		return order.terms.expireTime < other.terms.expireTime;
	return order.acceptedNumber < other.acceptedNumber;
}
