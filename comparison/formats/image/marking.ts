/** Draws overlays, boxes and parts of pictures for the report. */
import type { Box } from '../../../api/comparison/place';
import { isPlaced, type PictureComparison } from './compare-pictures';
import {
	brightness,
	cropped,
	pixelClass,
	rectangleOf,
	type Picture,
	type Rectangle,
} from './picture';

type Colour = readonly [red: number, green: number, blue: number];

const removedColour: Colour = [214, 40, 40];
const addedColour: Colour = [120, 0, 40];
const faintColour: Colour = [120, 160, 240];
const ignoredColour: Colour = [190, 190, 190];

/**
 * Draws differences in colour on the kept picture in pale grey; on yellow if the page was shifted or turned.
 */
export function overlay(comparison: PictureComparison, showsFaint: boolean): Picture {
	const { overlap, classes, upright } = comparison;
	const { width, height } = overlap.kept;
	const one = cropped(upright.kept, overlap.kept);
	const other = cropped(upright.sent, overlap.sent);
	const paper: Colour = isPlaced(comparison) ? [255, 244, 199] : [255, 255, 255];
	const data = new Uint8Array(width * height * 4);
	const drawn = new Uint32Array(data.buffer);
	const pale = paleColours(paper);
	for (let at = 0; at < classes.length; at += 1) {
		const bright = brightness(one.data, at * 4);
		drawn[at] = pale[bright] ?? 0;
		const state = classes[at] ?? pixelClass.equal;
		if (state === pixelClass.equal) continue;
		const isDarker = bright >= brightness(other.data, at * 4);
		const colour = colourOf(state, isDarker, showsFaint);
		if (colour !== undefined) paint(data, at, colour);
	}
	return { width, height, data };
}

/** The pale colour for each brightness, as 32-bit pixels. */
function paleColours(paper: Colour): Uint32Array {
	const data = new Uint8Array(256 * 4).fill(255);
	for (let bright = 0; bright < 256; bright += 1) {
		paint(data, bright, paper, 0.65 + (0.35 * bright) / 255);
	}
	return new Uint32Array(data.buffer);
}

/** Darker on the sent picture means added. */
function colourOf(one: number, isDarker: boolean, showsFaint: boolean): Colour | undefined {
	if (one === pixelClass.content) return isDarker ? addedColour : removedColour;
	if (one === pixelClass.ignored) return ignoredColour;
	const isFaint = one === pixelClass.noise || one === pixelClass.faint;
	return isFaint && showsFaint ? faintColour : undefined;
}

function paint(data: Uint8Array, at: number, [red, green, blue]: Colour, share = 1): void {
	data[at * 4] = red * share;
	data[at * 4 + 1] = green * share;
	data[at * 4 + 2] = blue * share;
}

/** A copy with a rectangle around each box. */
export function boxed(picture: Picture, boxes: readonly Box[]): Picture {
	const copy = { ...picture, data: Uint8Array.from(picture.data) };
	for (const box of boxes) {
		const { x, y, width, height } = grown(rectangleOf(box, picture), 3, picture);
		for (let line = 0; line < 2; line += 1) {
			fill(copy, { x, y: y + line, width, height: 1 });
			fill(copy, { x, y: y + height - 1 - line, width, height: 1 });
			fill(copy, { x: x + line, y, width: 1, height });
			fill(copy, { x: x + width - 1 - line, y, width: 1, height });
		}
	}
	return copy;
}

function fill(picture: Picture, { x, y, width, height }: Rectangle): void {
	for (let row = Math.max(0, y); row < Math.min(picture.height, y + height); row += 1) {
		for (let column = Math.max(0, x); column < Math.min(picture.width, x + width); column += 1) {
			paint(picture.data, row * picture.width + column, removedColour);
		}
	}
}

/** The part of a picture around a box, with some context. */
export function partAround(picture: Picture, box: Box, margin: number): Picture {
	return cropped(picture, grown(rectangleOf(box, picture), margin, picture));
}

function grown({ x, y, width, height }: Rectangle, margin: number, on: Picture): Rectangle {
	const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)];
	return {
		x: left,
		y: top,
		width: Math.max(1, Math.min(on.width, x + width + margin) - left),
		height: Math.max(1, Math.min(on.height, y + height + margin) - top),
	};
}
