/** A column that came, went or moved is counted once, and not in each of its rows. */
import type { Comparer } from '../../../../comparison/core/comparison';
import { comparedOutcome } from '../../../../comparison/core/outcome';
import {
	csvComparer,
	odsComparer,
	xlsxComparer,
} from '../../../../comparison/formats/table/compare-tables';
import { comparedCase } from '../../cases';
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

describe.each(formats)('%s', (_format, comparer, written) => {
	async function summary(kept: Cells, sent: Cells) {
		const result = await comparer.compare({
			...{
				kept: { bytes: written(kept), fileName: 'a' },
				sent: { bytes: written(sent), fileName: 'a' },
			},
			...{ level: 'High', rules: {}, isReported: false, onProgress: () => undefined },
		});
		if (!result.isReadable) throw new Error(result.reason);
		return comparedOutcome(result, 'High').summary;
	}

	test.each(pairs)('%s', async (_what, sent, there, back) => {
		expect(await summary(rows, sent)).toBe(`${there}.`);
		expect(await summary(sent, rows)).toBe(`${back}.`);
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
