/**
 * Compares two pictures in memory: finds by how much the whole picture is shifted or turned, tells
 * content from noise, and groups content into regions.
 */
import { at } from '../../../server/at';
import type { Box } from '../../../api/comparison/place';
import type { Both } from '../../core/format-comparer';
import {
	boxOf,
	brightness,
	brightnessOfPaper,
	colourOf,
	common,
	cropped,
	eachRow,
	filled,
	grown,
	moved,
	pixelClass,
	pixelsOf,
	rectangleOf,
	wholeOf,
	type Picture,
	type Point,
	type Rectangle,
} from './picture';
import { pixelClasses } from './pixel-classes';
import { cellSize, regionsOf, type Region } from './regions';
import { differingShare, drawnShare, onBase, onOther, shiftBetween, type Placing } from './shift';
import { placed, straightened, turnBetween } from './turn';

/**
 * Boxes on the kept and the sent picture; content at an edge that only one picture has is on that
 * one.
 */
export interface PictureChange extends Partial<Both<Box>> {
	readonly kind: 'added' | 'removed' | 'changed';
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
	readonly shift: Point;
	/** How far its farthest corner lies elsewhere, as a share of the longer side. */
	readonly offset: number;
	/** What both pictures have after the shift; a turned one is turned back. */
	readonly overlap: Both<Picture>;
	/** The class of each pixel of the overlap, row by row. */
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

function mirrored(comparison: PictureComparison): PictureComparison {
	const { turn, shift, overlap, changes } = comparison;
	return {
		...comparison,
		turn: 0 - turn,
		shift: { x: 0 - shift.x, y: 0 - shift.y },
		overlap: { kept: overlap.sent, sent: overlap.kept },
		changes: changes.map(({ kind, kept, sent }) => {
			return { kind: mirroredKind[kind], kept: sent, sent: kept };
		}),
	};
}

async function comparedPictures(
	kept: Picture,
	sent: Picture,
	{ ignoreRegions = [], isLossy = false }: PictureRules,
): Promise<PictureComparison> {
	const placing = placingOf(kept, sent, { ignoreRegions, isLossy });
	const { picture: upright, shift } = straightened(sent, placing);
	const back = { x: 0 - shift.x, y: 0 - shift.y };
	const part = common(wholeOf(kept), moved(wholeOf(upright), back));
	/** From here on all rectangles are those of the kept picture; a region is elsewhere on the sent one. */
	const regions = ignoreRegions.map((box) => [
		rectangleOf(box, kept),
		placed(rectangleOf(box, sent), (corner) => onBase(placing, corner)),
	]);
	const onSent = (rectangle: Rectangle) => {
		const around = placed(rectangle, (corner) => onOther(placing, corner));
		return boxOf(common(around, wholeOf(sent)), sent);
	};
	const hidden = regions.flat();
	const base = sideOf(kept, part, hidden, { x: 0, y: 0 });
	const other = sideOf(upright, part, hidden, shift);
	const overlap = { kept: base.part, sent: other.part };
	const turn = (placing.radians * 180) / Math.PI;
	const lain = { x: Math.round(placing.x), y: Math.round(placing.y) };
	const isTurned = upright !== sent;
	const classes = await pixelClasses(base.shown, other.shown, { isLossy, isTurned });
	const corner = { x: 0 - part.x, y: 0 - part.y };
	const ignored = regions.map((of) => {
		const onOverlap = of.map((one) => moved(one, corner));
		return ignore(classes, overlap, onOverlap);
	});
	const counts = countsOf(classes);
	const beside = [...base.beside, ...other.beside];
	const total = kept.width * kept.height + sent.width * sent.height;
	return {
		turn,
		shift: lain,
		offset: offsetOf(placing, kept),
		overlap,
		classes,
		pixels: {
			...counts,
			ignored,
			content: beside.reduce((sum, { pixels }) => sum + pixels, counts.content),
			placed: isPlaced({ turn, shift: lain }) ? Math.ceil(differingShare(kept, sent) * total) : 0,
			total,
		},
		changes: [
			...changesIn(classes, base.shown, other.shown).map(({ kind, region }) => {
				const rectangle = moved(region, part);
				return { kind, kept: boxOf(rectangle, kept), sent: onSent(rectangle) };
			}),
			...base.beside.map((one) => ({ kind: 'removed' as const, kept: boxOf(one, kept) })),
			...other.beside.map((one) => ({ kind: 'added' as const, sent: onSent(moved(one, back)) })),
		],
	};
}

/** What is compared of a picture: the part that both have, and what lies beside it; `by`: where these lie on it. */
function sideOf(picture: Picture, common: Rectangle, regions: readonly Rectangle[], by: Point) {
	const [on, hidden] = [moved(common, by), regions.map((one) => moved(one, by))];
	const part = cropped(picture, on);
	return {
		part,
		shown: cropped(blanked(picture, hidden), on),
		beside: part === picture ? [] : contentBeside(picture, [on, ...hidden]),
	};
}

function contentBeside(picture: Picture, parts: readonly Rectangle[]): readonly Region[] {
	const paper = brightnessOfPaper(picture);
	const marks = new Uint8Array(picture.width * picture.height).fill(1);
	for (const part of parts) {
		const inside = common(part, wholeOf(picture));
		eachRow(inside, picture, (from, to) => marks.fill(0, from, to));
	}
	for (let at = marks.indexOf(1); at >= 0; at = marks.indexOf(1, at + 1)) {
		if (!isInked(picture, at, paper)) marks[at] = 0;
	}
	return regionsOf(marks, 1, picture);
}

/** What lay on a glass is hardly ever shifted by whole pixels; else a turn is looked for where much differs. */
function placingOf(kept: Picture, sent: Picture, rules: PictureRules): Placing {
	const [one = kept, two = sent] = [kept, sent].map((picture) => {
		const hidden = (rules.ignoreRegions ?? []).map((box) => rectangleOf(box, picture));
		return blanked(picture, hidden);
	});
	const { placing, share } = shiftBetween(one, two);
	const likeMax = rules.isLossy ? 0 : hopelessShare * Math.min(drawnShare(one), drawnShare(two));
	return (share <= likeMax ? undefined : turnBetween(one, two, share)) ?? placing;
}

function offsetOf(placing: Placing, { width, height }: Picture): number {
	const corners = [0, width].flatMap((x) => [0, height].map((y) => ({ x, y })));
	const moves = corners.map((corner) => {
		const { x, y } = onOther(placing, corner);
		return Math.hypot(x - corner.x, y - corner.y);
	});
	return Math.max(...moves) / Math.max(width, height);
}

/** True if the whole picture is shifted or turned, by more than a part of a pixel. */
export function isPlaced({ turn, shift }: Pick<PictureComparison, 'turn' | 'shift'>): boolean {
	return turn !== 0 || shift.x !== 0 || shift.y !== 0;
}

/** Replaces regions by paper, so that their content does not affect anything outside. */
function blanked(picture: Picture, regions: readonly Rectangle[]): Picture {
	const paper = regions.length === 0 ? 0 : brightnessOfPaper(picture);
	return filled(picture, regions, colourOf(paper, paper, paper));
}

/** Marks differing pixels of ignored regions; returns how many were not marked before. */
function ignore(
	classes: Uint8Array,
	{ kept, sent }: Both<Picture>,
	regions: readonly Rectangle[],
): number {
	const [a, b] = [pixelsOf(kept), pixelsOf(sent)];
	let marked = 0;
	for (const region of regions) {
		eachRow(common(region, wholeOf(kept)), kept, (from, to) => {
			for (let at = from; at < to; at += 1) {
				const isEqual = classes[at] === pixelClass.equal && a[at] === b[at];
				if (isEqual || classes[at] === pixelClass.ignored) continue;
				classes[at] = pixelClass.ignored;
				marked += 1;
			}
		});
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

function changesIn(classes: Uint8Array, kept: Picture, sent: Picture) {
	const papers = [brightnessOfPaper(kept), brightnessOfPaper(sent)] as const;
	return regionsOf(classes, pixelClass.content, kept).map((region) => {
		// With a margin a stroke added to a letter is a change of the letter.
		const around = grown(region, cellSize(kept), kept);
		const isKeptEmpty = isEmpty(kept, around, papers[0]);
		const isSentEmpty = isEmpty(sent, around, papers[1]);
		const kind = isKeptEmpty === isSentEmpty ? 'changed' : isKeptEmpty ? 'added' : 'removed';
		return { region, kind } as const;
	});
}

function isEmpty(picture: Picture, region: Rectangle, paper: number): boolean {
	let isBare = true;
	eachRow(region, picture, (from, to) => {
		for (let at = from; isBare && at < to; at += 1) isBare = !isInked(picture, at, paper);
	});
	return isBare;
}

function isInked({ data }: Picture, at: number, paper: number): boolean {
	return Math.abs(brightness(data, at * 4) - paper) > paperTolerance;
}
