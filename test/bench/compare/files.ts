/** The pairs of files that the comparison is measured with, made the same at every run. */
import { PDFDocument, StandardFonts, type PDFFont } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { sized } from '../parts/result';

export interface FilePair {
	readonly name: string;
	readonly fileName: string;
	readonly kept: Uint8Array;
	readonly sent: Uint8Array;
	/** In milliseconds; of the first pair it is a multiple of another program's time. */
	readonly atMostMs?: number;
}

/** A generator of Lehmer's kind: the same numbers for the same seed. */
function seeded(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (state * 48_271) % 2_147_483_647;
		return state % below;
	};
}

const words =
	'contract party delivery shall notice energy price annual between terms of the and'.split(' ');

function line(random: (below: number) => number, wordCount = 10): string {
	return Array.from({ length: wordCount }, () => words[random(words.length)]).join(' ');
}

function lines(seed: number, count: number): string[] {
	const random = seeded(seed);
	return Array.from({ length: count }, (_, index) => `${index} ${line(random)}`);
}

/** One in a hundred is changed by a word. */
function edited(all: readonly string[]): string[] {
	return all.map((one, index) => (index % 100 === 7 ? one.replace(/ \w+$/, ' altered') : one));
}

const asText = (all: readonly string[]) => Buffer.from(`${all.join('\n')}\n`);

export function textPairs(): readonly FilePair[] {
	const long = lines(1, 10_000);
	return [
		{ name: 'text10000Lines', fileName: 'a.txt', kept: asText(long), sent: asText(edited(long)) },
		{
			name: 'textUnrelated6000Lines',
			fileName: 'a.txt',
			kept: asText(lines(2, 6_000)),
			sent: asText(lines(3, 6_000).map((one) => `other ${one}`)),
			atMostMs: 1_000,
		},
	];
}

export function jsonPair(): FilePair {
	const random = seeded(4);
	const items = Array.from({ length: sized(72_000, 2_000) }, (_, id) => ({
		id,
		name: line(random, 12),
		price: random(100_000) / 100,
		tags: [words[random(5)], words[random(5)]],
	}));
	const other = items.map((item) => (item.id % 100 === 7 ? { ...item, price: -1 } : item));
	other.splice(3, 0, { id: -1, name: 'new', price: 1, tags: [] });
	return {
		name: 'json10MB',
		fileName: 'a.json',
		kept: Buffer.from(JSON.stringify(items)),
		sent: Buffer.from(JSON.stringify(other)),
		atMostMs: 2_000,
	};
}

export function csvPair(): FilePair {
	const random = seeded(5);
	const rows = Array.from({ length: sized(200_000, 5_000) }, (_, id) =>
		[id, line(random, 3), random(1_000), random(1_000) / 100, words[random(8)]].join(','),
	);
	const other = rows.map((row, id) => (id % 100 === 7 ? row.replace(/\w+$/, 'altered') : row));
	other.splice(100, 3);
	const header = 'id,name,quantity,price,kind';
	return {
		name: 'csv200000Rows',
		fileName: 'a.csv',
		kept: asText([header, ...rows]),
		sent: asText([header, ...other]),
		atMostMs: 3_000,
	};
}

export async function pdfPair(pageCount: number, atMostMs: number): Promise<FilePair> {
	const all = lines(6, pageCount * 45);
	return {
		name: `pdf${pageCount}Pages`,
		fileName: 'a.pdf',
		kept: await pdfOf(all),
		sent: await pdfOf(all.map((one, index) => (index % 450 === 7 ? `${one} altered` : one))),
		atMostMs,
	};
}

async function pdfOf(all: readonly string[]): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const font = await document.embedFont(StandardFonts.Helvetica);
	for (let from = 0; from < all.length; from += 45)
		addPage(document, font, all.slice(from, from + 45));
	return document.save();
}

function addPage(document: PDFDocument, font: PDFFont, all: readonly string[]): void {
	const page = document.addPage([595, 842]);
	for (const [index, text] of all.entries()) {
		page.drawText(text, { x: 50, y: 790 - index * 16, size: 9, font });
	}
}

/** A page of text at 300 dots an inch, and the same with two words changed. */
export async function picturePair(): Promise<FilePair> {
	const all = lines(7, 60);
	const other = all.map((one, index) => (index === 30 ? one.replace(/ \w+$/, ' 4711') : one));
	return {
		name: 'pictureA4At300Dpi',
		fileName: 'a.png',
		kept: await pictureOf(all),
		sent: await pictureOf(other),
		atMostMs: 1_000,
	};
}

function pictureOf(all: readonly string[]): Promise<Uint8Array> {
	const texts = all.map(
		(text, index) => `<text x="200" y="${220 + index * 50}" font-size="34">${text}</text>`,
	);
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2480" height="3508"><rect width="100%" height="100%" fill="#fff"/>${texts.join('')}</svg>`;
	return sharp(Buffer.from(svg)).png().toBuffer();
}
