/**
 * Compares what pages show and do not say: scanned pages, and pictures and drawings beside the text.
 * Pages that draw the same are the same; others are drawn and compared pixel by pixel, without the words
 * and the regions that rules leave out.
 */
import type { Box } from '../../place';
import type { Difference, DifferenceSide } from './difference';
import { drawPage, type DrawnPage } from '../reading/drawing';
import type { PagePair } from './page-alignment';
import type { OpenedPdf } from '../reading/pdf-document';
import type { PdfText, TextPage } from '../reading/pdf-text';
import { changedBoxes } from './pixel-boxes';

export interface PictureSide {
	readonly opened: OpenedPdf;
	readonly text: PdfText;
	/** Regions that rules leave out of a page, as shares of it. */
	readonly regionsOf: (page: TextPage) => readonly Box[];
}

export interface PictureFindings {
	readonly differences: readonly Difference[];
	/** Pages with text whose pictures were not compared: there were too many to draw. */
	readonly notDrawn: number;
}

/** What a whole page weighs, in letters, whose pictures differ: as much as the text of a page might. */
const scanWeight = 1500;
const pictureWeight = 300;

const dotsPerInch = 96;

/** Pairs of pages with text that are drawn for the sake of their pictures. */
const drawnPairsMax = 60;

export async function comparePictures(
	kept: PictureSide,
	sent: PictureSide,
	pairs: readonly PagePair[],
): Promise<PictureFindings> {
	const differences: Difference[] = [];
	let [drawn, notDrawn] = [0, 0];
	for (const pair of pairs) {
		const [old, fresh] = [kept.text.pages[pair.kept ?? -1], sent.text.pages[pair.sent ?? -1]];
		if (old === undefined || fresh === undefined) {
			differences.push(...wholeScan(old, fresh));
			continue;
		}
		if (old.graphics.fingerprint === fresh.graphics.fingerprint) continue;
		const isScan = isScanned(old) && isScanned(fresh);
		if (!isScan && drawn >= drawnPairsMax) {
			notDrawn += 1;
			continue;
		}
		if (!isScan) drawn += 1;
		const boxes = await drawnDifference(kept, old, sent, fresh);
		differences.push(...boxes.map((box) => seen(old, fresh, box, isScan)));
	}
	return { differences, notDrawn };
}

/** What the pictures of all pages weigh together, whether or not they differ. */
export function picturesWeight({ pages }: PdfText): number {
	return pages.reduce((sum, page) => sum + weightOf(page), 0);
}

function weightOf(page: TextPage): number {
	if (isScanned(page)) return scanWeight;
	return page.graphics.fingerprint === '' ? 0 : pictureWeight;
}

export function isScanned({ from, to, graphics }: TextPage): boolean {
	return from === to && graphics.fingerprint !== '';
}

/** A page without text that only one file has. */
function wholeScan(old: TextPage | undefined, fresh: TextPage | undefined): readonly Difference[] {
	const page = old ?? fresh;
	if (page === undefined || !isScanned(page)) return [];
	const whole = { x: 0, y: 0, width: page.widthPoints, height: page.heightPoints };
	const side: DifferenceSide = { page: page.number - 1, words: [], boxes: [whole], text: 'page' };
	const sides = old === undefined ? { sent: side } : { kept: side };
	return [{ class: 'scan', ...sides, weight: scanWeight }];
}

/** A region that looks different, as a share of both pages. */
function seen(old: TextPage, fresh: TextPage, box: Box, isScan: boolean): Difference {
	const side = (page: TextPage): DifferenceSide => ({
		page: page.number - 1,
		words: [],
		boxes: [scaled(box, page.widthPoints, page.heightPoints)],
		text: 'picture',
	});
	const whole = isScan ? scanWeight : pictureWeight;
	return {
		class: isScan ? 'scan' : 'picture',
		kept: side(old),
		sent: side(fresh),
		weight: 2 * Math.max(1, whole * box.width * box.height),
	};
}

async function drawnDifference(
	kept: PictureSide,
	old: TextPage,
	sent: PictureSide,
	fresh: TextPage,
): Promise<readonly Box[]> {
	const first = await drawPage(kept.opened, old.number - 1, dotsPerInch);
	const second = await drawPage(sent.opened, fresh.number - 1, dotsPerInch);
	try {
		if (first === undefined || second === undefined) return [{ x: 0, y: 0, width: 1, height: 1 }];
		const hidden = [...hiddenBoxes(kept, old), ...hiddenBoxes(sent, fresh)];
		for (const drawn of [first, second]) whiten(drawn, hidden);
		return await changedBoxes(pixelsOf(first, first), pixelsOf(second, first));
	} finally {
		first?.release();
		second?.release();
	}
}

/** Words are compared as words, and what rules left out is not compared at all. */
function hiddenBoxes({ text, regionsOf }: PictureSide, page: TextPage): readonly Box[] {
	const words = Array.from({ length: page.to - page.from }, (_, index) =>
		text
			.boxesAt(page.from + index)
			.map((box) => scaled(grown(box), 1 / page.widthPoints, 1 / page.heightPoints)),
	);
	return [...words.flat(), ...page.ignored, ...regionsOf(page)];
}

/** Accents and flourishes reach beyond the box of a word. */
function grown({ x, y, width, height }: Box): Box {
	const by = height * 0.25;
	return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

function scaled({ x, y, width, height }: Box, across: number, down: number): Box {
	return { x: x * across, y: y * down, width: width * across, height: height * down };
}

function whiten({ context, width, height }: DrawnPage, boxes: readonly Box[]): void {
	context.resetTransform();
	context.fillStyle = '#fff';
	for (const box of boxes) {
		const { x, y, ...size } = scaled(box, width, height);
		context.fillRect(x, y, size.width, size.height);
	}
}

/** Pages of two sizes are compared by what lies at the same places, from the upper left. */
function pixelsOf({ context }: DrawnPage, { width, height }: DrawnPage) {
	return { data: context.getImageData(0, 0, width, height).data, width, height };
}
