/**
 * The rule that white space does not count means the same in every format: `10 000` and `10000` are the
 * same, among words and alone, and nothing but white space is hidden.
 */
import type { Compared, Comparer } from '../../comparison/core/comparison';
import { levelNames } from '../../comparison/core/level';
import { officeComparer } from '../../comparison/formats/office/comparer';
import { slidesComparer } from '../../comparison/formats/slides/comparer';
import { textComparer } from '../../comparison/formats/text/text-comparer';
import { htmlComparer } from '../../comparison/formats/web/html-comparer';
import { filesOf } from './cases';
import { openFile } from './formats/office/open-files';
import { paragraph, run, table, wordFile } from './formats/office/word-files';
import { body, presentationFile } from './formats/slides/slide-files';
import { prose, values, type CompareValues, type Ways } from './one-value';

type Pair = readonly [kept: string, sent: string];

/** The pairs that are equal. */
async function equalOf(compare: CompareValues, pairs: readonly Pair[], ways: Ways) {
	const equal: Pair[] = [];
	for (const pair of pairs) if ((await compare(...pair, ways)).accuracy === 1) equal.push(pair);
	return equal;
}

const reflowed: readonly Pair[] = [
	['10 000', '10000'],
	['1 000 000', '1000 000'],
	['1 000 000', '1000000'],
	['by hand', 'byhand'],
	['A 4 and A 5', 'A4 and A5'],
	['12 kg', '12kg'],
	['well - known', 'well-known'],
	['30 . 06 . 2026', '30.06.2026'],
];
const rewritten: readonly Pair[] = [
	['10 000', '100000'],
	['10 000', '10 001'],
	['10 000 and 10 000', '10000 and 10001'],
	['by hand', 'byhands'],
	['a b', 'ba'],
	['A 4 and A 5', 'A4 and A6'],
];
const noSpace = { ignoreWhiteSpace: true };

describe.each(Object.entries({ ...prose, ...values }))(
	'by white space in %s',
	(_format, compare) => {
		test('what it parts is the same with the rule, both ways and at every level', async () => {
			const back = reflowed.map(([kept, sent]): Pair => [sent, kept]);
			for (const level of levelNames) {
				const ways = { level, rules: noSpace };
				expect(await equalOf(compare, reflowed, ways)).toEqual(reflowed);
				expect(await equalOf(compare, back, ways)).toEqual(back);
			}
			expect(await equalOf(compare, reflowed, { level: 'High' })).toEqual([]);
		});

		test('what it hid is counted', async () => {
			for (const pair of reflowed) {
				const { ignored } = await compare(...pair, { level: 'High', rules: noSpace });
				expect(ignored).toMatchObject([{ rule: 'ignoreWhiteSpace' }]);
				expect(ignored[0]?.kept).toBeGreaterThan(0);
			}
		});

		test('other letters, digits and orders are told', async () => {
			expect(await equalOf(compare, rewritten, { level: 'Lowest', rules: noSpace })).toEqual([]);
		});

		test('case as well, if both rules are given', async () => {
			const pairs: readonly Pair[] = [['By Hand', 'byhand']];
			expect(await equalOf(compare, pairs, { level: 'High', rules: noSpace })).toEqual([]);
			const rules = { ...noSpace, ignoreCase: true };
			expect(await equalOf(compare, pairs, { level: 'High', rules })).toEqual(pairs);
		});
	},
);

async function compared(
	comparer: Comparer,
	kept: string | Uint8Array,
	sent: string | Uint8Array,
): Promise<Compared> {
	const side = (content: string | Uint8Array) => ({ bytes: Buffer.from(content), fileName: 'a' });
	const result = await comparer.compare({
		...{ kept: side(kept), sent: side(sent), level: 'High', rules: noSpace },
		...{ isReported: true, onProgress: () => undefined },
	});
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

const around = (value: string) => ['The list of prices', value, 'By the mill', 'Payment is due'];
const alone: ReadonlyArray<readonly [string, Comparer, (value: string) => string | Uint8Array]> = [
	['a line', textComparer, (value) => around(value).join('\n')],
	[
		'a paragraph of HTML',
		htmlComparer,
		(value) =>
			`<html><body>${around(value)
				.map((text) => `<p>${text}</p>`)
				.join('')}</body></html>`,
	],
	[
		'a paragraph of DOCX',
		officeComparer,
		(value) =>
			wordFile({
				body: around(value)
					.map((text) => paragraph(text))
					.join(''),
			}),
	],
	[
		'a cell of DOCX',
		officeComparer,
		(value) =>
			wordFile({
				body: table([
					['Rent', 'Flat'],
					['due', value],
				]),
			}),
	],
	[
		'a paragraph of ODT',
		officeComparer,
		(value) =>
			openFile({
				body: around(value)
					.map((text) => `<text:p>${text}</text:p>`)
					.join(''),
			}),
	],
	[
		'a shape of PPTX',
		slidesComparer,
		(value) => presentationFile({ slides: around(value).map((text) => ({ shapes: body(text) })) }),
	],
];

test.each(alone)(
	'%s that is one number, and nothing else of it is hidden',
	async (_what, comparer, of) => {
		for (const [kept, sent] of [
			['10 000', '10000'],
			['10000', '10 000'],
		] as const) {
			const found = await compared(comparer, of(kept), of(sent));
			expect(found).toMatchObject({ accuracy: 1, changes: [] });
			expect(found.ignored).toEqual([{ rule: 'ignoreWhiteSpace', kept: 1, sent: 1 }]);
		}
		expect((await compared(comparer, of('10 000'), of('10001'))).accuracy).toBeLessThan(1);
	},
);

test('a number that is parted over two lines is the same', async () => {
	expect((await compared(textComparer, 'Pay 10\n000 now\n', 'Pay 10000 now\n')).accuracy).toBe(1);
});

test('words behind a number that is parted otherwise are told without it', async () => {
	const kept = 'Pay 10 000 crowns to the mill';
	const { changes, counts } = await compared(textComparer, kept, 'Pay 10000 francs to the mill');
	expect(changes).toMatchObject([{ oldText: 'crowns', newText: 'francs' }]);
	expect(counts).toEqual({ added: 0, removed: 0, changed: 1, moved: 0 });
});

test('a number that is parted otherwise and bold is told by its look', async () => {
	const pay = (value: string, look = '') =>
		wordFile({ body: `<w:p>${run('Pay ')}${run(value, look)}${run(' now')}</w:p>` });
	const { changes } = await compared(officeComparer, pay('10 000'), pay('10000', '<w:b/>'));
	expect(changes).toMatchObject([
		{ kind: 'formatted', oldText: 'plain:  10 000', newText: 'bold:  10000' },
	]);
});

test('a number that was once told as other words', async () => {
	const { kept, sent } = filesOf('txt-ignore-white-space-in-number');
	expect((await compared(textComparer, kept.bytes, sent.bytes)).accuracy).toBe(1);
});
