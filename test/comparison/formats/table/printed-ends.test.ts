/** What is printed at the head and the foot of the pages of a sheet. */
import type { CompareRules } from '../../../../comparison/core/rules';
import { odsComparer, xlsxComparer } from '../../../../comparison/formats/table/compare-tables';
import { odsOf, xlsxOf } from './workbook-files';

const terms = { isReported: true, onProgress: () => undefined } as const;

const inXlsx = (below: string) => ({
	bytes: xlsxOf([{ name: 'Prices', rows: [['Item'], ['Table']], below }]),
	fileName: 'prices.xlsx',
});

const inOds = (ends: string, pageName = 'Default') => {
	const table = ['Item', 'Table']
		.map(
			(text) =>
				`<table:table-row><table:table-cell><text:p>${text}</text:p></table:table-cell></table:table-row>`,
		)
		.join('');
	const page = `<style:master-page style:name="${pageName}">${ends}</style:master-page>`;
	const style = `<style:style style:name="own" style:family="table" style:master-page-name="${pageName}"/>`;
	const bytes = odsOf([{ name: 'Prices', table }], '', pageName === 'Default' ? '' : style, page);
	return { bytes, fileName: 'prices.ods' };
};

async function toldAt(
	level: 'Medium' | 'High',
	kept: ReturnType<typeof inXlsx>,
	sent: typeof kept,
	rules: CompareRules = {},
) {
	const comparer = kept.fileName.endsWith('.ods') ? odsComparer : xlsxComparer;
	const result = await comparer.compare({ kept, sent, level, ...terms, rules });
	if (!result.isReadable) throw new Error(result.reason);
	expect(result.accuracy === 1).toBe(result.changes.length === 0);
	return result.changes.map(({ oldText, newText }) => [oldText, newText]);
}

const foot = (text: string) => `<headerFooter><oddFooter>${text}</oddFooter></headerFooter>`;

describe('of an XLSX', () => {
	test('another foot is told at High, with the sheet', async () => {
		const [kept, sent] = [inXlsx(foot('Draft')), inXlsx(foot('Final'))];
		expect(await toldAt('Medium', kept, sent)).toEqual([]);
		expect(await toldAt('High', kept, sent)).toEqual([
			['foot of each page: “Draft”', 'foot of each page: “Final”'],
		]);
	});

	test('a pattern hides what it matches', async () => {
		const [kept, sent] = [inXlsx(foot('Seen on 3 May')), inXlsx(foot('Seen on 7 May'))];
		const rules = { ignorePatterns: ['\\d+ May'] };
		expect(await toldAt('High', kept, sent, rules)).toEqual([]);
		expect(await toldAt('High', kept, inXlsx(''), rules)).toEqual([
			['foot of each page: “Seen on …”', 'no foot of each page'],
		]);
	});

	test.each([
		['left, middle and right', '&amp;LDraft&amp;COffer 7&amp;RAda', 'Draft Offer 7 Ada'],
		['fields', 'Page &amp;P of &amp;N, &amp;A', 'Page {page number} of {page count}, {sheet name}'],
		['fonts, sizes and colours', '&amp;"Arial,Bold"&amp;12&amp;KFF0000&amp;UDraft', 'Draft'],
		['an ampersand', 'Ash &amp;&amp; Oak', 'Ash & Oak'],
	])('%s', async (_, text, shown) => {
		expect(await toldAt('High', inXlsx(''), inXlsx(foot(text)))).toEqual([
			['no foot of each page', `foot of each page: “${shown}”`],
		]);
	});

	const first = (attributes: string) =>
		`<headerFooter ${attributes}><firstHeader>Cover</firstHeader><evenHeader>Left</evenHeader></headerFooter>`;
	test('heads of the first and of even pages count where the sheet has pages of their own', async () => {
		expect(await toldAt('High', inXlsx(''), inXlsx(first('')))).toEqual([]);
		const both = 'differentFirst="1" differentOddEven="1"';
		expect(await toldAt('High', inXlsx(''), inXlsx(first(both)))).toEqual([
			['no head of the first page', 'head of the first page: “Cover”'],
			['no head of even pages', 'head of even pages: “Left”'],
		]);
	});

	test.each(['<headerFooter/>', '<headerFooter alignWithMargins="0"/>', foot(' ')])(
		'%s prints nothing',
		async (empty) => expect(await toldAt('High', inXlsx(''), inXlsx(empty))).toEqual([]),
	);
});

describe('of an ODS', () => {
	const odsFoot = (text: string) => `<style:footer>${text}</style:footer>`;
	const paragraph = (text: string) => `<text:p>${text}</text:p>`;

	test('another foot is told at High', async () => {
		const [kept, sent] = [inOds(odsFoot(paragraph('Draft'))), inOds(odsFoot(paragraph('Final')))];
		expect(await toldAt('Medium', kept, sent)).toEqual([]);
		expect(await toldAt('High', kept, sent)).toEqual([
			['foot of each page: “Draft”', 'foot of each page: “Final”'],
		]);
	});

	test('regions and fields; a field shows another text on each page', async () => {
		const page = (number: number) =>
			odsFoot(
				`<style:region-left>${paragraph('Draft')}</style:region-left><style:region-right>${paragraph(`Page <text:page-number>${number}</text:page-number>`)}</style:region-right>`,
			);
		expect(await toldAt('High', inOds(''), inOds(page(1)))).toEqual([
			['no foot of each page', 'foot of each page: “Draft Page {page number}”'],
		]);
		expect(await toldAt('High', inOds(page(1)), inOds(page(2)))).toEqual([]);
	});

	test('a head that is switched off is none', async () => {
		const off = `<style:header style:display="false">${paragraph('Draft')}</style:header>`;
		expect(await toldAt('High', inOds(''), inOds(off))).toEqual([]);
	});

	test('the page of another sheet does not count', async () => {
		const other = inOds(odsFoot(paragraph('Draft')), 'Elsewhere');
		expect(await toldAt('High', inOds(''), other)).toEqual([]);
	});
});
