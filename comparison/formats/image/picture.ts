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
export interface Rectangle {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

export interface Size {
	readonly width: number;
	readonly height: number;
}

export function boxOf({ x, y, width, height }: Rectangle, on: Size): Box {
	return {
		x: share(x / on.width),
		y: share(y / on.height),
		width: share(width / on.width),
		height: share(height / on.height),
	};
}

function share(value: number): number {
	return Math.round(value * 1e4) / 1e4;
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

/** A part of a picture; the picture itself if it is all of it. */
export function cropped(picture: Picture, { x, y, width, height }: Rectangle): Picture {
	if (width === picture.width && height === picture.height) return picture;
	const rowBytes = width * 4;
	const data = new Uint8Array(rowBytes * height);
	for (let row = 0; row < height; row += 1) {
		const from = ((y + row) * picture.width + x) * 4;
		data.set(picture.data.subarray(from, from + rowBytes), row * rowBytes);
	}
	return { width, height, data };
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
