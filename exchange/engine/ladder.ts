/**
 * The sorted price levels of one side. Keys ascend to the best price. A page holds the levels of 64
 * neighbouring keys at fixed positions, so a level is found by its key and adding one moves no
 * other. The sign of a ladder says which end of the prices is best.
 */
import { dequeue, enqueue, type Level, type Order } from './order';

const PAGE_LENGTH = 64;

interface Page {
	/** Lowest key of the page; a multiple of PAGE_LENGTH. */
	readonly firstKey: number;
	readonly levels: (Level | null)[];
	levelCount: number;
}

export interface Ladder {
	/** 1 if the highest price is the best, -1 if the lowest is. */
	readonly sign: 1 | -1;
	/** Non-empty pages; their first keys ascend. */
	readonly pages: Page[];
	/** A copy of the first keys, compact in memory for the binary search. */
	readonly firstKeys: number[];
	best: Level | null;
}

export function createLadder(best: 'HIGHEST' | 'LOWEST'): Ladder {
	return { sign: best === 'HIGHEST' ? 1 : -1, pages: [], firstKeys: [], best: null };
}

/** Appends the order to the queue at this price. */
export function addToLadder(ladder: Ladder, priceTicks: number, order: Order): void {
	enqueue(levelFor(ladder, priceTicks), order);
}

/** Removes the order, and its level if it becomes empty. */
export function removeFromLadder(ladder: Ladder, order: Order): void {
	const level = order.level;
	if (level === null) throw new Error(`order ${order.orderId} is in no queue`);
	dequeue(level, order);
	if (level.orderCount === 0) removeLevel(ladder, level);
}

export function findLevel(ladder: Ladder, priceTicks: number): Level | null {
	const key = priceTicks * ladder.sign;
	return pageOf(ladder, key)?.levels[placeOf(key)] ?? null;
}

/** All levels, the best first. */
export function* levelsFromBest(ladder: Ladder): Generator<Level> {
	for (let at = ladder.pages.length - 1; at >= 0; at -= 1) {
		const levels = ladder.pages[at]?.levels ?? [];
		for (let place = PAGE_LENGTH - 1; place >= 0; place -= 1) {
			const level = levels[place] ?? null;
			if (level !== null) yield level;
		}
	}
}

/** The orders of a level, the first in the queue first. */
export function* ordersOf(level: Level): Generator<Order> {
	for (let order = level.first; order !== null; order = order.behind) yield order;
}

function levelFor(ladder: Ladder, priceTicks: number): Level {
	return findLevel(ladder, priceTicks) ?? addLevel(ladder, priceTicks);
}

function addLevel(ladder: Ladder, priceTicks: number): Level {
	const key = priceTicks * ladder.sign;
	const level = createLevel(key, priceTicks);
	if (ladder.best === null || key > ladder.best.key) ladder.best = level;
	const page = pageOf(ladder, key) ?? addPage(ladder, key);
	page.levels[placeOf(key)] = level;
	page.levelCount += 1;
	return level;
}

function createLevel(key: number, priceTicks: number): Level {
	return { priceTicks, key, first: null, last: null, orderCount: 0, visibleLots: 0, hiddenLots: 0 };
}

function addPage({ pages, firstKeys }: Ladder, key: number): Page {
	const levels = new Array<Level | null>(PAGE_LENGTH).fill(null);
	const page = { firstKey: firstKeyOf(key), levels, levelCount: 0 };
	const index = pageIndex(firstKeys, page.firstKey);
	pages.splice(index, 0, page);
	firstKeys.splice(index, 0, page.firstKey);
	return page;
}

function removePage({ pages, firstKeys }: Ladder, { firstKey }: Page): void {
	const index = pageIndex(firstKeys, firstKey);
	pages.splice(index, 1);
	firstKeys.splice(index, 1);
}

function removeLevel(ladder: Ladder, level: Level): void {
	const page = pageOf(ladder, level.key);
	if (page === null) throw new Error(`level ${level.priceTicks} is in no page`);
	page.levels[placeOf(level.key)] = null;
	page.levelCount -= 1;
	if (page.levelCount === 0) removePage(ladder, page);
	if (ladder.best === level) ladder.best = bestBelow(ladder.pages.at(-1), level.key);
}

/** Returns the best level of the last page below `key`. */
function bestBelow(page: Page | undefined, key: number): Level | null {
	if (page === undefined) return null;
	const placesBelow = Math.min(key - page.firstKey, PAGE_LENGTH);
	for (let place = placesBelow - 1; place >= 0; place -= 1) {
		const level = page.levels[place] ?? null;
		if (level !== null) return level;
	}
	return null;
}

/** Returns the page whose range includes the key, or null. */
function pageOf({ pages, firstKeys }: Ladder, key: number): Page | null {
	const firstKey = firstKeyOf(key);
	const index = pageIndex(firstKeys, firstKey);
	return firstKeys[index] === firstKey ? (pages[index] ?? null) : null;
}

/** The index of the first page that does not begin before `firstKey`. */
function pageIndex(firstKeys: readonly number[], firstKey: number): number {
	let low = 0;
	let high = firstKeys.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		const found = firstKeys[middle];
		if (found !== undefined && found < firstKey) low = middle + 1;
		else high = middle;
	}
	return low;
}

function firstKeyOf(key: number): number {
	return key - placeOf(key);
}

/** The low bits of a key; 32-bit arithmetic keeps them, whatever its size and sign. */
function placeOf(key: number): number {
	return key & (PAGE_LENGTH - 1);
}
