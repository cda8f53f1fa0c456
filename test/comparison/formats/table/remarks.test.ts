/** Comments on cells, and text boxes beside them. */
import { strToU8, unzipSync, zipSync } from 'fflate';
import type { CompareRules } from '../../../../comparison/core/rules';
import type { Level } from '../../../../comparison/core/level';
import { odsComparer, xlsxComparer } from '../../../../comparison/formats/table/compare-tables';
import { odsOf, xlsxOf, type Row } from './workbook-files';

interface File {
	readonly fileName: string;
	readonly bytes: Uint8Array;
}

async function compared(kept: File, sent: File, level: Level = 'Lowest', rules: CompareRules = {}) {
	const comparer = kept.fileName.endsWith('.ods') ? odsComparer : xlsxComparer;
	const result = await comparer.compare({
		...{ kept, sent, level, rules, isReported: true },
		onProgress: () => undefined,
	});
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

const toldOf = async (...of: Parameters<typeof compared>) =>
	(await compared(...of)).changes.map(({ kept, sent, oldText, newText }) => [
		kept?.cell,
		oldText,
		sent?.cell,
		newText,
	]);

const rows: readonly Row[] = [
	['Item', 'Price'],
	['Table', 25],
	['Chair', 10],
];

/** Comments by their cells. */
type Comments = Readonly<Record<string, string>>;

const commentList = (comments: Comments) =>
	`<comments><commentList>${Object.entries(comments)
		.map(([ref, text]) => `<comment ref="${ref}"><text><r><t>${text}</t></r></text></comment>`)
		.join('')}</commentList></comments>`;

const inXlsx = (related: Readonly<Record<string, string>>, of = rows): File => ({
	fileName: 'prices.xlsx',
	bytes: xlsxOf([{ name: 'Prices', rows: of, related }]),
});
const xlsx = (comments: Comments, of = rows) => inXlsx({ comments: commentList(comments) }, of);

function ods(comments: Comments, of = rows, shapes = ''): File {
	const cell = (value: unknown, place: string) => {
		const comment = comments[place];
		const note =
			comment === undefined
				? ''
				: `<office:annotation><dc:creator>Ada</dc:creator><dc:date>2026-01-01</dc:date><text:p>${comment}</text:p></office:annotation>`;
		return `<table:table-cell>${note}<text:p>${String(value)}</text:p></table:table-cell>`;
	};
	const table = of.map(
		(row, at) =>
			`<table:table-row>${row.map((value, column) => cell(value, `${'AB'[column]}${at + 1}`)).join('')}</table:table-row>`,
	);
	const bytes = odsOf([{ name: 'Prices', table: `${shapes}${table.join('')}` }]);
	return { fileName: 'prices.ods', bytes };
}

describe.each([
	['XLSX', xlsx],
	['ODS', ods],
] as const)('a comment in an %s', (_, file) => {
	test('that changed is told with its cell, and in the report', async () => {
		const [kept, sent] = [file({ B2: 'Too dear' }), file({ B2: 'Too cheap' })];
		expect(await toldOf(kept, sent)).toEqual([
			['B2', 'comment: “Too dear”', 'B2', 'comment: “Too cheap”'],
		]);
		const { accuracy, counts, report } = await compared(kept, sent);
		expect(accuracy).toBeLessThan(1);
		expect(counts).toMatchObject({ changed: 1 });
		expect(report?.content.text).toContain(
			'Cell B2: comment: “Too dear” before, comment: “Too cheap” now.',
		);
	});

	test('that was added or removed is told', async () => {
		expect(await toldOf(file({}), file({ A3: 'New' }))).toEqual([
			[undefined, 'no comment', 'A3', 'comment: “New”'],
		]);
		expect(await toldOf(file({ A3: 'New' }), file({}))).toEqual([
			['A3', 'comment: “New”', undefined, 'no comment'],
		]);
	});

	test('stays with its row, wherever that stands', async () => {
		const further: readonly Row[] = [rows[0] ?? [], ['Bench', 30], ...rows.slice(1)];
		const told = await toldOf(
			file({ B2: 'Dear', A3: 'Old' }),
			file({ B3: 'Dear', A4: 'New' }, further),
		);
		expect(told).toEqual([
			['A3', 'comment: “Old”', 'A4', 'comment: “New”'],
			[undefined, undefined, '2', 'Bench | 30'],
		]);
	});

	test('goes with its row, and is not that of the row that takes its place', async () => {
		const less: readonly Row[] = rows.toSpliced(1, 1);
		const [kept, sent] = [file({ B2: 'Dear' }), file({ B2: 'Cheap' }, less)];
		expect(await toldOf(kept, sent)).toEqual([
			['B2', 'comment: “Dear”', undefined, 'no comment'],
			[undefined, 'no comment', 'B2', 'comment: “Cheap”'],
			['2', 'Table | 25', undefined, undefined],
		]);
		expect((await compared(kept, sent)).accuracy).toBe((await compared(sent, kept)).accuracy);
	});

	test('counts from the level on that its words count from', async () => {
		const of = (text: string) => file({ B2: text });
		const from = async (sent: string) => {
			for (const level of ['Lowest', 'Low', 'Medium', 'High'] as const) {
				if ((await toldOf(of('Too dear'), of(sent), level)).length > 0) return level;
			}
			return undefined;
		};
		expect(await from('Too cheap')).toBe('Lowest');
		expect(await from('too dear')).toBe('Low');
		expect(await from('Too  dear')).toBe('High');
		expect(await from('Too dear')).toBeUndefined();
	});

	test('is subject to the rules', async () => {
		const [kept, sent] = [file({ B2: 'Seen on 3 May' }), file({ B2: 'Seen on 7 May' })];
		expect(await toldOf(kept, sent, 'Lowest', { ignorePatterns: ['\\d+ May'] })).toEqual([]);
		expect(await toldOf(kept, sent, 'Lowest', { ignoreColumns: ['Price'] })).toEqual([]);
		expect(await toldOf(kept, sent, 'Lowest', { ignoreColumns: ['Item'] })).toHaveLength(1);
	});
});

test('a comment in a row without cells is compared', async () => {
	expect(await toldOf(xlsx({ D9: 'Why?' }), xlsx({ D9: 'How?' }))).toEqual([
		['D9', 'comment: “Why?”', 'D9', 'comment: “How?”'],
	]);
});

test('a sheet that names a part with comments that is not there has none', async () => {
	const { bytes, fileName } = xlsx({ B2: 'Why?' });
	const { 'xl/comments1.xml': left, ...files } = unzipSync(bytes);
	expect(left).toBeDefined();
	expect(await toldOf({ fileName, bytes: zipSync(files) }, xlsx({}))).toEqual([]);
});

test('a thread is one comment, and its form for older programs is not another', async () => {
	const threaded = (...texts: readonly string[]) =>
		inXlsx({
			comments: commentList({ B2: `[Threaded comment] Your program is too old. ${texts[0]}` }),
			threadedComment: `<ThreadedComments>${texts.map((text) => `<threadedComment ref="B2"><text>${text}</text></threadedComment>`).join('')}</ThreadedComments>`,
		});
	expect(await toldOf(threaded('Why?'), threaded('Why?', 'It is oak.'))).toEqual([
		['B2', 'comment: “Why?”', 'B2', 'comment: “Why?\nIt is oak.”'],
	]);
});

test('the boxes in which programs draw comments are no shapes', async () => {
	const { bytes, fileName } = xlsx({ B2: 'Why?' });
	const drawn = { ...unzipSync(bytes), 'xl/drawings/vmlDrawing1.vml': strToU8('<xml/>') };
	const { notes } = await compared({ fileName, bytes: zipSync(drawn) }, xlsx({}));
	expect(notes).not.toContainEqual(expect.stringContaining('shapes'));
});

describe('a text box', () => {
	const box = (text: string) =>
		`<xdr:sp><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
	const boxedXlsx = (...texts: readonly string[]) =>
		inXlsx({ drawing: `<xdr:wsDr>${texts.map(box).join('')}</xdr:wsDr>` });
	const frame = (text: string) =>
		`<draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
	const boxedOds = (...texts: readonly string[]) =>
		ods({}, rows, `<table:shapes>${texts.map(frame).join('')}</table:shapes>`);

	test.each([
		['XLSX', boxedXlsx],
		['ODS', boxedOds],
	] as const)('of an %s is compared, wherever it stands', async (_, file) => {
		expect(await toldOf(file('Due: 100', 'Thanks'), file('Thanks', 'Due: 200'))).toEqual([
			[undefined, 'text box: “Due: 100”', undefined, 'text box: “Due: 200”'],
		]);
		expect(await toldOf(file('Thanks'), file('Thanks', 'Thanks'))).toEqual([
			[undefined, 'no text box', undefined, 'text box: “Thanks”'],
		]);
		expect(await toldOf(file('Due: 100', 'Thanks'), file('Thanks', 'Due: 100'))).toEqual([]);
	});

	test('is read in one of its forms', async () => {
		const both = (text: string) =>
			inXlsx({
				drawing: `<xdr:wsDr><mc:AlternateContent><mc:Choice>${box(text)}</mc:Choice><mc:Fallback>${box('Your program is too old.')}</mc:Fallback></mc:AlternateContent></xdr:wsDr>`,
			});
		expect(await toldOf(inXlsx({}), both('Thanks'))).toEqual([
			[undefined, 'no text box', undefined, 'text box: “Thanks”'],
		]);
	});
});
