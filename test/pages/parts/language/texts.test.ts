/** The tables of texts of all pages: every language says everything, puts in the same, and is written as it is. */
import fs from 'node:fs';
import path from 'node:path';
import { sharedTexts } from '../../../../pages/parts/language/shared-texts';
import { textIn, type TextTable } from '../../../../pages/parts/language/text-table';

const pages = path.join(__dirname, '../../../../pages');

/** Every file `texts.ts` or `…-texts.ts` that exports a table. */
const tables = fs
	.readdirSync(pages, { recursive: true, encoding: 'utf8' })
	.filter((name) => /(^|[/-])texts\.ts$/.test(name) && !name.startsWith('signing'))
	.flatMap((name): [string, TextTable][] => {
		const exported = jest.requireActual<object>(path.join(pages, name));
		return Object.entries(exported).flatMap(([table, rows]: [string, unknown]) =>
			isTable(rows) ? [[`${name} ${table}`, rows]] : [],
		);
	});

function isTable(rows: unknown): rows is TextTable {
	return typeof rows === 'object' && rows !== null && Array.isArray(Object.values(rows)[0]);
}

const sharedName = 'parts/language/shared-texts.ts';
const ofAll: TextTable = sharedTexts;

const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test('there are tables', () => {
	expect(tables.length).toBeGreaterThan(0);
});

test('no two tables say the same in the same words: what several say stands in the shared one', () => {
	const wordsOfProgram = /kind|said|fault|reasons/;
	const own = tables
		.filter(([name]) => !wordsOfProgram.test(name))
		.flatMap(([table, rows]) => Object.entries(rows).map(([name, row]) => ({ table, name, row })))
		.filter(({ table, name, row }) => table.startsWith(sharedName) || row !== ofAll[name]);
	const alike = Map.groupBy(own, ({ name, row }) => [name, ...row].join('\n'));
	const twice = [...alike.values()].filter((rows) => new Set(rows.map(({ row }) => row)).size > 1);
	expect(twice.map((rows) => rows.map(({ table, name }) => `${name}: ${table}`))).toEqual([]);
});

describe.each(tables)('%s', (_name, table) => {
	const rows = Object.entries(table);

	test('every text has both languages, with the same put in', () => {
		for (const [english, row] of rows) {
			expect([english, row.length]).toEqual([english, 2]);
			for (const text of row) {
				expect(text.trim()).not.toBe('');
				expect([english, placesOf(text)]).toEqual([english, placesOf(english)]);
			}
		}
	});

	test('French has a fixed space before its double signs, and its own quotes', () => {
		const french = rows.map(([, [, text]]) => text.replace(/https?:\S+/g, ''));
		expect(french.filter((text) => /[^\u00a0][:;!?»]|«[^\u00a0]|["“”']/.test(text))).toEqual([]);
	});

	test('German has its own quotes', () => {
		expect(rows.map(([, [text]]) => text).filter((text) => /["”]|'/.test(text))).toEqual([]);
	});
});

test('a text is filled in the language and the numbers of the reader', () => {
	const name = '{done} of {count} sent';
	const table: TextTable = { [name]: ['{done} von {count} gesendet', '{done} sur {count}'] };
	const values = { done: 1, count: 12_345 };
	expect(textIn(table, { language: 'German', name }, { values, locale: 'de-DE' })).toBe(
		'1 von 12.345 gesendet',
	);
});
