/** Tables that differ in one thing alone, as CSV and as workbooks. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { present } from '../../../server/at';
import {
	odsOf,
	xlsxOf,
	type Cell,
	type Row,
	type XlsxOptions,
} from '../formats/table/workbook-files';
import type { LevelPair, PairsOf } from './pairs';

type Rows = ReadonlyArray<readonly Cell[]>;

const rows: Rows = [
	['item', 'count', 'price', 'place'],
	['Bolt, long', 2, 10.5, 'hall one'],
	['Nut', 3, 4.25, 'hall two'],
	['Screw', 5, 1.75, 'yard'],
	['Washer', 8, 2.25, 'cellar'],
	['Pin', 13, 7.5, 'attic'],
];

const csv = (of: Rows) =>
	of.map((row) => row.map((cell) => (cell === null ? '' : quoted(cell))).join(',')).join('\n');

function quoted(cell: Exclude<Cell, null>): string {
	const text = typeof cell === 'object' ? String(cell.v ?? '') : String(cell);
	return /[,"]/.test(text) ? `"${text}"` : text;
}

const asCsv = (sent: Rows): LevelPair => ({ format: 'csv', kept: csv(rows), sent: csv(sent) });
const book = (of: Rows, options?: XlsxOptions, name = 'Prices') =>
	xlsxOf([{ name, rows: of }], options);
const asXlsx = (sent: Rows, kept = rows, options?: XlsxOptions): LevelPair => ({
	format: 'xlsx',
	kept: book(kept, options),
	sent: book(sent, options),
});

function odsTable(of: Rows): string {
	const cell = (value: Exclude<Cell, null>): string => {
		const { v = '', f } = typeof value === 'object' ? value : { v: value };
		const formula = f === undefined ? '' : ` table:formula="of:=${f}"`;
		const type =
			typeof v === 'number'
				? ` office:value-type="float" office:value="${v}"`
				: ' office:value-type="string"';
		return `<table:table-cell${formula}${type}><text:p>${String(v)}</text:p></table:table-cell>`;
	};
	return of
		.map(
			(row) =>
				`<table:table-row>${row.map((value) => (value === null ? '<table:table-cell/>' : cell(value))).join('')}</table:table-row>`,
		)
		.join('');
}

const asOds = (sent: Rows, kept = rows): LevelPair => ({
	format: 'ods',
	kept: odsOf([{ name: 'Prices', table: odsTable(kept) }]),
	sent: odsOf([{ name: 'Prices', table: odsTable(sent) }]),
});

const linkedOds = (address: string) =>
	odsTable(rows).replace(
		'<text:p>Nut</text:p>',
		`<text:p><text:a xlink:href="${address}">Nut</text:a></text:p>`,
	);

const odsWith = (changed: (table: string) => string): LevelPair => ({
	format: 'ods',
	kept: odsOf([{ name: 'Prices', table: odsTable(rows) }]),
	sent: odsOf([{ name: 'Prices', table: changed(odsTable(rows)) }]),
});

const hiddenOdsRow = '<table:table-row table:visibility="collapse">';
const hiddenOdsColumn = '<table:table-column/><table:table-column table:visibility="collapse"/>';

/** In all three formats. */
const all = (sent: Rows) => [asCsv(sent), asXlsx(sent), asOds(sent)];

function cellAt(row: number, column: number, cell: Cell): Rows {
	return rows.with(row, (rows[row] ?? []).with(column, cell));
}

const columnsOf = (order: readonly number[]) =>
	rows.map((row) => order.map((column) => row[column] ?? null));

const second: { name: string; rows: readonly Row[] } = {
	name: 'Other',
	rows: [
		['a', 'b'],
		[1, 2],
	],
};
const first = { name: 'Prices', rows };

const styledBooks = (kept: XlsxOptions, sent: XlsxOptions): LevelPair => {
	const styled = cellAt(1, 2, { v: 10.5, s: 1 });
	const of = (options: XlsxOptions) => book(styled, { formats: ['0'], ...options });
	return { format: 'xlsx', kept: of(kept), sent: of(sent) };
};

/** One of two cells in a style of its own. */
const openStyled = (look: string): LevelPair => {
	const of = (properties: string) =>
		odsOf(
			[
				{
					name: 'Prices',
					table:
						'<table:table-row><table:table-cell><text:p>Nut</text:p></table:table-cell><table:table-cell table:style-name="ce1"><text:p>dear</text:p></table:table-cell></table:table-row>',
				},
			],
			'',
			`<style:style style:name="ce1" style:family="table-cell"><style:text-properties ${properties}/></style:style>`,
		);
	return { format: 'ods', kept: of(''), sent: of(look) };
};

const commented = (text: string) =>
	xlsxOf([
		{
			...first,
			related: {
				comments: `<comments><commentList><comment ref="B2"><text><t>${text}</t></text></comment></commentList></comments>`,
			},
		},
	]);
const commentedOds = (text: string) =>
	odsOf([
		{
			name: 'Prices',
			table: odsTable(rows).replace(
				'<text:p>Nut</text:p>',
				`<office:annotation><text:p>${text}</text:p></office:annotation>$&`,
			),
		},
	]);
const printed = (foot: string) =>
	xlsxOf([{ ...first, below: `<headerFooter><oddFooter>${foot}</oddFooter></headerFooter>` }]);
const printedOds = (foot: string) =>
	odsOf(
		[{ name: 'Prices', table: odsTable(rows) }],
		'',
		'',
		`<style:master-page style:name="Default"><style:footer><text:p>${foot}</text:p></style:footer></style:master-page>`,
	);

/** With a row of no height, or a column of no width. */
function flat(what: 'ht' | 'width', prefix: string): Uint8Array {
	const sheet = 'xl/worksheets/sheet1.xml';
	const files = unzipSync(book(rows, { prefix }));
	const text = strFromU8(present(files[sheet], 'the sheet'));
	const changed =
		what === 'ht'
			? text.replace('row r="3"', 'row r="3" ht="0"')
			: text.replace(/<(x:)?sheetData/, '<$1cols><$1col min="2" max="2" width="0"/></$1cols>$&');
	return zipSync({ ...files, [sheet]: strToU8(changed) });
}

const formula = (text: string) => [...rows, ['all', null, { f: text, v: 26.25 }, null]];

export const tablePairs: PairsOf<'table'> = {
	'letters, digits or the number of a cell': [
		...all(cellAt(2, 0, 'Nail')),
		...all(cellAt(2, 1, 4)),
	],
	'rows, columns or sheets added or removed': [
		...all(rows.toSpliced(3, 1)),
		...all(columnsOf([0, 1, 2])),
		{ format: 'xlsx', kept: xlsxOf([first]), sent: xlsxOf([first, second]) },
	],
	'comments and text boxes (XLSX, ODS)': [
		{ format: 'xlsx', kept: commented('Why?'), sent: commented('How?') },
		{ format: 'ods', kept: commentedOds('Why?'), sent: commentedOds('How?') },
	],
	'the name of a column or a sheet': [
		...all(cellAt(0, 1, 'amount')),
		{ format: 'xlsx', kept: book(rows), sent: book(rows, {}, 'Costs') },
	],
	'capital and small letters of a cell': all(cellAt(2, 0, 'NUT')),
	'punctuation of a cell': all(cellAt(1, 0, 'Bolt - long')),
	'rows, columns or sheets at another place': [
		...all([...rows.slice(0, 1), ...rows.slice(2), rows[1] ?? []]),
		...all(columnsOf([0, 3, 1, 2])),
		{ format: 'xlsx', kept: xlsxOf([first, second]), sent: xlsxOf([second, first]) },
	],
	'the formula behind an equal value (XLSX, ODS)': [
		asXlsx(formula('SUM(C2:C6)'), formula('C2+C3+C4+C5+C6')),
		asOds(formula('SUM([.C2:.C6])'), formula('[.C2]+[.C3]+[.C4]+[.C5]+[.C6]')),
	],
	'white space in a cell': [asCsv(cellAt(1, 3, 'hall  one')), asXlsx(cellAt(1, 3, 'hall  one'))],
	'how a number is written': [asCsv(cellAt(1, 2, '10.50')), asCsv(cellAt(5, 2, '7.500'))],
	'a number kept as text (XLSX, ODS)': [asXlsx(cellAt(2, 1, '3')), asOds(cellAt(2, 1, '3'))],
	'where a link leads (XLSX, ODS)': [
		{
			format: 'xlsx',
			kept: xlsxOf([{ ...first, links: { A2: 'https://one.example/' } }]),
			sent: xlsxOf([{ ...first, links: { A2: 'https://other.example/' } }]),
		},
		{
			format: 'xlsx',
			kept: xlsxOf([first], { prefix: 'x:' }),
			sent: xlsxOf([{ ...first, links: { D3: 'https://one.example/' } }], { prefix: 'x:' }),
		},
		{
			format: 'ods',
			kept: odsOf([{ name: 'Prices', table: linkedOds('https://one.example/') }]),
			sent: odsOf([{ name: 'Prices', table: linkedOds('https://other.example/') }]),
		},
	],
	'what is struck through or cannot be seen (XLSX, ODS)': [
		styledBooks({}, { font: '<strike/>' }),
		styledBooks({}, { font: '<color rgb="FFFFFFFF"/>' }),
		openStyled('style:text-line-through-style="solid"'),
		openStyled('fo:color="#ffffff"'),
	],
	'a currency, a word, the scale or a missing minus of a number format (XLSX)': [
		styledBooks({ formats: ['0 "EUR"'] }, { formats: ['0 "USD"'] }),
		styledBooks({ formats: ['0'] }, { formats: ['0,'] }),
		asXlsx(cellAt(1, 2, { v: -10.5, s: 2 }), cellAt(1, 2, { v: -10.5, s: 1 }), {
			formats: ['0', '0;0'],
		}),
	],
	'superscripts and subscripts (XLSX, ODS)': [
		styledBooks({}, { font: '<vertAlign val="superscript"/>' }),
		openStyled('style:text-position="super 58%"'),
	],
	'heads and feet of printed pages (XLSX, ODS)': [
		{ format: 'xlsx', kept: printed('Draft'), sent: printed('Final') },
		{ format: 'ods', kept: printedOds('Draft'), sent: printedOds('Final') },
	],
	'rows, columns or sheets hidden or shown (XLSX, ODS)': [
		{ format: 'xlsx', kept: book(rows), sent: xlsxOf([{ ...first, hiddenRows: [3] }]) },
		{
			format: 'xlsx',
			kept: xlsxOf([first], { prefix: 'x:' }),
			sent: xlsxOf([{ ...first, hiddenRows: [3], hiddenColumns: [2] }], { prefix: 'x:' }),
		},
		{ format: 'xlsx', kept: xlsxOf([{ ...first, hiddenColumns: [2] }]), sent: book(rows) },
		...['', 'x:'].flatMap((prefix) => [
			{ format: 'xlsx', kept: book(rows, { prefix }), sent: flat('ht', prefix) } as const,
			{ format: 'xlsx', kept: flat('width', prefix), sent: book(rows, { prefix }) } as const,
		]),
		{
			format: 'xlsx',
			kept: xlsxOf([first, second]),
			sent: xlsxOf([first, { ...second, isHidden: true }]),
		},
		odsWith((table) => table.replace('<table:table-row>', hiddenOdsRow)),
		odsWith((table) => `${hiddenOdsColumn}${table}`),
		{
			format: 'ods',
			kept: odsOf([{ name: 'Prices', table: odsTable(rows), isHidden: true }]),
			sent: odsOf([{ name: 'Prices', table: odsTable(rows) }]),
		},
	],
	'cells joined with others (XLSX, ODS)': [
		{ format: 'xlsx', kept: book(rows), sent: xlsxOf([{ ...first, joined: ['A2:A3'] }]) },
		{
			format: 'xlsx',
			kept: xlsxOf([{ ...first, joined: ['A2:A3'] }]),
			sent: xlsxOf([{ ...first, joined: ['A2:A4'] }]),
		},
		odsWith((table) =>
			table.replace('<table:table-cell ', '<table:table-cell table:number-rows-spanned="2" '),
		),
	],
	'the format of a number (XLSX)': [
		asXlsx(cellAt(1, 2, { v: 10.5, s: 1 }), cellAt(1, 2, { v: 10.5, s: 2 }), {
			formats: ['0.0000', '#,##0.00'],
		}),
	],
	'any other byte of the file': [
		{ format: 'csv', kept: csv(rows), sent: csv(rows).replaceAll('\n', '\r\n') },
		{ format: 'csv', kept: csv(rows), sent: csv(rows).replace('Nut', '"Nut"') },
		{ format: 'xlsx', kept: book(rows), sent: book(rows, { strings: 'inline' }) },
	],
};
