/** A picture in memory, and rectangles on it. */
import type { Box } from '../../../api/comparison/place';

export interface Picture {
	/** In pixels. */
	readonly width: number;
	readonly height: number;
	/** RGBA with alpha 255, four bytes per pixel, row by row. */
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

/** Pixels as 32-bit numbers; equal numbers are equal colours. */
export function pixelsOf({ data, width, height }: Picture): Uint32Array {
	return new Uint32Array(data.buffer, data.byteOffset, width * height);
}

/** Brightness of a pixel, 0 to 255, weighted by colour; `at` is the offset of its first byte. */
export function brightness(data: Uint8Array, at: number): number {
	return ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29) >> 8;
}
