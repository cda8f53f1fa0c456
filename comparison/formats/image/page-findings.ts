/**
 * Compares a pair of pages: scales them to one size if one is a smaller copy, compares the
 * pictures, and classifies the differences.
 */
import { at, present } from '../../../server/at';
import type { Change } from '../../core/comparison';
import { comparedKinds } from '../../../api/comparison/kinds';
import { classesOf, type ClassOf } from '../../core/classes';
import type { Box } from '../../../api/comparison/place';
import { comparePictures, isPlaced, type PictureComparison } from './compare-pictures';
import { comparedSize, isEqualByStrips, pixelsOf, type PictureFile } from './decoding';
import { onGround } from './ground';
import type { Pair } from '../../align/pairing';
import type { Picture, Size } from './picture';
import { turnText } from './turn';

export type DifferenceClass = ClassOf<'picture'>;

export const { countsAt } = classesOf(comparedKinds.picture.classes);

export interface ClassedChange {
	readonly class: DifferenceClass;
	readonly change: Change;
}

export interface PageFindings {
	readonly pair: Pair;
	/** Differing pixels of both pages, by class. */
	readonly weights: Readonly<Record<DifferenceClass, number>>;
	readonly totalPixels: number;
	/** Differing pixels of each region that is left out, on one page. */
	readonly ignoredPixels: readonly number[];
	readonly changes: readonly ClassedChange[];
	readonly notes: readonly string[];
	/** The compared pictures, for the report; a single page is alone. */
	readonly kept?: Picture;
	readonly sent?: Picture;
	readonly comparison?: PictureComparison;
}

/** Sizes with nearly the same aspect ratio count as resized. */
const ratioTolerance = 0.01;

/**
 * Above this share of differing pixels a picture may have a new border rather than another size.
 */
const doubtfulShare = 0.005;

/** Above this share a note says that the pictures cannot be aligned. */
const hopelessShare = 0.3;

export interface Files {
	readonly kept: PictureFile;
	readonly sent: PictureFile;
}

interface PairOfBoth extends Pair {
	readonly kept: number;
	readonly sent: number;
}

export async function findingsOf(
	files: Files,
	pair: Pair,
	ignoreRegions: readonly Box[],
): Promise<PageFindings> {
	const { kept, sent } = pair;
	if (kept !== undefined && sent !== undefined) {
		const sizes = { kept: at(files.kept.pages, kept), sent: at(files.sent.pages, sent) };
		return compared(files, { ...pair, kept, sent }, sizes, ignoreRegions);
	}
	const side = kept === undefined ? 'sent' : 'kept';
	const page = present(kept ?? sent, 'the page of a pair');
	const size = at(files[side].pages, page);
	const place = { page: page + 1, box: { x: 0, y: 0, width: 1, height: 1 } };
	const change: Change =
		side === 'kept'
			? { kind: 'removed', kept: place, oldText: 'the whole page' }
			: { kind: 'added', sent: place, newText: 'the whole page' };
	return {
		pair,
		weights: { ...nothing, content: pixelsOf(size) },
		totalPixels: pixelsOf(size),
		ignoredPixels: [],
		changes: [{ class: 'content', change }],
		notes: [],
		[side]: await files[side].decode(page, comparedSize(size)),
	};
}

const nothing = { content: 0, placement: 0, faint: 0, noise: 0 };

interface Sizes {
	readonly kept: Size;
	readonly sent: Size;
}

async function compared(
	files: Files,
	pair: PairOfBoth,
	sizes: Sizes,
	ignoreRegions: readonly Box[],
): Promise<PageFindings> {
	const isResized = pixelsOf(sizes.kept) !== pixelsOf(sizes.sent) && isSameRatio(sizes);
	const common = pixelsOf(sizes.kept) < pixelsOf(sizes.sent) ? sizes.kept : sizes.sent;
	const at = isResized ? { kept: common, sent: common } : sizes;
	let result = await pictures(files, pair, at, ignoreRegions);
	let isScaled = isResized;
	if (isResized && contentShare(result.comparison) > doubtfulShare) {
		const unscaled = await pictures(files, pair, sizes, ignoreRegions);
		if (contentShare(unscaled.comparison) < contentShare(result.comparison)) {
			[result, isScaled] = [unscaled, false];
		}
	}
	const isReduced = comparedSize(sizes.kept).width < sizes.kept.width;
	const { comparison, shownThrough } = result;
	const { noise, faint: found } = comparison.pixels;
	const isSeenWhole = !isReduced || found + noise > 0 || (await isEqualPage(files, pair));
	const faint = shownThrough || (isSeenWhole ? found : 1);
	const forms = { isScaled, isReduced, shownThrough, faint };
	return {
		pair,
		kept: result.kept,
		sent: result.sent,
		comparison,
		weights: {
			...nothing,
			content: comparison.pixels.content,
			placement: placement(pair, comparison, sizes, isScaled),
			faint,
			noise,
		},
		totalPixels: pixelsOf(sizes.kept) + pixelsOf(sizes.sent),
		ignoredPixels: comparison.pixels.ignored,
		changes: changesOf(pair, comparison, sizes, forms),
		notes: notesOf(pair, comparison, sizes, forms),
	};
}

async function pictures(
	files: Files,
	pair: PairOfBoth,
	sizes: Sizes,
	ignoreRegions: readonly Box[],
) {
	const { kept, sent, shownThrough } = onGround(
		await files.kept.decode(pair.kept, comparedSize(sizes.kept)),
		await files.sent.decode(pair.sent, comparedSize(sizes.sent)),
	);
	const isLossy = files.kept.isLossy || files.sent.isLossy;
	const comparison = await comparePictures(kept, sent, { ignoreRegions, isLossy });
	return { kept, sent, shownThrough, comparison };
}

function isEqualPage(files: Files, { kept, sent }: PairOfBoth): Promise<boolean> {
	return isEqualByStrips(files.kept, files.sent, { kept, sent });
}

function isSameRatio({ kept, sent }: Sizes): boolean {
	const ratio = (kept.width * sent.height) / (kept.height * sent.width);
	return Math.abs(ratio - 1) <= ratioTolerance;
}

function contentShare({ pixels }: PictureComparison): number {
	return pixels.content / pixels.total;
}

function placement(
	{ isMoved }: Pair,
	comparison: PictureComparison,
	{ kept, sent }: Sizes,
	isScaled: boolean,
): number {
	if (isMoved) return pixelsOf(kept) + pixelsOf(sent);
	const resized = Math.abs(pixelsOf(kept) - pixelsOf(sent));
	const placed = isPlaced(comparison) ? Math.max(1, comparison.pixels.placed) : 0;
	return isScaled ? Math.max(1, resized) : Math.max(placed, resized);
}

function changesOf(
	{ kept, sent, isMoved }: PairOfBoth,
	comparison: PictureComparison,
	sizes: Sizes,
	{ isScaled, faint, shownThrough }: Forms,
): ClassedChange[] {
	const [onKept, onSent] = [{ page: kept + 1 }, { page: sent + 1 }];
	const placed: Change[] = [];
	const both = { kept: onKept, sent: onSent };
	if (isMoved) placed.push({ kind: 'moved', ...both });
	if (isPlaced(comparison)) placed.push({ kind: 'moved', ...both, newText: placeText(comparison) });
	const isOtherSize = pixelsOf(sizes.kept) !== pixelsOf(sizes.sent);
	if (isScaled || (isOtherSize && !isPlaced(comparison))) {
		const texts = { oldText: sizeText(sizes.kept), newText: sizeText(sizes.sent) };
		placed.push({ kind: 'formatted', ...both, ...texts });
	}
	const content = comparison.changes.map((change): Change => ({
		kind: change.kind,
		...(change.kept && { kept: { ...onKept, box: change.kept } }),
		...(change.sent && { sent: { ...onSent, box: change.sent } }),
	}));
	const form = (of: DifferenceClass, count: number, text: string): readonly ClassedChange[] =>
		count > 0 ? [{ class: of, change: { kind: 'formatted', ...both, newText: text } }] : [];
	const { noise } = comparison.pixels;
	return [
		...placed.map((change) => ({ class: 'placement' as const, change })),
		...content.map((change) => ({ class: 'content' as const, change })),
		...form(
			'faint',
			faint,
			shownThrough > 0 ? 'only one picture is transparent' : `${pixelsText(faint)} differ faintly`,
		),
		...form('noise', noise, noiseText(noise)),
	];
}

/** How a turn or else a shift is told. */
function placeText({ turn, shift: { x, y } }: PictureComparison): string {
	if (turn !== 0) return turnText(turn);
	const parts = [
		x === 0 ? '' : `${Math.abs(x)} pixels to the ${x > 0 ? 'right' : 'left'}`,
		y === 0 ? '' : `${Math.abs(y)} pixels ${y > 0 ? 'down' : 'up'}`,
	];
	return parts.filter((part) => part !== '').join(' and ');
}

function sizeText({ width, height }: Size): string {
	return `${width} × ${height} pixels`;
}

function pixelsText(doubled: number): string {
	return `${Math.ceil(doubled / 2).toLocaleString('en-US')} pixels`;
}

function noiseText(noise: number): string {
	return `${pixelsText(noise)} differ by no more than compression, scanning or the smoothing of edges leaves`;
}

/** What is told of a pair of pages beside its content. */
interface Forms {
	readonly isScaled: boolean;
	readonly isReduced: boolean;
	readonly shownThrough: number;
	readonly faint: number;
}

function notesOf(
	{ kept }: PairOfBoth,
	comparison: PictureComparison,
	sizes: Sizes,
	{ isScaled, isReduced }: Forms,
): string[] {
	const page = `Page ${kept + 1}`;
	const notes: string[] = [];
	if (isScaled) {
		notes.push(
			`${page}: one picture is the other at another size (${sizeText(sizes.kept)}, ${sizeText(sizes.sent)}); the larger was made smaller to compare them.`,
		);
	} else if (pixelsOf(sizes.kept) !== pixelsOf(sizes.sent)) {
		notes.push(
			`${page}: the pictures have different forms (${sizeText(sizes.kept)}, ${sizeText(sizes.sent)}) and were compared where they overlap.`,
		);
	}
	if (isReduced) {
		notes.push(
			`${page}: a picture this large is compared at a smaller size; fine detail may be missed.`,
		);
	}
	if (comparison.turn !== 0) {
		notes.push(
			`${page}: the sent picture is ${turnText(comparison.turn)} against the kept one; it was turned back to compare them.`,
		);
	}
	if (comparison.pixels.noise > 0) notes.push(`${page}: ${noiseText(comparison.pixels.noise)}.`);
	if (contentShare(comparison) > hopelessShare) {
		notes.push(
			`${page}: hardly anything agrees. Pictures that were turned by more than 1.5 degrees or stretched cannot be aligned.`,
		);
	}
	return notes;
}
