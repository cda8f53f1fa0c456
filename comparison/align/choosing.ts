/**
 * Chooses which entries of two lists are pairs: the heaviest chain in order, the most alike wherever they
 * stand, and equal keys wherever they stand.
 */
import { at, present } from '../../server/at';
import type { Match } from './run';

/** Two entries that may be a pair; a weight above 0 says how alike they are. */
export interface Candidate {
	readonly base: number;
	readonly other: number;
	readonly weight: number;
}

/**
 * The candidates that ascend on both sides with the greatest total weight; among equal ones those
 * that stand first. Takes n log n steps for n candidates.
 */
export function heaviestChain<One extends Candidate>(candidates: readonly One[]): readonly One[] {
	const ordered = candidates.toSorted(
		(one, other) => one.base - other.base || other.other - one.other,
	);
	const ends = new ChainEnds(ordered);
	for (const [index, candidate] of ordered.entries()) ends.add(index, candidate);
	return ends.heaviest();
}

/** The chains so far, by the place in the other list at which they end (a Fenwick tree of maxima). */
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
		const length = candidates.reduce((most, { other }) => Math.max(most, other + 1), 0);
		this.#heaviest = new Int32Array(length + 1).fill(-1);
	}

	add(index: number, { other, weight }: One): void {
		const before = this.#endingBefore(other);
		this.#before[index] = before;
		this.#totals[index] = weight + (before < 0 ? 0 : at(this.#totals, before));
		for (let node = other + 1; node < this.#heaviest.length; node += node & -node) {
			if (this.#isBetter(index, at(this.#heaviest, node))) this.#heaviest[node] = index;
		}
	}

	heaviest(): readonly One[] {
		const chain: One[] = [];
		let index = this.#endingBefore(this.#heaviest.length - 1);
		for (; index >= 0; index = at(this.#before, index)) chain.push(at(this.#candidates, index));
		return chain.reverse();
	}

	#endingBefore(other: number): number {
		let best = -1;
		for (let node = other; node > 0; node -= node & -node) {
			const index = at(this.#heaviest, node);
			if (index >= 0 && this.#isBetter(index, best)) best = index;
		}
		return best;
	}

	/** Of equal weight, the chain that ends first in the base, then in the other list. */
	#isBetter(index: number, than: number): boolean {
		if (than < 0) return true;
		const [total, other] = [at(this.#totals, index), at(this.#totals, than)];
		if (total !== other) return total > other;
		const [one, two] = [at(this.#candidates, index), at(this.#candidates, than)];
		return one.base - two.base < 0 || (one.base === two.base && one.other < two.other);
	}
}

/**
 * The pairs of the greatest weight first, each entry in one pair at most; among equal ones the
 * nearest, then the first.
 */
export function mostAlike<One extends Candidate>(candidates: readonly One[]): readonly One[] {
	const taken = { base: new Set<number>(), other: new Set<number>() };
	const distance = ({ base, other }: Candidate) => Math.abs(base - other);
	return candidates
		.toSorted(
			(one, other) =>
				other.weight - one.weight ||
				distance(one) - distance(other) ||
				one.base - other.base ||
				one.other - other.other,
		)
		.filter(({ base, other }) => {
			if (taken.base.has(base) || taken.other.has(other)) return false;
			taken.base.add(base);
			taken.other.add(other);
			return true;
		});
}

/**
 * Pairs entries of equal keys wherever they stand, the n-th with the n-th. An entry without a key is
 * in no pair.
 */
export function pairsByKey<Key>(
	base: ArrayLike<Key | undefined>,
	other: ArrayLike<Key | undefined>,
): readonly Match[] {
	const next = new Map<Key, number>();
	/** For each entry of the other list the next one of its key, or -1. */
	const following = new Int32Array(other.length);
	for (let place = other.length - 1; place >= 0; place -= 1) {
		const key = other[place];
		if (key === undefined) continue;
		following[place] = next.get(key) ?? -1;
		next.set(key, place);
	}
	const pairs: Match[] = [];
	for (let place = 0; place < base.length; place += 1) {
		const key = base[place];
		const partner = key === undefined ? -1 : (next.get(key) ?? -1);
		if (key === undefined || partner < 0) continue;
		pairs.push([place, partner]);
		next.set(key, present(following[partner], 'the next entry of a key'));
	}
	return pairs;
}
