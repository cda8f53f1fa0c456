/**
 * When stop orders wake. A buy stop is set off by a trade at its stop price or above, a sell stop
 * by one at its stop price or below; every trade counts, not only the last of a command. Orders
 * set off together enter by age; those set off by their trades queue behind them.
 */
import { withdrawOrder, type Book } from './book';
import type { Ladder } from './ladder';
import type { Order } from './order';

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
	return woken.sort((one, other) => one.acceptedNumber - other.acceptedNumber);
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
		const order = level.first;
		withdrawOrder(book, order);
		order.waiting = false;
		woken.push(order);
	}
}
