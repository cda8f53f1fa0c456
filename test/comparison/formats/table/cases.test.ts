/** Tables that were once compared wrongly, and others of their kind. */
import {
	csvComparer,
	odsComparer,
	xlsxComparer,
} from '../../../../comparison/formats/table/compare-tables';
import type { Comparer } from '../../../../comparison/core/comparison';
import type { Level } from '../../../../comparison/core/level';
import { numberText } from '../../../../comparison/formats/table/reading/number-formats';
import { comparedCase } from '../../cases';
import { odsOf, xlsxOf, type Cell, type SheetText } from './workbook-files';

test.each<[name: string, comparer: Comparer, changes: readonly object[]]>([
	[
		'csv-semicolon-two-columns',
		csvComparer,
		[{ kind: 'changed', sent: { cell: 'B3' }, oldText: '20,00', newText: '21,00' }],
	],
	['xlsx-percent', xlsxComparer, []],
	[
		'xlsx-long-number',
		xlsxComparer,
		[{ kind: 'changed', oldText: '1234567890123456', newText: '1234567890123457' }],
	],
	[
		'xlsx-hyperlink',
		xlsxComparer,
		[
			{
				kind: 'changed',
				oldText: 'Chair [https://a.example/]',
				newText: 'Chair [https://b.example/]',
			},
		],
	],
])('%s', async (name, comparer, changes) => {
	const result = await comparedCase(comparer, name);
	expect(result).toMatchObject({ isReadable: true, changes });
	if (result.isReadable) expect(result.accuracy < 1).toBe(changes.length > 0);
});

function sideOf(content: string | Uint8Array, fileName: string) {
	return { bytes: typeof content === 'string' ? Buffer.from(content) : content, fileName };
}

async function countsOf(kept: string, sent: string) {
	const result = await csvComparer.compare({
		...{ kept: sideOf(kept, 'kept.csv'), sent: sideOf(sent, 'sent.csv') },
		...{ level: 'Medium', rules: {}, isReported: false, onProgress: () => undefined },
	});
	if (!result.isReadable) throw new Error(result.reason);
	return result.counts;
}

async function changesOf(
	comparer: Comparer,
	kept: string | Uint8Array,
	sent: string | Uint8Array,
	level: Level = 'High',
) {
	const result = await comparer.compare({
		...{ kept: sideOf(kept, 'kept.csv'), sent: sideOf(sent, 'sent.csv') },
		...{ level, rules: {}, isReported: false, onProgress: () => undefined },
	});
	if (!result.isReadable) throw new Error(result.reason);
	expect(result.accuracy < 1).toBe(result.changes.length > 0);
	return result.changes.map(({ sent: place, oldText, newText }) => [place?.cell, oldText, newText]);
}

const csvChanges = async (kept: string, sent: string, level?: Level) =>
	changesOf(csvComparer, kept, sent, level);

describe('the delimiter of a CSV', () => {
	test.each([
		['semicolons, decimal commas and no names', 'Stuhl;10,50\nTisch;20,00\n', 'B2'],
		['semicolons in every row with as many commas', 'a,b;10,50\nc,d;20,00\n', 'B2'],
		['tabs and decimal commas', 'Stuhl\t10,50\nTisch\t20,00\n', 'B2'],
		['vertical bars', 'Stuhl|10,50\nTisch|20,00\n', 'B2'],
		['commas, and semicolons in one text', 'a;b,10.50\nc,20.00\n', 'B2'],
		['a quoted text with the delimiter in it', '"a;b";10,50\n"c;d";20,00\n', 'B2'],
		['a line of title above', 'List\nStuhl;x;10,50\nTisch;y;20,00\nBank;z;30,00\n', 'C3'],
	])('%s', async (_what, kept, cell) => {
		const changes = await csvChanges(kept, kept.replace(/20([.,])00/, '21$100'));
		expect(changes.map(([place]) => place)).toEqual([cell]);
	});
});

test('a first line that tells the delimiter is no row', async () => {
	const rows = 'Item;Price\nTable;20,50\nChair;8,10\n';
	expect(await csvChanges(`sep=;\n${rows}`, rows)).toEqual([]);
	expect(await csvChanges(rows, `\ufeffsep=;\r\n${rows}`)).toEqual([]);
	const changed = rows.replace('20,50', '21,50');
	expect(await csvChanges(rows, `sep=;\n${changed}`)).toEqual([['B3', '20,50', '21,50']]);
	const words = rows.replaceAll(';', ' ');
	expect(await csvChanges(`sep= \n${words}`, rows)).toEqual([]);
});

test('a first line that only begins like one is a row', async () => {
	const rows = 'sep=;x\nTable;20,50\nChair;8,10\n';
	expect(await csvChanges(rows, rows.replace('sep', 'set'))).toEqual([['A1', 'sep=', 'set=']]);
});

describe('a first row at the level Lowest', () => {
	const people = 'Anna;Berlin\nBert;Bonn\nCora;Kiel\n';
	test.each([
		['of texts above texts', people, 'Anna', 'Anne', 'A1'],
		['of texts above texts, in another column', people, 'Berlin', 'Ulm', 'B1'],
		['of one column of texts', 'Anna\nBert\nCora\n', 'Anna', 'Anne', 'A1'],
	])('%s is content', async (_what, kept, from, to, cell) => {
		const changes = await csvChanges(kept, kept.replace(from, to), 'Lowest');
		expect(changes).toEqual([[cell, from, to]]);
	});

	test.each([
		['in one column of three', 'Sales 2025;;\nName;Value;Count\nA;1;2\nB;3;4\n'],
		['in one column of two', 'Sales 2025\nItem;Price\nA;1\nB;2\n'],
		['above another line', 'Sales 2025\nAs of May\n\nItem;Price\nTable;20,00\nChair;8,10\n'],
	])('of a title %s is content', async (_what, kept) => {
		expect(await csvChanges(kept, kept.replace('2025', '2026'), 'Lowest')).toEqual([
			['1', undefined, 'Sales 2026'],
			[undefined, 'Sales 2025', undefined],
		]);
	});

	test.each([
		['numbers', 'name;price\nBolt;1,50\nNut;2,25\n', 'price', 'cost'],
		['dates', 'name;day\nBolt;2026-11-20\nNut;2026-11-21\n', 'name', 'item'],
		['dates and gaps', 'name;day;x\nBolt;;1\nNut;01.02.2026;\nPin;;\n', 'day', 'date'],
	])('of names above %s is not content, but counts at Low', async (_what, kept, from, to) => {
		const sent = kept.replace(from, to);
		expect(await csvChanges(kept, sent, 'Lowest')).toEqual([]);
		expect(await csvChanges(kept, sent, 'Low')).toEqual([[expect.any(String), from, to]]);
	});
});

test('a column without a name beside named ones leaves the others their names', async () => {
	const kept = ',name,price\n0,Bolt,1\n1,Nut,2\n2,Pin,3\n';
	expect(await csvChanges(kept, kept.replace('Nut,2', 'Nut,5'))).toEqual([['C3', '2', '5']]);
	const renamed = await csvChanges(kept, kept.replace('price', 'cost'));
	expect(renamed).toEqual([['C1', 'price', 'cost']]);
});

test.each([
	['1234567890123456', '1234567890123456'],
	['-9007199254740991', '-9007199254740991'],
	['0.30000000000000004', '0.3'],
	['10.50', '10.5'],
	['1E3', '1000'],
	['1E999', '1E999'],
])('a workbook that holds the number %s shows %s', (text, shown) => {
	expect(numberText(text)).toBe(shown);
});

describe('an amount of an ODS', () => {
	const euros = 'office:value-type="currency" office:currency="EUR" office:value="5"';
	const amount = (cell: string, shown: string) =>
		odsOf([
			{
				name: 'Prices',
				table: `<table:table-row><table:table-cell office:value-type="string"><text:p>Chair</text:p></table:table-cell><table:table-cell ${cell}><text:p>${shown}</text:p></table:table-cell></table:table-row>`,
			},
		]);

	test.each([
		['another currency', euros.replace('EUR', 'USD'), ['B1', '5 EUR', '5 USD']],
		['no currency', 'office:value-type="float" office:value="5"', ['B1', '5 EUR', '5']],
		['another amount', euros.replace('"5"', '"6"'), ['B1', '5 EUR', '6 EUR']],
	])('in %s is another', async (_what, sent, change) => {
		const files = [amount(euros, '5'), amount(sent, '5')] as const;
		expect(await changesOf(odsComparer, ...files, 'Lowest')).toEqual([change]);
	});

	test('shown in another form is the same', async () => {
		const [kept, sent] = [amount(euros, '5,00 €'), amount(euros, 'EUR 5.0')];
		expect(await changesOf(odsComparer, kept, sent)).toEqual([]);
	});
});

describe('what a workbook hides or joins', () => {
	const rows = [
		['item', 'price', 'count'],
		['Bolt', 1, 2],
		['Nut', 3, 4],
		['Pin', 5, 6],
		['Nail', 7, 8],
	];
	const book = (sheet: Partial<SheetText>) => xlsxOf([{ name: 'Prices', rows, ...sheet }]);
	const cells =
		'<table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell>';
	const row = (attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;
	const ods = (table: string) => odsOf([{ name: 'Prices', table }]);

	test.each<[string, Partial<SheetText>, readonly unknown[]]>([
		['rows', { hiddenRows: [3, 4] }, ['3:4', 'shown', 'hidden']],
		['a column', { hiddenColumns: [2] }, ['B', 'shown', 'hidden']],
		['a sheet', { isHidden: true }, [undefined, 'shown', 'hidden']],
		['joined cells', { joined: ['A2:B2'] }, ['A2:B2', 'not joined', '1 × 2 joined']],
	])('%s are told, and count from High', async (_what, sent, change) => {
		expect(await changesOf(xlsxComparer, book({}), book(sent))).toEqual([change]);
		expect(await changesOf(xlsxComparer, book({}), book(sent), 'Medium')).toEqual([]);
		expect(await changesOf(xlsxComparer, book(sent), book(sent))).toEqual([]);
	});

	test('what moved with its row is the same', async () => {
		const added = rows.toSpliced(1, 0, ['Gear', 9, 9]);
		const kept = book({ hiddenRows: [3], joined: ['B4:C4'] });
		const sent = book({ rows: added, hiddenRows: [4], joined: ['B5:C5'] });
		expect(await changesOf(xlsxComparer, kept, sent)).toEqual([['2', undefined, 'Gear | 9 | 9']]);
	});

	test('rows, columns and cells without content do not count', async () => {
		const sent = book({ hiddenRows: [9], hiddenColumns: [7], joined: ['F9:G9', 'A2:A2'] });
		expect(await changesOf(xlsxComparer, book({}), sent)).toEqual([]);
	});

	test('in an ODS, rows in one or in several elements are hidden alike', async () => {
		const hidden = 'table:visibility="filter"';
		const one = ods(`${row()}${row(`${hidden} table:number-rows-repeated="3"`)}`);
		const several = ods(`${row()}${row(hidden).repeat(3)}`);
		const shown = ods(row().repeat(4));
		expect(await changesOf(odsComparer, one, several)).toEqual([]);
		expect(await changesOf(odsComparer, one, shown)).toEqual([['2:4', 'hidden', 'shown']]);
	});

	test('in an ODS, repeated rows with joined cells are as if written one by one', async () => {
		const joined = (attributes: string) =>
			row(attributes).replace('<table:table-cell', '$& table:number-columns-spanned="2"');
		const repeated = ods(joined('table:number-rows-repeated="2"'));
		expect(await changesOf(odsComparer, repeated, ods(joined('').repeat(2)))).toEqual([]);
		expect(await changesOf(odsComparer, repeated, ods(row().repeat(2)))).toHaveLength(2);
	});
});

test('a truth that an ODS keeps as a number once and as a truth the next time is the same', async () => {
	const of = (attributes: string, shown: string) =>
		odsOf([
			{
				name: 'Sum',
				table: `<table:table-row><table:table-cell table:formula="of:=TRUE()" ${attributes}><text:p>${shown}</text:p></table:table-cell></table:table-row>`,
			},
		]);
	const number = of('office:value-type="float" office:value="1"', 'TRUE');
	const truth = of('office:value-type="boolean" office:boolean-value="true"', 'TRUE');
	const other = of('office:value-type="boolean" office:boolean-value="false"', 'FALSE');
	expect(await changesOf(odsComparer, number, truth)).toEqual([]);
	expect(await changesOf(odsComparer, number, other, 'Lowest')).not.toEqual([]);
	const shown = of('office:value-type="float" office:value="1"', '1');
	expect(await changesOf(odsComparer, shown, truth, 'Lowest')).not.toEqual([]);
});

describe('a number with one comma and three digits after it', () => {
	const withComma = 'Artikel;Farbe;Form;Menge;Preis\nBolzen;rot;rund;12,5;AMOUNT\n';
	const withPoint = 'item;count;price\nbolt;12.5;AMOUNT\n';
	const neither = withComma.replace('12,5', '12');
	const both = 'item;first;second;price\nbolt;12.5;12,5;AMOUNT\n';
	test.each<[shows: string, kept: string, sent: string, areEqual: boolean]>([
		['a decimal comma: no thousands', withComma, withComma, false],
		['a decimal point: thousands', withPoint, withPoint, true],
		['nothing: it may be either', neither, neither, false],
		['both: it may be either', both, both, false],
		['nothing, and the other a decimal point', neither, withComma.replace('12,5', '12.5'), true],
		['nothing, and the other a decimal comma', neither, withComma, false],
	])('where the file shows %s', async (_shows, kept, sent, areEqual) => {
		const changes = await changesOf(
			...([csvComparer, kept.replace('AMOUNT', '1,234'), sent.replace('AMOUNT', '1234')] as const),
			'Medium',
		);
		const last = changes.filter(([, oldText]) => oldText === '1,234');
		expect(last).toHaveLength(areEqual ? 0 : 1);
	});

	test.each([
		['1.234', '1234', 0],
		['1,234', '1,2340', 0],
		['1.234', '1,234', 1],
		['0,123', '0,1230', 0],
		['-1.234,50', '-1234,5', 0],
	])('with decimal commas %s and %s', async (kept, sent, changed) => {
		const file = (amount: string) => withComma.replace('AMOUNT', amount);
		expect(await changesOf(csvComparer, file(kept), file(sent), 'Medium')).toHaveLength(changed);
	});

	test('a German and an English file have the same numbers', async () => {
		const [kept, sent] = ['1.234,5;1,234', '1,234.5;1.234'].map((row) => `a;b\n${row}\n`);
		expect(await changesOf(csvComparer, kept ?? '', sent ?? '', 'Medium')).toEqual([]);
	});

	/** Rows without a key: two words that repeat, an amount and a share. */
	const tableOf = (rowCount: number, amountOf: (amount: number) => string, share: string) =>
		[
			'a;b;amount;share',
			...Array.from({ length: rowCount }, (_, row) =>
				[`a${row % 3}`, `b${row % 2}`, amountOf(1000 + row * 7), share].join(';'),
			),
		].join('\n');
	const grouped = (sign: string) => (amount: number) =>
		String(amount).replace(/(\d)(\d{3})$/, `$1${sign}$2`);
	const [english, german] = [grouped(','), grouped('.')];

	test.each([
		['a decimal point', tableOf(300, english, '1.5'), tableOf(300, String, '1.5')],
		['a decimal comma', tableOf(300, german, '1,5'), tableOf(300, String, '1,5')],
		['one sign each', tableOf(300, german, '1,5'), tableOf(300, english, '1.5')],
	])('300 rows without a key are equal where the files show %s', async (_shows, one, other) => {
		expect(await countsOf(one, other)).toEqual({ added: 0, removed: 0, changed: 0, moved: 0 });
		expect(await countsOf(other, one)).toEqual({ added: 0, removed: 0, changed: 0, moved: 0 });
	});

	test.each([
		['no sign', tableOf(100, english, '1'), tableOf(100, String, '1')],
		['a decimal comma', tableOf(100, english, '1,5'), tableOf(100, String, '1,5')],
	])('100 rows without a key are changed where the files show %s', async (_shows, one, other) => {
		expect(await countsOf(one, other)).toEqual({ added: 0, removed: 0, changed: 100, moved: 0 });
		expect(await countsOf(other, one)).toEqual({ added: 0, removed: 0, changed: 100, moved: 0 });
	});

	test('the same text is the same, whatever the other rows show', async () => {
		const [kept, sent] = [withComma, withPoint].map((file) => file.replace('AMOUNT', '1,234'));
		const changes = await changesOf(csvComparer, kept ?? '', sent ?? '', 'Medium');
		expect(changes.filter(([, oldText]) => oldText === '1,234')).toEqual([]);
	});
});

test('a truth that Calc saves as the formula of it is the same, and one that a formula finds is not', async () => {
	const of = (cell: Cell) => xlsxOf([{ name: 'Prices', rows: [['sold'], [cell]] }]);
	const called = of({ v: true, f: 'TRUE()' });
	expect(await changesOf(xlsxComparer, of(true), called)).toEqual([]);
	expect(await changesOf(xlsxComparer, of(false), called)).not.toEqual([]);
	expect(await changesOf(xlsxComparer, of(true), of({ v: true, f: 'A1>3' }))).not.toEqual([]);
});
