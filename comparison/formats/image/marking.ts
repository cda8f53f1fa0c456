/** Draws overlays, boxes and parts of pictures for the report. */
import type { Box } from '../../../api/comparison/place';
import { isPlaced, type PictureComparison } from './compare-pictures';
import {
	brightness,
	colourOf,
	cropped,
	filled,
	grown,
	pixelClass,
	rectangleOf,
	type Picture,
} from './picture';

const removedColour = colourOf(214, 40, 40);
const addedColour = colourOf(120, 0, 40);
const faintColour = colourOf(120, 160, 240);
const ignoredColour = colourOf(190, 190, 190);

const lineWidth = 2;

/**
 * Draws differences in colour on the kept picture in pale grey; on yellow if the page was shifted or turned.
 */
export function overlay(comparison: PictureComparison, showsFaint: boolean): Picture {
	const { classes, overlap } = comparison;
	const { kept, sent } = overlap;
	const paper = isPlaced(comparison) ? ([255, 244, 199] as const) : ([255, 255, 255] as const);
	const pale = Uint32Array.from({ length: 256 }, (_, bright) => {
		const [red, green, blue] = paper.map((one) => one * (0.65 + (0.35 * bright) / 255));
		return colourOf(red ?? 0, green ?? 0, blue ?? 0);
	});
	const drawn = new Uint32Array(classes.length);
	for (let at = 0; at < classes.length; at += 1) {
		const one = classes[at] ?? pixelClass.equal;
		const bright = brightness(kept.data, at * 4);
		const isDarker = one !== pixelClass.equal && bright >= brightness(sent.data, at * 4);
		drawn[at] = markOf(one, isDarker, showsFaint) ?? pale[bright] ?? 0;
	}
	return { ...kept, data: new Uint8Array(drawn.buffer) };
}

/** The colour of a class of difference; darker on the sent picture means added. */
function markOf(one: number, isDarker: boolean, showsFaint: boolean): number | undefined {
	if (one === pixelClass.content) return isDarker ? addedColour : removedColour;
	if (one === pixelClass.ignored) return ignoredColour;
	return one !== pixelClass.equal && showsFaint ? faintColour : undefined;
}

/** A copy with a rectangle around each box. */
export function boxed(picture: Picture, boxes: readonly Box[]): Picture {
	const lines = boxes.flatMap((box) => {
		const { x, y, width, height } = grown(rectangleOf(box, picture), 3, picture);
		return [
			{ x, y, width, height: lineWidth },
			{ x, y: y + height - lineWidth, width, height: lineWidth },
			{ x, y, width: lineWidth, height },
			{ x: x + width - lineWidth, y, width: lineWidth, height },
		];
	});
	return filled(picture, lines, removedColour);
}

/** The part of a picture around a box, with some context. */
export function partAround(picture: Picture, box: Box, margin: number): Picture {
	return cropped(picture, grown(rectangleOf(box, picture), margin, picture));
}
