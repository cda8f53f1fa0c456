/**
 * Compares two pictures in memory: finds by how much the whole picture is shifted or turned, tells
 * content from noise, and groups content into regions.
 */
import { at } from '../../../server/at';
import type { Box } from '../../../api/comparison/place';
import {
	boxOf,
	brightness,
	brightnessOfPaper,
	cropped,
	pixelClass,
	pixelsOf,
	rectangleOf,
	type Picture,
	type Rectangle,
	type Size,
} from './picture';
import { pixelClasses } from './pixel-classes';
import { cellSize, regionsOf } from './regions';
import { differingShare, drawnShare, shiftBetween, type Shift } from './shift';
import { around, onBase, onOther, straightened, turnBetween } from './turn';

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
	readonly faint: number;
	/** What scanning, compression and other smoothing of edges leave. */
	readonly noise: number;
	/** Pixels that only differ because of the shift or turn. */
	readonly placed: number;
	/** Differing pixels in each ignored region, on one picture. */
	readonly ignored: readonly number[];
	readonly total: number;
}

export interface PictureComparison {
	/** Clockwise, in degrees, of the sent picture against the kept one; mostly 0. */
	readonly turn: number;
	readonly shift: Shift;
	/** The pictures as they were compared: where one is turned, it is turned back. */
	readonly upright: { readonly kept: Picture; readonly sent: Picture };
	/** The common part after the shift, on each upright picture. */
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
	/** True if a picture was compressed with loss. */
	readonly isLossy?: boolean;
}

/** A pixel whose brightness differs less from the paper is empty. */
const paperTolerance = 32;

/** A turn is searched where this share of what is drawn lies elsewhere. */
const hopelessShare = 0.3;

/** Compared in a fixed order, so that swapping the pictures mirrors the answer. */
export async function comparePictures(
	kept: Picture,
	sent: Picture,
	rules: PictureRules = {},
): Promise<PictureComparison> {
	return Buffer.compare(kept.data, sent.data) <= 0
		? comparedPictures(kept, sent, rules)
		: mirrored(await comparedPictures(sent, kept, rules));
}

const mirroredKind = { added: 'removed', removed: 'added', changed: 'changed' } as const;

function mirrored({ turn, shift, ...rest }: PictureComparison): PictureComparison {
	const { upright, overlap, changes } = rest;
	return {
		...rest,
		turn: 0 - turn,
		shift: { x: 0 - shift.x, y: 0 - shift.y },
		upright: { kept: upright.sent, sent: upright.kept },
		overlap: { kept: overlap.sent, sent: overlap.kept },
		changes: changes.map(({ kind, kept, sent }) => ({
			kind: mirroredKind[kind],
			...(sent && { kept: sent }),
			...(kept && { sent: kept }),
		})),
	};
}

async function comparedPictures(
	kept: Picture,
	sent: Picture,
	{ ignoreRegions = [], isLossy = false }: PictureRules,
): Promise<PictureComparison> {
	const placing = placingOf(kept, sent, ignoreRegions);
	const upright = { kept, sent: placing.sent };
	const regions = {
		kept: ignoreRegions.map((box) => rectangleOf(box, kept)),
		sent: ignoreRegions.map((box) => placing.onUpright(rectangleOf(box, sent))),
	};
	const shown = {
		kept: blanked(kept, regions.kept),
		sent: blanked(upright.sent, regions.sent),
	};
	const overlap = overlapOf(kept, upright.sent, placing.shift);
	const classes = await pixelClasses(
		cropped(shown.kept, overlap.kept),
		cropped(shown.sent, overlap.sent),
		{ isLossy, isTurned: placing.turn !== 0 },
	);
	const ignored = ignoreRegions.map(
		(_, index) =>
			ignore(classes, upright, overlap, at(regions.kept, index), 'kept') +
			ignore(classes, upright, overlap, at(regions.sent, index), 'sent'),
	);
	const removed = besideOverlap(kept, overlap.kept, regions.kept);
	const added = besideOverlap(upright.sent, overlap.sent, regions.sent);
	const counts = countsOf(classes);
	const total = kept.width * kept.height + sent.width * sent.height;
	const onSent = (rectangle: Rectangle) => boxOf(placing.onSent(rectangle), sent);
	const { turn, shift } = placing;
	return {
		...{ turn, shift, upright, overlap, classes },
		pixels: {
			...counts,
			ignored,
			content: counts.content + removed.pixels + added.pixels,
			placed: isPlaced(placing) ? Math.ceil(differingShare(kept, sent) * total) : 0,
			total,
		},
		changes: [
			...changesIn(classes, shown, overlap, onSent),
			...removed.regions.map((one) => ({ kind: 'removed' as const, kept: boxOf(one, kept) })),
			...added.regions.map((one) => ({ kind: 'added' as const, sent: onSent(one) })),
		],
	};
}

/** The sent picture as it is compared, and where its rectangles lie before and after turning it. */
interface Placing extends Pick<PictureComparison, 'turn' | 'shift'> {
	readonly sent: Picture;
	readonly onUpright: (rectangle: Rectangle) => Rectangle;
	readonly onSent: (rectangle: Rectangle) => Rectangle;
}

function placingOf(kept: Picture, sent: Picture, ignored: readonly Box[]): Placing {
	const [one, two] = [kept, sent].map((picture) =>
		blanked(
			picture,
			ignored.map((box) => rectangleOf(box, picture)),
		),
	) as [Picture, Picture];
	const { shift, share } = shiftBetween(one, two);
	const same = (rectangle: Rectangle) => rectangle;
	const unturned = { turn: 0, shift, sent, onUpright: same, onSent: same };
	if (share === 0 || share < hopelessShare * Math.min(drawnShare(one), drawnShare(two))) {
		return unturned;
	}
	const turn = turnBetween(one, two, share);
	if (turn === undefined) return unturned;
	const { picture, shift: moved } = straightened(sent, turn);
	return {
		turn: (turn.radians * 180) / Math.PI,
		shift: moved,
		sent: picture,
		onUpright: (rectangle) =>
			within(
				around(rectangle, (point) => {
					const { x, y } = onBase(turn, point);
					return { x: x + moved.x, y: y + moved.y };
				}),
				picture,
			),
		onSent: (rectangle) =>
			within(
				around(rectangle, ({ x, y }) => onOther(turn, { x: x - moved.x, y: y - moved.y })),
				sent,
			),
	};
}

/** True if the whole picture is shifted or turned. */
export function isPlaced({ turn, shift }: Pick<PictureComparison, 'turn' | 'shift'>): boolean {
	return turn !== 0 || shift.x !== 0 || shift.y !== 0;
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
function blanked(picture: Picture, regions: readonly Rectangle[]): Picture {
	if (regions.length === 0) return picture;
	const paper = brightnessOfPaper(picture);
	const data = Uint8Array.from(picture.data);
	const pixels = new Uint32Array(data.buffer);
	const [pixel = 0] = new Uint32Array(Uint8Array.of(paper, paper, paper, 255).buffer);
	for (const { x, y, width, height } of regions) {
		for (let row = y; row < y + height; row += 1) {
			const from = row * picture.width + x;
			pixels.fill(pixel, from, from + width);
		}
	}
	return { ...picture, data };
}

/** Marks differing pixels of an ignored region; returns how many were not marked before. */
function ignore(
	classes: Uint8Array,
	{ kept, sent }: { readonly kept: Picture; readonly sent: Picture },
	overlap: PictureComparison['overlap'],
	region: Rectangle,
	side: 'kept' | 'sent',
): number {
	let marked = 0;
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
			if (classes[at] === pixelClass.ignored) continue;
			if (classes[at] === pixelClass.equal && isEqual) continue;
			classes[at] = pixelClass.ignored;
			marked += 1;
		}
	}
	return marked;
}

/** Counts each pixel twice, since it is on both pictures. */
function countsOf(classes: Uint8Array): Pick<PixelCounts, 'content' | 'faint' | 'noise'> {
	const counts = new Uint32Array(Object.keys(pixelClass).length);
	// By index: an iterator takes ten times as long for the millions of pixels of a page.
	for (let at = 0; at < classes.length; at += 1) {
		const one = classes[at] ?? pixelClass.equal;
		if (one !== pixelClass.equal) counts[one] = (counts[one] ?? 0) + 2;
	}
	const of = (one: keyof typeof pixelClass) => at(counts, pixelClass[one]);
	return { content: of('content'), faint: of('faint'), noise: of('noise') };
}

function changesIn(
	classes: Uint8Array,
	{ kept, sent }: PictureComparison['upright'],
	overlap: PictureComparison['overlap'],
	onSent: (rectangle: Rectangle) => Box,
): PictureChange[] {
	const margin = cellSize(overlap.kept);
	const papers = { kept: brightnessOfPaper(kept), sent: brightnessOfPaper(sent) };
	return regionsOf(classes, pixelClass.content, overlap.kept).map((region) => {
		const places = { kept: placed(region, overlap.kept), sent: placed(region, overlap.sent) };
		const isKeptEmpty = isEmpty(kept, grown(places.kept, margin, kept), papers.kept);
		const isSentEmpty = isEmpty(sent, grown(places.sent, margin, sent), papers.sent);
		const kind = isKeptEmpty === isSentEmpty ? 'changed' : isKeptEmpty ? 'added' : 'removed';
		return { kind, kept: boxOf(places.kept, kept), sent: onSent(places.sent) };
	});
}

function placed({ x, y, width, height }: Rectangle, overlap: Rectangle): Rectangle {
	return { x: x + overlap.x, y: y + overlap.y, width, height };
}

/** Adds a margin, so that a stroke added to a letter is a change of the letter. */
function grown({ x, y, width, height }: Rectangle, margin: number, on: Size): Rectangle {
	const size = { width: width + 2 * margin, height: height + 2 * margin };
	return within({ x: x - margin, y: y - margin, ...size }, on);
}

function within({ x, y, width, height }: Rectangle, on: Size): Rectangle {
	const [left, top] = [Math.max(0, x), Math.max(0, y)];
	return {
		x: left,
		y: top,
		width: Math.max(0, Math.min(on.width, x + width) - left),
		height: Math.max(0, Math.min(on.height, y + height) - top),
	};
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
	ignored: readonly Rectangle[],
): { readonly pixels: number; readonly regions: readonly Rectangle[] } {
	if (overlap.width === picture.width && overlap.height === picture.height) {
		return { pixels: 0, regions: [] };
	}
	const paper = brightnessOfPaper(picture);
	const marks = new Uint8Array(picture.width * picture.height);
	for (const { x, y, width, height } of strips(overlap, picture)) {
		for (let row = y; row < y + height; row += 1) {
			for (let at = row * picture.width + x; at < row * picture.width + x + width; at += 1) {
				if (isInked(picture, at, paper)) marks[at] = 1;
			}
		}
	}
	for (const region of ignored) unmark(marks, region, picture.width);
	const regions = regionsOf(marks, 1, picture);
	return { pixels: regions.reduce((sum, region) => sum + region.pixels, 0), regions };
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
