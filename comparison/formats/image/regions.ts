/** Groups differing pixels into a few rectangles. */
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
export function regionsOf(pixels: Uint8Array, mark: number, { width, height }: Size): Region[] {
	const cell = cellSize({ width, height });
	const columns = Math.ceil(width / cell);
	const cells = boundsOfCells(pixels, mark, width, cell);
	const regions: Region[] = [];
	for (const start of [...cells.keys()]) {
		if (!cells.has(start)) continue;
		let bounds: Bounds | undefined;
		const open = [start];
		for (let place = open.pop(); place !== undefined; place = open.pop()) {
			const found = cells.get(place);
			if (found === undefined) continue;
			cells.delete(place);
			bounds = bounds === undefined ? found : together(bounds, found);
			open.push(...neighbours(place, columns));
		}
		if (bounds !== undefined) regions.push(regionOf(bounds));
	}
	return regions.sort((one, other) => one.y - other.y || one.x - other.x);
}

interface Bounds {
	readonly left: number;
	readonly top: number;
	/** The last pixel, inclusive. */
	readonly right: number;
	readonly bottom: number;
	readonly pixels: number;
}

/** The bounds of the marked pixels in each cell, by cell number. */
function boundsOfCells(
	pixels: Uint8Array,
	mark: number,
	width: number,
	cell: number,
): Map<number, Bounds> {
	const columns = Math.ceil(width / cell);
	const cells = new Map<number, Bounds>();
	for (let at = pixels.indexOf(mark); at >= 0; at = pixels.indexOf(mark, at + 1)) {
		const [x, y] = [at % width, Math.floor(at / width)];
		const place = Math.floor(y / cell) * columns + Math.floor(x / cell);
		const pixel = { left: x, top: y, right: x, bottom: y, pixels: 1 };
		const known = cells.get(place);
		cells.set(place, known === undefined ? pixel : together(known, pixel));
	}
	return cells;
}

function together(one: Bounds, other: Bounds): Bounds {
	return {
		left: Math.min(one.left, other.left),
		top: Math.min(one.top, other.top),
		right: Math.max(one.right, other.right),
		bottom: Math.max(one.bottom, other.bottom),
		pixels: one.pixels + other.pixels,
	};
}

/** The up to eight neighbours of a cell within the picture. */
function neighbours(place: number, columns: number): number[] {
	const column = place % columns;
	const steps = [column > 0 ? -1 : 0, 0, column < columns - 1 ? 1 : 0];
	return [-columns, 0, columns].flatMap((row) => steps.map((step) => place + row + step));
}

function regionOf({ left, top, right, bottom, pixels }: Bounds): Region {
	return { x: left, y: top, width: right - left + 1, height: bottom - top + 1, pixels };
}
