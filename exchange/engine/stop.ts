/**
 * When stop orders wake. A buy stop is set off by a trade at its stop price or above, a sell stop
 * by one at its stop price or below; every trade counts, not only the last of a command. Orders
 * set off together enter by age; those set off by their trades queue behind them.
 */
import { withdrawOrder, type Book } from './book';
import type { Ladder } from './ladder';
import type { Order } from './order';
import { followPrice, forgetReached, reachedOrders } from './trailing';

/** True when there were trades since stop orders were last looked at. */
export function hasTraded(book: Book): boolean {
	return book.tradedHighTicks > 0;
}

/** Takes out the stop orders set off by the trades since the last call, the oldest first. */
export function takeTriggered(book: Book): Order[] {
	if (!hasTraded(book)) return [];
	const { tradedLowTicks, tradedHighTicks } = book;
	book.tradedLowTicks = 0;
	book.tradedHighTicks = 0;
	const woken: Order[] = [];
	takeWhile(book, book.buyStops, (stopPriceTicks) => stopPriceTicks <= tradedHighTicks, woken);
	takeWhile(book, book.sellStops, (stopPriceTicks) => stopPriceTicks >= tradedLowTicks, woken);
	for (const order of reachedOrders(book.trails)) take(book, order, woken);
	return woken.sort((one, other) => one.acceptedNumber - other.acceptedNumber);
}

/** Notes a price that was traded, or one that stands for what was traded before. */
export function notePrice(book: Book, priceTicks: number): void {
	if (priceTicks > book.tradedHighTicks) book.tradedHighTicks = priceTicks;
	if (priceTicks < book.tradedLowTicks || book.tradedLowTicks === 0) {
		book.tradedLowTicks = priceTicks;
	}
	if (book.trails.queue.orderCount > 0) followPrice(book.trails, priceTicks);
}

/** Lets the trades since the last look set nothing off. */
export function forgetPrices(book: Book): void {
	book.tradedLowTicks = 0;
	book.tradedHighTicks = 0;
	forgetReached(book.trails);
}

function takeWhile(
	book: Book,
	stops: Ladder,
	reached: (stopPriceTicks: number) => boolean,
	woken: Order[],
): void {
	for (;;) {
		const level = stops.best;
		if (level === null || level.first === null || !reached(level.priceTicks)) return;
		take(book, level.first, woken);
	}
}

function take(book: Book, order: Order, woken: Order[]): void {
	withdrawOrder(book, order);
	order.waiting = false;
	woken.push(order);
}
