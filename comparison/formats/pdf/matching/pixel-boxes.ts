/** Finds boxes in which two pictures of one size differ by more than the smoothing of edges. */
import { createHash } from 'node:crypto';
import type { Box } from '../../../../api/comparison/place';
import type { Sides } from '../../../align/run';
import { eachRow, type Rectangle } from '../../image/picture';
import { keepDense, regionsOf } from '../../image/regions';
import { WordPixels, type Pixels, type WordLook } from './word-pixels';

/** Fewer differing pixels in two blocks of this size, across and down, are noise. */
const differingMin = 3;
const blockPixels = 6;

/** What differs in neighbouring cells of this size is one box. */
const cellPixels = 18;

interface ChangedPixels {
	/** From top to bottom. */
	readonly boxes: readonly Rectangle[];
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
	const marks = new Uint8Array(width * height);
	for (let at = 0; at < marks.length; at += 1) if (mask[at * 4 + 3] !== 0) marks[at] = 1;
	keepDense(marks, base, blockPixels, differingMin);
	return { boxes: regionsOf(marks, 1, base, cellPixels), looks };
}

/**
 * How dark both pictures are in a rectangle, such as `picture, 12.5 % dark`; what is as dark is told apart by its pixels.
 */
export function pictureTexts(
	base: readonly [Pixels, Rectangle],
	other: readonly [Pixels, Rectangle],
): Sides<string> {
	const [ours, theirs] = [pixelsIn(...base), pixelsIn(...other)];
	const isAlike = ours.dark === theirs.dark;
	const told = ({ dark, hash }: typeof ours) => `picture, ${dark}${isAlike ? ` (${hash})` : ''}`;
	return { base: told(ours), other: told(theirs) };
}

function pixelsIn(picture: Pixels, rectangle: Rectangle) {
	const hash = createHash('sha256');
	let light = 0;
	eachRow(rectangle, picture, (from, to) => {
		const row = picture.data.subarray(from * 4, to * 4);
		hash.update(row);
		for (const [at, channel] of row.entries()) light += at % 4 === 3 ? 0 : channel / 255;
	});
	const share = 1 - light / (3 * rectangle.width * rectangle.height);
	return { dark: `${(100 * share).toFixed(1)} % dark`, hash: hash.digest('hex').slice(0, 8) };
}
