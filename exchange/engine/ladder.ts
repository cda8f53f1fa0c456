/**
 * The price levels of one side, sorted. Keys ascend to the best price; they are held in blocks of
 * bounded length, so that a new level far from the best price moves one block and not the whole
 * side. Which end of the prices is the best is said by the sign a ladder is made with.
 */
import { dequeue, enqueue, type Level, type Order } from './order';

const BLOCK_LENGTH_MAX = 256;

/** Keys and levels are parallel, because a search that reads only keys stays in the cache. */
interface Block {
	keys: number[];
	levels: Level[];
}

export interface Ladder {
	/** 1 when the highest price is the best, -1 when the lowest is. */
	readonly sign: 1 | -1;
	readonly blocks: Block[];
	best: Level | null;
}

export function createLadder(best: 'HIGHEST' | 'LOWEST'): Ladder {
	return { sign: best === 'HIGHEST' ? 1 : -1, blocks: [], best: null };
}

/** Puts the order behind all others at this price. */
export function addToLadder(ladder: Ladder, priceTicks: number, order: Order): void {
	enqueue(levelFor(ladder, priceTicks), order);
}

/** Takes the order out, and its level with it when that is empty then. */
export function removeFromLadder(ladder: Ladder, order: Order): void {
	const level = order.level;
	if (level === null) throw new Error(`order ${order.orderId} is in no queue`);
	dequeue(level, order);
	if (level.orderCount === 0) removeLevel(ladder, level);
}

/** The level at this price, or null. */
export function findLevel(ladder: Ladder, priceTicks: number): Level | null {
	const key = priceTicks * ladder.sign;
	if (ladder.best === null || ladder.best.key === key) return ladder.best;
	const block = ladder.blocks[blockIndex(ladder.blocks, key)];
	if (block === undefined) return null;
	const level = block.levels[lowerBound(block.keys, key)];
	return level !== undefined && level.key === key ? level : null;
}

/** All levels, the best first. */
export function* levelsFromBest(ladder: Ladder): Generator<Level> {
	for (let at = ladder.blocks.length - 1; at >= 0; at -= 1) {
		const levels = ladder.blocks[at]?.levels ?? [];
		for (let index = levels.length - 1; index >= 0; index -= 1) {
			const level = levels[index];
			if (level !== undefined) yield level;
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
	const at = blockIndex(ladder.blocks, key);
	const block = ladder.blocks[at];
	if (block === undefined) ladder.blocks.push({ keys: [key], levels: [level] });
	else {
		const index = lowerBound(block.keys, key);
		block.keys.splice(index, 0, key);
		block.levels.splice(index, 0, level);
		if (block.keys.length > BLOCK_LENGTH_MAX) splitBlock(ladder, at, block);
	}
	return level;
}

function createLevel(key: number, priceTicks: number): Level {
	return { priceTicks, key, first: null, last: null, orderCount: 0, visibleLots: 0, hiddenLots: 0 };
}

function splitBlock(ladder: Ladder, at: number, block: Block): void {
	const middle = BLOCK_LENGTH_MAX / 2;
	const upper = { keys: block.keys.splice(middle), levels: block.levels.splice(middle) };
	ladder.blocks.splice(at + 1, 0, upper);
}

function removeLevel(ladder: Ladder, level: Level): void {
	const at = blockIndex(ladder.blocks, level.key);
	const block = ladder.blocks[at];
	if (block === undefined) throw new Error(`level ${level.priceTicks} is in no block`);
	const index = lowerBound(block.keys, level.key);
	block.keys.splice(index, 1);
	block.levels.splice(index, 1);
	if (block.keys.length === 0) ladder.blocks.splice(at, 1);
	if (ladder.best === level) ladder.best = ladder.blocks.at(-1)?.levels.at(-1) ?? null;
}

/** The last block whose first key is not above `key`, or the first one. */
function blockIndex(blocks: readonly Block[], key: number): number {
	let low = 0;
	let high = blocks.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >>> 1;
		const first = blocks[middle]?.keys[0];
		if (first !== undefined && first <= key) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** The first index whose key is not below `key`. */
function lowerBound(keys: readonly number[], key: number): number {
	let low = 0;
	let high = keys.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		const at = keys[middle];
		if (at !== undefined && at < key) low = middle + 1;
		else high = middle;
	}
	return low;
}
