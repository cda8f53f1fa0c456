/** What texts are counted in by level: paragraphs, lines, words, characters; and what holds for each. */
import fc from 'fast-check';
import { textUnits } from '../../../../api/comparison/levels';
import type { ChangeCounts } from '../../../../comparison/core/comparison';
import { levelNames, type Level, type TextUnit } from '../../../../comparison/core/level';
import { countedIn } from '../../../../comparison/formats/text/report/counted';
import {
	compareRows,
	weightsAt,
	type RowRules,
} from '../../../../comparison/formats/text/matching/row-comparison';
import { linesOf } from '../../../../comparison/formats/text/reading/text-lines';
import { anyText } from './any-text';

const seed = 20_261_123;

function rowsOf(kept: string, sent: string, rules: RowRules = {}) {
	return compareRows(linesOf(kept), linesOf(sent), rules);
}

function counted(kept: string, sent: string, level: Level, unit: TextUnit = textUnits[level]) {
	return countedIn(unit, rowsOf(kept, sent), level);
}

const counts = (some: Partial<ChangeCounts>): ChangeCounts => ({
	...{ added: 0, removed: 0, changed: 0, moved: 0 },
	...some,
});

const letter = `Dear tenant,
the rent is due.

Nobody may keep
more than two cats.

Keys are handed over at noon.
`;

test.each([
	['Coffee 12.50', 'Coffee 13.90', '12.50', '13.90'],
	['in all 1,190.00 EUR', 'in all 1,290.05 EUR', '1,190.00', '1,290.05'],
	['due on 01.02.2026.', 'due on 28.03.2026.', '01.02.2026', '28.03.2026'],
	['paid: 1,50', 'paid: 150', '1,50', '150'],
])('the number of "%s" is one word that changed', (kept, sent, oldText, newText) => {
	const { counts: found, changes } = counted(kept, sent, 'High', 'word');
	expect(found).toEqual(counts({ changed: 1 }));
	expect(changes).toMatchObject([{ kind: 'changed', oldText, newText }]);
});

test('one word that became two is told as a paragraph, a line, words and characters', () => {
	const sent = letter.replace('two cats', 'two hundred dogs');
	const at = (level: Level) => counted(letter, sent, level);
	expect(at('Lowest')).toEqual({
		...{ unit: 'paragraph', counts: counts({ changed: 1 }) },
		changes: [
			{
				...{ kind: 'changed', kept: { line: 5 }, sent: { line: 5 } },
				...{ oldText: 'more than two cats.', newText: 'more than two hundred dogs.' },
			},
		],
	});
	expect(at('Low')).toMatchObject({ unit: 'line', counts: counts({ changed: 1 }) });
	expect(at('Medium')).toMatchObject({ unit: 'line', counts: counts({ changed: 1 }) });
	expect(at('High')).toEqual({
		...{ unit: 'word', counts: counts({ changed: 1, added: 1 }) },
		changes: [
			{
				...{ kind: 'changed', kept: { line: 5, column: 15 }, sent: { line: 5, column: 15 } },
				...{ oldText: 'cats', newText: 'hundred dogs' },
			},
		],
	});
	expect(at('Excellent')).toEqual({
		...{ unit: 'character', counts: counts({ changed: 3, added: 8 }) },
		changes: [
			{
				...{ kind: 'changed', kept: { line: 5, column: 15 }, sent: { line: 5, column: 15 } },
				...{ oldText: 'cat', newText: 'hundred dog' },
			},
		],
	});
});

test('paragraphs are added, removed, replaced and left alone as wholes', () => {
	const paragraphs = Array.from({ length: 9 }, (_, index) => `first ${index}\nsecond ${index}`);
	const text = (list: readonly string[]) => list.join('\n\n');
	const lowest = (sent: readonly string[]) => counted(text(paragraphs), text(sent), 'Lowest');
	const other = 'nothing of it\nwas there';
	expect(lowest(paragraphs.toSpliced(3, 0, other))).toMatchObject({
		counts: counts({ added: 1 }),
		changes: [{ kind: 'added', sent: { line: 10 }, newText: other }],
	});
	expect(lowest(paragraphs.toSpliced(3, 2)).counts).toEqual(counts({ removed: 2 }));
	expect(lowest(paragraphs.with(3, other)).counts).toEqual(counts({ changed: 1 }));
	expect(lowest(paragraphs.toSpliced(3, 1, other, 'and more\nof it')).counts).toEqual(
		counts({ changed: 1, added: 1 }),
	);
	expect(lowest([...paragraphs.slice(1), paragraphs[0] ?? '']).counts).toEqual(counts({}));
	expect(lowest(paragraphs.map((one) => one.replace('\n', ' '))).counts).toEqual(counts({}));
});

test('words are told with their column, and white space with the words around it', () => {
	expect(counted('The  rent is due\n', 'the rent is\ndue\n', 'High')).toEqual({
		...{ unit: 'word', counts: counts({ changed: 2 }) },
		changes: [
			{
				...{ kind: 'changed', kept: { line: 1, column: 1 }, sent: { line: 1, column: 1 } },
				...{ oldText: 'The', newText: 'the' },
			},
			{
				...{ kind: 'changed', kept: { line: 1, column: 11 }, sent: { line: 1, column: 10 } },
				...{ oldText: 'is due', newText: 'is\ndue' },
			},
		],
	});
	expect(counted('a\nb\n', 'a\nx 🖊 y\nb\n', 'High').changes).toEqual([
		{ kind: 'added', sent: { line: 2, column: 1 }, newText: 'x 🖊 y' },
	]);
});

test('characters are told one by one: line ends, spaces, and those beyond the first plane', () => {
	expect(counted('my color of 🖊 it is\n', 'my colour of 🖋 it is\n', 'Excellent')).toEqual({
		...{ unit: 'character', counts: counts({ added: 1, changed: 1 }) },
		changes: [
			{ kind: 'added', sent: { line: 1, column: 8 }, newText: 'u' },
			{
				...{ kind: 'changed', kept: { line: 1, column: 13 }, sent: { line: 1, column: 14 } },
				...{ oldText: '🖊', newText: '🖋' },
			},
		],
	});
	expect(counted('a\nb\n', 'a\r\nb', 'Excellent')).toMatchObject({
		counts: counts({ added: 1, removed: 1 }),
		changes: [
			{ kind: 'added', sent: { line: 1, column: 2 }, newText: '\r' },
			{ kind: 'removed', kept: { line: 2, column: 2 }, oldText: '\n' },
		],
	});
});

test('lines that moved are their words and characters, told once', () => {
	const lines = ['one', 'two a', 'two b', 'three', 'four', 'five', 'six'];
	const sent = ['one', 'three', 'four', 'five', 'six', 'two a', 'two b'];
	const text = (list: readonly string[]) => list.map((line) => `${line}\n`).join('');
	const high = counted(text(lines), text(sent), 'High');
	expect(high.counts).toEqual(counts({ moved: 4 }));
	expect(high.changes).toEqual([
		{
			...{ kind: 'moved', kept: { line: 2 }, sent: { line: 6 } },
			...{ oldText: 'two a\ntwo b', newText: 'two a\ntwo b' },
		},
	]);
	expect(counted(text(lines), text(sent), 'Excellent').counts).toEqual(counts({ moved: 12 }));
});

describe('for every pair of texts', () => {
	const level = fc.constantFrom(...levelNames);
	const rules = fc.record({ ignoreCase: fc.boolean(), ignoreWhiteSpace: fc.boolean() });

	test('the words that are counted are those that the accuracy weighs', () => {
		fc.assert(
			fc.property(anyText, anyText, level, rules, (kept, sent, at, ruled) => {
				const comparison = rowsOf(kept, sent, ruled);
				const { changed, added, removed, moved } = countedIn('word', comparison, at).counts;
				const { differing } = weightsAt(comparison, at);
				expect(2 * changed + added + removed + 2 * moved).toBe(differing);
			}),
			{ numRuns: 2000, seed },
		);
	});

	test('swapping them swaps what was added and removed, in every unit', () => {
		fc.assert(
			fc.property(anyText, anyText, level, (kept, sent, at) => {
				for (const unit of Object.values(textUnits)) {
					const { added, removed, ...rest } = counted(kept, sent, at, unit).counts;
					expect(counted(sent, kept, at, unit).counts).toEqual({
						...{ ...rest, added: removed, removed: added },
					});
				}
			}),
			{ numRuns: 500, seed },
		);
	});

	test('paragraphs are no more than lines, and lines no more at a coarser level', () => {
		const sum = ({ added, removed, changed, moved }: ChangeCounts) =>
			added + removed + changed + moved;
		fc.assert(
			fc.property(anyText, anyText, (kept, sent) => {
				const comparison = rowsOf(kept, sent);
				const at = (one: Level, unit: TextUnit) => sum(countedIn(unit, comparison, one).counts);
				const lines = levelNames.map((one) => at(one, 'line'));
				expect(lines).toEqual([...lines].sort((one, other) => one - other));
				expect(at('Lowest', 'paragraph')).toBeLessThanOrEqual(lines[0] ?? 0);
			}),
			{ numRuns: 1000, seed },
		);
	});

	test('what is listed is what is counted, where the list is not full', () => {
		fc.assert(
			fc.property(anyText, anyText, level, (kept, sent, at) => {
				for (const unit of Object.values(textUnits)) {
					const { changes, counts: found } = counted(kept, sent, at, unit);
					const isNone = Object.values(found).every((count) => count === 0);
					expect(changes.length === 0).toBe(isNone);
				}
			}),
			{ numRuns: 500, seed },
		);
	});
});
