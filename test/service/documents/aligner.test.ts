/** The alignment of lists: the full search, and the coarser one by anchors. */
import fc from 'fast-check';
import { alignAll, type Alignment, type Pair } from '../../../service/documents/aligner';
import { patienceRuns } from '../../../service/documents/patience-diff';

function pair(first: readonly number[], second: readonly number[]): Pair {
	return { first: Int32Array.from(first), second: Int32Array.from(second) };
}

/** Length of the longest common subsequence, by the textbook table. */
function longestCommon(first: readonly number[], second: readonly number[]): number {
	let above: number[] = Array(second.length + 1).fill(0);
	for (const entry of first) {
		const row = [0];
		for (const [at, other] of second.entries()) {
			const best = Math.max(above[at + 1] ?? 0, row[at] ?? 0);
			row.push(entry === other ? (above[at] ?? 0) + 1 : best);
		}
		above = row;
	}
	return above.at(-1) ?? 0;
}

function count(runs: Alignment, ...kinds: readonly string[]): number {
	return (runs ?? []).reduce((sum, run) => sum + (kinds.includes(run.kind) ? run.count : 0), 0);
}

/** The runs are both lists in their order, and what they say is in both is the same there. */
function expectCovered(runs: Alignment, first: readonly number[], second: readonly number[]): void {
	expect(count(runs, 'both', 'first')).toBe(first.length);
	expect(count(runs, 'both', 'second')).toBe(second.length);
	let [firstAt, secondAt] = [0, 0];
	for (const { kind, count: length } of runs ?? []) {
		if (kind === 'both') {
			expect(first.slice(firstAt, firstAt + length)).toEqual(
				second.slice(secondAt, secondAt + length),
			);
		}
		if (kind !== 'second') firstAt += length;
		if (kind !== 'first') secondAt += length;
	}
}

const list = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 25 });

test('an alignment covers both lists, matches equal entries and leaves as few over as can be', () => {
	fc.assert(
		fc.property(list, list, (first, second) => {
			const [runs] = alignAll([pair(first, second)], 1e6);
			expectCovered(runs, first, second);
			expect(count(runs, 'both')).toBe(longestCommon(first, second));
		}),
		{ numRuns: 500 },
	);
});

test('anchored runs cover both lists, match equal entries, and no more than the full search', () => {
	const wide = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 25 });
	fc.assert(
		fc.property(wide, wide, (first, second) => {
			const runs = patienceRuns(pair(first, second));
			expectCovered(runs, first, second);
			expect(count(runs, 'both')).toBeLessThanOrEqual(longestCommon(first, second));
		}),
		{ numRuns: 500 },
	);
});

test('a pair that is too different gets no alignment and does not starve the next', () => {
	const unrelated = pair(
		Array.from({ length: 500 }, (_, index) => index),
		Array.from({ length: 500 }, (_, index) => index + 1000),
	);
	const [first, second] = alignAll([unrelated, pair([1, 2, 3], [1, 3])], 20_000);
	expect(first).toBeUndefined();
	expect(second).toEqual([
		{ kind: 'both', count: 1 },
		{ kind: 'first', count: 1 },
		{ kind: 'both', count: 1 },
	]);
});
