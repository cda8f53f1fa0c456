import { createHash } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { formatOf } from '../../../../comparison/formats/formats';
import type { Compared, Unreadable } from '../../../../comparison/core/comparison';
import type { Level } from '../../../../comparison/core/level';
import { odsComparer, xlsxComparer } from '../../../../comparison/formats/table/compare-tables';
import { readOds } from '../../../../comparison/formats/table/reading/ods/reading';
import { cellsOf } from '../../../../comparison/formats/table/reading/table';
import { traitsOf } from '../../../../comparison/formats/table/reading/traits';
import { readXlsx } from '../../../../comparison/formats/table/reading/xlsx/reading';
import { odsOf, xlsxOf, zipped, type Row, type XlsxOptions } from './workbook-files';

async function compare(
	kept: Uint8Array,
	sent: Uint8Array,
	level: Level = 'High',
	comparer = xlsxComparer,
): Promise<Compared | Unreadable> {
	return comparer.compare({
		kept: { bytes: kept, fileName: 'kept' },
		sent: { bytes: sent, fileName: 'sent' },
		level,
		rules: {},
		isReported: true,
		onProgress: () => undefined,
	});
}

async function compared(...of: Parameters<typeof compare>): Promise<Compared> {
	const result = await compare(...of);
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

const rows: readonly Row[] = [
	['item', 'count', 'price', 'sum'],
	['Bolt & Nut', 2, 10.5, { f: 'B2*C2', v: 21 }],
	['Wäsche\r\nzwei', 3, 4, { f: 'B3*C3', v: 12 }],
	['Screw', 5, 1, { f: 'B4*C4', v: 5 }],
	['all', null, null, { f: 'SUM(D2:D4)', v: 38 }],
];

const book = (of: readonly Row[], options: XlsxOptions = {}) =>
	xlsxOf([{ name: 'Prices', rows: of }], options);

const read = async (bytes: Uint8Array) => {
	const { sheets, notes } = await readXlsx({ bytes, fileName: 'a.xlsx' });
	const cells = sheets.map((sheet) => sheet.rows.map((row) => cellsOf(row)));
	const formulas = sheets.map((sheet) =>
		(sheet.traits ?? []).map((row) => traitsOf(row).map(({ formula }) => formula)),
	);
	return { sheets, cells, formulas, notes };
};

describe('an XLSX file is read the same however it is written', () => {
	test.each<[string, XlsxOptions]>([
		['with shared strings', {}],
		['with inline strings', { strings: 'inline' }],
		['with rows and cells that do not say where they stand', { isPlaced: false }],
		['with a prefix before every name, by the parser', { prefix: 'x:' }],
		['inline and with a prefix', { strings: 'inline', prefix: 'x:', isPlaced: false }],
	])('%s', async (_, options) => {
		const { cells, formulas } = await read(book(rows, options));
		expect(cells).toEqual([
			[
				['item', 'count', 'price', 'sum'],
				['Bolt & Nut', '2', '10.5', '21'],
				['Wäsche\nzwei', '3', '4', '12'],
				['Screw', '5', '1', '5'],
				['all', '', '', '38'],
			],
		]);
		expect(formulas[0]?.map((row) => row[3])).toEqual([
			'',
			'B2*C2',
			'B3*C3',
			'B4*C4',
			'SUM(D2:D4)',
		]);
		expect(await compared(book(rows), book(rows, options))).toMatchObject({
			accuracy: 1,
			changes: [],
		});
	});

	test('formulas that share a text, each with its own references', async () => {
		const shared = rows.map((row, index) =>
			index === 0 || index === 4
				? row
				: [
						...row.slice(0, 3),
						{
							f: index === 1 ? 'B2*C2' : '',
							fAttributes: ` t="shared"${index === 1 ? ' ref="D2:D4"' : ''} si="0"`,
							v: [21, 12, 5][index - 1] ?? 0,
						},
					],
		);
		for (const prefix of ['', 'x:']) {
			const { formulas } = await read(book(shared, { prefix }));
			expect(formulas[0]?.map((row) => row[3])).toEqual([
				'',
				'B2*C2',
				'B3*C3',
				'B4*C4',
				'SUM(D2:D4)',
			]);
		}
	});

	test('dates by their format, from 1900 and from 1904, with truths and errors', async () => {
		const formats = ['yyyy-mm-dd', 'h:mm:ss', '[Red]0.00', 'd.m.yy h:mm', '"day" 0'];
		const cells: Row = [45_000, 0.75, 45_000, 45_000.5, 45_000].map((v, index) => ({
			v,
			s: index + 1,
		}));
		const first = await read(book([[...cells, true]], { formats }));
		expect(first.cells).toEqual([
			[['2023-03-15', '18:00:00', '45000', '2023-03-15 12:00:00', '45000', 'TRUE']],
		]);
		const later = await read(book([[{ v: 43_538, s: 1 }]], { formats, isFrom1904: true }));
		expect(later.cells).toEqual([[['2023-03-15']]]);
		const early = await read(
			book(
				[
					[
						{ v: 59, s: 1 },
						{ v: 61, s: 1 },
					],
				],
				{ formats },
			),
		);
		expect(early.cells).toEqual([[['1900-02-28', '1900-03-01']]]);
	});
});

describe('in a workbook value, formula and format are told apart', () => {
	const formats = ['0.00', '0.000'];
	const changed = (cell: Row[number]) =>
		rows.map((row, index) => (index === 1 ? [...row.slice(0, 2), cell, ...row.slice(3)] : row));

	test.each<[string, Row[number], Level, object]>([
		['a value', 11, 'Lowest', { kind: 'changed', newText: '11' }],
		[
			'a formula with the same result',
			{ f: '21/2', v: 10.5 },
			'Medium',
			{ kind: 'changed', newText: '10.5 [=21/2]' },
		],
		[
			'a number kept as text',
			'10.5',
			'High',
			{ kind: 'changed', oldText: '10.5 [number]', newText: '10.5 [text]' },
		],
		[
			'a format',
			{ v: 10.5, s: 2 },
			'Excellent',
			{ kind: 'formatted', oldText: '10.5 [format General]', newText: '10.5 [format 0.000]' },
		],
	])('%s', async (_, cell, coarsest, expected) => {
		const { changes } = await compared(
			book(rows, { formats }),
			book(changed(cell), { formats }),
			coarsest,
		);
		expect(changes).toMatchObject([{ ...expected, kept: { sheet: 'Prices', cell: 'C2' } }]);
		const levels = ['Lowest', 'Low', 'Medium', 'High', 'Excellent'] as const;
		const coarser = levels[levels.indexOf(coarsest) - 1];
		if (coarser === undefined) return;
		const same = await compared(book(rows, { formats }), book(changed(cell), { formats }), coarser);
		expect([same.accuracy, same.changes]).toEqual([1, []]);
	});

	test('a formula that points at the same cells is the same after a row was put in above', async () => {
		const shifted: readonly Row[] = [
			['item', 'count', 'price', 'sum'],
			['Bolt & Nut', 2, 10.5, { f: 'B2*C2', v: 21 }],
			['Pin', 1, 1, { f: 'B3*C3', v: 1 }],
			['Wäsche\r\nzwei', 3, 4, { f: 'B4*C4', v: 12 }],
			['Screw', 5, 1, { f: 'B5*C5', v: 5 }],
			['all', null, null, { f: 'SUM(D2:D5)', v: 39 }],
		];
		const { counts, changes } = await compared(book(rows), book(shifted));
		expect(counts).toEqual({ added: 1, removed: 0, changed: 1, moved: 0 });
		expect(changes).toMatchObject([
			{ kind: 'added', sent: { sheet: 'Prices', cell: '3' } },
			{ kind: 'changed', kept: { cell: 'D5' }, sent: { cell: 'D6' }, oldText: '38 [=SUM(D2:D4)]' },
		]);
		const pointing = (of: readonly Row[], formula: string) =>
			xlsxOf([
				{ name: 'Prices', rows: of },
				{ name: 'Sum', rows: [['total', { f: formula, v: 5 }]] },
			]);
		const kept = pointing(rows, 'Prices!$D$4');
		expect((await compared(kept, pointing(shifted, 'Prices!$D$5'))).counts.changed).toBe(1);
		expect((await compared(kept, pointing(shifted, 'Prices!$D$4'))).counts.changed).toBe(2);
	});
});

test('sheets that were added, removed, renamed and moved are told as that', async () => {
	const other = (word: string): readonly Row[] => [
		['name', 'word'],
		[`${word} a`, word],
		[`${word} b`, word],
	];
	const kept = xlsxOf([
		{ name: 'Prices', rows },
		{ name: 'Old', rows: other('old') },
		{ name: 'Staff', rows: other('staff') },
	]);
	const sent = xlsxOf([
		{ name: 'People', rows: other('staff') },
		{ name: 'Prices', rows },
		{ name: 'New', rows: other('new') },
	]);
	const { changes, counts, report } = await compared(kept, sent);
	expect(changes.map(({ kind, kept: from, sent: to }) => [kind, from?.sheet, to?.sheet])).toEqual([
		['changed', 'Staff', 'People'],
		['moved', 'Staff', 'People'],
		['added', undefined, 'New'],
		['removed', 'Old', undefined],
	]);
	expect(counts).toEqual({ added: 3, removed: 3, changed: 1, moved: 1 });
	expect(report?.content.text).toContain('The sheet was named Staff before.');
});

test('macros and what lies beside the cells are named, never run and never a difference of cells', async () => {
	const parts = { 'xl/vbaProject.bin': 'Sub Auto_Open()', 'xl/charts/chart1.xml': '<c/>' };
	const { accuracy, notes } = await compared(book(rows), book(rows, { parts }));
	expect(accuracy).toBe(1);
	expect(notes).toEqual([
		expect.stringContaining('macros (vbaProject.bin); they are never run'),
		expect.stringContaining('Charts, pictures and shapes'),
	]);
});

describe('whatever the bytes are, reading them ends within bounds and says why', () => {
	const sheetXml = (content: string) =>
		book(rows, {
			parts: {
				'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${content}</sheetData></worksheet>`,
			},
		});

	test('a million empty rows and a million empty cells take no room', async () => {
		const empty = Array.from({ length: 1_000_000 }, (_, row) => `<row r="${row + 1}"/>`).join('');
		const { sheets } = await read(
			sheetXml(`${empty}<row r="1048576"><c r="B1048576"><v>7</v></c></row>`),
		);
		expect(sheets[0]?.rows).toHaveLength(1);
		expect(sheets[0]?.rowNumbers).toEqual([1_048_576]);
	});

	test.each<[string, Uint8Array, RegExp]>([
		['no ZIP at all', Buffer.from('PK\u0003\u0004 broken'), /broken/],
		[
			'a sheet that unpacks to a hundred times what may be',
			sheetXml(`<row>${' '.repeat(12_000_000)}`),
			/times its size/,
		],
		['a sheet cut in the middle, by the parser', sheetXml('<!-- --><row><c>'), /no XML/],
		['an entity of its own', sheetXml('<!-- --><row><c><v>&bomb;</v></c></row>'), /no XML/],
		['a cell beyond the last column', sheetXml('<row><c r="ZZZ1"><v>1</v></c></row>'), /columns/],
		[
			'a row beyond the last row',
			sheetXml('<row r="99999999"><c><v>1</v></c></row>'),
			/beyond row/,
		],
		['a part that is missing', zipped({ 'xl/workbook.xml': '<workbook/>' }), /no cell/],
	])('%s', async (_, bytes, reason) => {
		const result = await compare(book(rows), bytes);
		expect(result).toMatchObject({ isReadable: false, side: 'sent' });
		expect(result).toHaveProperty('reason', expect.stringMatching(reason));
	});
});

test('a workbook whose parts lie in another folder is one all the same', async () => {
	const bytes = xlsxOf([{ name: 'Prices', rows: [['Malmo', 12]] }]);
	const entries = Object.entries(unzipSync(bytes)).map(([name, part]) => [
		name.replace(/^xl\//, 'book/'),
		strToU8(strFromU8(part).replaceAll('xl/', 'book/')),
	]);
	const moved = zipSync({
		...Object.fromEntries(entries),
		'[Content_Types].xml': strToU8('<Types/>'),
	});
	expect(formatOf({ bytes: moved, fileName: 'prices' })).toBe('xlsx');
	const types = { '[Content_Types].xml': strToU8('<Types/>') };
	const other = zipSync({ ...types, 'docs/workbook.xml': strToU8('<notes/>') });
	expect(formatOf({ bytes: other, fileName: 'package' })).toBe('zip');
	expect(await compared(bytes, moved)).toMatchObject({ accuracy: 1 });
});

describe('ODS', () => {
	const cell = (text: string, more = '') =>
		`<table:table-cell office:value-type="string"${more}>\n <text:p>${text}</text:p>\n</table:table-cell>`;
	const number = (value: string, more = '') =>
		`<table:table-cell office:value-type="float" office:value="${value}"${more}><text:p>${value} EUR</text:p></table:table-cell>`;
	const row = (content: string, more = '') =>
		`<table:table-row${more}>${content}</table:table-row>`;
	const padding =
		'<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
	const sheet = (count: string) =>
		odsOf([
			{
				name: 'Prices',
				table: `<table:tracked-changes><table:table-cell><text:p>gone</text:p></table:table-cell></table:tracked-changes>
${row(cell('item') + cell('count') + cell('sum'))}
${row(`${cell('Bolt<text:s text:c="2"/>M4<office:annotation><text:p>note</text:p></office:annotation>')}${number(count)}${number('21', ' table:formula="of:=[.B2]*[$Prices.$C$1:.C2]"')}<table:table-cell table:number-columns-repeated="16374"/>`)}
${row(cell('Nut', ' table:number-columns-repeated="2"'), ' table:number-rows-repeated="3"')}
${padding}`,
			},
		]);

	test('repeated rows and cells are read, empty ones take no room, notes and old changes are left out', async () => {
		const { sheets } = await readOds({ bytes: sheet('2'), fileName: 'a.ods' });
		expect(sheets[0]?.rows.map((each) => cellsOf(each))).toEqual([
			['item', 'count', 'sum'],
			['Bolt  M4', '2', '21'],
			...[3, 4, 5].map(() => ['Nut', 'Nut']),
		]);
		expect(sheets[0]?.rowNumbers).toEqual([1, 2, 3, 4, 5]);
		expect(traitsOf(sheets[0]?.traits?.[1] ?? '')[2]?.formula).toBe('B2*Prices!$C$1:C2');
	});

	test('a changed cell is told with its sheet and place', async () => {
		const { changes } = await compared(sheet('2'), sheet('3'), 'High', odsComparer);
		expect(changes).toMatchObject([
			{ kept: { sheet: 'Prices', cell: 'B2' }, oldText: '2', newText: '3' },
		]);
	});

	test.each<[string, Uint8Array, RegExp]>([
		[
			'a file of 1 kB that says it has 17 billion cells',
			odsOf([
				{
					name: 'a',
					table: row(
						cell('x', ' table:number-columns-repeated="16384"'),
						' table:number-rows-repeated="1048576"',
					),
				},
			]),
			/more than [\d,]+ (cells|characters)/,
		],
		['a password', odsOf([], '<manifest:encryption-data/>'), /protected by a password/],
	])('%s is a clear sentence', async (_, bytes, reason) => {
		const result = await compare(sheet('2'), bytes, 'High', odsComparer);
		expect(result).toHaveProperty('reason', expect.stringMatching(reason));
	});
});

test('a workbook that was packed again is equal below Excellent, and its bytes differ at it', async () => {
	const again = book(rows, { strings: 'inline', parts: { 'docProps/app.xml': '<x/>' } });
	const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
	expect(digest(again)).not.toBe(digest(book(rows)));
	expect((await compared(book(rows), again)).accuracy).toBe(1);
	expect((await compared(book(rows), again, 'Excellent')).accuracy).toBe(0.999999);
});
