/**
 * Trailing stop orders. A sell order follows the highest traded price and is reached at its
 * distance below it; a buy order follows the lowest, with the distance above. With a stop price it
 * starts to follow at a trade at that price or beyond, without one at once. Every trade counts.
 * Reached orders stay here until they are taken out to enter.
 */
import type { Levels } from './level';
import type { Orders, Trail } from './order';
import { shareUp } from './rules';

export class Trails {
	/** The level of orders that follow, or will follow, in order of arrival. */
	private readonly level: number;
	/** A trade strictly between the two changes no order here. */
	quietAboveTicks = 0;
	quietBelowTicks = Infinity;
	reachedCount = 0;

	constructor(
		private readonly orders: Orders,
		private readonly levels: Levels,
	) {
		this.level = levels.add(0);
	}

	/** Yields the orders in order of arrival. */
	slots(): Generator<number> {
		return this.levels.queue(this.level);
	}

	/** Adds a trailing order. Without a stop price it follows from the last price, if there is one. */
	add(slot: number, lastPriceTicks: number): void {
		const { stopPriceTicks } = this.orders.terms(slot);
		const trail = this.trailOf(slot);
		if (trail.bestTicks === 0 && stopPriceTicks === 0) trail.bestTicks = lastPriceTicks;
		if (this.levels.first.at(this.level) === 0) this.widen();
		this.levels.enqueue(this.level, slot);
		this.narrow(slot, trail);
	}

	remove(slot: number): void {
		this.levels.dequeue(slot);
		const trail = this.trailOf(slot);
		if (trail.isReached) this.reachedCount -= 1;
		trail.isReached = false;
	}

	/** Updates all orders with the price of a trade. */
	follow(priceTicks: number): void {
		if (this.levels.first.at(this.level) === 0) return;
		if (priceTicks > this.quietAboveTicks && priceTicks < this.quietBelowTicks) return;
		this.widen();
		for (const slot of this.slots()) {
			const trail = this.trailOf(slot);
			if (trail.isReached) continue;
			this.move(slot, trail, priceTicks);
			if (trail.isReached) this.reachedCount += 1;
			else this.narrow(slot, trail);
		}
	}

	/** The orders that a trade has reached. */
	reached(): number[] {
		if (this.reachedCount === 0) return [];
		return [...this.slots()].filter((slot) => this.trailOf(slot).isReached);
	}

	/** Undoes the reaching: the orders wait for the next trade. */
	forgetReached(): void {
		for (const slot of this.reached()) {
			const trail = this.trailOf(slot);
			trail.isReached = false;
			this.narrow(slot, trail);
		}
		this.reachedCount = 0;
	}

	private trailOf(slot: number): Trail {
		const { trail } = this.orders.terms(slot);
		if (trail === null) throw new Error(`slot ${slot} follows no price`);
		return trail;
	}

	private move(slot: number, trail: Trail, priceTicks: number): void {
		const buys = this.orders.side(slot) === 'BUY';
		const { stopPriceTicks } = this.orders.terms(slot);
		if (trail.bestTicks === 0) {
			const begins = buys ? priceTicks >= stopPriceTicks : priceTicks <= stopPriceTicks;
			if (begins || stopPriceTicks === 0) trail.bestTicks = priceTicks;
		} else if (buys ? priceTicks >= stopOf(trail, buys) : priceTicks <= stopOf(trail, buys)) {
			trail.isReached = true;
		} else if (buys ? priceTicks < trail.bestTicks : priceTicks > trail.bestTicks) {
			trail.bestTicks = priceTicks;
		}
	}

	/** Narrows the quiet range for one more order. */
	private narrow(slot: number, trail: Trail): void {
		const buys = this.orders.side(slot) === 'BUY';
		const { stopPriceTicks } = this.orders.terms(slot);
		if (trail.bestTicks === 0) {
			if (stopPriceTicks === 0) this.setQuiet(Infinity, 0);
			else if (buys) this.setQuiet(0, stopPriceTicks);
			else this.setQuiet(stopPriceTicks, Infinity);
		} else if (buys) this.setQuiet(trail.bestTicks - 1, stopOf(trail, buys));
		else this.setQuiet(stopOf(trail, buys), trail.bestTicks + 1);
	}

	private widen(): void {
		this.quietAboveTicks = 0;
		this.quietBelowTicks = Infinity;
	}

	private setQuiet(aboveTicks: number, belowTicks: number): void {
		if (aboveTicks > this.quietAboveTicks) this.quietAboveTicks = aboveTicks;
		if (belowTicks < this.quietBelowTicks) this.quietBelowTicks = belowTicks;
	}
}

/** The trigger price; the distance is rounded up to a whole tick. */
function stopOf({ bestTicks, deltaBps }: Trail, buys: boolean): number {
	const distance = shareUp(bestTicks, deltaBps);
	return buys ? bestTicks + distance : bestTicks - distance;
}
