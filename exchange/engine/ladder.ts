/**
 * The sorted price levels of one side. Keys ascend to the best price. A page holds the levels of 64
 * neighbouring keys at fixed positions, so a level is found by its key and adding one moves no
 * other. The sign of a ladder says which end of the prices is best.
 */
import type { Levels } from './level';

const PAGE_LENGTH = 64;

interface Page {
	/** Lowest key of the page; a multiple of PAGE_LENGTH. */
	readonly firstKey: number;
	/** Slots; 0: none. */
	readonly levels: number[];
	levelCount: number;
}

export interface Ladder {
	/** 1 if the highest price is the best, -1 if the lowest is. */
	readonly sign: 1 | -1;
	/** Non-empty pages; their first keys ascend. */
	readonly pages: Page[];
	/** A copy of the first keys, compact in memory for the binary search. */
	readonly firstKeys: number[];
	/** Slot of the best level; 0: there is none. */
	best: number;
	/** Its price; 0: there is none. */
	bestTicks: number;
	readonly levels: Levels;
}

export function createLadder(best: 'HIGHEST' | 'LOWEST', levels: Levels): Ladder {
	const sign = best === 'HIGHEST' ? 1 : -1;
	return { sign, pages: [], firstKeys: [], best: 0, bestTicks: 0, levels };
}

/** Returns 0 if there is no such level. */
export function findLevel(ladder: Ladder, priceTicks: number): number {
	const key = priceTicks * ladder.sign;
	return pageOf(ladder, key)?.levels[placeOf(key)] ?? 0;
}

/** All levels, the best first. */
export function* levelsFromBest(ladder: Ladder): Generator<number> {
	for (let at = ladder.pages.length - 1; at >= 0; at -= 1) {
		const slots = ladder.pages[at]?.levels ?? [];
		for (let place = PAGE_LENGTH - 1; place >= 0; place -= 1) {
			const slot = slots[place] ?? 0;
			if (slot !== 0) yield slot;
		}
	}
}

/** Returns the level of this price, empty if it is new. */
export function levelFor(ladder: Ladder, priceTicks: number): number {
	return findLevel(ladder, priceTicks) || addLevel(ladder, priceTicks);
}

/** Removes a level that has become empty. */
export function removeLevel(ladder: Ladder, level: number): void {
	const { levels, sign } = ladder;
	const key = levels.priceTicks.at(level) * sign;
	const page = pageOf(ladder, key);
	if (page === null) throw new Error(`level ${key * sign} is in no page`);
	page.levels[placeOf(key)] = 0;
	page.levelCount -= 1;
	if (page.levelCount === 0) removePage(ladder, page);
	if (ladder.best === level) setBest(ladder, bestBelow(ladder, key));
	levels.remove(level);
}

function addLevel(ladder: Ladder, priceTicks: number): number {
	const { bestTicks, sign } = ladder;
	const key = priceTicks * sign;
	const level = ladder.levels.add(priceTicks);
	if (bestTicks === 0 || key > bestTicks * sign) setBest(ladder, level);
	const page = pageOf(ladder, key) ?? addPage(ladder, key);
	page.levels[placeOf(key)] = level;
	page.levelCount += 1;
	return level;
}

function setBest(ladder: Ladder, level: number): void {
	ladder.best = level;
	ladder.bestTicks = level === 0 ? 0 : ladder.levels.priceTicks.at(level);
}

function addPage({ pages, firstKeys }: Ladder, key: number): Page {
	const levels = new Array<number>(PAGE_LENGTH).fill(0);
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

/** Returns the best level below `key`, which the last page has; 0: there is none. */
function bestBelow({ pages }: Ladder, key: number): number {
	const page = pages.at(-1);
	if (page === undefined) return 0;
	const placesBelow = Math.min(key - page.firstKey, PAGE_LENGTH);
	for (let place = placesBelow - 1; place >= 0; place -= 1) {
		const level = page.levels[place] ?? 0;
		if (level !== 0) return level;
	}
	return 0;
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
