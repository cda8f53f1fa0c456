/**
 * Read-only views of a book: what the public sees, without hidden lots, and open orders. Results
 * are copies; later commands do not change them. The exchange itself only uses `lotsShownAt`.
 */
import { restingSide, type Book } from './book';
import type { Side } from './command';
import { findLevel, levelsFromBest, type Ladder } from './ladder';
import type { OrderState } from './order';

export interface DepthLevel {
	readonly priceTicks: number;
	/** Shown lots, without those hidden by icebergs. */
	readonly quantityLots: number;
}

export interface Depth {
	/** The highest price first. */
	readonly bids: readonly DepthLevel[];
	/** The lowest price first. */
	readonly asks: readonly DepthLevel[];
}

export function depthOf(book: Book, levelsMax: number): Depth {
	return { bids: bestLevels(book.bids, levelsMax), asks: bestLevels(book.asks, levelsMax) };
}

/** Returns 0 if nothing rests at the price. */
export function lotsShownAt(book: Book, side: Side, priceTicks: number): number {
	return book.levels.visibleLots.at(findLevel(restingSide(book, side), priceTicks));
}

export function findOrder(book: Book, orderId: number): OrderState | null {
	const slot = book.orders.index.find(orderId);
	return slot === 0 ? null : book.orders.state(slot);
}

function bestLevels(ladder: Ladder, levelsMax: number): DepthLevel[] {
	const levels: DepthLevel[] = [];
	for (const level of levelsFromBest(ladder)) {
		if (levels.length >= levelsMax) break;
		const priceTicks = ladder.levels.priceTicks.at(level);
		levels.push({ priceTicks, quantityLots: ladder.levels.visibleLots.at(level) });
	}
	return levels;
}
