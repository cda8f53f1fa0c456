/**
 * Triggers stop orders. A trade at the stop price or above triggers those that wait for a rise: a
 * BUY stop, and a SELL that takes profit; one at it or below triggers the others. Every trade
 * counts, not only the last of a command. Orders triggered together enter by age; those triggered
 * by their trades queue behind them.
 */
import { byAge, leaveQueue, type Book } from './book';
import type { Ladder } from './ladder';

/** True if there were trades since stop orders were last checked. */
export function hasTraded(book: Book): boolean {
	return book.tradedHighTicks > 0;
}

/** True if these trades have triggered any. */
export function hasTriggered(book: Book): boolean {
	if (!hasTraded(book)) return false;
	const { risingStops, fallingStops, trails, tradedLowTicks, tradedHighTicks } = book;
	if (trails.reachedCount > 0 || fallingStops.bestTicks >= tradedLowTicks) return true;
	return risingStops.best !== 0 && risingStops.bestTicks <= tradedHighTicks;
}

/** Removes and returns the stop orders triggered since the last call, the oldest first. */
export function takeTriggered(book: Book): number[] {
	const triggered: number[] = [];
	if (hasTriggered(book)) {
		const { tradedLowTicks: low, tradedHighTicks: high } = book;
		takeWhile(book, book.risingStops, (stopPriceTicks) => stopPriceTicks <= high, triggered);
		takeWhile(book, book.fallingStops, (stopPriceTicks) => stopPriceTicks >= low, triggered);
		for (const slot of book.trails.reached()) take(book, slot, triggered);
	}
	forgetPrices(book);
	return byAge(book, triggered);
}

/** Records a traded price, or one that stands for earlier trades. */
export function notePrice(book: Book, priceTicks: number): void {
	if (priceTicks > book.tradedHighTicks) book.tradedHighTicks = priceTicks;
	if (priceTicks < book.tradedLowTicks || book.tradedLowTicks === 0) {
		book.tradedLowTicks = priceTicks;
	}
	book.trails.follow(priceTicks);
}

/** Discards the prices traded since the last check, so that they trigger nothing. */
export function forgetPrices(book: Book): void {
	book.tradedLowTicks = 0;
	book.tradedHighTicks = 0;
	book.trails.forgetReached();
}

function takeWhile(
	book: Book,
	stops: Ladder,
	reached: (stopPriceTicks: number) => boolean,
	triggered: number[],
): void {
	for (;;) {
		if (stops.best === 0 || !reached(stops.bestTicks)) return;
		take(book, book.levels.first.at(stops.best), triggered);
	}
}

function take(book: Book, slot: number, triggered: number[]): void {
	leaveQueue(book, slot);
	book.orders.setWaiting(slot, false);
	triggered.push(slot);
}
