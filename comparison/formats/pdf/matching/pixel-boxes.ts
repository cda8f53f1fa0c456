/**
 * Finds boxes in which two pictures of one size differ: pixels that differ by more than smoothing
 * are collected on a grid, and neighbouring cells joined.
 */
import { createHash } from 'node:crypto';
import { at } from '../../../../server/at';
import type { Box } from '../../../../api/comparison/place';
import { WordPixels, type Pixels, type WordLook } from './word-pixels';
import { around } from './word-spans';

const cellPixels = 12;

/** Fewer differing pixels in a cell are noise. */
const cellDifferingMin = 3;

/** Whole pixels. */
export type PixelBox = Box;

interface ChangedPixels {
	/** From top to bottom. */
	readonly boxes: readonly PixelBox[];
	/** How each word is seen. */
	readonly looks: readonly WordLook[];
}

/** Compares two pictures on which words stand in these boxes, in shares of the picture. */
export async function changedPixels(
	base: Pixels,
	other: Pixels,
	words: readonly Box[],
): Promise<ChangedPixels> {
	const { default: pixelmatch } = await import('pixelmatch');
	const { width, height } = base;
	const mask = new Uint8ClampedArray(base.data.length);
	// Edges that are drawn otherwise are taken back by a rule that leaves small dots.
	const options = { diffMask: true, threshold: 0.12, includeAA: true };
	pixelmatch(base.data, other.data, mask, width, height, options);
	const looks = new WordPixels(base, other, mask).compare(words);
	const boxes = joined(marked(mask, { width, height })).map(({ x, y, ...size }) => ({
		...{ x, y },
		width: Math.min(size.width, width - x),
		height: Math.min(size.height, height - y),
	}));
	return { boxes, looks };
}

/**
 * How dark both pictures are in a box, such as `12.5 % dark`; what is as dark is told apart by its pixels.
 */
export function darkness(
	base: readonly [Pixels, PixelBox],
	other: readonly [Pixels, PixelBox],
): { readonly base: string; readonly other: string } {
	const [ours, theirs] = [pixelsIn(...base), pixelsIn(...other)];
	const isAlike = ours.dark === theirs.dark;
	const told = ({ dark, hash }: typeof ours) => (isAlike ? `${dark} (${hash})` : dark);
	return { base: told(ours), other: told(theirs) };
}

function pixelsIn({ data, width, height }: Pixels, box: Box) {
	const hash = createHash('sha256');
	const right = Math.min(width, box.x + box.width);
	const bottom = Math.min(height, box.y + box.height);
	let light = 0;
	for (let y = box.y; y < bottom; y += 1) {
		const row = data.subarray((y * width + box.x) * 4, (y * width + right) * 4);
		hash.update(row);
		for (const [at, channel] of row.entries()) light += at % 4 === 3 ? 0 : channel / 255;
	}
	const share = 1 - light / (3 * (right - box.x) * (bottom - box.y));
	return { dark: `${(100 * share).toFixed(1)} % dark`, hash: hash.digest('hex').slice(0, 8) };
}

/**
 * The cells with enough differing pixels, row by row. They overlap by half, so that the place of a small
 * mark does not decide whether it is found: a dot that one cell cuts lies whole within another.
 */
function marked(mask: Uint8ClampedArray, { width, height }: Omit<Pixels, 'data'>): readonly Box[] {
	const half = cellPixels / 2;
	const across = Math.ceil(width / half);
	const down = Math.ceil(height / half);
	const counts = new Int32Array(across * down);
	for (let y = 0; y < height; y += 1) {
		for (let x = 0; x < width; x += 1) {
			if (mask[(y * width + x) * 4 + 3] === 0) continue;
			const quarter = Math.floor(y / half) * across + Math.floor(x / half);
			counts[quarter] = (counts[quarter] ?? 0) + 1;
		}
	}
	const countAt = (column: number, row: number) =>
		column < across && row < down ? at(counts, row * across + column) : 0;
	const cells: Box[] = [];
	for (let row = 0; row < down; row += 1) {
		for (let column = 0; column < across; column += 1) {
			const count =
				countAt(column, row) +
				countAt(column + 1, row) +
				countAt(column, row + 1) +
				countAt(column + 1, row + 1);
			if (count < cellDifferingMin) continue;
			cells.push({ x: column * half, y: row * half, width: cellPixels, height: cellPixels });
		}
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
