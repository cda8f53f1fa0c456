/**
 * Compares a pair of pages: scales them to one size if one is a smaller copy, compares the
 * pictures, and classifies the differences.
 */
import { at, present } from '../../../server/at';
import type { Change } from '../../core/comparison';
import { comparedKinds } from '../../../api/comparison/kinds';
import { classesOf, type ClassOf } from '../../core/classes';
import { both, type Both } from '../../core/format-comparer';
import type { Box } from '../../../api/comparison/place';
import { comparePictures, isPlaced, type PictureComparison } from './compare-pictures';
import { comparedSize, isEqualByStrips, pixelCount, type PictureFile } from './decoding';
import { onGround } from './ground';
import { isOfBoth, type Pair, type PairOfBoth } from '../../align/pairing';
import type { Picture, Size } from './picture';
import { glassShareMax, placeText } from './turn';

export type DifferenceClass = ClassOf<'picture'>;

export const { countsAt } = classesOf(comparedKinds.picture.classes);

export interface ClassedChange {
	readonly class: DifferenceClass;
	readonly change: Change;
}

/** With the compared pictures, for the report; a single page is alone. */
export interface PageFindings extends Partial<Both<Picture>> {
	readonly pair: Pair;
	/** Differing pixels of both pages, by class. */
	readonly weights: Readonly<Record<DifferenceClass, number>>;
	readonly totalPixels: number;
	/** Differing pixels of each region that is left out, on one page. */
	readonly ignoredPixels: readonly number[];
	readonly changes: readonly ClassedChange[];
	readonly notes: readonly string[];
	readonly comparison?: PictureComparison;
}

/** Sizes with nearly the same aspect ratio count as resized. */
const ratioTolerance = 0.01;

/** Above this share a note says that the pictures cannot be aligned. */
const hopelessShare = 0.3;

export async function findingsOf(
	files: Both<PictureFile>,
	pair: Pair,
	ignoreRegions: readonly Box[],
): Promise<PageFindings> {
	if (isOfBoth(pair)) {
		const sizes = both((side) => at(files[side].pages, pair[side]));
		return compared(files, pair, sizes, ignoreRegions);
	}
	const side = pair.kept === undefined ? 'sent' : 'kept';
	const page = present(pair[side], 'the page of a pair');
	const size = at(files[side].pages, page);
	const place = { page: page + 1, box: { x: 0, y: 0, width: 1, height: 1 } };
	const change: Change =
		side === 'kept'
			? { kind: 'removed', kept: place, oldText: 'the whole page' }
			: { kind: 'added', sent: place, newText: 'the whole page' };
	return {
		pair,
		weights: { ...nothing, content: pixelCount(size) },
		totalPixels: pixelCount(size),
		ignoredPixels: [],
		changes: [{ class: 'content', change }],
		notes: [],
		[side]: await files[side].decode(page, comparedSize(size)),
	};
}

const nothing = { content: 0, placement: 0, faint: 0, noise: 0 };

async function compared(
	files: Both<PictureFile>,
	pair: PairOfBoth,
	sizes: Both<Size>,
	ignoreRegions: readonly Box[],
): Promise<PageFindings> {
	const isOtherSize = pixelCount(sizes.kept) !== pixelCount(sizes.sent);
	const common = pixelCount(sizes.kept) < pixelCount(sizes.sent) ? sizes.kept : sizes.sent;
	let isScaled = isOtherSize && isSameRatio(sizes);
	const scaled = isScaled ? both(() => common) : sizes;
	let result = await pictures(files, pair, scaled, ignoreRegions);
	// Where something differs, it may be its border that is new rather than its size.
	if (isScaled && contentShare(result.comparison) > 0) {
		const unscaled = await pictures(files, pair, sizes, ignoreRegions);
		isScaled = contentShare(unscaled.comparison) >= contentShare(result.comparison);
		if (!isScaled) result = unscaled;
	}
	const { comparison, shownThrough, kept, sent } = result;
	const { noise, faint: found, content, ignored } = comparison.pixels;
	const isReduced = comparedSize(sizes.kept).width < sizes.kept.width;
	const isSeenWhole =
		!isReduced || found + noise > 0 || (await isEqualByStrips(files.kept, files.sent, pair));
	const faint = shownThrough || (isSeenWhole ? found : 1);
	const placing = placingOf(comparison, sizes);
	const forms = { isOtherSize, isScaled, isReduced, shownThrough, faint, placing };
	const placed = placedPixels(pair, comparison, sizes, isScaled);
	const isNoise = placing === 'noise' && !pair.isMoved;
	return {
		pair,
		kept,
		sent,
		comparison,
		weights: {
			content,
			faint,
			placement: isNoise ? 0 : placed,
			noise: isNoise ? noise + placed : noise,
		},
		totalPixels: pixelCount(sizes.kept) + pixelCount(sizes.sent),
		ignoredPixels: ignored,
		changes: changesOf(pair, comparison, sizes, forms),
		notes: notesOf(pair, comparison, sizes, forms),
	};
}

async function pictures(
	files: Both<PictureFile>,
	pair: PairOfBoth,
	sizes: Both<Size>,
	ignoreRegions: readonly Box[],
) {
	const decoded = {
		kept: await files.kept.decode(pair.kept, comparedSize(sizes.kept)),
		sent: await files.sent.decode(pair.sent, comparedSize(sizes.sent)),
		shownThrough: 0,
	};
	const hasAlpha = files.kept.hasAlpha || files.sent.hasAlpha;
	const grounded = hasAlpha ? onGround(decoded.kept, decoded.sent) : decoded;
	const isLossy = files.kept.isLossy || files.sent.isLossy;
	const { kept, sent } = grounded;
	return { ...grounded, comparison: await comparePictures(kept, sent, { ignoreRegions, isLossy }) };
}

function isSameRatio({ kept, sent }: Both<Size>): boolean {
	const ratio = (kept.width * sent.height) / (kept.height * sent.width);
	return Math.abs(ratio - 1) <= ratioTolerance;
}

function contentShare({ pixels }: PictureComparison): number {
	return pixels.content / pixels.total;
}

/** Where the whole lies elsewhere, or ends elsewhere, by no more than on the glass of a scanner, that is noise. */
function placingOf({ offset }: PictureComparison, { kept, sent }: Both<Size>): Forms['placing'] {
	const cut = Math.max(Math.abs(kept.width - sent.width), Math.abs(kept.height - sent.height));
	const share = Math.max(offset, cut / Math.max(kept.width, kept.height));
	return share > glassShareMax ? 'placement' : 'noise';
}

function placedPixels(
	{ isMoved }: Pair,
	comparison: PictureComparison,
	{ kept, sent }: Both<Size>,
	isScaled: boolean,
): number {
	if (isMoved) return pixelCount(kept) + pixelCount(sent);
	const resized = Math.abs(pixelCount(kept) - pixelCount(sent));
	const placed = isPlaced(comparison) && !isScaled ? comparison.pixels.placed : 0;
	return Math.max(isScaled || isPlaced(comparison) ? 1 : 0, placed, resized);
}

/** What is told of a pair of pages beside its content. */
interface Forms {
	readonly isOtherSize: boolean;
	readonly isScaled: boolean;
	readonly isReduced: boolean;
	readonly shownThrough: number;
	readonly faint: number;
	/** The class of what the whole is shifted, turned or resized by. */
	readonly placing: 'placement' | 'noise';
}

function changesOf(
	{ kept, sent, isMoved }: PairOfBoth,
	comparison: PictureComparison,
	sizes: Both<Size>,
	{ isOtherSize, isScaled, faint, shownThrough, placing }: Forms,
): ClassedChange[] {
	const [onKept, onSent] = [{ page: kept + 1 }, { page: sent + 1 }];
	const whole = (
		of: DifferenceClass,
		isTold: boolean,
		change: Pick<Change, 'kind' | 'oldText' | 'newText'>,
	): readonly ClassedChange[] =>
		isTold ? [{ class: of, change: { ...change, kept: onKept, sent: onSent } }] : [];
	const { changes, pixels } = comparison;
	return [
		...whole('placement', isMoved, { kind: 'moved' }),
		...whole(placing, isPlaced(comparison), { kind: 'moved', newText: placeText(comparison) }),
		...whole(placing, isScaled || (isOtherSize && !isPlaced(comparison)), {
			kind: 'formatted',
			oldText: sizeText(sizes.kept),
			newText: sizeText(sizes.sent),
		}),
		...changes.map(({ kind, kept: ours, sent: theirs }) => ({
			class: 'content' as const,
			change: {
				kind,
				kept: ours && { ...onKept, box: ours },
				sent: theirs && { ...onSent, box: theirs },
			},
		})),
		...whole('faint', faint > 0, {
			kind: 'formatted',
			newText:
				shownThrough > 0
					? 'only one picture is transparent'
					: `${pixelsText(faint)} differ faintly`,
		}),
		...whole('noise', pixels.noise > 0, { kind: 'formatted', newText: noiseText(pixels.noise) }),
	];
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

function notesOf(
	{ kept }: PairOfBoth,
	comparison: PictureComparison,
	sizes: Both<Size>,
	{ isOtherSize, isScaled, isReduced }: Forms,
): string[] {
	const { turn, pixels } = comparison;
	const both = `(${sizeText(sizes.kept)}, ${sizeText(sizes.sent)})`;
	const notes = [
		isScaled &&
			`one picture is the other at another size ${both}; the larger was made smaller to compare them.`,
		isOtherSize &&
			!isScaled &&
			`the pictures have different forms ${both} and were compared where they overlap.`,
		isReduced && 'a picture this large is compared at a smaller size; fine detail may be missed.',
		isPlaced(comparison) &&
			`the sent picture is ${placeText(comparison)} against the kept one; it was ${turn === 0 ? 'put' : 'turned'} back to compare them.`,
		pixels.noise > 0 && `${noiseText(pixels.noise)}.`,
		contentShare(comparison) > hopelessShare &&
			'hardly anything agrees. Pictures that were turned by more than 1.5 degrees or stretched cannot be aligned.',
	];
	return notes.filter((note) => note !== false).map((note) => `Page ${kept + 1}: ${note}`);
}
