/**
 * Sealed PDFs as an attacker makes them, who has a sealed file and the source of the project, and no
 * key of the installation. The attacks on signed PDFs have the names of their papers: universal
 * signature forgery, incremental saving, signature wrapping (2019), shadow attacks (2021).
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { attachedRecord, sealPlaces } from '../../../proof/sealed/pdf-seal';
import { at, present } from '../../../server/at';
import type { SealRecord } from '../../../service/sealing/pdf/record';
import { sealPdf } from '../../../service/sealing/pdf/sealed-pdf';
import { fillPlace } from '../../../service/sealing/pdf/signature-place';
import { ownCertificate } from '../../../service/sealing/signature/own-certificate';
import { signedData, type SealingKey } from '../../../service/sealing/signature/signed-data';

/** A certificate that anybody makes, with the very names of a genuine one. */
export function strangersKey(): SealingKey {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const [from, until] = [new Date('2026-01-01'), new Date('2026-02-01')];
	const certificate = ownCertificate({ privateKey, serial: randomBytes(16), from, until });
	return { privateKey, certificate, chain: [] };
}

export function recordOf(sealed: Uint8Array): SealRecord {
	const { bytes } = present(attachedRecord(sealed, sealed.length), 'a record');
	return JSON.parse(Buffer.from(bytes).toString()) as SealRecord;
}

/** Seals with the code of the project and another key. */
export async function sealedBy(
	key: SealingKey,
	bytes: Uint8Array,
	record: SealRecord,
): Promise<Buffer> {
	const time = new Date('2026-01-15');
	const none = { pictures: [], fields: [] };
	const { place, signed } = await sealPdf({ bytes, record, ...none, sealedBy: 'me', time }, key);
	return Buffer.from(fillPlace(place, signedData(key, signed)));
}

/** An incremental update with these objects, by number. */
export function updated(bytes: Buffer, objects: Readonly<Record<number, string>>): Buffer {
	const text = bytes.toString('latin1');
	const [, previous = ''] = present(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text), 'the last table');
	const [, root = ''] = present(/\/Root (\d+ 0 R)/.exec(text), 'a root');
	const sizes = [...text.matchAll(/\/Size (\d+)/g)].map(({ 1: size }) => Number(size));
	const parts: string[] = [];
	const rows: string[] = [];
	let offset = bytes.length;
	for (const [number, body] of Object.entries(objects)) {
		const object = `\n${number} 0 obj\n${body}\nendobj\n`;
		rows.push(`${number} 1\n${String(offset + 1).padStart(10, '0')} 00000 n \n`);
		parts.push(object);
		offset += object.length;
	}
	const trailer = `trailer\n<< /Size ${Math.max(...sizes)} /Root ${root} /Prev ${previous} >>`;
	const table = `xref\n${rows.join('')}${trailer}\nstartxref\n${offset}\n%%EOF\n`;
	return Buffer.concat([bytes, Buffer.from(parts.join('') + table, 'latin1')]);
}

/** The numbers of the objects that the attacks replace. */
export function numbersIn(sealed: Buffer) {
	const text = sealed.toString('latin1');
	const number = (pattern: RegExp) => Number(present(pattern.exec(text), String(pattern))[1]);
	return {
		shown: number(/\/Contents (?:\[ ?)?(\d+) 0 R/),
		page: number(/(\d+) 0 obj\s*<<\s*\/Type \/Page\b/),
		catalog: number(/(\d+) 0 obj\s*<<\s*\/Type \/Catalog\b/),
	};
}

function stream(drawn: string): string {
	return `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`;
}

export const otherRent = stream('BT /F1 12 Tf 50 700 Td (Rent is 9000 EUR a month) Tj ET');

/** The place of the genuine seal. */
function placeIn(sealed: Buffer) {
	return at(sealPlaces(sealed), 0);
}

function replaced(bytes: Buffer, from: string, to: string): Buffer {
	const start = bytes.lastIndexOf(from);
	if (start === -1) throw new Error(`there is no ${from}`);
	const end = start + from.length;
	return Buffer.concat([bytes.subarray(0, start), Buffer.from(to), bytes.subarray(end)]);
}

function rangeText(sealed: Buffer): string {
	const [range = ''] = present(/\/ByteRange \[[^\]]*\]/.exec(sealed.toString('latin1')), 'a range');
	return range;
}

/** The gap grows to the left, and an object stands in it, behind the digits. */
function withWidenedGap(sealed: Buffer): Buffer {
	const { start, end, fileEnd } = placeIn(sealed);
	const inserted = Buffer.from(`\n99 0 obj\n${otherRent}\nendobj\n`);
	const wide = Buffer.concat([sealed.subarray(0, end), inserted, sealed.subarray(end)]);
	const range = rangeText(sealed);
	const wanted = `/ByteRange [0 ${start} ${end + inserted.length} ${fileEnd - end}]`;
	return replaced(wide, range, wanted.padEnd(range.length));
}

/** The signed rest is moved to the end, and other bytes stand where it was. */
function wrapped(sealed: Buffer): Buffer {
	const { start, end, fileEnd } = placeIn(sealed);
	const rest = sealed.subarray(end, fileEnd);
	const other = Buffer.from(`>> endobj\n99 0 obj\n${otherRent}\nendobj\n`);
	const moved = Buffer.concat([sealed.subarray(0, end), other, rest]);
	const range = rangeText(sealed);
	const wanted = `/ByteRange [0 ${start} ${end + other.length} ${rest.length}]`;
	return replaced(moved, range, wanted.padEnd(range.length));
}

const withRange = (to: string) => (sealed: Buffer) => {
	const range = rangeText(sealed);
	return replaced(sealed, range, to.padEnd(range.length).slice(0, range.length));
};

const withContents = (to: string) => (sealed: Buffer) => {
	const { start, end } = placeIn(sealed);
	const padded = Buffer.from(to.padEnd(end - start));
	return Buffer.concat([sealed.subarray(0, start), padded, sealed.subarray(end)]);
};

async function withPackedObjects(sealed: Buffer): Promise<Buffer> {
	const document = await PDFDocument.load(sealed, { forIncrementalUpdate: true });
	const font = await document.embedFont(StandardFonts.Helvetica);
	document.getPage(0).drawText('Rent is 9000 EUR', { x: 50, y: 400, size: 20, font });
	return Buffer.from(await document.save({ useObjectStreams: true }));
}

type Forging = (sealed: Buffer) => Buffer | Promise<Buffer>;

/** Attacks that need no signature of their own. */
export const unsignedAttacks: readonly (readonly [string, Forging])[] = [
	[
		'shadow attack: hide, a layer over the text is taken away',
		(sealed) => updated(sealed, { [numbersIn(sealed).shown]: stream('') }),
	],
	[
		'shadow attack: replace, the text of a page is another',
		(sealed) => updated(sealed, { [numbersIn(sealed).shown]: otherRent }),
	],
	[
		'shadow attack: hide and replace, the pages are others',
		(sealed) => {
			const { page, shown } = numbersIn(sealed);
			const body = `<< /Type /Page /MediaBox [0 0 595 842] /Contents ${shown} 0 R >>`;
			return updated(sealed, { [page]: body, [shown]: otherRent });
		},
	],
	[
		'incremental saving: an object without a table and without a trailer',
		(sealed) => Buffer.concat([sealed, Buffer.from(`\n4 0 obj\n${otherRent}\nendobj\n`)]),
	],
	[
		'incremental saving: a copied signature behind the update',
		(sealed) => {
			const later = updated(sealed, { [numbersIn(sealed).shown]: otherRent });
			const { start, end } = placeIn(sealed);
			return Buffer.concat([later, sealed.subarray(start - 300, end + 300)]);
		},
	],
	['incremental saving: packed objects', withPackedObjects],
	['signature wrapping', wrapped],
	['a widened gap with an object in it', withWidenedGap],
	['universal forgery: a ByteRange of nothing', withRange('/ByteRange [0 0 0 0]')],
	['universal forgery: a ByteRange that is null', withRange('/ByteRange null')],
	['universal forgery: no ByteRange', withRange('')],
	['a negative ByteRange', withRange('/ByteRange [0 -1 100 100]')],
	['a second ByteRange', withRange('/ByteRange [0 1 2 3] /ByteRange [0 9 9 9]')],
	['universal forgery: Contents that are null', withContents('null')],
	['universal forgery: empty Contents', withContents('<>')],
	['universal forgery: Contents of zeros', withContents('<00>')],
	['the contract in it replaced', (sealed) => replaced(sealed, '%PDF-1.', '%PDF-2.')],
];
