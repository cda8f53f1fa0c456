/** Groups marked pixels into a few rectangles. */
import type { Rectangle, Size } from './picture';

export interface Region extends Rectangle {
	/** Number of marked pixels in the region. */
	readonly pixels: number;
}

/** Cells along the longer side of a page; adjacent marked cells are one region. */
const cellsAlong = 110;
const cellMin = 4;
const cellMax = 32;

export function cellSize({ width, height }: Size): number {
	const size = Math.round(Math.max(width, height) / cellsAlong);
	return Math.min(cellMax, Math.max(cellMin, size));
}

/** The regions of marked pixels, in reading order, as small as possible. */
export function regionsOf(
	pixels: Uint8Array,
	mark: number,
	size: Size,
	cellPixels = cellSize(size),
): Region[] {
	const { columns, cellAt } = gridOf(size, cellPixels);
	const cells = new Map<number, Region>();
	eachMarked(pixels, mark, (pixel) => {
		const [x, y] = [pixel % size.width, Math.floor(pixel / size.width)];
		const cell = cellAt(pixel);
		cells.set(cell, together(cells.get(cell), { x, y, width: 1, height: 1, pixels: 1 }));
	});
	const regions: Region[] = [];
	for (const start of cells.keys()) {
		let region: Region | undefined;
		const open = [start];
		for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
			const found = cells.get(cell);
			if (found === undefined) continue;
			cells.delete(cell);
			region = together(region, found);
			open.push(...neighbours(cell, columns));
		}
		if (region !== undefined) regions.push(region);
	}
	return regions.sort((one, other) => one.y - other.y || one.x - other.x);
}

/**
 * Unmarks what is too sparse: pixels outside of all windows, two blocks wide and high, in which enough
 * are marked. Windows overlap by half, so that a block's edge does not decide what is found.
 */
export function keepDense(marks: Uint8Array, size: Size, block: number, least: number): void {
	const { columns, rows, cellAt } = gridOf(size, block);
	const counts = new Uint32Array(columns * rows);
	eachMarked(marks, 1, (pixel) => {
		const cell = cellAt(pixel);
		counts[cell] = (counts[cell] ?? 0) + 1;
	});
	const isDense = new Uint8Array(columns * rows);
	for (let row = 0; row < Math.max(1, rows - 1); row += 1) {
		for (let column = 0; column < Math.max(1, columns - 1); column += 1) {
			const first = row * columns + column;
			const window = [first, first + 1, first + columns, first + columns + 1];
			const count = window.reduce((sum, cell) => sum + (counts[cell] ?? 0), 0);
			if (count >= least) for (const cell of window) isDense[cell] = 1;
		}
	}
	eachMarked(marks, 1, (pixel) => {
		if (isDense[cellAt(pixel)] === 0) marks[pixel] = 0;
	});
}

function gridOf({ width, height }: Size, cell: number) {
	const columns = Math.ceil(width / cell);
	return {
		columns,
		rows: Math.ceil(height / cell),
		cellAt: (pixel: number) =>
			Math.floor(pixel / width / cell) * columns + Math.floor((pixel % width) / cell),
	};
}

function eachMarked(pixels: Uint8Array, mark: number, visit: (pixel: number) => void): void {
	for (let at = pixels.indexOf(mark); at >= 0; at = pixels.indexOf(mark, at + 1)) visit(at);
}

function together(one: Region | undefined, other: Region): Region {
	if (one === undefined) return other;
	const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
	return {
		x,
		y,
		width: Math.max(one.x + one.width, other.x + other.width) - x,
		height: Math.max(one.y + one.height, other.y + other.height) - y,
		pixels: one.pixels + other.pixels,
	};
}

/** The up to eight neighbours of a cell within the picture. */
function neighbours(cell: number, columns: number): number[] {
	const column = cell % columns;
	const steps = [column > 0 ? -1 : 0, 0, column < columns - 1 ? 1 : 0];
	return [-columns, 0, columns].flatMap((row) => steps.map((step) => cell + row + step));
}
