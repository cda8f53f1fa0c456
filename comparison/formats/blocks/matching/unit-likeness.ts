/**
 * Pairs units whose text changed, by shared words; pairs never cross. A few units are compared
 * pairwise; for many, their words are aligned.
 */
import { at, present } from '../../../../server/at';
import { align } from '../../../align/align';
import { heaviestChain, mostAlike, type Candidate } from '../../../align/choosing';
import { matchesIn, type Match } from '../../../align/run';
import type { Both } from '../../../core/format-comparer';
import { TokenList } from '../../text/reading/tokens';

/** A row is paired by its place as well; a thing, such as a picture among the paragraphs of a page, has no words. */
type UnitKind = 'row' | 'paragraph' | 'thing';

export interface Unit {
	/** Equal for units with the same text; units of different kinds never have equal keys. */
	readonly key: string;
	readonly text: string;
	/** Units of different kinds are no pair. */
	readonly kind: UnitKind;
	/** By which it is known, whatever its words are: the title of a slide, the shape of a text. */
	readonly name?: string;
}

/** Ascending indexes of both sides. */
export type Stretch = Both<readonly number[]>;

/** Minimum share of common words of a pair. */
const pairedShare = 0.4;

/** Maximum number of pairs compared individually. */
export const comparedPairsMax = 2500;

export function likePairs(
	kept: readonly Unit[],
	sent: readonly Unit[],
	stretch: Stretch,
): readonly Match[] {
	const isSmall = stretch.kept.length * stretch.sent.length <= comparedPairsMax;
	return isSmall ? bestPairs(kept, sent, stretch) : pairsByWords(kept, sent, stretch);
}

/** The pairs with the highest total similarity. */
function bestPairs(
	kept: readonly Unit[],
	sent: readonly Unit[],
	stretch: Stretch,
): readonly Match[] {
	const theirs = stretch.sent.map((other) => ({ other, bag: bagOf(at(sent, other)) }));
	const candidates = stretch.kept.flatMap((base) => {
		const ours = bagOf(at(kept, base));
		return theirs.map(({ other, bag }) => ({ base, other, weight: likeness(ours, bag) }));
	});
	return matchesOf(heaviestChain(candidates.filter(({ weight }) => weight > 0)));
}

function matchesOf(pairs: readonly Candidate[]): readonly Match[] {
	return pairs.map(({ base, other }) => [base, other]);
}

/** The words of a unit in any order, each counted once per occurrence. */
interface Bag {
	readonly kind: UnitKind;
	readonly name: string | undefined;
	readonly total: number;
	readonly weights: ReadonlyMap<number, number>;
}

export function bagOf({ text, kind, name }: Unit): Bag {
	const tokens = new TokenList([text]);
	const weights = new Map<number, number>();
	let total = 0;
	for (let token = 0; token < tokens.length; token += 1) {
		const hash = tokens.hashOf(token);
		weights.set(hash, (weights.get(hash) ?? 0) + 1);
		total += 1;
	}
	return { kind, name, total, weights };
}

/** 0 to 1, and 1 more for the same name; 0 if the units share too little to be a pair. */
export function likeness(one: Bag, other: Bag): number {
	if (one.kind !== other.kind) return 0;
	let shared = 0;
	for (const [hash, weight] of one.weights) {
		shared += Math.min(weight, other.weights.get(hash) ?? 0);
	}
	const share = (2 * shared) / Math.max(1, one.total + other.total);
	const hasName = one.name !== undefined && one.name === other.name;
	return (share >= pairedShare ? share : 0) + (hasName ? 1 : 0);
}

/** Aligns the words of the whole range, so pairs never cross. */
function pairsByWords(
	kept: readonly Unit[],
	sent: readonly Unit[],
	stretch: Stretch,
): readonly Match[] {
	const ours = wordsOf(kept, stretch.kept);
	const theirs = wordsOf(sent, stretch.sent);
	const shared = new Map<string, Candidate>();
	for (const [word, otherWord] of matchesIn(align(ours.hashes, theirs.hashes).runs)) {
		const [base, other] = [at(ours.units, word), at(theirs.units, otherWord)];
		const key = `${base}/${other}`;
		const weight = (shared.get(key)?.weight ?? 0) + at(ours.weights, word);
		shared.set(key, { base, other, weight });
	}
	const isLike = ({ base, other, weight }: Candidate) =>
		at(kept, base).kind === at(sent, other).kind &&
		2 * weight >= pairedShare * (totalOf(ours, base) + totalOf(theirs, other));
	return matchesOf(mostAlike([...shared.values()].filter(isLike)));
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
