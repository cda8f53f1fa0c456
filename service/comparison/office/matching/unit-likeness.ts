/**
 * Pairs units whose text changed, by shared words; pairs never cross. A few units are compared
 * pairwise; for many, their words are aligned.
 */
import { at, present } from '../../../../server/at';
import { align } from '../../text/align/aligning';
import { TokenList } from '../../text/reading/tokens';

export interface Unit {
	/** Equal for units with the same text; units of different kinds never have equal keys. */
	readonly key: string;
	readonly text: string;
	readonly isRow: boolean;
	/** By which it is known, whatever its words are: the title of a slide, the shape of a text. */
	readonly name?: string;
}

/** Ascending indexes of both sides. */
export interface Stretch {
	readonly kept: readonly number[];
	readonly sent: readonly number[];
}

/** Minimum share of common words of a pair. */
const pairedShare = 0.4;

/** Maximum number of pairs compared individually. */
export const comparedPairsMax = 2500;

/** Partners of units of the kept side. */
export function likePairs(
	kept: readonly Unit[],
	sent: readonly Unit[],
	stretch: Stretch,
): ReadonlyMap<number, number> {
	const isSmall = stretch.kept.length * stretch.sent.length <= comparedPairsMax;
	return isSmall ? bestPairs(kept, sent, stretch) : pairsByWords(kept, sent, stretch);
}

/** The pairs with the highest total similarity. */
function bestPairs(
	kept: readonly Unit[],
	sent: readonly Unit[],
	stretch: Stretch,
): ReadonlyMap<number, number> {
	const ours = stretch.kept.map((index) => bagOf(at(kept, index)));
	const theirs = stretch.sent.map((index) => bagOf(at(sent, index)));
	const width = theirs.length + 1;
	/** Highest total similarity of the units from these two on. */
	const sums = new Float64Array((ours.length + 1) * width);
	const shares = new Float64Array((ours.length + 1) * width);
	for (let one = ours.length - 1; one >= 0; one -= 1) {
		for (let other = theirs.length - 1; other >= 0; other -= 1) {
			const place = one * width + other;
			const share = likeness(at(ours, one), at(theirs, other));
			shares[place] = share;
			const paired = share > 0 ? share + at(sums, place + width + 1) : 0;
			sums[place] = Math.max(paired, at(sums, place + width), at(sums, place + 1));
		}
	}
	const partners = new Map<number, number>();
	let [one, other] = [0, 0];
	while (one < ours.length && other < theirs.length) {
		const place = one * width + other;
		const share = at(shares, place);
		if (share > 0 && sums[place] === share + at(sums, place + width + 1)) {
			partners.set(at(stretch.kept, one), at(stretch.sent, other));
			[one, other] = [one + 1, other + 1];
		} else if (sums[place] === sums[place + width]) one += 1;
		else other += 1;
	}
	return partners;
}

/** The words of a unit in any order, each counted once per occurrence. */
export interface Bag {
	readonly isRow: boolean;
	readonly name: string | undefined;
	readonly total: number;
	readonly weights: ReadonlyMap<number, number>;
}

export function bagOf({ text, isRow, name }: Unit): Bag {
	const tokens = new TokenList([text]);
	const weights = new Map<number, number>();
	let total = 0;
	for (let token = 0; token < tokens.length; token += 1) {
		const hash = tokens.hashOf(token);
		weights.set(hash, (weights.get(hash) ?? 0) + 1);
		total += 1;
	}
	return { isRow, name, total, weights };
}

/** 0 to 1, and 1 more for the same name; 0 if the units share too little to be a pair. */
export function likeness(one: Bag, other: Bag): number {
	if (one.isRow !== other.isRow) return 0;
	let shared = 0;
	for (const [hash, weight] of one.weights) {
		shared += Math.min(weight, other.weights.get(hash) ?? 0);
	}
	const share = (2 * shared) / Math.max(1, one.total + other.total);
	const hasName = one.name !== undefined && one.name === other.name;
	return (share >= pairedShare ? share : 0) + (hasName ? 1 : 0);
}

interface Candidate {
	readonly one: number;
	readonly other: number;
	readonly weight: number;
}

/** Aligns the words of the whole range, so pairs never cross. */
function pairsByWords(
	kept: readonly Unit[],
	sent: readonly Unit[],
	stretch: Stretch,
): ReadonlyMap<number, number> {
	const ours = wordsOf(kept, stretch.kept);
	const theirs = wordsOf(sent, stretch.sent);
	const shared = new Map<string, Candidate>();
	for (const { first, second, length } of align(ours.hashes, theirs.hashes).runs) {
		for (let step = 0; step < length; step += 1) {
			const one = at(ours.units, first + step);
			const other = at(theirs.units, second + step);
			const key = `${one}/${other}`;
			const weight = at(ours.weights, first + step);
			shared.set(key, { one, other, weight: (shared.get(key)?.weight ?? 0) + weight });
		}
	}
	const isLike = ({ one, other, weight }: Candidate) =>
		at(kept, one).isRow === at(sent, other).isRow &&
		2 * weight >= pairedShare * (totalOf(ours, one) + totalOf(theirs, other));
	const best = [...shared.values()].filter(isLike).sort((a, b) => b.weight - a.weight);
	const partners = new Map<number, number>();
	const taken = new Set<number>();
	for (const { one, other } of best) {
		if (partners.has(one) || taken.has(other)) continue;
		partners.set(one, other);
		taken.add(other);
	}
	return partners;
}

/** The words of a range, with their units. */
interface Words {
	readonly hashes: Int32Array;
	readonly units: Int32Array;
	readonly weights: Int32Array;
	readonly totals: ReadonlyMap<number, number>;
}

function totalOf({ totals }: Words, unit: number): number {
	return present(totals.get(unit), 'the total of a unit');
}

function wordsOf(units: readonly Unit[], indexes: readonly number[]): Words {
	const tokens = new TokenList(indexes.map((index) => at(units, index).text));
	const all = Array.from({ length: tokens.length }, (_, token) => token);
	const unitOf = (token: number) => at(indexes, tokens.rowOf(token));
	const weightOf = (token: number) => tokens.endOf(token) - tokens.startOf(token);
	const totals = new Map<number, number>();
	for (const token of all) {
		totals.set(unitOf(token), (totals.get(unitOf(token)) ?? 0) + weightOf(token));
	}
	return {
		hashes: Int32Array.from(all, (token) => tokens.hashOf(token)),
		units: Int32Array.from(all, unitOf),
		weights: Int32Array.from(all, weightOf),
		totals,
	};
}
