/**
 * Orders with an expire time: a binary heap of slots, the next to expire on top, the older order first
 * at equal times. The terms of an order know its index, so any order can be removed.
 */
import type { Orders } from './order';

export class Expiries {
	private readonly heap: number[] = [];

	constructor(private readonly orders: Orders) {}

	/** The order that expires next; undefined: there is none. */
	get next(): number | undefined {
		return this.heap[0];
	}

	get slots(): readonly number[] {
		return this.heap;
	}

	add(slot: number): void {
		this.heap.push(slot);
		this.rise(slot, this.heap.length - 1);
	}

	remove(slot: number): void {
		const terms = this.orders.terms(slot);
		const last = this.heap.pop();
		if (last === undefined) throw new Error(`slot ${slot} has no expiry`);
		if (last !== slot) {
			this.sink(last, terms.expiryIndex);
			this.rise(last, this.orders.terms(last).expiryIndex);
		}
		terms.expiryIndex = -1;
	}

	/** Moves an order from `index` towards the top until its parent is due before it. */
	private rise(slot: number, index: number): void {
		let at = index;
		while (at > 0) {
			const above = (at - 1) >>> 1;
			const parent = this.heap[above];
			if (parent === undefined || this.isDueBefore(parent, slot)) break;
			this.place(parent, at);
			at = above;
		}
		this.place(slot, at);
	}

	/** Moves an order from `index` towards the bottom until both children are due after it. */
	private sink(slot: number, index: number): void {
		let at = index;
		for (;;) {
			const left = this.heap[2 * at + 1];
			const right = this.heap[2 * at + 2];
			if (left === undefined) break;
			const isRight = right !== undefined && this.isDueBefore(right, left);
			const child = isRight ? right : left;
			if (this.isDueBefore(slot, child)) break;
			this.place(child, at);
			at = 2 * at + (isRight ? 2 : 1);
		}
		this.place(slot, at);
	}

	private place(slot: number, index: number): void {
		this.heap[index] = slot;
		this.orders.terms(slot).expiryIndex = index;
	}

	private isDueBefore(slot: number, other: number): boolean {
		const { orders } = this;
		const { expireTime } = orders.terms(slot);
		const otherTime = orders.terms(other).expireTime;
		if (expireTime !== otherTime) return expireTime < otherTime;
		return orders.acceptedNumber.at(slot) < orders.acceptedNumber.at(other);
	}
}
