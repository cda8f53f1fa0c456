/**
 * Aligns lists of whole numbers: which entries both have in the same order, which only one has.
 * The search is bounded by a budget of work, not of time, so that the same input always gives
 * the same answer.
 */
import { diffArrays } from 'diff';

export interface Pair {
	readonly first: Int32Array;
	readonly second: Int32Array;
}

/** Whether the entries of a run are in both lists, in the first or in the second only. */
export type RunKind = 'both' | 'first' | 'second';

export interface Run {
	readonly kind: RunKind;
	readonly count: number;
}

/** Nothing when the lists differ too much to be aligned within the budget. */
export type Alignment = readonly Run[] | undefined;

/** One alignment for each pair, in their order. */
export type Align = (pairs: readonly Pair[]) => readonly Alignment[];

/**
 * Aligns each pair with as few entries left over as possible. `budget` bounds the work of all
 * pairs together: an alignment with d entries left over costs about d squared. One pair gets at
 * most half of what is left, so that a hopeless one does not starve those after it.
 */
export function alignAll(pairs: readonly Pair[], budget: number): readonly Alignment[] {
	let left = budget;
	return pairs.map(({ first, second }) => {
		const editLengthMax = Math.floor(Math.sqrt(Math.max(0, left) / 2));
		const runs = align(first, second, editLengthMax);
		const leftOver = runs === undefined ? editLengthMax : editLength(runs);
		left -= leftOver ** 2 + first.length + second.length;
		return runs;
	});
}

function editLength(runs: readonly Run[]): number {
	return runs.reduce((sum, { kind, count }) => (kind === 'both' ? sum : sum + count), 0);
}

/** Equal beginnings and ends are set aside first; they need no search. */
function align(first: Int32Array, second: Int32Array, editLengthMax: number): Alignment {
	const shorter = Math.min(first.length, second.length);
	let head = 0;
	while (head < shorter && first[head] === second[head]) head += 1;
	let tail = 0;
	while (
		tail < shorter - head &&
		first[first.length - 1 - tail] === second[second.length - 1 - tail]
	) {
		tail += 1;
	}
	const middle = alignMiddle(
		Array.from(first.subarray(head, first.length - tail)),
		Array.from(second.subarray(head, second.length - tail)),
		editLengthMax,
	);
	if (middle === undefined) return undefined;
	const runs: readonly Run[] = [
		{ kind: 'both', count: head },
		...middle,
		{ kind: 'both', count: tail },
	];
	return runs.filter(({ count }) => count > 0);
}

function alignMiddle(
	first: readonly number[],
	second: readonly number[],
	editLengthMax: number,
): Alignment {
	if (first.length === 0 || second.length === 0) {
		return [
			{ kind: 'first', count: first.length },
			{ kind: 'second', count: second.length },
		];
	}
	const changes = diffArrays([...first], [...second], { maxEditLength: editLengthMax });
	return changes?.map(({ added, removed, value }) => ({
		kind: removed ? 'first' : added ? 'second' : 'both',
		count: value.length,
	}));
}
