/** The comparison of texts: what each level counts, and what holds for every pair of texts. */
import fc from 'fast-check';
import { alignAll, type Align } from '../../../service/documents/aligner';
import { levels, type Level } from '../../../service/documents/levels';
import {
	compareTexts,
	type ComparedBlock,
	type TextComparison,
} from '../../../service/documents/text-comparison';
import { share } from '../../../service/comparison/similarity';
import { rowsOf } from '../../../service/documents/text-rows';

const allLevels = Object.keys(levels) as readonly Level[];
const aligning =
	(budget: number): Align =>
	(pairs) =>
		alignAll(pairs, budget);
const align = aligning(18_000_000);

function compare(kept: string, sent: string, level: Level): TextComparison {
	return compareTexts({ kept, sent, level, marksWords: true }, align);
}

function similarity(kept: string, sent: string, level: Level): number {
	return compare(kept, sent, level).similarity;
}

describe('what a level does not count', () => {
	/** For each pair of texts, the levels at which they are equal. */
	const table: readonly {
		readonly what: string;
		readonly kept: string;
		readonly sent: string;
		readonly equalAt: readonly Level[];
	}[] = [
		{ what: 'nothing', kept: 'a b\nc\n', sent: 'a b\nc\n', equalAt: allLevels },
		{ what: 'a word', kept: 'a b\n', sent: 'a c\n', equalAt: [] },
		{ what: 'the case of a letter', kept: 'a b\n', sent: 'A b\n', equalAt: [] },
		{ what: 'line breaks in a paragraph', kept: 'a b\nc', sent: 'a\nb c', equalAt: ['Lowest'] },
		{ what: 'blank lines', kept: 'a\nb', sent: 'a\n\n\nb', equalAt: ['Low'] },
		{
			what: 'blank lines between paragraphs',
			kept: 'a\n\nb',
			sent: 'a\n\n\n\nb',
			equalAt: ['Lowest', 'Low'],
		},
		{ what: 'spaces in a line', kept: 'a  b', sent: ' a b', equalAt: ['Lowest', 'Low'] },
		{
			what: 'spaces after a line',
			kept: 'a \nb',
			sent: 'a\nb\t',
			equalAt: ['Lowest', 'Low', 'Medium'],
		},
		{
			what: 'the style of line ends',
			kept: 'a\nb\n',
			sent: 'a\r\nb\r',
			equalAt: ['Lowest', 'Low', 'Medium', 'High'],
		},
		{
			what: 'the last line end',
			kept: 'a\nb\n',
			sent: 'a\nb',
			equalAt: ['Lowest', 'Low', 'Medium', 'High'],
		},
		{
			what: 'the mark of the byte order',
			kept: 'a',
			sent: '\ufeffa',
			equalAt: ['Lowest', 'Low', 'Medium', 'High'],
		},
	];

	test.each(table)('$what', ({ kept, sent, equalAt }) => {
		for (const level of allLevels) {
			const both = [similarity(kept, sent, level), similarity(sent, kept, level)];
			expect({ level, equal: both.map((value) => value === 1) }).toEqual({
				level,
				equal: Array(2).fill(equalAt.includes(level)),
			});
		}
	});
});

describe('what a level counts', () => {
	const kept = 'The rent is 900 euros.\nIt is due monthly.\n\nThe term is one year.\n';
	const sent = 'The rent is 950 euros.\nIt is due monthly.\n\nThe term is one year.\n';

	/** Counted by hand: of a side, 1 of 2 paragraphs, 2 of 3 lines, 3 of 4, 16 of 17 words. */
	test.each<[Level, number]>([
		['Lowest', 2 / 4],
		['Low', 4 / 6],
		['Medium', 6 / 8],
		['High', 32 / 34],
		['Excellent', (2 * 64) / (2 * 65)],
	])('%s: the share of its units', (level, expected) => {
		expect(similarity(kept, sent, level)).toBe(Math.floor(expected * 1e6) / 1e6);
	});

	test('texts with nothing in common are 0 and marked as replaced', () => {
		const { similarity: value, blocks } = compare('a\nb\n', 'c\nd\ne\n', 'Medium');
		expect(value).toBe(0);
		expect(blocks.map(({ isEqual }) => isEqual)).toEqual([false]);
	});

	test('an empty side is 0 unless both are empty at the level', () => {
		expect(similarity('a', ' \n', 'Low')).toBe(0);
		expect(similarity('\n\n', ' \n', 'Low')).toBe(1);
	});

	test('a row that only moved is marked as moved on both sides', () => {
		const { blocks } = compare('a\nb\nc\nd\n', 'b\nc\nd\na\n', 'Medium');
		const moved = (side: 'kept' | 'sent') =>
			blocks.flatMap((block) => block[side]).filter(({ isMoved }) => isMoved);
		expect(moved('kept').map(({ line, text }) => [line, text])).toEqual([[1, 'a']]);
		expect(moved('sent').map(({ line, text }) => [line, text])).toEqual([[4, 'a']]);
	});

	test('a share is rounded down and never becomes 1', () => {
		expect(share(499_999_999, 1_000_000_000)).toBe(0.999999);
		expect(share(500_000_000, 1_000_000_000)).toBe(0.999999);
		expect(share(1, 3)).toBe(0.666666);
		expect(share(0, 3)).toBe(0);
	});
});

describe('for every pair of texts', () => {
	const piece = fc.constantFrom(
		'a',
		'b',
		'word',
		' ',
		'  ',
		'\n',
		'\n',
		'\r\n',
		'\n\n',
		'.',
		'ä',
		'🖊',
		'\ufeff',
	);
	const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
	const level = fc.constantFrom(...allLevels);

	test('the similarity lies from 0 to 1, and is 1 exactly for the same rows', () => {
		fc.assert(
			fc.property(text, text, level, (kept, sent, at) => {
				const value = similarity(kept, sent, at);
				const rows = (side: string) =>
					rowsOf(side, levels[at]).map((row) => row.text + row.lineEnd);
				const areSame = JSON.stringify(rows(kept)) === JSON.stringify(rows(sent));
				expect(value === 1).toBe(areSame);
				expect(value).toBeGreaterThanOrEqual(0);
				expect(value).toBeLessThanOrEqual(1);
			}),
			{ numRuns: 500 },
		);
	});

	test('at Excellent it is 1 for the very same text only', () => {
		fc.assert(
			fc.property(text, text, (kept, sent) => {
				expect(similarity(kept, sent, 'Excellent') === 1).toBe(kept === sent);
			}),
			{ numRuns: 300 },
		);
	});

	test('it is the same from either side where whole rows are counted', () => {
		fc.assert(
			fc.property(text, text, fc.constantFrom('Lowest', 'Low', 'Medium'), (kept, sent, at) => {
				expect(similarity(kept, sent, at)).toBe(similarity(sent, kept, at));
			}),
			{ numRuns: 300 },
		);
	});

	test('the blocks together are both texts, and equal blocks are equal', () => {
		const rows = (blocks: readonly ComparedBlock[], side: 'kept' | 'sent') =>
			blocks.flatMap((block) => block[side]).map(({ text: shown }) => shown);
		fc.assert(
			fc.property(text, text, level, (kept, sent, at) => {
				const { blocks } = compare(kept, sent, at);
				const expected = (side: string) => rowsOf(side, levels[at]).map((row) => row.text);
				expect(rows(blocks, 'kept')).toEqual(expected(kept));
				expect(rows(blocks, 'sent')).toEqual(expected(sent));
				const equal = blocks.filter(({ isEqual }) => isEqual);
				expect(rows(equal, 'kept')).toEqual(rows(equal, 'sent'));
			}),
			{ numRuns: 300 },
		);
	});

	test('a budget too small to align keeps the similarity below 1 and says that it is coarse', () => {
		fc.assert(
			fc.property(text, text, level, (kept, sent, at) => {
				const hurried = compareTexts({ kept, sent, level: at, marksWords: true }, aligning(0));
				const full = similarity(kept, sent, at);
				expect(hurried.similarity === 1).toBe(full === 1);
				if (!hurried.isCoarse && levels[at].unit === 'row') expect(hurried.similarity).toBe(full);
			}),
			{ numRuns: 300 },
		);
	});
});

describe('texts too different for a full search', () => {
	const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`);
	const hurried = (kept: readonly string[], sent: readonly string[], level: Level) =>
		compareTexts(
			{ kept: kept.join('\n'), sent: sent.join('\n'), level, marksWords: true },
			aligning(100),
		);

	test('are matched by the rows that are unique, in their order', () => {
		const sent = lines.flatMap((line, index) => (index % 2 === 0 ? [line, `new ${index}`] : []));
		const { similarity: value, isCoarse } = hurried(lines, sent, 'Medium');
		expect([value, isCoarse]).toEqual([0.5, true]);
	});

	test('are not taken for alike because they have the same rows in another order', () => {
		const { similarity: value, isCoarse } = hurried(lines, lines.toReversed(), 'Low');
		expect([value, isCoarse]).toEqual([2 / 100, true]);
	});
});
