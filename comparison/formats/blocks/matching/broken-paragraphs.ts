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
function joinedOn(side: 'kept' | 'sent', pairings: readonly Any[], texts: Texts): readonly Any[] {
	const joined: Any[] = [];
	for (let at = 0; at < pairings.length;) {
		const found = groupAt(side, pairings, at, texts);
		joined.push(found?.joined ?? present(pairings[at], 'a pairing'));
		at += found?.length ?? 1;
	}
	return joined;
}

/** A group that begins at this pairing: all its units of `side`, and one of the other. */
function groupAt(side: 'kept' | 'sent', pairings: readonly Any[], from: number, texts: Texts) {
	const other = side === 'kept' ? 'sent' : 'kept';
	let single: number | undefined;
	let several: Range | undefined;
	for (let step = 0; step <= joinedMax; step += 1) {
		const pairing = pairings[from + step];
		if (pairing === undefined || isJoined(pairing) || pairing.movedWith !== undefined) return;
		const [ours, theirs] = [pairing[other], pairing[side]];
		if (ours !== undefined) {
			if (single !== undefined || texts.one[ours] === undefined) return;
			single = ours;
		}
		if (theirs !== undefined) {
			if (texts.several[theirs] === undefined) return;
			if (several !== undefined && several.to !== theirs) return;
			several = { from: several?.from ?? theirs, to: theirs + 1 };
		}
		if (single === undefined || several === undefined || several.to - several.from < 2) continue;
		const parts = texts.several.slice(several.from, several.to).map((text) => text ?? '');
		if (!parts.every(hasWords) || !haveSameWords(texts.one[single] ?? '', parts)) continue;
		const range = { from: single, to: single + 1 };
		const joined =
			side === 'sent' ? { kept: range, sent: several } : { kept: several, sent: range };
		return { joined, length: step + 1 };
	}
	return;
}

function hasWords(text: string): boolean {
	return /[\p{L}\p{N}]/u.test(text);
}

/** True if most words of the whole are those of its parts, and each part has most of its words there. */
function haveSameWords(whole: string, parts: readonly string[]): boolean {
	const left = new Map<number, number>();
	let [count, common] = [0, 0];
	eachWord(whole, (hash) => {
		left.set(hash, (left.get(hash) ?? 0) + 1);
		count += 1;
	});
	let partCount = 0;
	for (const part of parts) {
		let [ownCount, ownCommon] = [0, 0];
		eachWord(part, (hash) => {
			ownCount += 1;
			const more = left.get(hash) ?? 0;
			if (more === 0) return;
			left.set(hash, more - 1);
			ownCommon += 1;
		});
		if (ownCommon < ownCount * sameWordsMin) return false;
		partCount += ownCount;
		common += ownCommon;
	}
	return common >= Math.max(count, partCount) * sameWordsMin;
}
