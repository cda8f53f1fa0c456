/**
 * Comparing from fingerprints beside comparing the contents: texts come to the same, trees and tables nearly,
 * and what is not seen is what the page of documentation names, and nothing else.
 */
import { gunzipSync } from 'node:zlib';
import { accuracyLevels } from '../../../api/comparison/levels';
import { phrasesFrom, type ComparedKindName } from '../../../api/comparison/kinds';
import { archiveComparer } from '../../../comparison/formats/archive/archive-comparer';
import type { Comparer } from '../../../comparison/core/comparison';
import { imageComparer } from '../../../comparison/formats/image/image-comparer';
import type { Level } from '../../../comparison/core/level';
import { officeComparer } from '../../../comparison/formats/office/comparer';
import { slidesComparer } from '../../../comparison/formats/slides/comparer';
import { comparePrints } from '../../../comparison/prints/compare-prints';
import {
	decodePrints,
	encodePrints,
	printsOf,
	type PrintedContent,
} from '../../../comparison/prints/prints';
import { formatOf, kinds, type FormatName } from '../../../comparison/formats/formats';
import {
	csvComparer,
	odsComparer,
	xlsxComparer,
} from '../../../comparison/formats/table/compare-tables';
import { textComparer } from '../../../comparison/formats/text/text-comparer';
import {
	jsonComparer,
	xmlComparer,
	yamlComparer,
} from '../../../comparison/formats/tree/comparers';
import { htmlComparer } from '../../../comparison/formats/web/html-comparer';
import { documentPairs, pdfPairs } from '../levels/document-pairs';
import { archivePairs, picturePairs } from '../levels/file-pairs';
import { slidePairs } from '../levels/slide-pairs';
import { tablePairs } from '../levels/table-pairs';
import { pagePairs, textPairs, treePairs } from '../levels/text-pairs';
import { PdfComparing } from '../formats/pdf/comparing';
import { asOpen, asWord, documentPairs as documentPairsOf } from '../quality/office';
import { pdfPair } from '../quality/pdf';
import { Random } from '../quality/random';
import { tablePairs as randomTables } from '../quality/tables';
import { textPair } from '../quality/text';
import { treePairs as randomTrees } from '../quality/tree';

const notNested = archiveComparer(() => Promise.reject(new Error('outlines read no entry')));
const comparers: Readonly<Partial<Record<FormatName, Comparer>>> = {
	...{ text: textComparer, html: htmlComparer, json: jsonComparer, xml: xmlComparer },
	...{ yaml: yamlComparer, csv: csvComparer, xlsx: xlsxComparer, ods: odsComparer },
	...{ docx: officeComparer, odt: officeComparer, pptx: slidesComparer, image: imageComparer },
	zip: notNested,
};

const key = 'a key of the file';

let pdf: PdfComparing;
beforeAll(() => {
	pdf = new PdfComparing();
});
afterAll(() => pdf.end());

function comparerOf(format: FormatName): Comparer {
	const comparer = comparers[format];
	if (comparer === undefined) throw new Error(`nothing reads ${format}`);
	return comparer;
}

async function printed(bytes: Uint8Array, format: FormatName, level: Level, rules = {}) {
	const side = { bytes, fileName: 'file' };
	const outline =
		format === 'pdf'
			? (await pdf.answer(bytes, bytes, { level, rules })).outline
			: await comparerOf(format).outline(side, { level, rules });
	if (outline?.isReadable !== true) throw new Error('the file must be readable');
	return decodePrints(encodePrints(printsOf(outline, format, key))) as PrintedContent;
}

interface Pair {
	readonly kept: string | Uint8Array;
	readonly sent: string | Uint8Array;
}

async function byPrints(pair: Pair, format: FormatName, level: Level, rules = {}): Promise<number> {
	const kept = await printed(Buffer.from(pair.kept), format, level, rules);
	const sent = await printed(Buffer.from(pair.sent), format, level, rules);
	return comparePrints({ kept, sent }, { kind: kinds[format], level, rules }).accuracy;
}

async function byContent(pair: Pair, format: FormatName, level: Level): Promise<number> {
	const side = (content: string | Uint8Array) => ({
		...{ bytes: Buffer.from(content), fileName: 'file' },
	});
	const compared = await comparerOf(format).compare({
		...{ kept: side(pair.kept), sent: side(pair.sent), level, rules: {} },
		...{ isReported: false, onProgress: () => undefined },
	});
	if (!compared.isReadable) throw new Error(compared.reason);
	return compared.accuracy;
}

test('of texts the accuracy is the one of their contents, at every level', async () => {
	const random = new Random(15);
	for (let round = 0; round < 8; round += 1) {
		const pair = textPair(random);
		for (const level of accuracyLevels) {
			expect(await byPrints(pair, 'text', level)).toBe(await byContent(pair, 'text', level));
		}
	}
});

test('of trees and tables it is near, and equal where their contents are', async () => {
	const csv = (rows: readonly (readonly string[])[]) =>
		rows.map((row) => `${row.join(',')}\n`).join('');
	const pairs: [FormatName, Pair][] = [
		...randomTrees('JSON', 6, 15).map((pair): [FormatName, Pair] => ['json', pair]),
		...randomTables(6, 15).map(({ kept, sent }): [FormatName, Pair] => [
			'csv',
			{ kept: csv(kept), sent: csv(sent) },
		]),
	];
	for (const [format, pair] of pairs) {
		for (const level of accuracyLevels) {
			const [found, meant] = [
				await byPrints(pair, format, level),
				await byContent(pair, format, level),
			];
			expect(Math.abs(found - meant)).toBeLessThan(0.13);
			expect(found === 1).toBe(meant === 1);
		}
	}
});

test('of documents, pages and PDFs it is near where words differ, and equal where their contents are', async () => {
	const random = new Random(16);
	const page = (text: string) =>
		`<!doctype html><html><body>${text.trimEnd().replace(/^.*$/gm, '<p>$&</p>')}</body></html>`;
	const pages = Array.from({ length: 6 }, () => textPair(random));
	const pairs: [FormatName, Pair][] = [
		...documentPairsOf(6, 16, asWord).map((pair): [FormatName, Pair] => ['docx', pair]),
		...documentPairsOf(6, 17, asOpen).map((pair): [FormatName, Pair] => ['odt', pair]),
		...pages.map(({ kept, sent }): [FormatName, Pair] => [
			'html',
			{ kept: page(kept), sent: page(sent) },
		]),
	];
	for (const [format, pair] of pairs) {
		for (const level of ['Lowest', 'High'] as const) {
			const [found, meant] = [
				await byPrints(pair, format, level),
				await byContent(pair, format, level),
			];
			expect(Math.abs(found - meant)).toBeLessThan(0.13);
			expect(found === 1).toBe(meant === 1);
		}
	}
	for (let round = 0; round < 3; round += 1) {
		const { kept, sent } = await pdfPair(random);
		const found = await byPrints({ kept: kept.bytes, sent: sent.bytes }, 'pdf', 'Low');
		const { accuracy } = await pdf.compare(kept.bytes, sent.bytes, { level: 'Low' });
		expect(Math.abs(found - accuracy)).toBeLessThan(0.13);
	}
});

/** What counts at a level and is not seen, by the phrases of the table of levels. */
const unseen: Readonly<Partial<Record<ComparedKindName, readonly string[]>>> = {
	table: [
		'comments and text boxes (XLSX, ODS)',
		'the name of a column or a sheet',
		'the formula behind an equal value (XLSX, ODS)',
		'a number kept as text (XLSX, ODS)',
		'where a link leads (XLSX, ODS)',
		'what is struck through or cannot be seen (XLSX, ODS)',
		'superscripts and subscripts (XLSX, ODS)',
		'a currency, a word, the scale or a missing minus of a number format (XLSX)',
		'rows, columns or sheets hidden or shown (XLSX, ODS)',
		'cells joined with others (XLSX, ODS)',
		'heads and feet of printed pages (XLSX, ODS)',
	],
	pdf: [
		'pictures, drawings and annotations, also over and behind words',
		'words that are covered or made invisible',
		'the place, font, size or colour of the same words',
		'the size of a page and how it is turned',
		'where a link leads',
		'bookmarks',
	],
	document: [
		'the numbers of a list',
		'bold, italic, underlined or struck through',
		'headings and lists',
		'where a link leads',
		'the size, cut or turn of a picture',
		'alternative texts of pictures',
		'cells joined with others',
		'the word at which a note stands',
		'who wrote a comment',
		'words that are hidden or cannot be seen',
	],
	slides: [
		'empty paragraphs and slides',
		'the numbers of a list',
		'bold, italic, underlined or struck through',
		'bullets and levels of a list',
		'where a link leads',
		'slides hidden or shown',
		'words that cannot be seen',
		'who wrote a comment',
		'the place, size or turn of a shape',
		'the cut of a picture and the kind of a chart',
		'shapes without words',
		'alternative texts',
		'cells joined with others',
		'the size of the slides',
	],
	page: [
		'headings, lists, bold and italic',
		'links, pictures and values of forms',
		'what the own style of an element strikes through or hides',
		'the title of the page',
	],
};

const pairsOf = {
	...{ text: textPairs, tree: treePairs, table: tablePairs, pdf: pdfPairs },
	...{
		document: documentPairs,
		slides: slidePairs,
		page: pagePairs,
		picture: picturePairs,
		archive: archivePairs,
	},
};

test.each(Object.keys(pairsOf) as (keyof typeof pairsOf)[])(
	'what fingerprints of the kind %s do not see is told',
	async (kind) => {
		const missed: string[] = [];
		for (const level of accuracyLevels) {
			for (const phrase of phrasesFrom(kind, level)) {
				const pairs = (pairsOf[kind] as Readonly<Record<string, readonly unknown[]>>)[phrase] ?? [];
				for (const pair of (await Promise.all(pairs)) as (Pair & {
					readonly format?: FormatName;
				})[]) {
					const bytes = Buffer.from(pair.kept);
					const named = kind === 'text' ? 'text' : kind === 'page' ? 'html' : undefined;
					const format = pair.format ?? named ?? formatOf({ bytes, fileName: 'file' });
					if ((await byPrints(pair, format, level)) === 1) missed.push(phrase);
				}
			}
		}
		expect([...new Set(missed)]).toEqual(unseen[kind] ?? []);
	},
);

test('no word stands in what is kept, and another key makes other fingerprints', async () => {
	const side = { bytes: Buffer.from('Agreement of Quokkaberry\n'), fileName: 'a.txt' };
	const outline = await textComparer.outline(side, { level: 'High', rules: {} });
	if (!outline.isReadable) throw new Error(outline.reason);
	const texts = [key, 'another key'].map((one) =>
		gunzipSync(encodePrints(printsOf(outline, 'text', one))).toString('utf8'),
	);
	for (const text of texts) expect(text).not.toMatch(/Agreement|Quokkaberry/);
	expect(texts[0]).not.toBe(texts[1]);
});
