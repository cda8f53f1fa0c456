/**
 * Aligns two lists of pieces. Pieces that are unique in each file are anchors; the stretches
 * between anchors are aligned recursively, since a piece may be unique there. The time is bounded.
 */
import { present } from '../../../server/at';
import type { Piece } from './cutting';

/** Ranges of the lists that differ; ends are exclusive, one side may be empty. */
export interface Disagreement {
	readonly first: readonly [from: number, to: number];
	readonly second: readonly [from: number, to: number];
}

/** Depth of recursion; deeper never found more anchors. */
const depthMax = 16;

type Anchor = readonly [first: number, second: number];

export function disagreements(
	first: readonly Piece[],
	second: readonly Piece[],
): readonly Disagreement[] {
	const found: Disagreement[] = [];
	/** Stack of ranges to align, the earliest on top. */
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

/** The longest sequence of pieces that are unique in both ranges and in the same order. */
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

/** Indexes of pieces that are unique in the range, in order. */
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

/** The input ascends on the first side. */
function longestIncreasing(anchors: readonly Anchor[]): readonly Anchor[] {
	interface Link {
		readonly anchor: Anchor;
		readonly before: Link | undefined;
	}
	/** For each length, the chain with the lowest second index at its end. */
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
