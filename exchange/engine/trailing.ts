/**
 * Trailing stop orders. A sell order follows the highest traded price and is reached at its
 * distance below it; a buy order follows the lowest, with the distance above. With a stop price it
 * starts to follow at a trade at that price or beyond, without one at once. Every trade counts.
 * Reached orders stay here until they are taken out to enter.
 */
import { dequeue, enqueue, type Level, type Order, type Trail } from './order';
import { shareUp } from './rules';

export interface Trails {
	/** Orders that follow, or will follow, in order of arrival. */
	readonly queue: Level;
	/** A trade strictly between the two changes no order here. */
	quietAboveTicks: number;
	quietBelowTicks: number;
	reachedCount: number;
}

export function createTrails(): Trails {
	const counts = { orderCount: 0, visibleLots: 0, hiddenLots: 0 };
	const queue: Level = { priceTicks: 0, key: 0, first: null, last: null, ...counts };
	return { queue, quietAboveTicks: 0, quietBelowTicks: Infinity, reachedCount: 0 };
}

/** Adds a trailing order. Without a stop price it follows from the last price, if there is one. */
export function addTrail(trails: Trails, order: Order, lastPriceTicks: number): void {
	const trail = trailOf(order);
	if (trail.bestTicks === 0 && order.terms.stopPriceTicks === 0) trail.bestTicks = lastPriceTicks;
	enqueue(trails.queue, order);
	if (trails.queue.orderCount === 1) {
		trails.quietAboveTicks = 0;
		trails.quietBelowTicks = Infinity;
	}
	narrow(trails, order, trail);
}

export function removeTrail(trails: Trails, order: Order): void {
	dequeue(trails.queue, order);
	const trail = trailOf(order);
	if (trail.isReached) trails.reachedCount -= 1;
	trail.isReached = false;
}

/** Updates all orders with the price of a trade. */
export function followPrice(trails: Trails, priceTicks: number): void {
	if (priceTicks > trails.quietAboveTicks && priceTicks < trails.quietBelowTicks) return;
	trails.quietAboveTicks = 0;
	trails.quietBelowTicks = Infinity;
	for (let order = trails.queue.first; order !== null; order = order.behind) {
		const trail = trailOf(order);
		if (trail.isReached) continue;
		follow(order, trail, priceTicks);
		if (trail.isReached) trails.reachedCount += 1;
		else narrow(trails, order, trail);
	}
}

export function reachedOrders(trails: Trails): Order[] {
	const reached: Order[] = [];
	if (trails.reachedCount === 0) return reached;
	for (let order = trails.queue.first; order !== null; order = order.behind) {
		if (trailOf(order).isReached) reached.push(order);
	}
	return reached;
}

/** Undoes the reaching: the orders wait for the next trade. */
export function forgetReached(trails: Trails): void {
	for (const order of reachedOrders(trails)) {
		trailOf(order).isReached = false;
		narrow(trails, order, trailOf(order));
	}
	trails.reachedCount = 0;
}

function follow(order: Order, trail: Trail, priceTicks: number): void {
	const buys = order.side === 'BUY';
	const { stopPriceTicks } = order.terms;
	if (trail.bestTicks === 0) {
		const begins = buys ? priceTicks >= stopPriceTicks : priceTicks <= stopPriceTicks;
		if (begins || stopPriceTicks === 0) trail.bestTicks = priceTicks;
	} else if (buys ? priceTicks >= stopOf(order, trail) : priceTicks <= stopOf(order, trail)) {
		trail.isReached = true;
	} else if (buys ? priceTicks < trail.bestTicks : priceTicks > trail.bestTicks) {
		trail.bestTicks = priceTicks;
	}
}

/** Narrows the quiet range for one more order. */
function narrow(trails: Trails, order: Order, trail: Trail): void {
	const buys = order.side === 'BUY';
	const { stopPriceTicks } = order.terms;
	if (trail.bestTicks === 0) {
		if (stopPriceTicks === 0) setQuiet(trails, Infinity, 0);
		else if (buys) setQuiet(trails, 0, stopPriceTicks);
		else setQuiet(trails, stopPriceTicks, Infinity);
	} else if (buys) setQuiet(trails, trail.bestTicks - 1, stopOf(order, trail));
	else setQuiet(trails, stopOf(order, trail), trail.bestTicks + 1);
}

function setQuiet(trails: Trails, aboveTicks: number, belowTicks: number): void {
	if (aboveTicks > trails.quietAboveTicks) trails.quietAboveTicks = aboveTicks;
	if (belowTicks < trails.quietBelowTicks) trails.quietBelowTicks = belowTicks;
}

/** The trigger price; the distance is rounded up to a whole tick. */
function stopOf(order: Order, trail: Trail): number {
	const distance = shareUp(trail.bestTicks, trail.deltaBps);
	return order.side === 'BUY' ? trail.bestTicks + distance : trail.bestTicks - distance;
}

function trailOf(order: Order): Trail {
	const { trail } = order.terms;
	if (trail === null) throw new Error(`order ${order.orderId} follows no price`);
	return trail;
}
