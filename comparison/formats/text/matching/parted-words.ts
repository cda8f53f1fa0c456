/**
 * Words that one side has put together and the other parted, as `10000` and `10 000`: the same where a
 * rule ignores white space. No pairing of tokens has them, since one is the partner of several.
 */
import type { Match, NumberedLists } from '../../../align/run';
import type { CompareRules } from '../../../core/rules';
import { foldedCase } from '../reading/characters';
import type { TokenList } from '../reading/tokens';

/**
 * By their first token of the base, the ends (exclusive) of stretches that are the same without white space. Each
 * begins where both sides have no partner left; the pairs within it are undone.
 */
export function partedWords(
	base: TokenList,
	other: TokenList,
	pairs: NumberedLists,
	{ ignoreCase, ignoreWhiteSpace }: CompareRules,
): ReadonlyMap<number, Match> {
	const found = new Map<number, Match>();
	const fold = ignoreCase === true ? foldedCase : (text: string) => text;
	let [one, two] = [0, 0];
	while (ignoreWhiteSpace === true && one < base.length && two < other.length) {
		if (pairs.base[one] === two) {
			[one, two] = [one + 1, two + 1];
			continue;
		}
		const ends = endsOf({ tokens: base, at: one }, { tokens: other, at: two }, fold);
		if (ends === undefined) {
			while (one < base.length && (pairs.base[one] ?? -1) < 0) one += 1;
			two = pairs.base[one] ?? other.length;
			continue;
		}
		found.set(one, ends);
		unpair(pairs.base, pairs.other, [one, ends[0]]);
		unpair(pairs.other, pairs.base, [two, ends[1]]);
		[one, two] = ends;
	}
	return found;
}

interface From {
	readonly tokens: TokenList;
	readonly at: number;
}

/** Where the words from there on first end together, if they are the same until then. */
function endsOf(base: From, other: From, fold: (text: string) => string): Match | undefined {
	const ends = [base.at, other.at] as [number, number];
	/** What the side that is ahead says more than the other one. */
	let [more, ahead] = ['', 0];
	do {
		const behind = 1 - ahead;
		const { tokens } = behind === 0 ? base : other;
		const next = ends[behind] ?? 0;
		if (next >= tokens.length) return undefined;
		const text = fold(tokens.textOf(next));
		ends[behind] = next + 1;
		if (more.startsWith(text)) more = more.slice(text.length);
		else if (text.startsWith(more)) [more, ahead] = [text.slice(more.length), behind];
		else return undefined;
	} while (more !== '');
	return ends;
}

function unpair(own: Int32Array, theirs: Int32Array, [from, to]: Match): void {
	for (const partner of own.subarray(from, to)) if (partner >= 0) theirs[partner] = -1;
	own.fill(-1, from, to);
}
