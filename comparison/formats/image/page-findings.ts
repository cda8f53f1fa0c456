/**
 * Compares a pair of pages: scales them to one size if one is a smaller copy, compares the
 * pictures, and classifies the differences.
 */
import { at, present } from '../../../server/at';
import type { Change } from '../../core/comparison';
import { isAtLeast, type Level } from '../../core/level';
import type { Box } from '../../../api/comparison/place';
import { comparePictures, isShifted, type PictureComparison } from './compare-pictures';
import { comparedSize, isEqualByStrips, pixelsOf, type PictureFile } from './decoding';
import type { PagePair } from './page-pairs';
import type { Picture, Size } from './picture';

export type DifferenceClass = 'content' | 'placement' | 'smoothing' | 'bytes';

/**
 *   class       what                                                    coarsest level that counts it
 *   content     what is drawn                                           Lowest
 *   placement   the whole page shifted, resized or at another place      Medium
 *   smoothing   smoothing of edges, and what compression leaves          High
 *   bytes       the form of the file alone                               Excellent
 */
export const countedFrom: Readonly<Record<DifferenceClass, Level>> = {
	content: 'Lowest',
	placement: 'Medium',
	smoothing: 'High',
	bytes: 'Excellent',
};

export function isCounted(one: DifferenceClass, level: Level): boolean {
	return isAtLeast(level, countedFrom[one]);
}

export interface ClassedChange {
	readonly class: DifferenceClass;
	readonly change: Change;
}

export interface PageFindings {
	readonly pair: PagePair;
	/** Differing pixels of both pages, by class. */
	readonly weights: Readonly<Record<DifferenceClass, number>>;
	readonly totalPixels: number;
	readonly ignoredPixels: number;
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

interface PairOfBoth extends PagePair {
	readonly kept: number;
	readonly sent: number;
}

export async function findingsOf(
	files: Files,
	pair: PagePair,
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
		ignoredPixels: 0,
		changes: [{ class: 'content', change }],
		notes: [],
		[side]: await files[side].decode(page, comparedSize(size)),
	};
}

const nothing = { content: 0, placement: 0, smoothing: 0, bytes: 0 };

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
	const { comparison } = result;
	const smoothing =
		comparison.pixels.edge + comparison.pixels.faint === 0 && isReduced
			? Number(!(await isEqualPage(files, pair)))
			: comparison.pixels.edge + comparison.pixels.faint;
	return {
		pair,
		...result,
		weights: {
			...nothing,
			content: comparison.pixels.content,
			placement: placement(pair, comparison, sizes, isScaled),
			smoothing,
		},
		totalPixels: pixelsOf(sizes.kept) + pixelsOf(sizes.sent),
		ignoredPixels: comparison.pixels.ignored,
		changes: changesOf(pair, comparison, sizes, { isScaled, smoothing }),
		notes: notesOf(pair, comparison, sizes, { isScaled, isReduced }),
	};
}

async function pictures(
	files: Files,
	pair: PairOfBoth,
	sizes: Sizes,
	ignoreRegions: readonly Box[],
) {
	const kept = await files.kept.decode(pair.kept, comparedSize(sizes.kept));
	const sent = await files.sent.decode(pair.sent, comparedSize(sizes.sent));
	return { kept, sent, comparison: await comparePictures(kept, sent, { ignoreRegions }) };
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
	{ isMoved }: PagePair,
	{ pixels, shift }: PictureComparison,
	{ kept, sent }: Sizes,
	isScaled: boolean,
): number {
	if (isMoved) return pixelsOf(kept) + pixelsOf(sent);
	const resized = Math.abs(pixelsOf(kept) - pixelsOf(sent));
	const shifted = isShifted(shift) ? Math.max(1, pixels.shifted) : 0;
	return isScaled ? Math.max(1, resized) : Math.max(shifted, resized);
}

function changesOf(
	{ kept, sent, isMoved }: PairOfBoth,
	{ changes, shift, pixels }: PictureComparison,
	sizes: Sizes,
	{ isScaled, smoothing }: { readonly isScaled: boolean; readonly smoothing: number },
): ClassedChange[] {
	const [onKept, onSent] = [{ page: kept + 1 }, { page: sent + 1 }];
	const placed: Change[] = [];
	const both = { kept: onKept, sent: onSent };
	if (isMoved) placed.push({ kind: 'moved', ...both });
	if (isShifted(shift)) placed.push({ kind: 'moved', ...both, newText: shiftText(shift) });
	const isOtherSize = pixelsOf(sizes.kept) !== pixelsOf(sizes.sent);
	if (isScaled || (isOtherSize && !isShifted(shift))) {
		const texts = { oldText: sizeText(sizes.kept), newText: sizeText(sizes.sent) };
		placed.push({ kind: 'formatted', ...both, ...texts });
	}
	const content = changes.map((change): Change => ({
		kind: change.kind,
		...(change.kept && { kept: { ...onKept, box: change.kept } }),
		...(change.sent && { sent: { ...onSent, box: change.sent } }),
	}));
	const smooth: Change = { kind: 'formatted', ...both, newText: smoothText(pixels) };
	return [
		...placed.map((change) => ({ class: 'placement' as const, change })),
		...content.map((change) => ({ class: 'content' as const, change })),
		...(smoothing > 0 ? [{ class: 'smoothing' as const, change: smooth }] : []),
	];
}

function shiftText({ x, y }: { readonly x: number; readonly y: number }): string {
	const parts = [
		x === 0 ? '' : `${Math.abs(x)} pixels to the ${x > 0 ? 'right' : 'left'}`,
		y === 0 ? '' : `${Math.abs(y)} pixels ${y > 0 ? 'down' : 'up'}`,
	];
	return parts.filter((part) => part !== '').join(' and ');
}

function sizeText({ width, height }: Size): string {
	return `${width} × ${height} pixels`;
}

function smoothText({ edge, faint }: PictureComparison['pixels']): string {
	const count = ((edge + faint) / 2).toLocaleString('en-US');
	return `${count} pixels differ in smoothing or compression alone`;
}

function notesOf(
	{ kept }: PairOfBoth,
	comparison: PictureComparison,
	sizes: Sizes,
	{ isScaled, isReduced }: { readonly isScaled: boolean; readonly isReduced: boolean },
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
	if (contentShare(comparison) > hopelessShare) {
		notes.push(
			`${page}: hardly anything agrees. Pictures that were turned, stretched or scanned anew cannot be aligned.`,
		);
	}
	return notes;
}
