/**
 * Read-only views of a book: what the public sees, without hidden lots, and open orders. Results
 * are copies; later commands do not change them. The exchange itself only uses `lotsShownAt`.
 */
import { restingSide, type Book } from './book';
import type { Side } from './command';
import { findLevel, levelsFromBest, type Ladder } from './ladder';
import { orderState, type OrderState } from './order';
import { findInIndex } from './order-index';

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
	return findLevel(restingSide(book, side), priceTicks)?.visibleLots ?? 0;
}

export function findOrder(book: Book, orderId: number): OrderState | null {
	const order = findInIndex(book.orders, orderId);
	return order === null ? null : orderState(order);
}

function bestLevels(ladder: Ladder, levelsMax: number): DepthLevel[] {
	const levels: DepthLevel[] = [];
	for (const { priceTicks, visibleLots } of levelsFromBest(ladder)) {
		if (levels.length >= levelsMax) break;
		levels.push({ priceTicks, quantityLots: visibleLots });
	}
	return levels;
}
