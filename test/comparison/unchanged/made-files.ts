/** The sources as programs hand them on: saved, exported, linearized, scanned. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { at } from '../../../server/at';
import type { Picture } from '../../../comparison/formats/image/picture';
import { savedByLibreOffice } from '../../support/servers/libreoffice';
import { pdfTools } from '../../support/servers/pdf-tools';
import { Random } from '../quality/random';
import { scanned, type Scanner } from '../quality/scans';
import { lease, priceBook, priced, type LeaseFacts } from './sources';

/** What differs in the leases that are changed. */
export const leaseEdits = {
	rent: { rent: '1,350.00' },
	subletting: { subletting: 'may let rooms' },
	deposit: { deposit: '2,750.00' },
	note: { note: 'The list of repairs is Annex C.' },
	footer: { footer: 'Hall 7, Harbour Road' },
	iban: { iban: 'DE89 3704 0044 0523 0130 00' },
	term: { term: '' },
	notice: { notice: 'six months' },
	font: { font: 'Liberation Sans' },
	author: { author: 'Bo Holm' },
	printed: { printed: '2026-03-02' },
} satisfies Readonly<Record<string, Partial<LeaseFacts>>>;

type EditName = keyof typeof leaseEdits;

/** Saved by LibreOffice, each kind in one go, since its start is what takes time. */
export function savedFiles() {
	const names = ['plain', ...(Object.keys(leaseEdits) as EditName[])] as const;
	const leases = [lease(), ...Object.values(leaseEdits).map((edit) => lease(edit))];
	const named = (files: readonly Uint8Array[]) => (name: 'plain' | EditName) =>
		at(files, names.indexOf(name));
	const docx = savedByLibreOffice(leases, ['docx', 'docx']);
	const odt = savedByLibreOffice(leases, ['docx', 'odt']);
	const books = [priceBook(), priceBook(priced(2, 2, 240.25)), priceBook(priced(3, 1, 6))];
	const ods = savedByLibreOffice(books, ['xlsx', 'ods']);
	return {
		lease: named(leases),
		docx: named(docx),
		docxAgain: at(savedByLibreOffice(docx.slice(0, 1), ['docx', 'docx']), 0),
		odt: named(odt),
		odtAgain: at(savedByLibreOffice(odt.slice(0, 1), ['odt', 'odt']), 0),
		pdf: named(savedByLibreOffice(leases, ['docx', 'pdf'])),
		pdfAgain: at(savedByLibreOffice(leases.slice(0, 1), ['docx', 'pdf']), 0),
		pdfOfDocx: at(savedByLibreOffice(docx.slice(0, 1), ['docx', 'pdf']), 0),
		pdfOfOdt: at(savedByLibreOffice(odt.slice(0, 1), ['odt', 'pdf']), 0),
		book: at(books, 0),
		xlsx: savedByLibreOffice(books, ['xlsx', 'xlsx']),
		ods,
		odsAgain: savedByLibreOffice(ods, ['ods', 'ods']),
	};
}

export type SavedFiles = ReturnType<typeof savedFiles>;

export function byQpdf(pdf: Uint8Array, ...options: readonly string[]): Uint8Array {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qpdf-'));
	try {
		const [from, to] = [path.join(folder, 'from.pdf'), path.join(folder, 'to.pdf')];
		fs.writeFileSync(from, pdf);
		pdfTools()('qpdf', ...options, from, to);
		return fs.readFileSync(to);
	} finally {
		fs.rmSync(folder, { recursive: true, force: true });
	}
}

export async function withAuthor(pdf: Uint8Array, author: string): Promise<Uint8Array> {
	const document = await PDFDocument.load(pdf, { updateMetadata: false });
	document.setAuthor(author);
	return document.save();
}

/** One scanner on two days. */
export const days = {
	monday: { noise: 3, darker: 3, seed: 1 },
	friday: { noise: 4, darker: 6, seed: 2 },
};

export async function scan(
	picture: Picture,
	{ seed, ...day }: (typeof days)['monday'],
	lain: Pick<Scanner, 'turn' | 'right' | 'down'> = {},
): Promise<Buffer> {
	return scanned(picture, { ...day, ...lain, quality: 85, random: new Random(seed) });
}

/** A page of A4 with the scan on all of it. */
export async function scanInPdf(jpeg: Uint8Array): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const page = document.addPage([595, 842]);
	page.drawImage(await document.embedJpg(jpeg), { x: 0, y: 0, ...page.getSize() });
	return document.save();
}

export const png = ({ data, width, height }: Picture) =>
	sharp(data, { raw: { width, height, channels: 4 } });
