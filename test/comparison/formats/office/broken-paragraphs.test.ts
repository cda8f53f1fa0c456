/** Paragraphs that were split or put together: one difference, and none of words. */
import type { Level } from '../../../../comparison/core/level';
import { officeComparer } from '../../../../comparison/formats/office/comparer';
import { wordText } from '../../../../comparison/formats/office/word/text';
import { comparedCase } from '../../cases';
import { openFile } from './open-files';
import { paragraph, table, wordFile } from './word-files';

const first = 'The tenant pays the rent on the first day of each month.';
const second = 'Heating and water are paid by what was used in the year before.';
const third = 'The key is handed over at noon, in the hall of the house.';
const rest = ['Nobody may keep more than two cats.', 'Both sides have signed.'];

const word = (texts: readonly string[]) =>
	wordFile({ body: texts.map((text) => paragraph(text)).join('') + table([['flat', '300']]) });
const open = (texts: readonly string[]) =>
	openFile({ body: texts.map((text) => `<text:p>${text}</text:p>`).join('') });

async function compared(kept: Uint8Array, sent: Uint8Array, level: Level = 'High') {
	const side = (bytes: Uint8Array, fileName: string) => ({ bytes, fileName });
	const result = await officeComparer.compare({
		...{ kept: side(kept, 'kept.docx'), sent: side(sent, 'sent.docx') },
		...{ level, rules: {}, isReported: true, onProgress: () => undefined },
	});
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

test('docx-para-split', async () => {
	const result = await comparedCase(officeComparer, 'docx-para-split');
	expect(result).toMatchObject({ counts: { added: 0, removed: 0, changed: 1, moved: 0 } });
	if (result.isReadable) expect(result.accuracy).toBeGreaterThan(0.99);
	expect(await comparedCase(officeComparer, 'docx-para-split', 'Lowest')).toMatchObject({
		accuracy: 1,
	});
});

const whole = `${first} ${second} ${third}`;

describe.each([
	['DOCX', word],
	['ODT', open],
])('in a %s', (_format, file) => {
	test.each([
		['in two', [whole, ...rest], [`${first} ${second}`, third, ...rest]],
		['in three', [whole, ...rest], [first, second, third, ...rest]],
		['at the end of the document', [...rest, whole], [...rest, first, `${second} ${third}`]],
	])(
		'a paragraph split %s differs in its ends alone, and so it does put together',
		async (_what, kept, sent) => {
			const split = await compared(file(kept), file(sent));
			expect(split.counts).toEqual({ added: 0, removed: 0, changed: 1, moved: 0 });
			expect(split.accuracy).toBeGreaterThan(0.98);
			expect(split.accuracy).toBeLessThan(1);
			const [change] = split.changes;
			expect(change?.oldText).not.toContain('¶');
			expect(change?.newText).toContain('¶');
			const joined = await compared(file(sent), file(kept));
			expect([joined.accuracy, joined.counts]).toEqual([split.accuracy, split.counts]);
			expect(joined.changes[0]).toMatchObject({
				oldText: change?.newText,
				newText: change?.oldText,
			});
			expect((await compared(file(kept), file(sent), 'Lowest')).accuracy).toBe(1);
			expect((await compared(file(kept), file(sent), 'Low')).accuracy).toBe(split.accuracy);
		},
	);

	test('a word that changed as well is told as a changed word', async () => {
		const sent = [first, second.replace('water', 'gas'), third, ...rest];
		const { counts, accuracy } = await compared(file([whole, ...rest]), file(sent), 'Lowest');
		expect(counts).toEqual({ added: 0, removed: 0, changed: 1, moved: 0 });
		expect(accuracy).toBeGreaterThan(0.95);
		expect(accuracy).toBeLessThan(1);
	});

	test('a paragraph of other words beside it is an added one', async () => {
		const { counts } = await compared(file([first, ...rest]), file([first, second, ...rest]));
		expect(counts).toEqual({ added: 1, removed: 0, changed: 0, moved: 0 });
	});
});

/** None of them has enough in common with all of them to be its pair. */
const five = [first, second, third, 'Repairs wait for spring.', 'Cellar and yard are shared.'];

test.each([
	['before', ['Pets are a matter of their own.', ...five]],
	['behind', [...five, 'Pets are a matter of their own.']],
])(
	'a paragraph that came %s the parts of another is told as added, in either order',
	async (_where, parts) => {
		const [kept, sent] = [word([five.join(' '), ...rest]), word([...parts, ...rest])];
		const there = await compared(kept, sent);
		expect(there.counts).toEqual({ added: 1, removed: 0, changed: 1, moved: 0 });
		const back = await compared(sent, kept);
		expect(back.counts).toEqual({ added: 0, removed: 1, changed: 1, moved: 0 });
		expect(back.accuracy).toBe(there.accuracy);
	},
);

test('in a cell of a table as well', async () => {
	const cell = (texts: readonly string[]) =>
		wordFile({
			body: `<w:tbl><w:tr><w:tc>${texts.map((text) => paragraph(text)).join('')}</w:tc></w:tr></w:tbl>`,
		});
	const kept = cell([whole, rest[0] ?? '']);
	const { counts, accuracy } = await compared(
		kept,
		cell([first, `${second} ${third}`, rest[0] ?? '']),
	);
	expect(counts).toEqual({ added: 0, removed: 0, changed: 1, moved: 0 });
	expect(accuracy).toBeGreaterThan(0.98);
	expect(
		(await compared(kept, cell([first, second, third, rest[0] ?? '']), 'Lowest')).accuracy,
	).toBe(1);
	expect(
		(await compared(cell([whole]), cell([first, `${second} ${third}`]), 'Lowest')).accuracy,
	).toBe(1);
});

test('a paragraph that stands in the next cell of its row is told', async () => {
	const row = (...cells: readonly (readonly string[])[]) => {
		const written = cells.map(
			(texts) => `<w:tc>${texts.map((text) => paragraph(text)).join('')}</w:tc>`,
		);
		return wordFile({ body: `<w:tbl><w:tr>${written.join('')}</w:tr></w:tbl>${paragraph(whole)}` });
	};
	const [kept, sent] = [row([first, second], [third]), row([first], [second, third])];
	for (const level of ['Lowest', 'High'] as const) {
		const there = await compared(kept, sent, level);
		expect(there.changes.map(({ kept: place }) => place?.cell)).toEqual(['A1', 'B1']);
		expect((await compared(sent, kept, level)).accuracy).toBe(there.accuracy);
	}
});

test('the report shows where the paragraph ends, and the copy with tracked changes holds no sign for it', async () => {
	const sent = [first, `${second} ${third}`, ...rest];
	const { report } = await compared(word([whole, ...rest]), word(sent));
	expect(JSON.stringify(report?.content)).toContain('¶');
	const copy = await wordText(report?.files[0]?.bytes ?? new Uint8Array());
	expect(copy).toEqual(await wordText(word(sent)));
});
