/**
 * Compares what is seen of pages beside their words: scans, pictures, drawings, colours and
 * annotations. Pages with equal fingerprints look the same; others are drawn and compared by pixels.
 */
import type { Box } from '../../../../api/comparison/place';
import type { PageMark } from '../reading/field-words';
import type { PdfText, TextPage } from '../reading/pdf-text';
import type { ReadSide } from '../reading/reading';
import { asShares } from '../reading/turning';
import type { Both } from '../../../core/format-comparer';
import { pictureOn, type Difference } from './difference';
import {
	drawnDifference,
	shownBox,
	type DrawnDifference,
	type SeenPage,
	type SeenRegion,
} from './drawn-pages';
import type { Pair } from '../../../align/pairing';
import { isScanned, pageFormWeight } from './page-forms';
import { changedMarks, type MarkPair } from './page-marks';
import { commonWords } from './standing-words';
import { colourDifferences, hiddenDifferences } from './word-looks';

interface PictureFindings {
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
	sides: Both<ReadSide>,
	pairs: readonly Pair[],
	partners: Int32Array,
): Promise<PictureFindings> {
	const differences: Difference[] = [];
	const notes: string[] = [];
	let [drawn, notDrawn] = [0, 0];
	for (const pair of pairs) {
		const kept = sides.kept.text.pages[pair.kept ?? -1];
		const sent = sides.sent.text.pages[pair.sent ?? -1];
		if (kept === undefined || sent === undefined) {
			differences.push(...wholeScan(kept, sent));
			continue;
		}
		const marks = changedMarks({ kept, sent });
		differences.push(...marks.map((mark) => markDifference({ kept, sent }, mark)));
		if (kept.graphics.look === sent.graphics.look) continue;
		const pages = drawnPair(sides, { kept, sent }, marks);
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
interface DrawnPair extends Both<SeenPage> {
	readonly isScan: boolean;
}

function drawnPair(
	sides: Both<ReadSide>,
	pages: Both<TextPage>,
	marks: readonly MarkPair[],
): DrawnPair {
	const isTurned = pages.kept.quarters !== pages.sent.quarters;
	const seen = (side: 'kept' | 'sent'): SeenPage => ({
		side: sides[side],
		page: pages[side],
		back: isTurned ? pages[side].quarters : 0,
		hidden: marks.flatMap((pair) => pair[side]?.box ?? []),
	});
	const isScan = isScanned(pages.kept) && isScanned(pages.sent);
	return { kept: seen('kept'), sent: seen('sent'), isScan };
}

async function seenDifferences(
	pair: DrawnPair,
	partners: Int32Array,
): Promise<Pick<PictureFindings, 'differences' | 'notes'>> {
	const { kept, sent, isScan } = pair;
	const texts = { kept: kept.side.text, sent: sent.side.text };
	const words = commonWords(pair, partners);
	const drawn = await drawnDifference(pair, words, isScan ? 'scan' : 'text');
	const { placing } = drawn;
	return {
		differences: [
			...drawn.regions.map((region) => seen(pair, region)),
			...colourDifferences(texts, drawn.recoloured),
			...hiddenDifferences(texts, drawn.hidden),
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
	return {
		class: placing.isSlight ? 'file' : 'layout',
		kept: pictureOn(base, `scan ${placing.kept}`),
		sent: pictureOn(other, `scan ${placing.sent}`),
		weight: pageFormWeight,
	};
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
	const [kept, sent] = [base, other].map((one) => one && pictureOn(one, 'page'));
	return [{ class: 'scan', kept, sent, weight: scanWeight }];
}

/** A differing region, as shares of the pages. */
function seen(pair: DrawnPair, region: SeenRegion): Difference {
	const { kept, sent, texts } = region;
	const on = (page: SeenPage, box: Box, text = 'picture') => {
		return { page: page.page, box: shownBox(page, box), text };
	};
	return regionDifference(
		pair.isScan,
		kept && on(pair.kept, kept, texts?.base),
		sent && on(pair.sent, sent, texts?.other),
	);
}

function markDifference(pages: Both<TextPage>, { kept, sent }: MarkPair): Difference {
	const on = (page: TextPage, { name, box }: PageMark) => ({ page, box, text: name });
	return regionDifference(false, kept && on(pages.kept, kept), sent && on(pages.sent, sent));
}

/** What a page shows in a box, in points. */
interface ShownRegion {
	readonly page: TextPage;
	readonly box: Box;
	readonly text: string;
}

function regionDifference(
	isScan: boolean,
	kept: ShownRegion | undefined,
	sent: ShownRegion | undefined,
): Difference {
	const side = (region: ShownRegion | undefined) =>
		region && pictureOn(region.page, region.text, region.box);
	const weightOf = (region: ShownRegion | undefined) => {
		if (region === undefined) return 0;
		const { width, height } = asShares(region.page, region.box);
		return Math.max(1, (isScan ? scanWeight : pictureWeight) * width * height);
	};
	return {
		class: isScan ? 'scan' : 'picture',
		kept: side(kept),
		sent: side(sent),
		weight: weightOf(kept) + weightOf(sent),
	};
}
