/**
 * Pairs the tokens of two stretches: words first, then punctuation between paired words. So texts
 * with the same words pair all of them, however punctuation and line breaks differ.
 */
import { at, present } from '../../../../../server/at';
import { align } from '../../../align/align';
import { IntList } from '../reading/int-list';
import { matchesIn, type Span } from '../../../align/run';
import { slidToRowEnds, withoutNoise, type Words } from './run-mending';
import { areSame, type TokenList } from '../reading/tokens';

export interface TokenPairs {
	/** For each token its partner on the other side, or -1. */
	readonly first: Int32Array;
	readonly second: Int32Array;
	/** True if something was too different for a full search. */
	readonly isCoarse: boolean;
}

export function pairTokens(first: TokenList, second: TokenList): TokenPairs {
	const pairs = {
		first: new Int32Array(first.length).fill(-1),
		second: new Int32Array(second.length).fill(-1),
	};
	const pair = (one: number, other: number) => {
		pairs.first[one] = other;
		pairs.second[other] = one;
	};
	const isCoarse = pairWords(first, second, pair);
	let [firstAt, secondAt] = [0, 0];
	const between = (firstTo: number, secondTo: number) => {
		if (firstTo > firstAt && secondTo > secondAt) pairBetween(firstTo, secondTo);
		[firstAt, secondAt] = [firstTo + 1, secondTo + 1];
	};
	const pairBetween = (firstTo: number, secondTo: number) => {
		const ours = stretchOf(first, { from: firstAt, to: firstTo });
		const theirs = stretchOf(second, { from: secondAt, to: secondTo });
		const isWhole = firstTo - firstAt === first.length && secondTo - secondAt === second.length;
		if (!isWhole || !ours.hasWords || !theirs.hasWords) {
			pairMarks(first, second, { ours, theirs }, pair);
		}
	};
	for (let token = 0; token < first.length; token += 1) {
		const partner = pairs.first[token] ?? -1;
		if (partner >= 0 && first.isWord(token)) between(token, partner);
	}
	between(first.length, second.length);
	return { ...pairs, isCoarse };
}

type Pair = (first: number, second: number) => void;

/** Returns true if something was too different for a full search. */
function pairWords(first: TokenList, second: TokenList, pair: Pair): boolean {
	const [ours, theirs] = [wordsOf(first), wordsOf(second)];
	const hashesOf = ({ tokens, indexes }: Words) => indexes.map((token) => tokens.hashOf(token));
	const { runs, isCoarse } = align(hashesOf(ours), hashesOf(theirs));
	const lengths = { first: ours.indexes.length, second: theirs.indexes.length };
	const mended = slidToRowEnds(withoutNoise(runs, lengths), ours, theirs);
	for (const [word, otherWord] of matchesIn(mended)) {
		const one = present(ours.indexes[word], 'a word of a run');
		const other = present(theirs.indexes[otherWord], 'a word of a run');
		if (areSame(first, one, second, other)) pair(one, other);
	}
	return isCoarse;
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
	first: TokenList,
	second: TokenList,
	{ ours, theirs }: { readonly ours: Stretch; readonly theirs: Stretch },
	pair: Pair,
): void {
	const pairLists = (ones: readonly number[], others: readonly number[]) => {
		if (ones.length === 0 || others.length === 0) return;
		const hashes = (tokens: TokenList, list: readonly number[]) =>
			Int32Array.from(list, (token) => tokens.hashOf(token));
		const { runs } = align(hashes(first, ones), hashes(second, others));
		for (const [place, otherPlace] of matchesIn(runs)) {
			const [one, other] = [at(ones, place), at(others, otherPlace)];
			const areMarks = !first.isWord(one) && !second.isWord(other);
			if (areMarks && areSame(first, one, second, other)) pair(one, other);
		}
	};
	if (ours.hasWords && theirs.hasWords) {
		pairLists(ours.before, theirs.before);
		pairLists(ours.after, theirs.after);
	} else {
		pairLists(ours.all, theirs.all);
	}
}
