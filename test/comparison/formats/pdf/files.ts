/** Small PDFs for tests, each made for one thing: lines at places, scans, scripts, fields, faults. */
import {
	PDFDocument,
	PDFName,
	PDFString,
	StandardFonts,
	concatTransformationMatrix,
	drawObject,
	popGraphicsState,
	pushGraphicsState,
	type PDFPage,
} from '@cantoo/pdf-lib';

export interface PlacedLine {
	readonly text: string;
	readonly x?: number;
	/** From the top. */
	readonly y: number;
	readonly size?: number;
	readonly isBold?: boolean;
}

const height = 842;

export type Change = (document: PDFDocument) => Promise<void> | void;

/** A page for each list of lines; `change` does the rest. */
export async function sheets(
	pages: readonly (readonly PlacedLine[])[],
	change: Change = () => undefined,
): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const fonts = {
		plain: await document.embedFont(StandardFonts.Helvetica),
		bold: await document.embedFont(StandardFonts.HelveticaBold),
	};
	for (const lines of pages) {
		const page = document.addPage([595, height]);
		for (const { text, x = 60, y, size = 11, isBold = false } of lines) {
			page.drawText(text, { x, y: height - y, size, font: isBold ? fonts.bold : fonts.plain });
		}
	}
	await change(document);
	const date = new Date(0);
	document.setCreationDate(date);
	document.setModificationDate(date);
	return document.save();
}

/** Sentences one below the other, as paragraphs. */
export function lines(texts: readonly string[], from = 100, step = 30): readonly PlacedLine[] {
	return texts.map((text, index) => ({ text, y: from + index * step }));
}

/** The same document by another program: other objects, other compression, other properties. */
export async function savedAgain(bytes: Uint8Array): Promise<Uint8Array> {
	const document = await PDFDocument.load(bytes);
	document.setProducer('Another program');
	return document.save({ useObjectStreams: false });
}

/** Grey pixels, white where nothing else is said. */
export class Scan {
	readonly pixels: Uint8Array;

	constructor(
		readonly width = 300,
		readonly height = 420,
	) {
		this.pixels = new Uint8Array(width * height).fill(255);
	}

	rectangle(x: number, y: number, width: number, rows: number, grey = 0): this {
		for (let row = y; row < y + rows; row += 1) {
			this.pixels.fill(grey, row * this.width + x, row * this.width + x + width);
		}
		return this;
	}
}

/** Draws pixels upon a page, over all of it unless told otherwise. */
export function drawScan(
	page: PDFPage,
	{ pixels, width, height: rows }: Scan,
	at: { x: number; y: number; width: number; height: number } = { x: 0, y: 0, ...page.getSize() },
): void {
	const { context } = page.doc;
	const picture = context.flateStream(pixels, {
		...{ Type: 'XObject', Subtype: 'Image', Width: width, Height: rows },
		...{ ColorSpace: 'DeviceGray', BitsPerComponent: 8 },
	});
	const name = page.node.newXObject('Scan', context.register(picture));
	page.pushOperators(...drawn(at, name));
}

function drawn(at: { x: number; y: number; width: number; height: number }, name: PDFName) {
	return [
		pushGraphicsState(),
		concatTransformationMatrix(at.width, 0, 0, at.height, at.x, at.y),
		drawObject(name),
		popGraphicsState(),
	];
}

export function scanned(scans: readonly Scan[]): Promise<Uint8Array> {
	return sheets(
		scans.map(() => []),
		(document) => {
			for (const [index, page] of document.getPages().entries()) {
				const scan = scans[index];
				if (scan !== undefined) drawScan(page, scan);
			}
		},
	);
}

/** What asks a reader of PDFs to do something. */
export function withActions(document: PDFDocument): Promise<void> {
	const { context, catalog } = document;
	const action = context.obj({ S: 'Launch', F: PDFString.of('calc.exe') });
	document
		.getPage(0)
		.node.addAnnot(
			context.register(
				context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [10, 10, 60, 30], A: action }),
			),
		);
	document.addJavaScript('greet', 'app.alert("hello")');
	catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'JavaScript', JS: PDFString.of('1') }));
	return document.attach(Buffer.from('a,b'), 'prices.csv', { mimeType: 'text/csv' });
}

/** Puts a link on the first page, on words in its first line or further down. */
export function linkTo(target: string, fromTop = 60): (document: PDFDocument) => void {
	return (document) => {
		const { context } = document;
		const page = document.getPage(0);
		const top = page.getHeight() - fromTop;
		page.node.addAnnot(
			context.register(
				context.obj({
					...{ Type: 'Annot', Subtype: 'Link', Border: [0, 0, 0] },
					...{ Rect: [60, top - 14, 160, top], A: { S: 'URI', URI: PDFString.of(target) } },
				}),
			),
		);
	};
}

/** Puts a link to a page of the file on the first page; 0 is the first. It may lead there by a name. */
export function linkToPage(index: number, name?: string): Change {
	return (document) => {
		const { context, catalog } = document;
		const place = context.obj([document.getPage(index).ref, 'Fit']);
		if (name !== undefined) catalog.set(PDFName.of('Dests'), context.obj({ [name]: place }));
		const to = name === undefined ? place : PDFName.of(name);
		const link = { Type: 'Annot', Subtype: 'Link', Border: [0, 0, 0], Rect: [60, 770, 160, 790] };
		document.getPage(0).node.addAnnot(context.register(context.obj({ ...link, Dest: to })));
	};
}

/** Gives the file one bookmark, which leads to its last page. */
export function bookmark(title: string): Change {
	return (document) => {
		const { context, catalog } = document;
		const outline = context.nextRef();
		const to = [document.getPage(document.getPageCount() - 1).ref, 'Fit'];
		const item = context.register(
			context.obj({ Title: PDFString.of(title), Parent: outline, Dest: to }),
		);
		context.assign(outline, context.obj({ First: item, Last: item, Count: 1 }));
		catalog.set(PDFName.of('Outlines'), outline);
	};
}

/** Pieces of a PDF put together by hand, with a right table of places. */
export function rawPdf(objects: readonly string[], root = 1): Uint8Array {
	let text = '%PDF-1.7\n';
	const places = objects.map((object, index) => {
		const at = text.length;
		text += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return at;
	});
	const start = text.length;
	const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
	text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
	text += `trailer\n<< /Size ${objects.length + 1} /Root ${root} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
	return Buffer.from(text, 'latin1');
}

export function stream(content: string, more = ''): string {
	return `<< /Length ${content.length} ${more} >>\nstream\n${content}\nendstream`;
}
