/**
 * Finds moved words among the unmatched ones: runs of several words in the same order on the other
 * side. Pure; works on numbers for words.
 */
import type { Gap, NumberedLists, Run, Span } from '../../../align/run';

/** Shorter runs are equal by chance. */
const movedWordsMin = 6;

/** `gaps`: where words have no partner. */
export function movedRuns(keys: NumberedLists, gaps: readonly Gap[]): readonly Run[] {
	const alone = gaps.map(({ other }) => other);
	const places = startsOf(keys.other, alone);
	const ends = new Map(alone.flatMap(({ from, to }) => numbered(from, to)));
	const taken = new Set<number>();
	const runs: Run[] = [];
	for (const { from, to } of gaps.map(({ base }) => base)) {
		for (let at = from; at + movedWordsMin <= to;) {
			const other = places.get(keyOf(keys.base, at)) ?? -1;
			const end = other < 0 || taken.has(other) ? other : (ends.get(other) ?? other);
			let length = 0;
			while (
				at + length < to &&
				other + length < end &&
				!taken.has(other + length) &&
				keys.base[at + length] === keys.other[other + length]
			) {
				length += 1;
			}
			if (length < movedWordsMin) at += 1;
			else {
				runs.push({ base: at, other, length });
				for (let step = 0; step < length; step += 1) taken.add(other + step);
				at += length;
			}
		}
	}
	return runs;
}

function numbered(from: number, to: number): readonly (readonly [number, number])[] {
	return Array.from({ length: to - from }, (_, index) => [from + index, to] as const);
}

/** Start of each run of the least length; the first if it repeats. */
function startsOf(keys: Int32Array, alone: readonly Span[]): ReadonlyMap<string, number> {
	const places = new Map<string, number>();
	for (const { from, to } of alone) {
		for (let at = from; at + movedWordsMin <= to; at += 1) {
			const key = keyOf(keys, at);
			if (!places.has(key)) places.set(key, at);
		}
	}
	return places;
}

function keyOf(keys: Int32Array, at: number): string {
	return keys.subarray(at, at + movedWordsMin).join(' ');
}
