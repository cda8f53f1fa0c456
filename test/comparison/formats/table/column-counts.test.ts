/** A column that came, went or moved is counted once, and not in each of its rows. */
import type { Comparer } from '../../../../comparison/core/comparison';
import { comparedOutcome } from '../../../../comparison/core/outcome';
import {
	csvComparer,
	odsComparer,
	xlsxComparer,
} from '../../../../comparison/formats/table/compare-tables';
import { officeComparer } from '../../../../comparison/formats/office/comparer';
import { slidesComparer } from '../../../../comparison/formats/slides/comparer';
import { comparedCase } from '../../cases';
import { paragraph, table as wordTable, wordFile } from '../office/word-files';
import { presentationFile, table as slideTable } from '../slides/slide-files';
import { odsOf, xlsxOf } from './workbook-files';

type Cells = ReadonlyArray<readonly string[]>;

const formats: ReadonlyArray<readonly [string, Comparer, (rows: Cells) => Uint8Array]> = [
	['CSV', csvComparer, (rows) => Buffer.from(rows.map((row) => row.join(',')).join('\n'))],
	['XLSX', xlsxComparer, (rows) => xlsxOf([{ name: 'Prices', rows }])],
	[
		'ODS',
		odsComparer,
		(rows) => {
			const cell = (text: string) =>
				`<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
			const row = (cells: readonly string[]) =>
				`<table:table-row>${cells.map(cell).join('')}</table:table-row>`;
			return odsOf([{ name: 'Prices', table: rows.map(row).join('') }]);
		},
	],
];

const rows: Cells = [
	['country', 'year', 'count', 'value'],
	...Array.from({ length: 40 }, (_, index) => [
		`Land ${index}`,
		`${1980 + index}`,
		`${7 * index}`,
		`${index}.25`,
	]),
];
const withColumn = (own: Cells, at: number) =>
	own.map((row, index) => row.toSpliced(at, 0, index === 0 ? 'note' : `seen ${index * 3}`));
const withoutColumn = (own: Cells, at: number) => own.map((row) => row.toSpliced(at, 1));
const movedColumn = (own: Cells) => own.map((row) => [...row.slice(1), row[0] ?? '']);
const changedRows = (own: Cells) =>
	own.map((row, index) => (index % 10 === 5 ? row.with(1, `${1700 + index}`) : row));

const pairs: ReadonlyArray<readonly [string, Cells, string, string]> = [
	['a column at the end', withColumn(rows, 4), '1 column added', '1 column removed'],
	['a column within', withColumn(rows, 2), '1 column added', '1 column removed'],
	['two columns', withColumn(withColumn(rows, 4), 0), '2 columns added', '2 columns removed'],
	[
		'a column and rows that changed',
		changedRows(withColumn(rows, 4)),
		'1 column added, 4 rows changed',
		'1 column removed, 4 rows changed',
	],
	[
		'a column and a row',
		withColumn([...rows, ['Isle', '2031', '9', '1.5']], 4),
		'1 column added, 1 row added',
		'1 column removed, 1 row removed',
	],
	[
		'a column for another',
		withColumn(withoutColumn(rows, 2), 3),
		'1 column added, 1 removed',
		'1 column added, 1 removed',
	],
	['a column at another place', movedColumn(rows), '1 column moved', '1 column moved'],
	[
		'a column at another place and rows that changed',
		movedColumn(changedRows(rows)),
		'1 column moved, 4 rows changed',
		'1 column moved, 4 rows changed',
	],
];

async function summaryOf(comparer: Comparer, kept: Uint8Array, sent: Uint8Array) {
	const result = await comparer.compare({
		...{ kept: { bytes: kept, fileName: 'a' }, sent: { bytes: sent, fileName: 'a' } },
		...{ level: 'High', rules: {}, isReported: false, onProgress: () => undefined },
	});
	if (!result.isReadable) throw new Error(result.reason);
	return comparedOutcome(result, 'High').summary;
}

describe.each(formats)('%s', (_format, comparer, written) => {
	test.each(pairs)('%s', async (_what, sent, there, back) => {
		const [one, other] = [written(rows), written(sent)];
		expect(await summaryOf(comparer, one, other)).toBe(`${there}.`);
		expect(await summaryOf(comparer, other, one)).toBe(`${back}.`);
	});
});

const documents: ReadonlyArray<readonly [string, Comparer, (rows: Cells) => Uint8Array]> = [
	['DOCX', officeComparer, (cells) => wordFile({ body: paragraph('Prices') + wordTable(cells) })],
	[
		'PPTX',
		slidesComparer,
		(cells) => presentationFile({ slides: [{ shapes: slideTable(cells) }] }),
	],
];

// Rows of a table of a document are counted among its paragraphs, and no column of it moves.
describe.each(documents)('a table of %s', (_format, comparer, written) => {
	const told = (text: string) => text.replace(/rows?/, (noun) => noun.replace('row', 'paragraph'));

	test.each(pairs.filter(([what]) => !what.includes('another')))(
		'%s',
		async (_what, sent, there, back) => {
			const [one, other] = [written(rows), written(sent)];
			expect(await summaryOf(comparer, one, other)).toBe(`${told(there)}.`);
			expect(await summaryOf(comparer, other, one)).toBe(`${told(back)}.`);
		},
	);
});

test('a column that came to a table of a document is one change, with its cells', async () => {
	const file = (cells: Cells) => wordFile({ body: wordTable(cells) });
	const side = (cells: Cells) => ({ bytes: file(cells), fileName: 'a' });
	const [kept, sent] = [side(rows.slice(0, 3)), side(withColumn(rows.slice(0, 3), 4))];
	const result = await officeComparer.compare({
		...{ kept, sent, level: 'High', rules: {}, isReported: false, onProgress: () => undefined },
	});
	expect(result).toMatchObject({
		counts: { added: 1, removed: 0, changed: 0, moved: 0 },
		changes: [
			{
				kind: 'added',
				sent: { path: 'tables/1', cell: 'E' },
				newText: 'note | seen 3 | seen 6',
			},
		],
	});
});

test('a column of notes beside five changed prices', async () => {
	const result = await comparedCase(csvComparer, 'csv-column-added-counts');
	if (!result.isReadable) throw new Error(result.reason);
	expect(comparedOutcome(result, 'High').summary).toBe('1 column added, 5 rows changed.');
	expect(result.counts).toEqual({ added: 1, removed: 0, changed: 5, moved: 0 });
	expect(result.changes).toHaveLength(6);
	// A column of 61 cells, and five changed cells that weigh two each, of 549 cells.
	expect(result.accuracy).toBeCloseTo(1 - (61 + 5 * 2) / (61 * 4 + 61 * 5), 6);
});
