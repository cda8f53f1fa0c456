/**
 * Where two pictures of one size differ, as boxes that a person would draw: pixels that differ by more
 * than smoothing are gathered on a grid, and neighbours joined. Works on pixels alone.
 */
import type { Box } from '../../place';
import { around } from './word-spans';

interface Pixels {
	readonly data: Uint8ClampedArray;
	readonly width: number;
	readonly height: number;
}

const cellPixels = 12;

/** A lone pixel or two is noise of drawing. */
const cellDifferingMin = 3;

/** Boxes as shares of the picture, from above. */
export async function changedBoxes(first: Pixels, second: Pixels): Promise<readonly Box[]> {
	const { default: pixelmatch } = await import('pixelmatch');
	const { width, height } = first;
	const mask = new Uint8ClampedArray(first.data.length);
	const differing = pixelmatch(first.data, second.data, mask, width, height, {
		diffMask: true,
		threshold: 0.12,
	});
	if (differing === 0) return [];
	return joined(marked(mask, { width, height })).map((box) => ({
		x: box.x / width,
		y: box.y / height,
		width: Math.min(box.width, width - box.x) / width,
		height: Math.min(box.height, height - box.y) / height,
	}));
}

/** The cells of the grid in which enough pixels differ, row by row. */
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

/** Cells that lie side by side or one cell apart become one box, until no two boxes touch. */
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
