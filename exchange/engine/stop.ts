/**
 * Triggers stop orders. A trade at the stop price or above triggers a buy stop, one at it or below
 * a sell stop; every trade counts, not only the last of a command. Orders triggered together enter
 * by age; those triggered by their trades queue behind them.
 */
import { removeOrder, type Book } from './book';
import type { Ladder } from './ladder';
import type { Order } from './order';
import { followPrice, forgetReached, reachedOrders } from './trailing';

/** True if there were trades since stop orders were last checked. */
export function hasTraded(book: Book): boolean {
	return book.tradedHighTicks > 0;
}

/** Removes and returns the stop orders triggered since the last call, the oldest first. */
export function takeTriggered(book: Book): Order[] {
	if (!hasTraded(book)) return [];
	const { tradedLowTicks, tradedHighTicks } = book;
	book.tradedLowTicks = 0;
	book.tradedHighTicks = 0;
	const triggered: Order[] = [];
	takeWhile(book, book.buyStops, (stopPriceTicks) => stopPriceTicks <= tradedHighTicks, triggered);
	takeWhile(book, book.sellStops, (stopPriceTicks) => stopPriceTicks >= tradedLowTicks, triggered);
	for (const order of reachedOrders(book.trails)) take(book, order, triggered);
	return triggered.sort((one, other) => one.acceptedNumber - other.acceptedNumber);
}

/** Records a traded price, or one that stands for earlier trades. */
export function notePrice(book: Book, priceTicks: number): void {
	if (priceTicks > book.tradedHighTicks) book.tradedHighTicks = priceTicks;
	if (priceTicks < book.tradedLowTicks || book.tradedLowTicks === 0) {
		book.tradedLowTicks = priceTicks;
	}
	if (book.trails.queue.orderCount > 0) followPrice(book.trails, priceTicks);
}

/** Discards the prices traded since the last check, so that they trigger nothing. */
export function forgetPrices(book: Book): void {
	book.tradedLowTicks = 0;
	book.tradedHighTicks = 0;
	forgetReached(book.trails);
}

function takeWhile(
	book: Book,
	stops: Ladder,
	reached: (stopPriceTicks: number) => boolean,
	triggered: Order[],
): void {
	for (;;) {
		const level = stops.best;
		if (level === null || level.first === null || !reached(level.priceTicks)) return;
		take(book, level.first, triggered);
	}
}

function take(book: Book, order: Order, triggered: Order[]): void {
	removeOrder(book, order);
	order.waiting = false;
	triggered.push(order);
}
