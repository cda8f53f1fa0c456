/**
 * Finds moved words among the unmatched ones: runs of several words in the same order on the other
 * side. Pure; works on numbers for words.
 */
import type { Span } from '../../../align/run';

export interface MovedRun {
	readonly kept: number;
	readonly sent: number;
	readonly length: number;
}

/** Shorter runs are equal by chance. */
const movedWordsMin = 6;

export function movedRuns(
	kept: { readonly keys: Int32Array; readonly alone: readonly Span[] },
	sent: { readonly keys: Int32Array; readonly alone: readonly Span[] },
): readonly MovedRun[] {
	const places = startsOf(sent);
	const ends = new Map(sent.alone.flatMap(({ from, to }) => numbered(from, to)));
	const taken = new Set<number>();
	const runs: MovedRun[] = [];
	for (const { from, to } of kept.alone) {
		for (let at = from; at + movedWordsMin <= to;) {
			const other = places.get(keyOf(kept.keys, at)) ?? -1;
			const end = other < 0 || taken.has(other) ? other : (ends.get(other) ?? other);
			let length = 0;
			while (
				at + length < to &&
				other + length < end &&
				!taken.has(other + length) &&
				kept.keys[at + length] === sent.keys[other + length]
			) {
				length += 1;
			}
			if (length < movedWordsMin) at += 1;
			else {
				runs.push({ kept: at, sent: other, length });
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
function startsOf({
	keys,
	alone,
}: {
	readonly keys: Int32Array;
	readonly alone: readonly Span[];
}): ReadonlyMap<string, number> {
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
