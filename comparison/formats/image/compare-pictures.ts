/**
 * Compares two pictures in memory: finds a shift of the whole picture, classifies differing pixels
 * as content, smoothing or compression, and groups content into regions.
 */
import { at } from '../../../server/at';
import type { Box } from '../../../api/comparison/place';
import {
	boxOf,
	brightness,
	cropped,
	pixelsOf,
	rectangleOf,
	type Picture,
	type Rectangle,
	type Size,
} from './picture';
import { pixelClass, pixelClasses } from './pixel-classes';
import { cellSize, regionsOf } from './regions';
import { differingShare, shiftBetween, type Shift } from './shift';

export interface PictureChange {
	readonly kind: 'added' | 'removed' | 'changed';
	/**
	 * Boxes on the kept and the sent picture; content at an edge that only one picture has is on that
	 * one.
	 */
	readonly kept?: Box;
	readonly sent?: Box;
}

/** Number of pixels of both pictures, by class of difference. */
export interface PixelCounts {
	readonly content: number;
	/** Pixels of edges with other smoothing. */
	readonly edge: number;
	readonly faint: number;
	/** Pixels that only differ because of the shift. */
	readonly shifted: number;
	/** Differing pixels in ignored regions. */
	readonly ignored: number;
	readonly total: number;
}

export interface PictureComparison {
	readonly shift: Shift;
	/** The common part after the shift, on each picture. */
	readonly overlap: { readonly kept: Rectangle; readonly sent: Rectangle };
	/** The class of each pixel of the common part, row by row. */
	readonly classes: Uint8Array;
	readonly pixels: PixelCounts;
	/** In reading order. */
	readonly changes: readonly PictureChange[];
}

export interface PictureRules {
	/** Ignored regions, on both pictures. */
	readonly ignoreRegions?: readonly Box[];
}

/** A pixel whose brightness differs less from the paper is empty. */
const paperTolerance = 32;

export async function comparePictures(
	kept: Picture,
	sent: Picture,
	{ ignoreRegions = [] }: PictureRules = {},
): Promise<PictureComparison> {
	const shown = { kept: blanked(kept, ignoreRegions), sent: blanked(sent, ignoreRegions) };
	const shift = shiftOf(shown.kept, shown.sent);
	const overlap = overlapOf(kept, sent, shift);
	const classes = await pixelClasses(
		cropped(shown.kept, overlap.kept),
		cropped(shown.sent, overlap.sent),
	);
	for (const box of ignoreRegions) {
		ignore(classes, { kept, sent }, overlap, rectangleOf(box, kept), 'kept');
		ignore(classes, { kept, sent }, overlap, rectangleOf(box, sent), 'sent');
	}
	const removed = besideOverlap(kept, overlap.kept, ignoreRegions);
	const added = besideOverlap(sent, overlap.sent, ignoreRegions);
	const counts = countsOf(classes);
	const total = kept.width * kept.height + sent.width * sent.height;
	return {
		shift,
		overlap,
		classes,
		pixels: {
			...counts,
			content: counts.content + removed.pixels + added.pixels,
			shifted: isShifted(shift) ? Math.ceil(differingShare(kept, sent) * total) : 0,
			total,
		},
		changes: [
			...changesIn(classes, shown.kept, shown.sent, overlap),
			...removed.boxes.map((box) => ({ kind: 'removed' as const, kept: box })),
			...added.boxes.map((box) => ({ kind: 'added' as const, sent: box })),
		],
	};
}

/** Computed in a fixed order, so that swapping the pictures gives the opposite shift. */
function shiftOf(kept: Picture, sent: Picture): Shift {
	if (Buffer.compare(kept.data, sent.data) <= 0) return shiftBetween(kept, sent);
	const { x, y } = shiftBetween(sent, kept);
	return { x: 0 - x, y: 0 - y };
}

export function isShifted({ x, y }: Shift): boolean {
	return x !== 0 || y !== 0;
}

/** The common part of both pictures after undoing the shift. */
function overlapOf(kept: Size, sent: Size, { x, y }: Shift): PictureComparison['overlap'] {
	const from = { x: Math.max(0, -x), y: Math.max(0, -y) };
	const size = {
		width: Math.min(kept.width, sent.width - x) - from.x,
		height: Math.min(kept.height, sent.height - y) - from.y,
	};
	return { kept: { ...from, ...size }, sent: { x: from.x + x, y: from.y + y, ...size } };
}

/** Replaces regions by paper, so that their content does not affect anything outside. */
function blanked(picture: Picture, regions: readonly Box[]): Picture {
	if (regions.length === 0) return picture;
	const paper = paperOf(picture);
	const data = Uint8Array.from(picture.data);
	const pixels = new Uint32Array(data.buffer);
	const [pixel = 0] = new Uint32Array(Uint8Array.of(paper, paper, paper, 255).buffer);
	for (const region of regions) {
		const { x, y, width, height } = rectangleOf(region, picture);
		for (let row = y; row < y + height; row += 1) {
			const from = row * picture.width + x;
			pixels.fill(pixel, from, from + width);
		}
	}
	return { ...picture, data };
}

/** Marks differing pixels of an ignored region, which are only counted as ignored. */
function ignore(
	classes: Uint8Array,
	{ kept, sent }: { readonly kept: Picture; readonly sent: Picture },
	overlap: PictureComparison['overlap'],
	region: Rectangle,
	side: 'kept' | 'sent',
): void {
	const { x, y, width, height } = overlap[side];
	const [left, top] = [Math.max(0, region.x - x), Math.max(0, region.y - y)];
	const right = Math.min(width, region.x + region.width - x);
	const bottom = Math.min(height, region.y + region.height - y);
	const [a, b] = [pixelsOf(kept), pixelsOf(sent)];
	for (let row = top; row < bottom; row += 1) {
		const inKept = (overlap.kept.y + row) * kept.width + overlap.kept.x;
		const inSent = (overlap.sent.y + row) * sent.width + overlap.sent.x;
		for (let column = left; column < right; column += 1) {
			const at = row * width + column;
			const isEqual = a[inKept + column] === b[inSent + column];
			if (classes[at] !== pixelClass.equal || !isEqual) classes[at] = pixelClass.ignored;
		}
	}
}

/** Counts each pixel twice, since it is on both pictures. */
function countsOf(classes: Uint8Array): Omit<PixelCounts, 'shifted' | 'total'> {
	const counts = new Uint32Array(Object.keys(pixelClass).length);
	// By index: an iterator takes ten times as long for the millions of pixels of a page.
	for (let at = 0; at < classes.length; at += 1) {
		const one = classes[at] ?? pixelClass.equal;
		if (one !== pixelClass.equal) counts[one] = (counts[one] ?? 0) + 2;
	}
	const of = (one: keyof typeof pixelClass) => at(counts, pixelClass[one]);
	return { content: of('content'), edge: of('edge'), faint: of('faint'), ignored: of('ignored') };
}

function changesIn(
	classes: Uint8Array,
	kept: Picture,
	sent: Picture,
	overlap: PictureComparison['overlap'],
): PictureChange[] {
	const margin = cellSize(overlap.kept);
	const papers = { kept: paperOf(kept), sent: paperOf(sent) };
	return regionsOf(classes, pixelClass.content, overlap.kept).map((region) => {
		const places = { kept: placed(region, overlap.kept), sent: placed(region, overlap.sent) };
		const isKeptEmpty = isEmpty(kept, around(places.kept, margin, kept), papers.kept);
		const isSentEmpty = isEmpty(sent, around(places.sent, margin, sent), papers.sent);
		const kind = isKeptEmpty === isSentEmpty ? 'changed' : isKeptEmpty ? 'added' : 'removed';
		return { kind, kept: boxOf(places.kept, kept), sent: boxOf(places.sent, sent) };
	});
}

function placed({ x, y, width, height }: Rectangle, overlap: Rectangle): Rectangle {
	return { x: x + overlap.x, y: y + overlap.y, width, height };
}

/** Adds a margin, so that a stroke added to a letter is a change of the letter. */
function around({ x, y, width, height }: Rectangle, margin: number, on: Size): Rectangle {
	const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)];
	return {
		x: left,
		y: top,
		width: Math.min(on.width, x + width + margin) - left,
		height: Math.min(on.height, y + height + margin) - top,
	};
}

/** The brightness of the paper: the most frequent brightness along the edges. */
function paperOf({ data, width, height }: Picture): number {
	const counts = new Uint32Array(256);
	const count = (x: number, y: number) => {
		const value = brightness(data, (y * width + x) * 4);
		counts[value] = at(counts, value) + 1;
	};
	for (let x = 0; x < width; x += 1) for (const y of [0, height - 1]) count(x, y);
	for (let y = 0; y < height; y += 1) for (const x of [0, width - 1]) count(x, y);
	return counts.indexOf(Math.max(...counts));
}

function isEmpty(picture: Picture, { x, y, width, height }: Rectangle, paper: number): boolean {
	for (let row = y; row < y + height; row += 1) {
		for (let column = x; column < x + width; column += 1) {
			if (isInked(picture, row * picture.width + column, paper)) return false;
		}
	}
	return true;
}

function isInked({ data }: Picture, at: number, paper: number): boolean {
	return Math.abs(brightness(data, at * 4) - paper) > paperTolerance;
}

/** Content outside the common part. */
function besideOverlap(
	picture: Picture,
	overlap: Rectangle,
	ignoreRegions: readonly Box[],
): { readonly pixels: number; readonly boxes: readonly Box[] } {
	if (overlap.width === picture.width && overlap.height === picture.height) {
		return { pixels: 0, boxes: [] };
	}
	const paper = paperOf(picture);
	const marks = new Uint8Array(picture.width * picture.height);
	for (const { x, y, width, height } of strips(overlap, picture)) {
		for (let row = y; row < y + height; row += 1) {
			for (let at = row * picture.width + x; at < row * picture.width + x + width; at += 1) {
				if (isInked(picture, at, paper)) marks[at] = 1;
			}
		}
	}
	for (const box of ignoreRegions) unmark(marks, rectangleOf(box, picture), picture.width);
	const regions = regionsOf(marks, 1, picture);
	return {
		pixels: regions.reduce((sum, region) => sum + region.pixels, 0),
		boxes: regions.map((region) => boxOf(region, picture)),
	};
}

/** The four rectangles around one; some may be empty. */
function strips({ x, y, width, height }: Rectangle, on: Size): Rectangle[] {
	return [
		{ x: 0, y: 0, width: on.width, height: y },
		{ x: 0, y, width: x, height },
		{ x: x + width, y, width: on.width - x - width, height },
		{ x: 0, y: y + height, width: on.width, height: on.height - y - height },
	];
}

function unmark(marks: Uint8Array, { x, y, width, height }: Rectangle, rowPixels: number): void {
	for (let row = y; row < y + height; row += 1) {
		marks.fill(0, row * rowPixels + x, row * rowPixels + x + width);
	}
}
