/** PDFs as they come: plain ones, awkward ones, and ones that nobody should sign. */
import fs from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFString, StandardFonts, type PDFRef } from '@cantoo/pdf-lib';
import { pdfTools, type PdfTool } from '../../support/servers/pdf-tools';

export async function plainPdf(pages = 2, useObjectStreams = false): Promise<Buffer<ArrayBuffer>> {
	const document = await PDFDocument.create({ updateMetadata: false });
	const font = await document.embedFont(StandardFonts.Helvetica);
	for (let number = 1; number <= pages; number += 1) {
		const page = document.addPage([595, 842]);
		for (let line = 0; line < (pages > 50 ? 1 : 40); line += 1) {
			const text = `Page ${number}, line ${line}: the parties agree.`;
			page.drawText(text, { x: 50, y: 790 - line * 18, size: 11, font });
		}
	}
	return Buffer.from(await document.save({ useObjectStreams }));
}

export async function pdfWithForm(): Promise<Buffer> {
	const document = await PDFDocument.load(await plainPdf());
	const field = document.getForm().createTextField('place');
	field.setText('Berlin');
	field.addToPage(document.getPage(0), { x: 50, y: 40, width: 200, height: 20 });
	return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** Scripts, a program to launch and an embedded file. */
export async function pdfWithActiveParts(): Promise<Buffer<ArrayBuffer>> {
	const document = await PDFDocument.load(await plainPdf());
	document.addJavaScript('hello', 'app.alert("hello");');
	await document.attach(Buffer.from('kept'), 'kept.txt', { mimeType: 'text/plain' });
	const launch = { Type: 'Action', S: 'Launch', F: PDFString.of('calc.exe') };
	document.catalog.set(PDFName.of('OpenAction'), document.context.obj(launch));
	return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** Certified by its author, who allows the changes of a level: none, filling in, or comments too. */
export async function certifiedPdf(level: 1 | 2 | 3): Promise<Buffer<ArrayBuffer>> {
	const document = await PDFDocument.load(await plainPdf(1));
	const { context } = document;
	const TransformParams = { Type: 'TransformParams', P: level, V: '1.2' };
	const signature = context.register(
		context.obj({
			...{ Type: 'Sig', Filter: 'Adobe.PPKLite', SubFilter: 'ETSI.CAdES.detached' },
			Reference: [{ Type: 'SigRef', TransformMethod: 'DocMDP', TransformParams }],
		}),
	);
	document.catalog.set(PDFName.of('Perms'), context.obj({ DocMDP: signature }));
	return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** A page whose text lies on a layer, which viewers show or hide. */
export async function pdfWithLayer(): Promise<Buffer<ArrayBuffer>> {
	const document = await PDFDocument.load(await plainPdf(1));
	const { context } = document;
	const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Rent') }));
	const D = { OFF: [layer], Order: [layer] };
	document.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D }));
	return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** Text in a font that the file neither holds nor describes, and in one whose description is not there. */
export async function pdfWithMissingFonts(): Promise<Buffer<ArrayBuffer>> {
	const document = await PDFDocument.load(await plainPdf(1));
	const { context } = document;
	const page = document.getPage(0);
	const missing = { Type: 'Font', Subtype: 'TrueType', BaseFont: 'NowhereSans-Bold' };
	const empty = { Type: 'Font', Subtype: 'Type0', BaseFont: 'Gone', Encoding: 'Identity-H' };
	const font = (dictionary: Record<string, string | PDFRef[]>) =>
		context.register(context.obj(dictionary));
	const gone = [context.nextRef()];
	page.node.setFontDictionary(PDFName.of('Gone1'), font(missing));
	page.node.setFontDictionary(PDFName.of('Gone2'), font({ ...empty, DescendantFonts: gone }));
	const drawn = 'BT /Gone1 14 Tf 50 40 Td (Rent is 900.) Tj /Gone2 14 Tf <00410042> Tj ET';
	page.node.addContentStream(context.register(context.stream(drawn)));
	return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** A page whose drawing takes 60 MiB when unpacked. */
export async function pdfWithPackedPage(): Promise<Buffer> {
	const document = await PDFDocument.load(await plainPdf(1));
	const { context } = document;
	const packed = deflateSync(Buffer.alloc(60 * 1024 * 1024, 0x20));
	const stream = context.stream(packed, { Filter: 'FlateDecode' });
	document.getPage(0).node.addContentStream(context.register(stream));
	return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** A part that holds objects, and takes 200 MiB when unpacked. */
export function bomb(): Buffer {
	const packed = deflateSync(Buffer.alloc(200 * 1024 * 1024, 0x20));
	const head = Buffer.from(
		`%PDF-1.5\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>\nendobj\n4 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
	);
	const body = Buffer.concat([head, packed, Buffer.from('\nendstream\nendobj\n')]);
	const offsets = [1, 2, 3, 4].map((number) => body.indexOf(`${number} 0 obj`));
	const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
	const table = `xref\n0 5\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`;
	return Buffer.concat([body, Buffer.from(table)]);
}

export function withoutPages(): Buffer {
	const body =
		'%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n';
	const offsets = [1, 2].map((number) => body.indexOf(`${number} 0 obj`));
	const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
	return Buffer.from(
		`${body}xref\n0 3\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size 3/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
	);
}

/** The object that the table of a file names first is said to lie elsewhere. */
export function withBrokenTable(file: Buffer): Buffer {
	const text = file.toString('latin1');
	const broken = text.replace(/(\d{10}) 00000 n/, (_row, offset: string) => {
		return `${String(Number(offset) + 7).padStart(10, '0')} 00000 n`;
	});
	return Buffer.from(broken, 'latin1');
}

export interface PdfPrograms {
	readonly tool: PdfTool;
	/** What qpdf makes of a file. */
	remade(file: Uint8Array, ...options: readonly string[]): Buffer;
	/** Writes a file and answers its path. */
	keep(file: Uint8Array): string;
}

export function pdfPrograms(folder: string): PdfPrograms {
	const tool = pdfTools();
	let count = 0;
	const keep = (file: Uint8Array) => {
		const place = path.join(folder, `${(count += 1)}.pdf`);
		fs.writeFileSync(place, file);
		return place;
	};
	return {
		tool,
		keep,
		remade(file, ...options) {
			const from = keep(file);
			tool('qpdf', ...options, from, `${from}.made`);
			return fs.readFileSync(`${from}.made`);
		},
	};
}
