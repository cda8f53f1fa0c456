/** What a reader sees of a cell besides its value: strokes, colours, and what a number format adds. */
import { odsComparer, xlsxComparer } from '../../../../comparison/formats/table/compare-tables';
import type { Level } from '../../../../comparison/core/level';
import {
	hidesSign,
	shownBeside,
} from '../../../../comparison/formats/table/reading/number-formats';
import { odsOf, xlsxOf, type XlsxOptions } from './workbook-files';

const book = (options: XlsxOptions) =>
	xlsxOf(
		[
			{
				name: 'Prices',
				rows: [
					['Item', 'Price'],
					['Chair', 10],
					[
						{ v: 'Table', s: 1 },
						{ v: 25, s: 1 },
					],
				],
			},
		],
		{ formats: ['0'], ...options },
	);

async function compared(kept: XlsxOptions, sent: XlsxOptions, level: Level) {
	const side = (options: XlsxOptions) => ({ bytes: book(options), fileName: 'prices.xlsx' });
	const result = await xlsxComparer.compare({
		...{ kept: side(kept), sent: side(sent), level, rules: {}, isReported: true },
		onProgress: () => undefined,
	});
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

const white = { font: '<color rgb="FFFFFFFF"/>' };
const black = '<patternFill patternType="solid"><fgColor rgb="FF000000"/></patternFill>';
const theme = '<patternFill patternType="solid"><fgColor theme="1"/></patternFill>';

test.each([
	['another currency', { formats: ['0 "EUR"'] }, { formats: ['0 "USD"'] }, '25 [USD]'],
	['a format that hides it', { formats: ['0'] }, { formats: [';;;'] }, '25 [no number]'],
	['words in place of it', { formats: ['0'] }, { formats: ['"ten"'] }, '25 [no number ten]'],
	['a stroke', {}, { font: '<strike/>' }, '25 [struck through]'],
	['white', {}, white, '25 [nearly white]'],
	[
		'white on a fill without a pattern',
		{},
		{ ...white, fill: '<patternFill/>' },
		'25 [nearly white]',
	],
	['the white of the theme', {}, { font: '<color theme="0"/>' }, '25 [nearly white]'],
	['white that was on black', { ...white, fill: black }, white, '25 [nearly white]'],
	[
		'black on black',
		{ font: '<color rgb="FF000000"/>' },
		{ font: '<color rgb="FF000000"/>', fill: black },
		'25 [in the colour behind it]',
	],
])('%s is told at High', async (_, kept, sent, newText) => {
	expect((await compared(kept, sent, 'Medium')).accuracy).toBe(1);
	const { accuracy, changes } = await compared(kept, sent, 'High');
	expect(accuracy).toBeLessThan(1);
	expect(changes.at(-1)).toMatchObject({ kind: 'changed', sent: { cell: 'B3' }, newText });
});

test.each([
	['per cent', { formats: ['0'] }, { formats: ['0%'] }],
	['another number of places', { formats: ['0'] }, { formats: ['0.00'] }],
	['the same currency in another notation', { formats: ['0 "€"'] }, { formats: ['0\\ [$€-407]'] }],
	[
		'a section for what is negative',
		{ formats: ['0 "EUR"'] },
		{ formats: ['0 "EUR";[Red]-0 "EUR"'] },
	],
	['another colour', {}, { font: '<color rgb="FFFF0000"/>' }],
	['a stroke that is switched off', {}, { font: '<strike val="0"/>' }],
	['a colour behind it that a theme says', { ...white, fill: theme }, { ...white, fill: black }],
])('%s is the same at High', async (_, kept, sent) => {
	expect((await compared(kept, sent, 'High')).accuracy).toBe(1);
});

test.each([
	['', ''],
	['General', ''],
	['#,##0.00', ''],
	['0.00E+00', ''],
	['yyyy-mm-dd', ''],
	['0 "pieces; large"', 'large pieces'],
	['_-* #,##0.00 €_-;-* #,##0.00 €_-;_-* "-"?? €_-;_-@_-', '€'],
	['[$USD-409] 0', 'USD'],
	['[>=1000]0," k";0', 'in thousands k'],
	['#,##0,', 'in thousands'],
	['0.0,,"M"', 'M in millions'],
	['#,##0,.00', 'in thousands'],
	['General" EUR"', 'EUR'],
])('beside a number the format %s shows %j', (code, shown) => {
	expect(shownBeside(code)).toBe(shown);
});

test.each([
	['0;0', true],
	['#,##0_);#,##0_)', true],
	['0 "EUR";0 "EUR";-', true],
	['0', false],
	['0;-0', false],
	['0;\\(0\\)', false],
	['0;[Red]0', false],
	['0 "Cr";0 "Dr"', false],
	['0;;', false],
	['[<100]0;0', false],
])('that a number is negative is lost in the format %s: %s', (code, isLost) => {
	expect(hidesSign(code)).toBe(isLost);
});

test('a negative number that is shown as a positive one is told at High', async () => {
	const of = (price: number, format: string) => ({
		fileName: 'prices.xlsx',
		bytes: xlsxOf([{ name: 'Prices', rows: [['Item'], [{ v: price, s: 1 }]] }], {
			formats: [format],
		}),
	});
	const terms = { rules: {}, isReported: false, onProgress: () => undefined };
	const accuracyOf = async (price: number, level: Level) => {
		const files = { kept: of(price, '0'), sent: of(price, '0;0') };
		const result = await xlsxComparer.compare({ ...files, level, ...terms });
		return result.isReadable ? result.accuracy : NaN;
	};
	expect(await accuracyOf(-12, 'High')).toBeLessThan(1);
	expect(await accuracyOf(-12, 'Medium')).toBe(1);
	expect(await accuracyOf(12, 'High')).toBe(1);
});

describe('of a part of a text', () => {
	const run = (text: string, font = '') => `<r>${font}<t xml:space="preserve">${text}</t></r>`;
	const struck = '<rPr><strike/></rPr>';
	const shared = (string: string): XlsxOptions => {
		const strings = ['Item', 'Price', 'Chair'].map((text) => `<si><t>${text}</t></si>`);
		const list = `<sst>${strings.join('')}<si>${string}</si></sst>`;
		return { parts: { 'xl/sharedStrings.xml': list } };
	};
	const plain = shared('<t>Table, old</t>');

	test.each([
		['a stroke', run('Table, ') + run('old', struck), 'struck through: “old”'],
		[
			'white',
			run('Table', '<rPr><color rgb="FFFFFFFF"/></rPr>') + run(', old'),
			'nearly white: “Table”',
		],
		[
			'a small number above the line',
			run('Table, ') + run('old', '<rPr><vertAlign val="superscript"/></rPr>'),
			'superscript: “old”',
		],
		[
			'two looks',
			run('Table', struck) + run(', ') + run('old', '<rPr><vertAlign val="subscript"/></rPr>'),
			'struck through: “Table”, subscript: “old”',
		],
		['a stroke through all parts', run('Table, ', struck) + run('old', struck), 'struck through'],
	])('%s is told at High', async (_, string, look) => {
		expect((await compared(plain, shared(string), 'Medium')).accuracy).toBe(1);
		const { changes } = await compared(plain, shared(string), 'High');
		expect(changes).toMatchObject([
			{ kind: 'changed', sent: { cell: 'A3' }, newText: `Table, old [${look}]` },
		]);
	});

	test.each([
		['cut in other places', run('Table, o', struck) + run('ld', struck), run('Table, old', struck)],
		[
			'white space with a stroke',
			run('Table,') + run(' ', struck) + run('old'),
			'<t>Table, old</t>',
		],
		[
			'a font like that of the cell',
			run('Table, ', '<rPr><b/></rPr>') + run('old'),
			'<t>Table, old</t>',
		],
		['its reading', `<t>Table, old</t><rPh><t>teburu</t></rPh>`, '<t>Table, old</t>'],
	])('%s is the same at High', async (_, kept, sent) => {
		expect((await compared(shared(kept), shared(sent), 'High')).accuracy).toBe(1);
	});

	test('a text beside the cells of which parts have fonts is read like a shared one', async () => {
		const inline = (string: string) => ({
			fileName: 'prices.xlsx',
			bytes: xlsxOf([{ name: 'Prices', rows: [] }], {
				parts: {
					'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row><c t="inlineStr"><is><t>Item</t></is></c></row><row><c t="inlineStr"><is>${string}</is></c></row></sheetData></worksheet>`,
				},
			}),
		});
		const result = await xlsxComparer.compare({
			...{ kept: inline('<t>Table, old</t>'), sent: inline(run('Table, ') + run('old', struck)) },
			...{ level: 'High', rules: {}, isReported: false, onProgress: () => undefined },
		});
		expect(result).toMatchObject({ changes: [{ newText: 'Table, old [struck through: “old”]' }] });
	});
});

describe('of an ODS', () => {
	const style = (name: string, text: string, cell = '', parent = 'Default') =>
		`<style:style style:name="${name}" style:family="table-cell" style:parent-style-name="${parent}"><style:table-cell-properties ${cell}/><style:text-properties ${text}/></style:style>`;
	const cell = (text: string, more = '') =>
		`<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
	/** A cell whose style is `own`, in a row and a column of these styles. */
	const sheet = (own?: string, row = '', column = '') =>
		`<table:table-column ${column} table:number-columns-repeated="2"/><table:table-row ${row}>${cell('Table')}${cell('dear', own && `table:style-name="${own}"`)}</table:table-row>`;
	const ods = (table: string, styles = '') => odsOf([{ name: 'Prices', table }], '', styles);
	const plain = ods(sheet());

	async function comparedOds(kept: Uint8Array, sent: Uint8Array) {
		const result = await odsComparer.compare({
			...{ kept: { bytes: kept, fileName: 'a.ods' }, sent: { bytes: sent, fileName: 'a.ods' } },
			...{ level: 'High', rules: {}, isReported: false, onProgress: () => undefined },
		});
		if (!result.isReadable) throw new Error(result.reason);
		return result;
	}

	const white = 'fo:color="#ffffff"';
	const byDefault = (name: string) => `table:default-cell-style-name="${name}"`;
	test.each([
		['a stroke', ods(sheet('a'), style('a', 'style:text-line-through-style="solid"')), 'struck'],
		['white', ods(sheet('a'), style('a', white)), 'nearly white'],
		[
			'the colour behind it',
			ods(
				sheet('a'),
				style('a', white.replace('ffffff', '00ff00'), 'fo:background-color="#00ff00"'),
			),
			'in the colour behind it',
		],
		['a speck', ods(sheet('a'), style('a', 'fo:font-size="1pt"')), 'too small to read'],
		['a parent', ods(sheet('b'), style('a', white) + style('b', '', '', 'a')), 'nearly white'],
		['its row', ods(sheet(undefined, byDefault('a')), style('a', white)), 'nearly white'],
		['its column', ods(sheet(undefined, '', byDefault('a')), style('a', white)), 'nearly white'],
		['what is usual', ods(sheet(), style('Default', white)), 'nearly white'],
	])('%s is told at High', async (_, sent, words) => {
		const { changes } = await comparedOds(plain, sent);
		expect(changes.at(-1)?.newText).toContain(words);
	});

	test.each([
		['white on black', style('a', white, 'fo:background-color="#000000"')],
		[
			'a colour that the program chooses',
			style('a', `${white} style:use-window-font-color="true"`),
		],
		[
			'a colour of the parent that it takes back',
			style('p', white) + style('a', 'fo:color="#000000"', '', 'p'),
		],
		['styles that are based on each other', style('a', '', '', 'b') + style('b', '', '', 'a')],
	])('%s is the same at High', async (_, styles) => {
		expect((await comparedOds(plain, ods(sheet('a'), styles))).accuracy).toBe(1);
	});

	test('pictures are named as not compared', async () => {
		const drawn = `<table:shapes><draw:frame/></table:shapes>${sheet()}`;
		const { accuracy, notes } = await comparedOds(plain, ods(drawn));
		expect(accuracy).toBe(1);
		expect(notes).toEqual([
			'Charts, pictures and shapes of the workbook are not compared below Excellent.',
		]);
	});

	const spanStyle = (name: string, text: string) =>
		`<style:style style:name="${name}" style:family="text"><style:text-properties ${text}/></style:style>`;
	const spans =
		spanStyle('a', 'style:text-line-through-style="solid"') +
		spanStyle('b', 'fo:font-weight="bold"');
	const span = (text: string, name: string) =>
		`<text:span text:style-name="${name}">${text}</text:span>`;
	const rowsOf = (text: string, styles = '') =>
		ods(
			['Item', text].map((one) => `<table:table-row>${cell(one)}</table:table-row>`).join(''),
			styles,
		);
	const told = async (text: string, styles: string) => {
		const { changes } = await comparedOds(rowsOf('Table, old'), rowsOf(text, styles));
		return changes.map(({ newText }) => newText);
	};

	test.each([
		['a stroke', `Table, ${span('old', 'a')}`, spans, 'struck through: “old”'],
		[
			'a stroke around bold words',
			span(`Table, ${span('old', 'b')}`, 'a'),
			spans,
			'struck through',
		],
		['white', `Table, ${span('old', 'a')}`, spanStyle('a', white), 'nearly white: “old”'],
		[
			'above the line',
			`Table, ${span('old', 'a')}`,
			spanStyle('a', 'style:text-position="super 58%"'),
			'superscript: “old”',
		],
		[
			'below the line',
			`Table, ${span('old', 'a')}`,
			spanStyle('a', 'style:text-position="-33% 58%"'),
			'subscript: “old”',
		],
	])('%s of a part of a text is told at High', async (_, text, styles, look) => {
		expect(await told(text, styles)).toEqual([`Table, old [${look}]`]);
	});

	test.each([
		['bold', `Table, ${span('old', 'b')}`, spans],
		['a span without a style', `Table, ${span('old', 'c')}`, spans],
		['on the line', `Table, ${span('old', 'a')}`, spanStyle('a', 'style:text-position="0% 100%"')],
	])('%s of a part of a text is the same at High', async (_, text, styles) => {
		expect(await told(text, styles)).toEqual([]);
	});
});
