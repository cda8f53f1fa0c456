/**
 * Finds paragraphs that were split, or put together: one on one side whose words are those of several in a
 * row on the other. They are compared as one paragraph each, so that the difference is a paragraph's end
 * and not half of the text.
 */
import { present } from '../../../../server/at';
import type { Span as Range } from '../../../align/run';
import type { Both } from '../../../core/format-comparer';
import { eachWord } from '../../text/reading/tokens';
import type { UnitPair } from './unit-alignment';

/** Several units of one side and the one of the other; ranges of indexes, `to` is excluded. */
type JoinedPairing = Both<Range>;

/** A unit that may be joined with its neighbours; undefined for rows of tables. */
type JoinableText = string | undefined;

/** Longest run of paragraphs that is looked at as one. */
const joinedMax = 8;
/** Least share of words in common. */
const sameWordsMin = 0.8;

/** In the order of the pairings; those that take part in none stay as they are. */
export function withBrokenParagraphs(
	pairings: readonly UnitPair[],
	kept: readonly JoinableText[],
	sent: readonly JoinableText[],
): readonly Any[] {
	const splits = joinedOn('sent', pairings, { one: kept, several: sent });
	return joinedOn('kept', splits, { one: sent, several: kept });
}

export function isJoined(pairing: Any): pairing is JoinedPairing {
	return typeof pairing.kept === 'object';
}

interface Texts {
	readonly one: readonly JoinableText[];
	readonly several: readonly JoinableText[];
}

type Any = UnitPair | JoinedPairing;

/** `side`: the one that has several units where the other has one. */
function joinedOn(side: Side, pairings: readonly Any[], texts: Texts): readonly Any[] {
	const ordered = withFirst(otherOf(side), pairings);
	const joined: Any[] = [];
	for (let at = 0; at < ordered.length;) {
		const pairing = present(ordered[at], 'a pairing');
		const group = groupAt(side, ordered, at, texts);
		if (group === undefined) joined.push(pairing);
		else joined.push(...ordered.slice(at + 1, at + 1 + group.skipped), group.joined);
		at += group?.length ?? 1;
	}
	return withFirst('kept', joined);
}

type Side = 'kept' | 'sent';

function otherOf(side: Side): Side {
	return side === 'kept' ? 'sent' : 'kept';
}

/** Between two pairs, the units of this side come first: so both sides are searched in the same way. */
function withFirst(side: Side, pairings: readonly Any[]): readonly Any[] {
	const ordered: Any[] = [];
	let others: Any[] = [];
	for (const pairing of pairings) {
		const isOfBoth = pairing.kept !== undefined && pairing.sent !== undefined;
		if (!isOfBoth && pairing[side] === undefined) {
			others.push(pairing);
			continue;
		}
		if (isOfBoth) {
			ordered.push(...others);
			others = [];
		}
		ordered.push(pairing);
	}
	return [...ordered, ...others];
}

interface Group {
	readonly joined: JoinedPairing;
	/** Units behind the one that stand before the several, and are not theirs. */
	readonly skipped: number;
	readonly length: number;
}

/** A group that begins at this pairing: units of `side`, and one of the other. */
function groupAt(
	side: Side,
	pairings: readonly Any[],
	from: number,
	texts: Texts,
): Group | undefined {
	const first = present(pairings[from], 'a pairing');
	const isOneAlone = !isJoined(first) && first[side] === undefined;
	const skippedMax = isOneAlone ? joinedMax : 0;
	for (let skipped = 0; skipped <= skippedMax; skipped += 1) {
		const last = pairings[from + skipped];
		const isPassed = skipped === 0 || last?.[otherOf(side)] === undefined;
		if (last === undefined || !isPassed) return undefined;
		const rest = pairings.slice(from + 1 + skipped, from + 1 + skipped + joinedMax);
		const found = groupIn(side, [first, ...rest], texts);
		if (found !== undefined) {
			return { joined: found.joined, skipped, length: found.length + skipped };
		}
	}
	return undefined;
}

/** The group of the first of these pairings and those behind it that has the most in common. */
function groupIn(side: Side, pairings: readonly Any[], texts: Texts) {
	const other = otherOf(side);
	let best: { readonly joined: JoinedPairing; readonly length: number } | undefined;
	let bestShare = sameWordsMin;
	let single: number | undefined;
	let several: Range | undefined;
	for (const [step, pairing] of pairings.entries()) {
		if (isJoined(pairing) || pairing.movedWith !== undefined) break;
		const [ours, theirs] = [pairing[other], pairing[side]];
		if (ours !== undefined) {
			if (single !== undefined || texts.one[ours] === undefined) break;
			single = ours;
		}
		if (theirs !== undefined) {
			if (several !== undefined && several.to !== theirs) break;
			several = { from: several?.from ?? theirs, to: theirs + 1 };
		}
		if (single === undefined || several === undefined) continue;
		const share = sharedBy(texts.one[single], texts.several.slice(several.from, several.to));
		if (share === undefined) break;
		if (share <= bestShare || several.to - several.from < 2) continue;
		const one = { from: single, to: single + 1 };
		const joined = side === 'sent' ? { kept: one, sent: several } : { kept: several, sent: one };
		[best, bestShare] = [{ joined, length: step + 1 }, share];
	}
	return best;
}

/** The share of words that a whole and its parts have in common; undefined if a part is not in the whole. */
function sharedBy(whole: JoinableText, parts: readonly JoinableText[]): number | undefined {
	const all = wordsOf(whole ?? '');
	const isPart = (part: JoinableText) =>
		part !== undefined && hasWords(part) && isWithin(part, all);
	if (!parts.every(isPart)) return undefined;
	const joined = wordsOf(parts.join('\n'));
	return commonCount(all, joined) / Math.max(countOf(all), countOf(joined));
}

function hasWords(text: string): boolean {
	return /[\p{L}\p{N}]/u.test(text);
}

/** How often each word is in a text, by its hash. */
type Words = ReadonlyMap<number, number>;

function wordsOf(text: string): Words {
	const words = new Map<number, number>();
	eachWord(text, (hash) => words.set(hash, (words.get(hash) ?? 0) + 1));
	return words;
}

function countOf(words: Words): number {
	return [...words.values()].reduce((sum, count) => sum + count, 0);
}

/** Number of words that two texts have in common. */
function commonCount(one: Words, other: Words): number {
	let common = 0;
	for (const [word, count] of one) common += Math.min(count, other.get(word) ?? 0);
	return common;
}

/** True if most words of a part are those of the whole. */
function isWithin(part: string, whole: Words): boolean {
	const words = wordsOf(part);
	return commonCount(words, whole) >= countOf(words) * sameWordsMin;
}
