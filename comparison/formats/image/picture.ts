/** A picture in memory, and rectangles on it. */
import { at } from '../../../server/at';
import type { Box } from '../../../api/comparison/place';

export interface Picture {
	/** In pixels. */
	readonly width: number;
	readonly height: number;
	/** RGBA, four bytes per pixel, row by row; alpha is 255 where pictures are compared. */
	readonly data: Uint8Array;
}

/** In pixels, from the upper left corner. */
export type Rectangle = Box;
export type Size = Pick<Rectangle, 'width' | 'height'>;
export type Point = Pick<Rectangle, 'x' | 'y'>;

export function boxOf({ x, y, width, height }: Rectangle, on: Size): Box {
	const share = (part: number, whole: number) => Math.round((part / whole) * 1e4) / 1e4;
	return {
		x: share(x, on.width),
		y: share(y, on.height),
		width: share(width, on.width),
		height: share(height, on.height),
	};
}

/** The pixels that a box touches. */
export function rectangleOf({ x, y, width, height }: Box, on: Size): Rectangle {
	const [left, top] = [Math.floor(x * on.width), Math.floor(y * on.height)];
	return {
		x: left,
		y: top,
		width: Math.min(on.width, Math.ceil((x + width) * on.width)) - left,
		height: Math.min(on.height, Math.ceil((y + height) * on.height)) - top,
	};
}

export function wholeOf({ width, height }: Size): Rectangle {
	return { x: 0, y: 0, width, height };
}

/** What two rectangles have in common; may be empty. */
export function common(one: Rectangle, other: Rectangle): Rectangle {
	const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
	return {
		x,
		y,
		width: Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x),
		height: Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y),
	};
}

/** With a margin, as far as the picture has it. */
export function grown({ x, y, width, height }: Rectangle, margin: number, on: Size): Rectangle {
	const size = { width: width + 2 * margin, height: height + 2 * margin };
	return common({ x: x - margin, y: y - margin, ...size }, wholeOf(on));
}

export function moved<Shape extends Point>(shape: Shape, by: Point): Shape {
	return { ...shape, x: shape.x + by.x, y: shape.y + by.y };
}

/** Calls for each row with its first pixel and the one behind its last, counted over the picture. */
export function eachRow(
	{ x, y, width, height }: Rectangle,
	on: Size,
	visit: (from: number, to: number) => void,
): void {
	for (let row = y; row < y + height; row += 1) {
		visit(row * on.width + x, row * on.width + x + width);
	}
}

/** An opaque pixel as a number, as `pixelsOf` has it. */
export function colourOf(red: number, green: number, blue: number): number {
	return new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0] ?? 0;
}

/** A copy with rectangles in another colour. */
export function filled(
	picture: Picture,
	rectangles: readonly Rectangle[],
	colour: number,
): Picture {
	if (rectangles.length === 0) return picture;
	const copy = { ...picture, data: Uint8Array.from(picture.data) };
	const pixels = pixelsOf(copy);
	for (const one of rectangles) {
		eachRow(common(one, wholeOf(copy)), copy, (from, to) => pixels.fill(colour, from, to));
	}
	return copy;
}

/** A part of a picture; the picture itself if it is all of it. */
export function cropped(picture: Picture, { x, y, width, height }: Rectangle): Picture {
	if (width === picture.width && height === picture.height) return picture;
	const part = { width, height, data: new Uint8Array(width * height * 4) };
	const [all, pixels] = [pixelsOf(picture), pixelsOf(part)];
	let at = 0;
	eachRow({ x, y, width, height }, picture, (from, to) => {
		pixels.set(all.subarray(from, to), at);
		at += width;
	});
	return part;
}

/** From a row to before another. */
export interface Rows {
	readonly from: number;
	readonly to: number;
}

export function rows({ width, data }: Picture, { from, to }: Rows): Picture {
	return { width, height: to - from, data: data.subarray(from * width * 4, to * width * 4) };
}

/** Pixels as 32-bit numbers; equal numbers are equal colours. */
export function pixelsOf({ data, width, height }: Picture): Uint32Array {
	return new Uint32Array(data.buffer, data.byteOffset, width * height);
}

/** Brightness of a pixel, 0 to 255, weighted by colour; `at` is the offset of its first byte. */
export function brightness(data: Uint8Array, at: number): number {
	return ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29) >> 8;
}

export interface Grey extends Size {
	/** Brightness, row by row. */
	readonly values: Float32Array;
}

/** The mean brightness of squares of `factor` pixels; what is left over at the end is left out. */
export function reduced({ data, width: rowPixels, height: rows }: Picture, factor: number): Grey {
	const [width, height] = [Math.floor(rowPixels / factor), Math.floor(rows / factor)];
	const values = new Float32Array(width * height);
	const share = 1 / (factor * factor);
	for (let y = 0; y < height * factor; y += 1) {
		const row = Math.floor(y / factor) * width;
		let from = y * rowPixels * 4;
		for (let at = row; at < row + width; at += 1) {
			let sum = 0;
			for (const end = from + factor * 4; from < end; from += 4) sum += brightness(data, from);
			values[at] = (values[at] ?? 0) + sum * share;
		}
	}
	return { width, height, values };
}

/** The brightness of the paper: the most frequent brightness along the edges. */
export function brightnessOfPaper({ data, width, height }: Picture): number {
	const counts = new Uint32Array(256);
	const count = (x: number, y: number) => {
		const value = brightness(data, (y * width + x) * 4);
		counts[value] = at(counts, value) + 1;
	};
	for (let x = 0; x < width; x += 1) for (const y of [0, height - 1]) count(x, y);
	for (let y = 0; y < height; y += 1) for (const x of [0, width - 1]) count(x, y);
	return counts.indexOf(Math.max(...counts));
}

/** The classes of a pixel on two pictures, from the least difference to the greatest. */
export const pixelClass = { equal: 0, ignored: 1, noise: 2, faint: 3, content: 4 } as const;
