/**
 * Adds highlight annotations with the old text to the sent file. They are appended, and all bytes
 * of the sent file stay in place, so that its signatures remain valid.
 */
import type { PDFDocument, PDFPage, PDFRef } from '@cantoo/pdf-lib';
import { at, present } from '../../../../server/at';
import type { Box } from '../../../../api/comparison/place';
import { nameBeside, type ReportFile } from '../../../core/report-file';
import { kindOf, type Difference, type DifferenceSide } from '../matching/difference';
import type { ReportContent } from './shown';
import { boundOf } from '../matching/word-spans';

type PdfLib = typeof import('@cantoo/pdf-lib');

const marksMax = 2000;

/** Returns the marked file, or a message why there is none. */
export async function markedPdf(shown: ReportContent): Promise<ReportFile | string> {
	const library = await import('@cantoo/pdf-lib');
	const { sent } = shown;
	let document: PDFDocument;
	try {
		document = await library.PDFDocument.load(sent.bytes, {
			updateMetadata: false,
			throwOnInvalidObject: true,
		});
	} catch {
		// Files that pdfjs reads only by guessing, or with an empty password, are not changed.
		return 'There is no marked copy: the sent file is encrypted or has faults that only reading overlooks.';
	}
	if (document.getPageCount() !== sent.text.pages.length) {
		return 'There is no marked copy: the pages of the sent file cannot be told apart for certain.';
	}
	const bytes = await withMarks(library, document, shown);
	return {
		kind: 'markedPdf',
		label: 'Sent file with its differences marked',
		fileName: nameBeside(sent.fileName, 'marked.pdf'),
		mediaType: 'application/pdf',
		bytes,
	};
}

async function withMarks(
	library: PdfLib,
	document: PDFDocument,
	shown: ReportContent,
): Promise<Uint8Array> {
	const snapshot = document.takeSnapshot();
	const pages = document.getPages();
	const marks = new Map<number, PDFRef[]>();
	for (const difference of shown.differences.slice(0, marksMax)) {
		const mark = await markOf(library, document, difference, shown);
		if (mark === undefined) continue;
		marks.set(mark.page, [...(marks.get(mark.page) ?? []), mark.ref]);
	}
	for (const [index, refs] of marks) {
		const page = pages[index];
		if (page === undefined) continue;
		const changed = addAnnotations(library, page, refs);
		snapshot.markRefForSave(changed);
	}
	const added = await document.saveIncremental(snapshot);
	return Buffer.concat([shown.sent.bytes, added]);
}

/** Returns the changed object: the list of annotations, or the page with it. */
function addAnnotations(
	{ PDFArray, PDFName, PDFRef }: PdfLib,
	page: PDFPage,
	refs: readonly PDFRef[],
) {
	const held = page.node.get(PDFName.of('Annots'));
	const list = page.node.Annots();
	if (list instanceof PDFArray) {
		for (const ref of refs) list.push(ref);
		return held instanceof PDFRef ? held : page.ref;
	}
	page.node.set(PDFName.of('Annots'), page.doc.context.obj([...refs]));
	return page.ref;
}

interface Mark {
	readonly page: number;
	readonly ref: PDFRef;
}

const colours = {
	added: [0.98, 0.6, 0.6],
	removed: [0.98, 0.6, 0.6],
	changed: [0.98, 0.6, 0.6],
	moved: [1, 0.87, 0.4],
	formatted: [0.65, 0.8, 1],
} as const;

async function markOf(
	{ PDFHexString, PDFString }: PdfLib,
	document: PDFDocument,
	difference: Difference,
	shown: ReportContent,
): Promise<Mark | undefined> {
	const side = difference.sent ?? standIn(difference.kept, shown);
	if (side === undefined || side.boxes.length === 0) return undefined;
	const page = await shown.sent.opened.document.getPage(side.page + 1);
	const viewport = page.getViewport({ scale: 1 });
	const corners = side.boxes.map((box) =>
		cornersOf(box, viewport.convertToPdfPoint.bind(viewport)),
	);
	const isNote = difference.sent === undefined;
	const ref = document.context.register(
		document.context.obj({
			Type: 'Annot',
			Subtype: isNote ? 'Text' : 'Highlight',
			Rect: rectangleAround(isNote ? corners.slice(0, 1) : corners, isNote),
			...(isNote ? { Name: 'Note' } : { QuadPoints: corners.flat() }),
			C: [...colours[kindOf(difference)]],
			CA: 0.6,
			F: 4,
			T: PDFString.of('Sealkeeper'),
			Contents: PDFHexString.fromText(saying(difference)),
		}),
	);
	return { page: side.page, ref };
}

/** The place of a note on removed words: the same position on the matching page. */
function standIn(
	side: DifferenceSide | undefined,
	{ pairs, sent }: ReportContent,
): DifferenceSide | undefined {
	if (side === undefined) return undefined;
	const pair = pairs.find(({ kept }) => kept === side.page);
	const page = pair?.sent ?? Math.min(side.page, sent.text.pages.length - 1);
	return { ...side, page };
}

/** Upper left, upper right, lower left, lower right: the order that PDF readers expect. */
function cornersOf(
	{ x, y, width, height }: Box,
	inFile: (x: number, y: number) => number[],
): readonly number[] {
	return [
		...inFile(x, y),
		...inFile(x + width, y),
		...inFile(x, y + height),
		...inFile(x + width, y + height),
	];
}

const noteSidePoints = 18;

function rectangleAround(corners: readonly (readonly number[])[], isNote: boolean): number[] {
	const points = corners.flatMap((quad) =>
		[0, 2, 4, 6].map((x) => ({ x: at(quad, x), y: at(quad, x + 1), width: 0, height: 0 })),
	);
	const { x, y, width, height } = boundOf(points) ?? { x: 0, y: 0, width: 0, height: 0 };
	return isNote
		? [x, y + height - noteSidePoints, x + noteSidePoints, y + height]
		: [x, y, x + width, y + height];
}

const sayingLengthMax = 1000;

function saying(difference: Difference): string {
	const { kept, sent } = difference;
	const text = (side: DifferenceSide | undefined) => (side?.text ?? '').slice(0, sayingLengthMax);
	switch (kindOf(difference)) {
		case 'added':
			return `Added: ${text(sent)}`;
		case 'removed':
			return `Removed: ${text(kept)}`;
		case 'moved':
			return `Moved from page ${present(kept, 'the kept side').page + 1}: ${text(sent)}`;
		case 'formatted':
			return `Set otherwise before: ${text(kept)}`;
		case 'changed':
			return `Before: ${text(kept)}\nNow: ${text(sent)}`;
	}
}
