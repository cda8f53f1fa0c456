/**
 * Pairs entries of two lists that are alike or equal: the heaviest chain in order, the most alike
 * wherever they stand, and equal keys wherever they stand.
 */
import { at, present } from '../../../server/at';
import type { Match } from './run';

/** Two entries that may be a pair; a weight above 0 says how alike they are. */
export interface Candidate {
	readonly first: number;
	readonly second: number;
	readonly weight: number;
}

/**
 * The candidates that ascend on both sides with the greatest total weight; among equal ones those
 * that stand first. Takes n log n steps for n candidates.
 */
export function heaviestChain<One extends Candidate>(candidates: readonly One[]): readonly One[] {
	const ordered = candidates.toSorted(
		(one, other) => one.first - other.first || other.second - one.second,
	);
	const ends = new ChainEnds(ordered);
	for (const [index, candidate] of ordered.entries()) ends.add(index, candidate);
	return ends.heaviest();
}

/** The chains so far, by the place on the second side at which they end (a Fenwick tree of maxima). */
class ChainEnds<One extends Candidate> {
	readonly #candidates: readonly One[];
	readonly #totals: Float64Array;
	/** For each candidate the one before it in its chain, or -1. */
	readonly #before: Int32Array;
	/** For each node of the tree the end of the heaviest chain below it, or -1. */
	readonly #heaviest: Int32Array;

	constructor(candidates: readonly One[]) {
		this.#candidates = candidates;
		this.#totals = new Float64Array(candidates.length);
		this.#before = new Int32Array(candidates.length);
		const length = candidates.reduce((most, { second }) => Math.max(most, second + 1), 0);
		this.#heaviest = new Int32Array(length + 1).fill(-1);
	}

	add(index: number, { second, weight }: One): void {
		const before = this.#endingBefore(second);
		this.#before[index] = before;
		this.#totals[index] = weight + (before < 0 ? 0 : at(this.#totals, before));
		for (let node = second + 1; node < this.#heaviest.length; node += node & -node) {
			if (this.#isBetter(index, at(this.#heaviest, node))) this.#heaviest[node] = index;
		}
	}

	heaviest(): readonly One[] {
		const chain: One[] = [];
		let index = this.#endingBefore(this.#heaviest.length - 1);
		for (; index >= 0; index = at(this.#before, index)) chain.push(at(this.#candidates, index));
		return chain.reverse();
	}

	#endingBefore(second: number): number {
		let best = -1;
		for (let node = second; node > 0; node -= node & -node) {
			const index = at(this.#heaviest, node);
			if (index >= 0 && this.#isBetter(index, best)) best = index;
		}
		return best;
	}

	/** Of equal weight, the chain that ends first on the first side, then on the second. */
	#isBetter(index: number, than: number): boolean {
		if (than < 0) return true;
		const [total, other] = [at(this.#totals, index), at(this.#totals, than)];
		if (total !== other) return total > other;
		const [one, two] = [at(this.#candidates, index), at(this.#candidates, than)];
		return one.first - two.first < 0 || (one.first === two.first && one.second < two.second);
	}
}

/**
 * The pairs of the greatest weight first, each entry in one pair at most; among equal ones the
 * nearest, then the first.
 */
export function mostAlike<One extends Candidate>(candidates: readonly One[]): readonly One[] {
	const taken = { first: new Set<number>(), second: new Set<number>() };
	const distance = ({ first, second }: Candidate) => Math.abs(first - second);
	return candidates
		.toSorted(
			(one, other) =>
				other.weight - one.weight ||
				distance(one) - distance(other) ||
				one.first - other.first ||
				one.second - other.second,
		)
		.filter(({ first, second }) => {
			if (taken.first.has(first) || taken.second.has(second)) return false;
			taken.first.add(first);
			taken.second.add(second);
			return true;
		});
}

/**
 * Pairs entries of equal keys wherever they stand, the n-th with the n-th. An entry without a key is
 * in no pair.
 */
export function pairsByKey<Key>(
	first: ArrayLike<Key | undefined>,
	second: ArrayLike<Key | undefined>,
): readonly Match[] {
	const next = new Map<Key, number>();
	/** For each entry of the second list the next one of its key, or -1. */
	const following = new Int32Array(second.length);
	for (let place = second.length - 1; place >= 0; place -= 1) {
		const key = second[place];
		if (key === undefined) continue;
		following[place] = next.get(key) ?? -1;
		next.set(key, place);
	}
	const pairs: Match[] = [];
	for (let place = 0; place < first.length; place += 1) {
		const key = first[place];
		const other = key === undefined ? -1 : (next.get(key) ?? -1);
		if (key === undefined || other < 0) continue;
		pairs.push([place, other]);
		next.set(key, present(following[other], 'the next entry of a key'));
	}
	return pairs;
}
