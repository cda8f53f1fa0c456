/**
 * Draws the values of fields onto the pages of a PDF, at their positions on the page as shown,
 * whatever its rotation and crop box. Drawn as page content after the existing content, so that
 * every program shows and prints it.
 */
import {
	concatTransformationMatrix,
	PDFArray,
	PDFDict,
	PDFName,
	popGraphicsState,
	pushGraphicsState,
	rgb,
	type PDFDocument,
	type PDFImage,
	type PDFPage,
} from '@cantoo/pdf-lib';
import type { Fonts } from './fonts';
import { drawLine, linesOf } from './text-lines';

/** x, y, width and height are fractions of the page as shown, from its upper left corner. */
export interface FieldPlace {
	/** From 1. */
	readonly page: number;
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

export interface StampedField extends FieldPlace {
	/** Size of the text tag to cover, from the lower left corner of the field. */
	readonly tag?: { readonly width: number; readonly height: number };
	readonly content:
		| { readonly kind: 'text'; readonly text: string }
		/** The signer's picture, or a text if there is none. */
		| { readonly kind: 'picture'; readonly signer: number; readonly otherwise: string }
		| { readonly kind: 'check'; readonly isChecked: boolean }
		/** Every option with its box; that of the chosen one is ticked. */
		| { readonly kind: 'choice'; readonly options: readonly string[]; readonly chosen: string };
}

export interface Stamps {
	readonly fields: readonly StampedField[];
	readonly pictures: readonly (PDFImage | undefined)[];
}

const ink = rgb(0.06, 0.13, 0.24);
const paper = rgb(1, 1, 1);

export async function stampFields(
	document: PDFDocument,
	fonts: Fonts,
	{ fields, pictures }: Stamps,
): Promise<void> {
	const pages = document.getPages();
	for (const [number, own] of Map.groupBy(fields, ({ page }) => page)) {
		const page = pages[number - 1];
		if (page === undefined) throw new Error(`a field is on page ${number}, which there is not`);
		ownParts(document, page);
		const { matrix, ...size } = shownBox(page);
		page.pushOperators(pushGraphicsState(), concatTransformationMatrix(...matrix));
		for (const field of own) {
			const stamp = { page, fonts, box: boxOf(field, size) };
			coverTag(stamp, field, size);
			await draw(stamp, field, pictures);
		}
		page.pushOperators(popGraphicsState());
	}
}

/**
 * Gives the page its own content list and resources: pages may share or inherit them, and a
 * drawing must not appear on other pages.
 */
function ownParts({ context }: PDFDocument, { node }: PDFPage): void {
	const contents = node.Contents();
	if (contents instanceof PDFArray) {
		node.set(PDFName.Contents, context.register(context.obj(contents.asArray())));
	}
	const resources = node.Resources()?.clone() ?? context.obj({});
	for (const key of [PDFName.Font, PDFName.XObject, PDFName.ExtGState]) {
		const kind = resources.lookupMaybe(key, PDFDict)?.clone() ?? context.obj({});
		resources.set(key, context.register(kind));
	}
	node.set(PDFName.Resources, context.register(resources));
}

type Matrix = Parameters<typeof concatTransformationMatrix>;

interface Size {
	readonly width: number;
	readonly height: number;
}

/** The visible part of a page, upright, and the matrix from its coordinates to the page's. */
function shownBox(page: PDFPage): Size & { readonly matrix: Matrix } {
	const { x0, y0, x1, y1 } = visibleBox(page);
	const [across, up] = [x1 - x0, y1 - y0];
	const upright = { width: across, height: up };
	const turned = { width: up, height: across };
	switch (((page.getRotation().angle % 360) + 360) % 360) {
		case 90:
			return { ...turned, matrix: numbers(0, 1, -1, 0, x1, y0) };
		case 180:
			return { ...upright, matrix: numbers(-1, 0, 0, -1, x1, y1) };
		case 270:
			return { ...turned, matrix: numbers(0, -1, 1, 0, x0, y1) };
		default:
			return { ...upright, matrix: numbers(1, 0, 0, 1, x0, y0) };
	}
}

const numbers = (...six: [number, number, number, number, number, number]): Matrix => six;

/** The visible box: the crop box within the media box, as viewers compute it. */
function visibleBox(page: PDFPage) {
	const media = corners(page.getMediaBox());
	const crop = corners(page.getCropBox());
	const both = {
		x0: Math.max(media.x0, crop.x0),
		y0: Math.max(media.y0, crop.y0),
		x1: Math.min(media.x1, crop.x1),
		y1: Math.min(media.y1, crop.y1),
	};
	return both.x1 > both.x0 && both.y1 > both.y0 ? both : media;
}

/** A box may be given by any two opposite corners. */
function corners({ x, y, width, height }: Size & { readonly x: number; readonly y: number }) {
	return {
		x0: Math.min(x, x + width),
		x1: Math.max(x, x + width),
		y0: Math.min(y, y + height),
		y1: Math.max(y, y + height),
	};
}

interface Box extends Size {
	readonly x: number;
	readonly y: number;
}

/** In points from the lower left corner of the visible part. */
function boxOf(field: FieldPlace, size: Size): Box {
	return {
		x: field.x * size.width,
		y: (1 - field.y - field.height) * size.height,
		width: field.width * size.width,
		height: field.height * size.height,
	};
}

interface Stamp {
	readonly page: PDFPage;
	readonly fonts: Fonts;
	readonly box: Box;
}

function coverTag({ page, box }: Stamp, { tag }: StampedField, size: Size): void {
	if (tag === undefined) return;
	const covered = { width: tag.width * size.width, height: tag.height * size.height };
	page.drawRectangle({ x: box.x, y: box.y, ...covered, color: paper });
}

async function draw(
	stamp: Stamp,
	{ content }: StampedField,
	pictures: readonly (PDFImage | undefined)[],
): Promise<void> {
	switch (content.kind) {
		case 'text':
			return drawText(stamp, content.text);
		case 'check':
			return drawCheck(stamp, content.isChecked);
		case 'choice':
			return drawChoice(stamp, content);
		case 'picture': {
			const picture = pictures[content.signer];
			if (picture === undefined) return drawText(stamp, content.otherwise);
			drawPicture(stamp, picture);
		}
	}
}

/** Placed on the lower edge, where a form has its line. */
function drawPicture({ page, box }: Stamp, picture: PDFImage): void {
	const scale = Math.min(box.width / picture.width, box.height / picture.height);
	const size = { width: picture.width * scale, height: picture.height * scale };
	page.drawImage(picture, { x: box.x, y: box.y, ...size });
}

function drawCheck({ page, box }: Stamp, isChecked: boolean): void {
	const side = Math.min(box.width, box.height);
	const thickness = Math.max(0.5, side / 12);
	const at = (across: number, up: number) => ({ x: box.x + across * side, y: box.y + up * side });
	const place = { x: box.x, y: box.y, width: side, height: side };
	page.drawRectangle({ ...place, borderColor: ink, borderWidth: thickness / 2, color: paper });
	if (!isChecked) return;
	const style = { thickness, color: ink };
	page.drawLine({ start: at(0.2, 0.5), end: at(0.42, 0.25), ...style });
	page.drawLine({ start: at(0.42, 0.25), end: at(0.82, 0.8), ...style });
}

/** An option lower than this would not be read; then they stand beside each other. */
const optionHeightMin = 9;

/** The options stand beneath each other, or beside each other in a low field. */
async function drawChoice(
	{ page, fonts, box }: Stamp,
	{ options, chosen }: { readonly options: readonly string[]; readonly chosen: string },
): Promise<void> {
	const count = options.length;
	const isStacked = box.height / count >= optionHeightMin;
	const width = isStacked ? box.width : box.width / count;
	const height = isStacked ? box.height / count : box.height;
	for (const [place, option] of options.entries()) {
		const x = isStacked ? box.x : box.x + place * width;
		const y = isStacked ? box.y + (count - 1 - place) * height : box.y;
		const side = Math.min(width, height, sizes.largest) * 0.8;
		const [across, gap] = [x + side, side / 2];
		// In the middle of its line, which the words have at the foot of their place.
		const foot = y + (Math.min(height, sizes.largest * lineFactor) - side) / 2;
		const tick = { x, y: foot, width: side, height: side };
		drawCheck({ page, fonts, box: tick }, option === chosen);
		const words = { x: across + gap, y, width: Math.max(width - side - gap * 2, 1), height };
		await drawText({ page, fonts, box: words }, option);
	}
}

const sizes = { largest: 12, smallest: 4, step: 0.5 };
const lineFactor = 1.25;
/** Descent of a line as a fraction of the font size. */
const descent = 0.22;

/**
 * Draws the text as large as it fits, in as many lines as needed; if it fits at no size, it
 * continues below the field.
 */
async function drawText({ page, fonts, box }: Stamp, text: string): Promise<void> {
	const { size, lines } = await fitted(fonts, text, box);
	let y = box.y + Math.min(lines.length * size * lineFactor, box.height);
	for (const line of lines) {
		y -= size * lineFactor;
		drawLine(page, line, { x: box.x, y: y + size * descent, size, color: ink });
	}
}

async function fitted(fonts: Fonts, text: string, box: Box) {
	let size = Math.min(sizes.largest, Math.max(sizes.smallest, box.height / lineFactor));
	for (;;) {
		const lines = await linesOf(fonts, text, { size, widthMax: box.width });
		const fits = lines.length * size * lineFactor <= box.height;
		if (fits || size <= sizes.smallest) return { size, lines };
		size = Math.max(sizes.smallest, size - sizes.step);
	}
}
