/** The comparison of rows of text: what each level counts, and what holds for every pair of texts. */
import fc from 'fast-check';
import { accuracyOf } from '../../../../../comparison/core/comparison';
import { levelNames, type Level } from '../../../../../comparison/core/level';
import {
	compareRows,
	weightsAt,
	type TextComparison,
} from '../../../../../comparison/formats/text/matching/row-comparison';
import { rowsFrom, type Rows } from '../../../../../comparison/formats/text/reading/rows';
import { anyText } from '../any-text';

function rowsOf(text: string): Rows {
	const lines = [...text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)].filter(([whole]) => whole !== '');
	return rowsFrom(
		lines.map(([, content = '', end = ''], index) => ({
			text: content,
			end,
			place: { line: index + 1 },
		})),
	);
}

const accuracyAt = (comparison: TextComparison, level: Level) =>
	accuracyOf(weightsAt(comparison, level));

const accuracy = (kept: string, sent: string, level: Level) =>
	accuracyAt(compareRows(rowsOf(kept), rowsOf(sent)), level);

/** A text without what a level does not count, by rules of its own. */
function folded(text: string, level: Level): string {
	const lines = text.split(/\r\n|\r|\n/);
	const noEnd = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
	const isBlank = (line: string) => line.trim() === '';
	const tokens = (line: string) => line.match(/[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];
	switch (level) {
		case 'Lowest':
			return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).join(' ');
		case 'Low':
			return noEnd
				.filter((line) => !isBlank(line))
				.map((line) => tokens(line).join(' '))
				.join('\n');
		case 'Medium':
			return JSON.stringify(noEnd.map((line) => line.trimEnd()));
		case 'High':
			return JSON.stringify(noEnd);
		case 'Excellent':
			return text;
	}
}

const seed = 20_261_122;

describe('for every pair of texts', () => {
	test('it is 1 exactly where nothing differs that the level counts, but for moved rows', () => {
		fc.assert(
			fc.property(anyText, anyText, fc.constantFrom(...levelNames), (kept, sent, level) => {
				const comparison = compareRows(rowsOf(kept), rowsOf(sent));
				const value = accuracyAt(comparison, level);
				const isSame = folded(kept, level) === folded(sent, level);
				const hasMoved = comparison.differing.has('moved');
				if (level !== 'Lowest' || !hasMoved) expect(value === 1).toBe(isSame);
				expect(value).toBeGreaterThanOrEqual(0);
				expect(value).toBeLessThanOrEqual(1);
			}),
			{ numRuns: 3000, seed },
		);
	});

	test('a coarser level never says more different than a finer one', () => {
		fc.assert(
			fc.property(anyText, anyText, (kept, sent) => {
				const comparison = compareRows(rowsOf(kept), rowsOf(sent));
				const values = levelNames.map((level) => accuracyAt(comparison, level));
				expect(values).toEqual([...values].sort((one, other) => other - one));
			}),
			{ numRuns: 1000, seed },
		);
	});

	test('it is the same from either side', () => {
		fc.assert(
			fc.property(anyText, anyText, (kept, sent) => {
				const [one, other] = [
					compareRows(rowsOf(kept), rowsOf(sent)),
					compareRows(rowsOf(sent), rowsOf(kept)),
				];
				for (const level of levelNames) {
					expect(accuracyAt(one, level)).toBe(accuracyAt(other, level));
				}
				for (const [index, block] of one.blocks.entries()) {
					const mirrored = other.blocks[index];
					expect(mirrored).toEqual({ ...block, kept: block.sent, sent: block.kept });
				}
			}),
			{ numRuns: 500, seed },
		);
	});

	test('the pieces of all rows together are both texts', () => {
		fc.assert(
			fc.property(anyText, anyText, (kept, sent) => {
				const comparison = compareRows(rowsOf(kept), rowsOf(sent));
				const joined = (side: 'kept' | 'sent') =>
					comparison.blocks
						.flatMap((block) => comparison.detailOf(block)[side])
						.map(({ row, pieces, movedTo }) => {
							const shown = pieces.map((shownPiece) => shownPiece.text).join('');
							return movedTo === undefined ? shown : shown + (row.end ?? '');
						})
						.join('');
				expect([joined('kept'), joined('sent')]).toEqual([kept, sent]);
			}),
			{ numRuns: 1000, seed },
		);
	});
});

test('texts with nothing in common are 0 at every level', () => {
	for (const level of levelNames) {
		expect(accuracy('one, two.\nthree\n', 'four, five.\nsix seven\n', level)).toBe(0);
	}
});

test('more edits never raise it, at any level', () => {
	const line = fc.array(fc.constantFrom('the', 'of', 'rent', 'flat', 'is,', 'due.'), {
		minLength: 3,
		maxLength: 9,
	});
	const text = fc.array(line, { minLength: 3, maxLength: 30 });
	const edits = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 12 });
	fc.assert(
		fc.property(text, edits, (lines, places) => {
			const words = lines.map((own): string[] => [...own]);
			const kept = lines.map((own) => own.join(' ')).join('\n');
			let before = levelNames.map(() => 1);
			for (const [index, place] of places.entries()) {
				const own: string[] = words[place % words.length] ?? [];
				own[place % own.length] = `new${index}`;
				const sent = words.map((changed) => changed.join(' ')).join('\n');
				const comparison = compareRows(rowsOf(kept), rowsOf(sent));
				const after = levelNames.map((level) => accuracyAt(comparison, level));
				for (const [at, value] of after.entries()) {
					expect(value).toBeLessThanOrEqual(before[at] ?? 1);
				}
				before = after;
			}
		}),
		{ numRuns: 150, seed },
	);
});
