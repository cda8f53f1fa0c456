/**
 * Levels by slot: the queue of orders at one price, a linked list, so that leaving it costs the same
 * at any length.
 */
import type { Orders } from './order';
import { Links, Slots, Words } from './slots';

export class Levels {
	readonly priceTicks = new Words();
	readonly visibleLots = new Words();
	/** By level; few have any. */
	private readonly hidden = new Map<number, number>();
	/** The order that trades first, and the last one; 0: the queue is empty. */
	readonly first = new Links();
	private readonly last = new Links();
	private readonly slots = new Slots(
		[this.priceTicks, this.visibleLots, this.first, this.last],
		this.first,
	);

	constructor(private readonly orders: Orders) {}

	/** Adds an empty level. */
	add(priceTicks: number): number {
		const level = this.slots.take();
		this.priceTicks.set(level, priceTicks);
		this.visibleLots.set(level, 0);
		this.first.set(level, 0);
		this.last.set(level, 0);
		return level;
	}

	/** Forgets an empty level. */
	remove(level: number): void {
		this.slots.free(level);
	}

	/** Yields the orders of a level, the first in the queue first. */
	*queue(level: number): Generator<number> {
		for (let slot = this.first.at(level); slot !== 0; slot = this.orders.behind.at(slot)) {
			yield slot;
		}
	}

	/** Appends an order. */
	enqueue(level: number, slot: number): void {
		const { orders } = this;
		const last = this.last.at(level);
		orders.level.set(slot, level);
		orders.ahead.set(slot, last);
		orders.behind.set(slot, 0);
		if (last === 0) this.first.set(level, slot);
		else orders.behind.set(last, slot);
		this.last.set(level, slot);
		this.addLots(level, slot, 1);
	}

	/** Removes an order from any position of its queue. */
	dequeue(slot: number): void {
		const { orders } = this;
		const level = orders.level.at(slot);
		const ahead = orders.ahead.at(slot);
		const behind = orders.behind.at(slot);
		if (ahead === 0) this.first.set(level, behind);
		else orders.behind.set(ahead, behind);
		if (behind === 0) this.last.set(level, ahead);
		else orders.ahead.set(behind, ahead);
		this.addLots(level, slot, -1);
		orders.level.set(slot, 0);
	}

	/** Lots of a level that icebergs do not show. */
	hiddenLots(level: number): number {
		return this.hidden.get(level) ?? 0;
	}

	addHidden(level: number, lots: number): void {
		const hiddenLots = this.hiddenLots(level) + lots;
		if (hiddenLots === 0) this.hidden.delete(level);
		else this.hidden.set(level, hiddenLots);
	}

	/** Adds the lots of an order to those of its level, or subtracts them. */
	private addLots(level: number, slot: number, sign: 1 | -1): void {
		const hiddenLots = this.orders.hiddenLots(slot);
		this.visibleLots.add(level, sign * (this.orders.leavesLots.at(slot) - hiddenLots));
		if (hiddenLots > 0) this.addHidden(level, sign * hiddenLots);
	}
}
