/**
 * Pairs the tokens of two stretches: words first, then punctuation between paired words. So texts
 * with the same words pair all of them, however punctuation and line breaks differ.
 */
import { at, present } from '../../../../server/at';
import { align } from '../../../align/align';
import { IntList } from '../reading/int-list';
import { matchesIn, type NumberedLists, type Span } from '../../../align/run';
import { slid, withoutNoise, type Slidable } from './run-mending';
import { areSame, type TokenList } from '../reading/tokens';

/** For each token its partner on the other side, or -1. */
export interface TokenPairs extends NumberedLists {
	/** True if something was too different for a full search. */
	readonly isCoarse: boolean;
}

export function pairTokens(base: TokenList, other: TokenList): TokenPairs {
	const pairs = {
		base: new Int32Array(base.length).fill(-1),
		other: new Int32Array(other.length).fill(-1),
	};
	const pair = (one: number, two: number) => {
		pairs.base[one] = two;
		pairs.other[two] = one;
	};
	const isCoarse = pairWords(base, other, pair);
	let [baseAt, otherAt] = [0, 0];
	const between = (baseTo: number, otherTo: number) => {
		if (baseTo > baseAt && otherTo > otherAt) pairBetween(baseTo, otherTo);
		[baseAt, otherAt] = [baseTo + 1, otherTo + 1];
	};
	const pairBetween = (baseTo: number, otherTo: number) => {
		const ours = stretchOf(base, { from: baseAt, to: baseTo });
		const theirs = stretchOf(other, { from: otherAt, to: otherTo });
		const isWhole = baseTo - baseAt === base.length && otherTo - otherAt === other.length;
		if (!isWhole || !ours.hasWords || !theirs.hasWords) {
			pairMarks(base, other, { ours, theirs }, pair);
		}
	};
	for (let token = 0; token < base.length; token += 1) {
		const partner = pairs.base[token] ?? -1;
		if (partner >= 0 && base.isWord(token)) between(token, partner);
	}
	between(base.length, other.length);
	return { ...pairs, isCoarse };
}

type Pair = (base: number, other: number) => void;

/** Returns true if something was too different for a full search. */
function pairWords(base: TokenList, other: TokenList, pair: Pair): boolean {
	const [ours, theirs] = [wordsOf(base), wordsOf(other)];
	const hashesOf = ({ tokens, indexes }: Words) => indexes.map((token) => tokens.hashOf(token));
	const { runs, isCoarse } = align(hashesOf(ours), hashesOf(theirs));
	const lengths = { base: ours.indexes.length, other: theirs.indexes.length };
	const sides = { base: endingRows(ours), other: endingRows(theirs) };
	const mended = slid(withoutNoise(runs, lengths), sides, 1);
	for (const [word, otherWord] of matchesIn(mended)) {
		const one = present(ours.indexes[word], 'a word of a run');
		const two = present(theirs.indexes[otherWord], 'a word of a run');
		if (areSame(base, one, other, two)) pair(one, two);
	}
	return isCoarse;
}

/** The words of a side, as indexes of tokens. */
interface Words {
	readonly tokens: TokenList;
	readonly indexes: Int32Array;
}

/** Insertions and deletions end with rows. */
function endingRows({ tokens, indexes }: Words): Slidable {
	const token = (word: number) => at(indexes, word);
	return {
		isBoundary: (word) =>
			word >= indexes.length || tokens.rowOf(token(word)) !== tokens.rowOf(token(word - 1)),
		isSame: (word, other) => tokens.textOf(token(word)) === tokens.textOf(token(other)),
	};
}

function wordsOf(tokens: TokenList): Words {
	const indexes = new IntList();
	for (let token = 0; token < tokens.length; token += 1) {
		if (tokens.isWord(token)) indexes.push(token);
	}
	return { tokens, indexes: indexes.view() };
}

/** The tokens between two paired words: punctuation, and unpaired words. */
interface Stretch {
	readonly all: readonly number[];
	/** Punctuation before the first word and after the last. */
	readonly before: readonly number[];
	readonly after: readonly number[];
	readonly hasWords: boolean;
}

function stretchOf(tokens: TokenList, { from, to }: Span): Stretch {
	let start = from;
	while (start < to && !tokens.isWord(start)) start += 1;
	let end = to;
	while (end > start && !tokens.isWord(end - 1)) end -= 1;
	return {
		all: range(from, to),
		before: range(from, start),
		after: range(end, to),
		hasWords: end > start,
	};
}

function range(from: number, to: number): readonly number[] {
	return Array.from({ length: to - from }, (_, index) => from + index);
}

/** Punctuation among words that differ on both sides counts as differing. */
function pairMarks(
	base: TokenList,
	other: TokenList,
	{ ours, theirs }: { readonly ours: Stretch; readonly theirs: Stretch },
	pair: Pair,
): void {
	const pairLists = (ones: readonly number[], others: readonly number[]) => {
		if (ones.length === 0 || others.length === 0) return;
		const hashes = (tokens: TokenList, list: readonly number[]) =>
			Int32Array.from(list, (token) => tokens.hashOf(token));
		const { runs } = align(hashes(base, ones), hashes(other, others));
		for (const [place, otherPlace] of matchesIn(runs)) {
			const [one, two] = [at(ones, place), at(others, otherPlace)];
			const areMarks = !base.isWord(one) && !other.isWord(two);
			if (areMarks && areSame(base, one, other, two)) pair(one, two);
		}
	};
	if (ours.hasWords && theirs.hasWords) {
		pairLists(ours.before, theirs.before);
		pairLists(ours.after, theirs.after);
	} else {
		pairLists(ours.all, theirs.all);
	}
}
