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
	type PictureSide,
	type SeenPage,
	type SeenWord,
} from './drawn-pages';
import type { PagePair } from './page-alignment';
import type { ChangedBox } from './pixel-boxes';
import { isScanned } from './page-forms';
import { changedMarks, type MarkPair } from './page-marks';
import { standingWords, wordsElsewhere } from './standing-words';
import { colourDifferences, hiddenDifferences, pictureOf } from './word-looks';
import { textOf } from './word-spans';

export interface PictureFindings {
	readonly differences: readonly Difference[];
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
	pairs: readonly PagePair[],
	partners: Int32Array,
): Promise<PictureFindings> {
	const differences: Difference[] = [];
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
		differences.push(...(await seenDifferences(pages, partners)));
	}
	return { differences, notDrawn };
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
): Promise<readonly Difference[]> {
	const { kept, sent, isScan } = pair;
	const [base, other] = [kept.side.text, sent.side.text];
	const standing = standingWords(base, kept.page, other, sent.page);
	const elsewhere = wordsElsewhere(kept.page, sent.page, { standing, partners });
	const { boxes, looks, hidden } = await drawnDifference(
		kept,
		sent,
		{ standing, elsewhere },
		isScan ? 'scan' : 'text',
	);
	return [
		...boxes.map((box) => seen(pair, box, nameOfRegion(base, shownBox(kept, box), looks))),
		...colourDifferences(base, other, looks),
		...hiddenDifferences(base, other, hidden),
	];
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
	const side = pictureOn(
		page,
		{ x: 0, y: 0, width: page.widthPoints, height: page.heightPoints },
		'page',
	);
	const sides = base === undefined ? { sent: side } : { kept: side };
	return [{ class: 'scan', ...sides, weight: scanWeight }];
}

function pictureOn({ number }: TextPage, box: Box, text: string): DifferenceSide {
	return { page: number - 1, words: [], boxes: [box], text };
}

/** A differing region, as a share of both pages. */
function seen({ kept, sent, isScan }: DrawnPair, box: ChangedBox, name: string): Difference {
	const side = (page: SeenPage, shown: string) =>
		pictureOn(page.page, shownBox(page, box), `${name}, ${shown}`);
	return {
		class: isScan ? 'scan' : 'picture',
		kept: side(kept, box.base),
		sent: side(sent, box.other),
		weight: 2 * regionWeight(isScan, box),
	};
}

/** A picture, or that of the words which are seen otherwise. */
function nameOfRegion(text: PdfText, region: Box, looks: readonly SeenWord[]): string {
	const words = looks
		.filter((look) => look.recolouring === undefined && touches(region, look.box))
		.map(({ word }) => word.kept);
	return words.length === 0 ? 'picture' : pictureOf(textOf(text, words));
}

function touches(one: Box, other: Box): boolean {
	return (
		one.x < other.x + other.width &&
		other.x < one.x + one.width &&
		one.y < other.y + other.height &&
		other.y < one.y + one.height
	);
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
