/** Words that a reader does not see, or sees otherwise, though they stand in the file. */
import { compared, differsFrom } from './case-files';
import { openFile } from './open-files';
import { paragraph, run, wordFile } from './word-files';

const colour = (value: string) => `<w:color w:val="${value}"/>`;
const fill = (value: string) => `<w:shd w:val="clear" w:fill="${value}"/>`;
const words = (properties: string, paragraphProperties = '') =>
	wordFile({
		body: `<w:p><w:pPr>${paragraphProperties}</w:pPr>${run('The fee is ')}${run('not due', properties)}</w:p>`,
	});
const cell = (cellProperties: string, tableProperties = '', styles = '') =>
	wordFile({
		body: `<w:tbl><w:tblPr>${tableProperties}</w:tblPr><w:tr><w:tc><w:tcPr>${cellProperties}</w:tcPr><w:p>${run('not due', colour('FFFFFF'))}</w:p></w:tc></w:tr></w:tbl>${paragraph('')}`,
		styles,
	});
const openWords = (look: string) =>
	openFile({
		automaticStyles: `<style:style style:name="T1" style:family="text"><style:text-properties ${look}/></style:style>`,
		body: '<text:p>The fee is <text:span text:style-name="T1">not due</text:span></text:p>',
	});
const openCell = (look: string) =>
	openFile({
		automaticStyles: `<style:style style:name="C1" style:family="table-cell"><style:table-cell-properties ${look}/></style:style><style:style style:name="T1" style:family="text"><style:text-properties fo:color="#ffffff"/></style:style>`,
		body: '<table:table><table:table-row><table:table-cell table:style-name="C1"><text:p><text:span text:style-name="T1">not due</text:span></text:p></table:table-cell></table:table-row></table:table>',
	});

const white = 'nearly white: not due';
const hidden = 'in the colour behind it: not due';
const tiny = 'too small to read: not due';

const [black, red] = [colour('000000'), colour('FF0000')];

test.each([
	['white on paper', words(black), words(colour('FFFFFF')), white],
	[
		'white that was on black',
		words(colour('FFFFFF') + fill('000000')),
		words(colour('FFFFFF')),
		white,
	],
	['black on black', words(black), words(black + fill('000000')), hidden],
	['marked in its colour', words(red), words(`${red}<w:highlight w:val="red"/>`), hidden],
	['of its paragraph', words(red), words(red, fill('FE0000')), hidden],
	['white in a cell that was black', cell(fill('000000')), cell(''), white],
	['white in a table that was black', cell('', fill('000000')), cell(''), white],
	['of one point', words(''), words('<w:sz w:val="2"/>'), tiny],
	['white in an ODT', openWords('fo:color="#000000"'), openWords('fo:color="#fffffe"'), white],
	[
		'black on black in an ODT',
		openWords('fo:color="#000000"'),
		openWords('fo:color="#000000" fo:background-color="#000000"'),
		hidden,
	],
	['white in a cell of an ODT', openCell('fo:background-color="#000000"'), openCell(''), white],
	['of one point in an ODT', openWords(''), openWords('fo:font-size="1pt"'), tiny],
	['narrowed to a line', words(''), words('<w:w w:val="1"/>'), tiny],
	['narrowed to a line in an ODT', openWords(''), openWords('style:text-scale="1%"'), tiny],
])('words %s are told at High', async (_, kept, sent, newText) => {
	expect(await differsFrom({ kept, sent })).toBe('High');
	expect((await compared({ kept, sent })).changes).toMatchObject([
		{ kind: 'formatted', oldText: 'plain: not due', newText },
	]);
});

const openLines = (height: string) =>
	openFile({
		automaticStyles: `<style:style style:name="P1" style:family="paragraph"><style:paragraph-properties fo:line-height="${height}"/></style:style>`,
		body: '<text:p text:style-name="P1">not due</text:p>',
	});
const lines = (spacing: string) =>
	wordFile({ body: `<w:p><w:pPr><w:spacing ${spacing}/></w:pPr>${run('not due')}</w:p>` });
const flatRow = (height: string) =>
	wordFile({
		body: `<w:tbl><w:tr><w:trPr><w:trHeight ${height}/></w:trPr><w:tc>${paragraph('not due')}</w:tc></w:tr></w:tbl>${paragraph('')}`,
	});

test.each([
	['lines', lines(''), lines('w:line="20" w:lineRule="exact"'), tiny],
	['lines of an ODT', openLines('100%'), openLines('0.02cm'), tiny],
	['a row', flatRow(''), flatRow('w:val="10" w:hRule="exact"'), 'in a hidden row: not due'],
])('words in %s without a height are told at High', async (_, kept, sent, newText) => {
	expect(await differsFrom({ kept, sent })).toBe('High');
	expect((await compared({ kept, sent })).changes).toMatchObject([{ kind: 'formatted', newText }]);
});

test.each([
	['lines of a usual height', lines(''), lines('w:line="240" w:lineRule="exact"')],
	['lines that grow', lines(''), lines('w:line="20" w:lineRule="atLeast"')],
	['lines of a usual height in an ODT', openLines('100%'), openLines('0.5cm')],
	['a row that grows', flatRow(''), flatRow('w:val="10" w:hRule="atLeast"')],
	['letters that are a little narrower', words(''), words('<w:w w:val="90"/>')],
])('words in %s are as readable', async (_, kept, sent) => {
	expect(await differsFrom({ kept, sent })).toBeUndefined();
});

const tableStyle = `<w:style w:type="table" w:styleId="Dark"><w:tblStylePr w:type="firstRow"><w:tcPr>${fill('000000')}</w:tcPr></w:tblStylePr></w:style>`;

test.each([
	['in another colour', words(black), words(red)],
	['whose colour the program chooses', words(''), words(fill('000000'))],
	[
		'where a style may fill the cell',
		cell('', '<w:tblStyle w:val="Dark"/>', tableStyle),
		cell(fill('000000')),
	],
	['of more than two points', words(''), words('<w:sz w:val="5"/>')],
])('words %s are as readable', async (_, kept, sent) => {
	expect(await differsFrom({ kept, sent })).toBeUndefined();
});

const row = (properties: string) =>
	wordFile({
		body: `<w:tbl><w:tr><w:trPr>${properties}</w:trPr><w:tc>${paragraph('not due')}</w:tc></w:tr></w:tbl>${paragraph('')}`,
	});
const overridden = (direction: string) =>
	wordFile({ body: `<w:p>${run('Pay ')}<w:bdo w:val="${direction}">${run('100')}</w:bdo></w:p>` });
const section = (look: string) =>
	openFile({ body: `<text:section ${look}><text:p>not due</text:p></text:section>` });
const mark = (state: string) =>
	openFile({ body: `<text:p><text:hidden-paragraph text:is-hidden="${state}"/>not due</text:p>` });

test.each([
	['a hidden row', row(''), row('<w:hidden/>'), 'in a hidden row: not due'],
	['a number from right to left', overridden('ltr'), overridden('rtl'), 'from right to left: 100'],
	['a hidden section', section(''), section('text:display="none"'), 'hidden: not due'],
	[
		'a section that its condition hides',
		section('text:display="condition" text:is-hidden="false"'),
		section('text:display="condition" text:is-hidden="true"'),
		'hidden: not due',
	],
	['a hidden paragraph', mark('false'), mark('true'), 'hidden: not due'],
])('%s is told at High', async (_, kept, sent, newText) => {
	expect(await differsFrom({ kept, sent })).toBe('High');
	expect((await compared({ kept, sent })).changes).toMatchObject([{ kind: 'formatted', newText }]);
});

test('a hidden text counts where it is shown', async () => {
	const make = (state: string) =>
		openFile({
			body: `<text:p>due <text:hidden-text text:is-hidden="${state}">not</text:hidden-text></text:p>`,
		});
	const { changes } = await compared({ kept: make('true'), sent: make('false') });
	expect(changes).toMatchObject([{ oldText: 'due ', newText: 'due not' }]);
});

test('a part of a master document is told by its address', async () => {
	const make = (target: string) =>
		wordFile({
			body: `<w:p>${run('See ')}<w:subDoc r:id="s1"/></w:p>`,
			links: { s1: { type: 'subDocument', target, isOutside: true } },
		});
	const files = { kept: make('fees.docx'), sent: make('costs.docx') };
	expect(await differsFrom(files)).toBe('Lowest');
	expect((await compared(files)).changes).toMatchObject([{ newText: 'See [document costs.docx]' }]);
});
