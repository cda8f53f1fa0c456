/**
 * Aligns two lists of pieces: which of them both files have in the same order. Pieces that each file has
 * once are the anchors, and what lies between two anchors is aligned again, since a piece that repeats
 * in a file may be there once between them. It takes little time whatever the lists.
 */
import { present } from '../../../server/at';
import type { Piece } from './cutting';

/** Where the lists do not agree, as places in them; ends excluded, one side may be empty. */
export interface Disagreement {
	readonly first: readonly [from: number, to: number];
	readonly second: readonly [from: number, to: number];
}

/** Between which anchors it is looked for further anchors: more often than this never found any. */
const depthMax = 16;

type Anchor = readonly [first: number, second: number];

export function disagreements(
	first: readonly Piece[],
	second: readonly Piece[],
): readonly Disagreement[] {
	const found: Disagreement[] = [];
	/** Still to be aligned, the earliest last. */
	const open = [{ a: 0, aTo: first.length, b: 0, bTo: second.length, depth: 0 }];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		let { a, aTo, b, bTo } = next;
		const { depth } = next;
		while (a < aTo && b < bTo && first[a]?.hash === second[b]?.hash) [a, b] = [a + 1, b + 1];
		while (a < aTo && b < bTo && first[aTo - 1]?.hash === second[bTo - 1]?.hash) {
			[aTo, bTo] = [aTo - 1, bTo - 1];
		}
		if (a === aTo && b === bTo) continue;
		const isOneSided = a === aTo || b === bTo;
		const anchors =
			isOneSided || depth === depthMax ? [] : anchorsOf(first, second, [a, aTo], [b, bTo]);
		if (anchors.length === 0) {
			found.push({ first: [a, aTo], second: [b, bTo] });
			continue;
		}
		const between = [];
		for (const [aAt, bAt] of [...anchors, [aTo, bTo] as const]) {
			between.push({ a, aTo: aAt, b, bTo: bAt, depth: depth + 1 });
			[a, b] = [aAt + 1, bAt + 1];
		}
		for (const gap of between.reverse()) open.push(gap);
	}
	return found;
}

/** The most pieces that each range has once and that stand in the same order in both. */
function anchorsOf(
	first: readonly Piece[],
	second: readonly Piece[],
	[a, aTo]: readonly [number, number],
	[b, bTo]: readonly [number, number],
): readonly Anchor[] {
	const places = singles(second, b, bTo);
	const common = [...singles(first, a, aTo)].flatMap(([hash, place]): readonly Anchor[] => {
		const other = places.get(hash);
		return other === undefined ? [] : [[place, other]];
	});
	return longestIncreasing(common);
}

/** The places of pieces that occur once in the range, in their order. */
export function singles(
	pieces: readonly Piece[],
	from: number,
	to: number,
): ReadonlyMap<string, number> {
	const places = new Map<string, number>();
	const repeated = new Set<string>();
	for (let at = from; at < to; at += 1) {
		const { hash } = present(pieces[at], 'a piece');
		if (places.has(hash)) repeated.add(hash);
		else places.set(hash, at);
	}
	for (const hash of repeated) places.delete(hash);
	return places;
}

/** Those given increase on the first side already. */
function longestIncreasing(anchors: readonly Anchor[]): readonly Anchor[] {
	interface Link {
		readonly anchor: Anchor;
		readonly before: Link | undefined;
	}
	/** The best end of a chain of each length: the one with the lowest second place. */
	const ends: Link[] = [];
	for (const anchor of anchors) {
		let [low, high] = [0, ends.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (present(ends[middle], 'the end of a chain').anchor[1] < anchor[1]) low = middle + 1;
			else high = middle;
		}
		ends[low] = { anchor, before: ends[low - 1] };
	}
	const chain: Anchor[] = [];
	for (let link = ends.at(-1); link !== undefined; link = link.before) chain.push(link.anchor);
	return chain.reverse();
}
