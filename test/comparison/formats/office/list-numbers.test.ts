/** Numbers of lists are shown and compared; those that only count other paragraphs are the same. */
import { compared, differsFrom, type CaseFiles } from './case-files';
import { openFile } from './open-files';
import { run, wordFile } from './word-files';

const properties = (list: number, level = 0) =>
	`<w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>`;
const item = (text: string, list = 1, level = 0) =>
	`<w:p>${properties(list, level)}${run(text)}</w:p>`;
const level = (at: number, start: number, format: string, text: string) =>
	`<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const lists = (levels: string, more = '') =>
	`<w:abstractNum w:abstractNumId="7">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>${more}`;
const plain = lists(level(0, 1, 'decimal', '%1.') + level(1, 1, 'lowerLetter', '%1.%2)'));
const restarted = lists(
	level(0, 1, 'decimal', '%1.'),
	'<w:num w:numId="2"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>',
);

const word = (numbering: string, ...items: readonly string[]) =>
	wordFile({ numbering, body: items.join('') });

async function changed(files: CaseFiles): Promise<readonly (string | undefined)[][]> {
	const { changes } = await compared(files, 'Medium');
	return changes.map(({ oldText, newText }) => [oldText, newText]);
}

const three = [item('Fees'), item('Term'), item('Law')];

test.each([
	['start', lists(level(0, 5, 'decimal', '%1.')), '5. Fees'],
	['format', lists(level(0, 1, 'upperRoman', '%1.')), 'I. Fees'],
	['text', lists(level(0, 1, 'decimal', '§ %1')), '§ 1 Fees'],
	['bullets', lists(level(0, 1, 'bullet', '*')), 'Fees'],
])('another %s of numbers counts from Medium on', async (_, numbering, first) => {
	const files = { kept: word(plain, ...three), sent: word(numbering, ...three) };
	expect(await differsFrom(files)).toBe('Medium');
	expect((await changed(files))[0]).toEqual(['1. Fees', first]);
	expect((await compared(files, 'Medium')).counts.changed).toBe(3);
});

test('a number that only counts a new paragraph before it is the same', async () => {
	const sent = word(plain, item('Parties of the contract'), ...three);
	const files = { kept: word(plain, ...three), sent };
	expect(await changed(files)).toEqual([[undefined, 'Parties of the contract']]);
	const { report } = await compared(files, 'Medium', true);
	expect(report?.content.text).toContain('<span class="label">3.</span> ');
});

test('numbers that begin anew are others', async () => {
	const sent = word(restarted, item('Fees'), item('Term', 2), item('Law', 2));
	expect(await changed({ kept: word(restarted, ...three), sent })).toEqual([
		['2. Term', '1. Term'],
		['3. Law', '2. Law'],
	]);
});

test('inner numbers begin anew after each outer one', async () => {
	const kept = word(plain, item('Fees'), item('Cash', 1, 1), item('Term'), item('Year', 1, 1));
	const sent = word(
		plain,
		item('Fees'),
		item('Cash', 1, 1),
		item('Term', 1, 1),
		item('Year', 1, 1),
	);
	expect(await changed({ kept, sent })).toEqual([
		['2. Term', '1.b) Term'],
		['2.a) Year', '1.c) Year'],
	]);
});

test('a style may say the list, and a paragraph its level', async () => {
	const styles = `<w:style w:type="paragraph" w:styleId="Clause"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`;
	const styled = (text: string, more = '') =>
		`<w:p><w:pPr><w:pStyle w:val="Clause"/>${more}</w:pPr>${run(text)}</w:p>`;
	const inner = '<w:numPr><w:ilvl w:val="1"/></w:numPr>';
	const make = (second: string) =>
		wordFile({ numbering: plain, styles, body: styled('Fees') + second });
	const files = { kept: make(styled('Cash', inner)), sent: make(styled('Cash')) };
	expect(await changed(files)).toEqual([['1.a) Cash', '2. Cash']]);
});

test('the same numbers written by another program are equal', async () => {
	const linked = `<w:abstractNum w:abstractNumId="3"><w:numStyleLink w:val="L"/></w:abstractNum><w:abstractNum w:abstractNumId="4"><w:styleLink w:val="L"/>${level(0, 9, 'decimal', '%1.')}</w:abstractNum><w:num w:numId="5"><w:abstractNumId w:val="3"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`;
	const sent = word(linked, item('Fees', 5), item('Term', 5), item('Law', 5));
	expect(await differsFrom({ kept: word(plain, ...three), sent })).toBeUndefined();
});

describe('of an ODT', () => {
	const style = (start: number, format: string) =>
		`<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="${format}" style:num-suffix="." text:start-value="${start}"/></text:list-style>`;
	const list = (texts: readonly string[], attributes = '', first = '') =>
		`<text:list text:style-name="L1" ${attributes}>${texts.map((text, at) => `<text:list-item ${at === 0 ? first : ''}><text:p>${text}</text:p><text:p>more</text:p></text:list-item>`).join('')}</text:list>`;
	const open = (body: string, automaticStyles = style(1, '1')) =>
		openFile({ body, automaticStyles });
	const kept = open(list(['Fees', 'Term']));

	test.each([
		['start', open(list(['Fees', 'Term']), style(5, '1')), '5. Fees'],
		['format', open(list(['Fees', 'Term']), style(1, 'i')), 'i. Fees'],
		['first number', open(list(['Fees', 'Term'], '', 'text:start-value="3"')), '3. Fees'],
	])('another %s counts from Medium on', async (_, sent, first) => {
		expect(await differsFrom({ kept, sent })).toBe('Medium');
		expect((await changed({ kept, sent }))[0]).toEqual(['1. Fees', first]);
	});

	test('a list that is continued is one list', async () => {
		const text = '<text:p>Between the two</text:p>';
		const continued = open(
			list(['Fees']) + text + list(['Term'], 'text:continue-numbering="true"'),
		);
		const anew = open(list(['Fees']) + text + list(['Term']));
		expect(await changed({ kept: continued, sent: anew })).toEqual([['2. Term', '1. Term']]);
		const byName = open(
			`${list(['Fees'], 'xml:id="a"')}${text}${list(['Term'], 'text:continue-list="a"')}`,
		);
		expect(await differsFrom({ kept: continued, sent: byName })).toBeUndefined();
	});

	test('headings are numbered by the outline', async () => {
		const outline = (start: number) =>
			`<text:outline-style><text:outline-level-style text:level="1" style:num-format="1" text:start-value="${start}"/></text:outline-style>`;
		const headed = (start: number) =>
			openFile({
				body: '<text:h text:outline-level="1">Fees</text:h>',
				styles: outline(start),
			});
		expect(await changed({ kept: headed(1), sent: headed(4) })).toEqual([['1 Fees', '4 Fees']]);
	});
});
