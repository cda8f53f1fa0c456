import fc from 'fast-check';
import { align } from '../../../../service/comparison/align/align';
import { longestIncreasing } from '../../../../service/comparison/align/increasing';
import { heaviestChain, mostAlike, pairsByKey } from '../../../../service/comparison/align/pairing';
import { gapsBetween, matchesIn, numbered } from '../../../../service/comparison/align/run';

/** The length of the longest common subsequence, by the table of all prefixes. */
function commonLength(first: readonly number[], second: readonly number[]): number {
	let row = new Array<number>(second.length + 1).fill(0);
	for (const entry of first) {
		const next = [0];
		for (const [place, other] of second.entries()) {
			const best = Math.max(row[place + 1] ?? 0, next[place] ?? 0);
			next.push(entry === other ? (row[place] ?? 0) + 1 : best);
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}

const ascends = (values: readonly number[]) =>
	values.every((value, place) => place === 0 || value > (values[place - 1] ?? value));

const aligned = (first: readonly number[], second: readonly number[]) =>
	align(Int32Array.from(first), Int32Array.from(second));

const lists = (lengthMax: number, valueMax: number) =>
	fc.array(fc.nat(valueMax), { maxLength: lengthMax });

describe('aligning two lists', () => {
	it('finds the longest common subsequence of short lists', () => {
		fc.assert(
			fc.property(lists(60, 6), lists(60, 6), (first, second) => {
				const matches = [...matchesIn(aligned(first, second).runs)];
				expect(ascends(matches.map(([place]) => place))).toBe(true);
				expect(ascends(matches.map(([, place]) => place))).toBe(true);
				expect(matches.filter(([one, other]) => first[one] !== second[other])).toEqual([]);
				expect(matches).toHaveLength(commonLength(first, second));
			}),
		);
	});

	it('finds every entry that stayed in a long list, whatever was put in and taken out', () => {
		const edits = fc.array(fc.tuple(fc.nat(2_999), fc.boolean()), { maxLength: 40 });
		fc.assert(
			fc.property(edits, (places) => {
				const first = Array.from({ length: 3_000 }, (_, entry) => entry);
				const second = [...first];
				for (const [place, isAdded] of places) second.splice(place, isAdded ? 0 : 1, -1 - place);
				const stayed = second.filter((entry) => entry >= 0);
				const { runs, isCoarse } = aligned(first, second);
				expect([...matchesIn(runs)].map(([place]) => first[place])).toEqual(stayed);
				expect(isCoarse).toBe(false);
			}),
			{ numRuns: 20 },
		);
	});

	it('says that lists were too different for a search', () => {
		const first = Array.from({ length: 2_000 }, (_, entry) => entry % 7);
		const second = Array.from({ length: 2_000 }, (_, entry) => (entry * entry + 3) % 11);
		expect(aligned(first, second).isCoarse).toBe(true);
	});

	it('leaves gaps that cover what no run has', () => {
		fc.assert(
			fc.property(lists(40, 4), lists(40, 4), (first, second) => {
				const { runs } = aligned(first, second);
				const lengths = { first: first.length, second: second.length };
				const inGaps = { first: 0, second: 0 };
				for (const gap of gapsBetween(runs, lengths)) {
					inGaps.first += gap.first.to - gap.first.from;
					inGaps.second += gap.second.to - gap.second.from;
				}
				const matched = [...matchesIn(runs)].length;
				expect(inGaps).toEqual({
					first: first.length - matched,
					second: second.length - matched,
				});
			}),
		);
	});

	it('numbers equal keys alike, and an entry without a key like no other', () => {
		const { first, second } = numbered(['a', undefined, 'b'], ['b', 'a', undefined, undefined]);
		expect([...first, ...second].map((number) => Math.min(number, 0))).toEqual([
			0, -1, 0, 0, 0, -2, -3,
		]);
		expect([first[0], first[2]]).toEqual([second[1], second[0]]);
	});
});

describe('pairing entries', () => {
	const candidates = fc
		.uniqueArray(fc.tuple(fc.nat(9), fc.nat(9), fc.integer({ min: 1, max: 9 })), {
			selector: ([first, second]) => first * 10 + second,
			maxLength: 30,
		})
		.map((list) => list.map(([first, second, weight]) => ({ first, second, weight })));

	it('finds the heaviest chain that ascends on both sides', () => {
		fc.assert(
			fc.property(candidates, (list) => {
				const chain = heaviestChain(list);
				expect(ascends(chain.map(({ first }) => first))).toBe(true);
				expect(ascends(chain.map(({ second }) => second))).toBe(true);
				const heaviestFrom = (first: number, second: number): number =>
					list
						.filter((one) => one.first >= first && one.second >= second)
						.reduce((most, one) => {
							const rest = known[one.first + 1]?.[one.second + 1] ?? 0;
							return Math.max(most, one.weight + rest);
						}, 0);
				const known: number[][] = [];
				for (let first = 10; first >= 0; first -= 1) {
					known[first] = Array.from({ length: 11 }, (_, second) => heaviestFrom(first, second));
				}
				const weight = chain.reduce((sum, one) => sum + one.weight, 0);
				expect(weight).toBe(known[0]?.[0]);
			}),
		);
	});

	it('takes of equal chains the one that stands first', () => {
		const all = [0, 1].flatMap((first) =>
			[0, 1, 2].map((second) => ({ first, second, weight: 1 })),
		);
		expect(heaviestChain(all)).toEqual([
			{ first: 0, second: 0, weight: 1 },
			{ first: 1, second: 1, weight: 1 },
		]);
	});

	it('pairs the most alike first, each entry once, and leaves no two that could be a pair', () => {
		fc.assert(
			fc.property(candidates, (list) => {
				const pairs = mostAlike(list);
				const taken = {
					first: pairs.map((one) => one.first),
					second: pairs.map((one) => one.second),
				};
				expect(new Set(taken.first).size).toBe(pairs.length);
				expect(new Set(taken.second).size).toBe(pairs.length);
				for (const one of list) {
					const rivals = pairs.filter(
						({ first, second }) => first === one.first || second === one.second,
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
			{ first: 0, second: 2, weight: 1 },
			{ first: 1, second: 2, weight: 1 },
			{ first: 1, second: 0, weight: 1 },
		];
		expect(mostAlike(list)).toEqual([{ first: 1, second: 0, weight: 1 }, list[0]]);
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
