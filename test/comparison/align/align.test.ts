import fc from 'fast-check';
import { align } from '../../../comparison/align/align';
import { longestIncreasing } from '../../../comparison/align/increasing';
import { heaviestChain, mostAlike, pairsByKey } from '../../../comparison/align/choosing';
import { gapsBetween, matchesIn, numbered } from '../../../comparison/align/run';

/** The length of the longest common subsequence, by the table of all prefixes. */
function commonLength(base: readonly number[], other: readonly number[]): number {
	let row = new Array<number>(other.length + 1).fill(0);
	for (const entry of base) {
		const next = [0];
		for (const [place, sought] of other.entries()) {
			const best = Math.max(row[place + 1] ?? 0, next[place] ?? 0);
			next.push(entry === sought ? (row[place] ?? 0) + 1 : best);
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}

const ascends = (values: readonly number[]) =>
	values.every((value, place) => place === 0 || value > (values[place - 1] ?? value));

const aligned = (base: readonly number[], other: readonly number[]) =>
	align(Int32Array.from(base), Int32Array.from(other));

const lists = (lengthMax: number, valueMax: number) =>
	fc.array(fc.nat(valueMax), { maxLength: lengthMax });

describe('aligning two lists', () => {
	it('finds the longest common subsequence of short lists', () => {
		fc.assert(
			fc.property(lists(60, 6), lists(60, 6), (base, other) => {
				const matches = [...matchesIn(aligned(base, other).runs)];
				expect(ascends(matches.map(([place]) => place))).toBe(true);
				expect(ascends(matches.map(([, place]) => place))).toBe(true);
				expect(matches.filter(([one, two]) => base[one] !== other[two])).toEqual([]);
				expect(matches).toHaveLength(commonLength(base, other));
			}),
		);
	});

	it('finds every entry that stayed in a long list, whatever was put in and taken out', () => {
		const edits = fc.array(fc.tuple(fc.nat(2_999), fc.boolean()), { maxLength: 40 });
		fc.assert(
			fc.property(edits, (places) => {
				const base = Array.from({ length: 3_000 }, (_, entry) => entry);
				const other = [...base];
				for (const [place, isAdded] of places) other.splice(place, isAdded ? 0 : 1, -1 - place);
				const stayed = other.filter((entry) => entry >= 0);
				const { runs, isCoarse } = aligned(base, other);
				expect([...matchesIn(runs)].map(([place]) => base[place])).toEqual(stayed);
				expect(isCoarse).toBe(false);
			}),
			{ numRuns: 20 },
		);
	});

	it('says that lists were too different for a search', () => {
		const base = Array.from({ length: 2_000 }, (_, entry) => entry % 7);
		const other = Array.from({ length: 2_000 }, (_, entry) => (entry * entry + 3) % 11);
		expect(aligned(base, other).isCoarse).toBe(true);
	});

	it('leaves gaps that cover what no run has', () => {
		fc.assert(
			fc.property(lists(40, 4), lists(40, 4), (base, other) => {
				const { runs } = aligned(base, other);
				const lengths = { base: base.length, other: other.length };
				const inGaps = { base: 0, other: 0 };
				for (const gap of gapsBetween(runs, lengths)) {
					inGaps.base += gap.base.to - gap.base.from;
					inGaps.other += gap.other.to - gap.other.from;
				}
				const matched = [...matchesIn(runs)].length;
				expect(inGaps).toEqual({
					base: base.length - matched,
					other: other.length - matched,
				});
			}),
		);
	});

	it('numbers equal keys alike, and an entry without a key like no other', () => {
		const { base, other } = numbered(['a', undefined, 'b'], ['b', 'a', undefined, undefined]);
		expect([...base, ...other].map((number) => Math.min(number, 0))).toEqual([
			0, -1, 0, 0, 0, -2, -3,
		]);
		expect([base[0], base[2]]).toEqual([other[1], other[0]]);
	});
});

describe('pairing entries', () => {
	const candidates = fc
		.uniqueArray(fc.tuple(fc.nat(9), fc.nat(9), fc.integer({ min: 1, max: 9 })), {
			selector: ([base, other]) => base * 10 + other,
			maxLength: 30,
		})
		.map((list) => list.map(([base, other, weight]) => ({ base, other, weight })));

	it('finds the heaviest chain that ascends on both sides', () => {
		fc.assert(
			fc.property(candidates, (list) => {
				const chain = heaviestChain(list);
				expect(ascends(chain.map(({ base }) => base))).toBe(true);
				expect(ascends(chain.map(({ other }) => other))).toBe(true);
				const heaviestFrom = (base: number, other: number): number =>
					list
						.filter((one) => one.base >= base && one.other >= other)
						.reduce((most, one) => {
							const rest = known[one.base + 1]?.[one.other + 1] ?? 0;
							return Math.max(most, one.weight + rest);
						}, 0);
				const known: number[][] = [];
				for (let base = 10; base >= 0; base -= 1) {
					known[base] = Array.from({ length: 11 }, (_, other) => heaviestFrom(base, other));
				}
				const weight = chain.reduce((sum, one) => sum + one.weight, 0);
				expect(weight).toBe(known[0]?.[0]);
			}),
		);
	});

	it('takes of equal chains the one that stands first', () => {
		const all = [0, 1].flatMap((base) => [0, 1, 2].map((other) => ({ base, other, weight: 1 })));
		expect(heaviestChain(all)).toEqual([
			{ base: 0, other: 0, weight: 1 },
			{ base: 1, other: 1, weight: 1 },
		]);
	});

	it('pairs the most alike first, each entry once, and leaves no two that could be a pair', () => {
		fc.assert(
			fc.property(candidates, (list) => {
				const pairs = mostAlike(list);
				const taken = {
					base: pairs.map((one) => one.base),
					other: pairs.map((one) => one.other),
				};
				expect(new Set(taken.base).size).toBe(pairs.length);
				expect(new Set(taken.other).size).toBe(pairs.length);
				for (const one of list) {
					const rivals = pairs.filter(
						({ base, other }) => base === one.base || other === one.other,
					);
					expect(Math.max(...rivals.map(({ weight }) => weight))).toBeGreaterThanOrEqual(
						one.weight,
					);
				}
			}),
		);
	});

	it('takes of equally alike ones the nearest', () => {
		const list = [
			{ base: 0, other: 2, weight: 1 },
			{ base: 1, other: 2, weight: 1 },
			{ base: 1, other: 0, weight: 1 },
		];
		expect(mostAlike(list)).toEqual([{ base: 1, other: 0, weight: 1 }, list[0]]);
	});

	it('pairs equal keys, the n-th with the n-th', () => {
		expect(pairsByKey(['a', 'b', undefined, 'a', 'a'], ['a', undefined, 'c', 'a', 'b'])).toEqual([
			[0, 0],
			[1, 4],
			[3, 3],
		]);
	});
});

it('finds the longest increasing subsequence', () => {
	fc.assert(
		fc.property(fc.uniqueArray(fc.nat(50), { maxLength: 14 }), (values) => {
			const isIn = longestIncreasing(Int32Array.from(values));
			const kept = values.filter((_, place) => isIn[place] === 1);
			expect(ascends(kept)).toBe(true);
			expect(kept).toHaveLength(
				commonLength(
					values,
					values.toSorted((one, other) => one - other),
				),
			);
		}),
	);
});
