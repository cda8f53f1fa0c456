/**
 * Finds boxes in which two pictures of one size differ: pixels that differ by more than smoothing
 * are collected on a grid, and neighbouring cells joined.
 */
import type { Box } from '../../../core/place';
import { WordPixels, type Pixels, type WordLook } from './word-pixels';
import { around } from './word-spans';

const cellPixels = 12;

/** Fewer differing pixels in a cell are noise. */
const cellDifferingMin = 3;

interface ChangedPixels {
	/** Shares of the picture, from top to bottom. */
	readonly boxes: readonly Box[];
	/** How each word is seen. */
	readonly looks: readonly WordLook[];
}

/**
 * Compares two pictures on which words stand in these boxes, in shares of the picture. Of scans, which
 * have no words, the smallest difference counts.
 */
export async function changedPixels(
	base: Pixels,
	other: Pixels,
	words: readonly Box[] | 'scan',
): Promise<ChangedPixels> {
	const { default: pixelmatch } = await import('pixelmatch');
	const { width, height } = base;
	const mask = new Uint8ClampedArray(base.data.length);
	pixelmatch(base.data, other.data, mask, width, height, { diffMask: true, threshold: 0.12 });
	const looks = words === 'scan' ? [] : new WordPixels(base, other, mask).compare(words);
	const boxes = joined(marked(mask, { width, height })).map((box) => ({
		x: box.x / width,
		y: box.y / height,
		width: Math.min(box.width, width - box.x) / width,
		height: Math.min(box.height, height - box.y) / height,
	}));
	return { boxes, looks };
}

/** The grid cells with enough differing pixels, row by row. */
function marked(mask: Uint8ClampedArray, { width, height }: Omit<Pixels, 'data'>): readonly Box[] {
	const across = Math.ceil(width / cellPixels);
	const counts = new Int32Array(across * Math.ceil(height / cellPixels));
	for (let y = 0; y < height; y += 1) {
		for (let x = 0; x < width; x += 1) {
			if (mask[(y * width + x) * 4 + 3] === 0) continue;
			const cell = Math.floor(y / cellPixels) * across + Math.floor(x / cellPixels);
			counts[cell] = (counts[cell] ?? 0) + 1;
		}
	}
	const cells: Box[] = [];
	for (const [cell, count] of counts.entries()) {
		if (count < cellDifferingMin) continue;
		const at = { x: (cell % across) * cellPixels, y: Math.floor(cell / across) * cellPixels };
		cells.push({ ...at, width: cellPixels, height: cellPixels });
	}
	return cells;
}

/** Joins cells that are adjacent or one cell apart. */
function joined(cells: readonly Box[]): readonly Box[] {
	let boxes = [...cells];
	for (;;) {
		const next: Box[] = [];
		for (const box of boxes) {
			const near = next.findIndex((other) => touches(box, other));
			const other = next[near];
			if (other === undefined) next.push(box);
			else next[near] = around(other, box);
		}
		if (next.length === boxes.length)
			return next.sort((one, two) => one.y - two.y || one.x - two.x);
		boxes = next;
	}
}

function touches(one: Box, other: Box): boolean {
	return (
		one.x <= other.x + other.width + cellPixels &&
		other.x <= one.x + one.width + cellPixels &&
		one.y <= other.y + other.height + cellPixels &&
		other.y <= one.y + one.height + cellPixels
	);
}
