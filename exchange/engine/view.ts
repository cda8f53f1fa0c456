/**
 * Reading a book without changing it: what is shown to the public, without hidden lots, and an
 * open order. The exchange itself asks for the lots of one price alone; the rest is for looking
 * into a book where there is nothing else. Nothing answered here is live: later commands do not
 * change it.
 */
import { restingSide, type Book } from './book';
import type { Side } from './command';
import { findLevel, levelsFromBest, type Ladder } from './ladder';
import { orderState, type OrderState } from './order';
import { findInIndex } from './order-index';

export interface DepthLevel {
	readonly priceTicks: number;
	/** The lots shown; those an iceberg hides are not counted. */
	readonly quantityLots: number;
}

export interface Depth {
	/** The highest price first. */
	readonly bids: readonly DepthLevel[];
	/** The lowest price first. */
	readonly asks: readonly DepthLevel[];
}

/** The best `levelsMax` prices of both sides. */
export function depthOf(book: Book, levelsMax: number): Depth {
	return { bids: bestLevels(book.bids, levelsMax), asks: bestLevels(book.asks, levelsMax) };
}

/** The lots shown at one price, 0 when nothing rests there. */
export function lotsShownAt(book: Book, side: Side, priceTicks: number): number {
	return findLevel(restingSide(book, side), priceTicks)?.visibleLots ?? 0;
}

/** The open order of this id, or null. */
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
