/**
 * Compares what is seen of pages beside their words: scans, pictures, drawings, colours and
 * annotations. Pages with equal fingerprints look the same; others are drawn and compared by pixels.
 */
import type { Box } from '../../../../api/comparison/place';
import type { PageMark } from '../reading/field-words';
import type { PdfText, TextPage } from '../reading/pdf-text';
import type { Difference, DifferenceSide } from './difference';
import {
	drawnDifference,
	scaled,
	shownBox,
	type DrawnDifference,
	type PictureSide,
	type SeenPage,
	type SeenRegion,
} from './drawn-pages';
import type { Pair } from '../../../align/pairing';
import { isScanned, pageFormWeight } from './page-forms';
import { changedMarks, type MarkPair } from './page-marks';
import { standingWords, wordsElsewhere } from './standing-words';
import { colourDifferences, hiddenDifferences } from './word-looks';

export interface PictureFindings {
	readonly differences: readonly Difference[];
	readonly notes: readonly string[];
	/** Number of pages with text whose look was not compared, because there were too many. */
	readonly notDrawn: number;
}

/** Weight of a whole page, in letters: about the text of a page. */
const scanWeight = 1500;
const pictureWeight = 300;

/** Most page pairs with text that are drawn. */
const drawnPairsMax = 60;

export async function comparePictures(
	kept: PictureSide,
	sent: PictureSide,
	pairs: readonly Pair[],
	partners: Int32Array,
): Promise<PictureFindings> {
	const differences: Difference[] = [];
	const notes: string[] = [];
	let [drawn, notDrawn] = [0, 0];
	for (const pair of pairs) {
		const [base, other] = [kept.text.pages[pair.kept ?? -1], sent.text.pages[pair.sent ?? -1]];
		if (base === undefined || other === undefined) {
			differences.push(...wholeScan(base, other));
			continue;
		}
		const marks = changedMarks(base, other);
		differences.push(...marks.map((mark) => markDifference(base, other, mark)));
		if (base.graphics.look === other.graphics.look) continue;
		const pages = drawnPair(kept, base, sent, other, marks);
		if (!pages.isScan && drawn >= drawnPairsMax) {
			notDrawn += 1;
			continue;
		}
		if (!pages.isScan) drawn += 1;
		const seen = await seenDifferences(pages, partners);
		differences.push(...seen.differences);
		notes.push(...seen.notes);
	}
	return { differences, notes, notDrawn };
}

/** Two pages that are drawn. */
interface DrawnPair {
	readonly kept: SeenPage;
	readonly sent: SeenPage;
	readonly isScan: boolean;
}

function drawnPair(
	kept: PictureSide,
	base: TextPage,
	sent: PictureSide,
	other: TextPage,
	marks: readonly MarkPair[],
): DrawnPair {
	const isTurned = base.quarters !== other.quarters;
	const page = (side: PictureSide, shown: TextPage, which: 'kept' | 'sent') => ({
		...{ side, page: shown, back: isTurned ? shown.quarters : 0 },
		hidden: marks.flatMap((pair) => pair[which]?.box ?? []),
	});
	return {
		kept: page(kept, base, 'kept'),
		sent: page(sent, other, 'sent'),
		isScan: isScanned(base) && isScanned(other),
	};
}

async function seenDifferences(
	pair: DrawnPair,
	partners: Int32Array,
): Promise<Pick<PictureFindings, 'differences' | 'notes'>> {
	const { kept, sent, isScan } = pair;
	const [base, other] = [kept.side.text, sent.side.text];
	const standing = standingWords(base, kept.page, other, sent.page);
	const elsewhere = wordsElsewhere(kept.page, sent.page, { standing, partners });
	const { regions, placing, looks, hidden } = await drawnDifference(
		kept,
		sent,
		{ standing, elsewhere },
		isScan ? 'scan' : 'text',
	);
	return {
		differences: [
			...regions.map((region) => seen(pair, region)),
			...colourDifferences(base, other, looks),
			...hiddenDifferences(base, other, hidden),
			...(placing === undefined ? [] : [placeDifference(kept.page, sent.page, placing)]),
		],
		notes: placing === undefined ? [] : [placeNote(kept.page, placing.sent)],
	};
}

/** Without the way: the pages may have been exchanged. */
function placeNote({ number }: TextPage, placing: string): string {
	const how = placing.startsWith('turned') ? placing.replace(/ \w*clockwise/, '') : 'shifted';
	return `Page ${number}: the scans are ${how} against each other; they were compared as if they were not.`;
}

/** A scan that lies elsewhere on the page, as on the glass of the scanner. */
function placeDifference(
	base: TextPage,
	other: TextPage,
	placing: NonNullable<DrawnDifference['placing']>,
): Difference {
	const side = (page: TextPage, how: string) => pictureOn(page, wholeOf(page), `scan ${how}`);
	return {
		class: placing.isSlight ? 'file' : 'layout',
		kept: side(base, placing.kept),
		sent: side(other, placing.sent),
		weight: pageFormWeight,
	};
}

function wholeOf({ widthPoints, heightPoints }: TextPage): Box {
	return { x: 0, y: 0, width: widthPoints, height: heightPoints };
}

/** Total weight of the graphics of all pages. */
export function picturesWeight({ pages }: PdfText): number {
	return pages.reduce((sum, page) => sum + weightOf(page), 0);
}

function weightOf(page: TextPage): number {
	if (isScanned(page)) return scanWeight;
	return page.graphics.isDrawn ? pictureWeight : 0;
}

/** A scanned page that only one file has. */
function wholeScan(base: TextPage | undefined, other: TextPage | undefined): readonly Difference[] {
	const page = base ?? other;
	if (page === undefined || !isScanned(page)) return [];
	const side = pictureOn(page, wholeOf(page), 'page');
	const sides = base === undefined ? { sent: side } : { kept: side };
	return [{ class: 'scan', ...sides, weight: scanWeight }];
}

function pictureOn({ number }: TextPage, box: Box, text: string): DifferenceSide {
	return { page: number - 1, words: [], boxes: [box], text };
}

/** A differing region, as shares of the pages. */
function seen({ kept, sent, isScan }: DrawnPair, region: SeenRegion): Difference {
	const { kept: ours, sent: theirs, texts } = region;
	const side = (page: SeenPage, box: Box, told = 'picture') =>
		pictureOn(page.page, shownBox(page, box), told);
	const weightOf = (box: Box | undefined) => (box === undefined ? 0 : regionWeight(isScan, box));
	return {
		class: isScan ? 'scan' : 'picture',
		...(ours && { kept: side(kept, ours, texts?.base) }),
		...(theirs && { sent: side(sent, theirs, texts?.other) }),
		weight: weightOf(ours) + weightOf(theirs),
	};
}

/** `box` is a share of the page. */
function regionWeight(isScan: boolean, { width, height }: Box): number {
	return Math.max(1, (isScan ? scanWeight : pictureWeight) * width * height);
}

function markDifference(base: TextPage, other: TextPage, { kept, sent }: MarkPair): Difference {
	const side = (page: TextPage, { name, box }: PageMark) => pictureOn(page, box, name);
	const weight = (page: TextPage, mark: PageMark | undefined) =>
		mark === undefined
			? 0
			: regionWeight(false, scaled(mark.box, 1 / page.widthPoints, 1 / page.heightPoints));
	return {
		class: 'picture',
		...(kept === undefined ? {} : { kept: side(base, kept) }),
		...(sent === undefined ? {} : { sent: side(other, sent) }),
		weight: weight(base, kept) + weight(other, sent),
	};
}
