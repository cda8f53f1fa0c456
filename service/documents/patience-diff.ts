/**
 * Patience diff, the coarser alignment for lists too different for a full search: entries that
 * occur once on each side are the anchors, and the longest increasing subsequence of them is kept.
 * It never matches more than the full search would, and it takes little time whatever the lists.
 */
import type { Pair, Run, RunKind } from './aligner';

type Anchor = readonly [first: number, second: number];

/** Runs that cover both lists; between anchors, equal beginnings and ends are matched as well. */
export function patienceRuns({ first, second }: Pair): readonly Run[] {
	const runs: Run[] = [];
	const add = (kind: RunKind, count: number) => {
		if (count > 0) runs.push({ kind, count });
	};
	let [firstAt, secondAt] = [0, 0];
	const gap = (firstTo: number, secondTo: number) => {
		const shorter = () => Math.min(firstTo - firstAt, secondTo - secondAt);
		let head = 0;
		while (head < shorter() && first[firstAt + head] === second[secondAt + head]) head += 1;
		const rest = shorter() - head;
		let tail = 0;
		while (tail < rest && first[firstTo - 1 - tail] === second[secondTo - 1 - tail]) tail += 1;
		add('both', head);
		add('first', firstTo - firstAt - head - tail);
		add('second', secondTo - secondAt - head - tail);
		add('both', tail);
		[firstAt, secondAt] = [firstTo, secondTo];
	};
	for (const [firstAnchor, secondAnchor] of longestIncreasing(candidates({ first, second }))) {
		gap(firstAnchor, secondAnchor);
		gap(firstAnchor + 1, secondAnchor + 1);
	}
	gap(first.length, second.length);
	return runs;
}

/** The places of entries that occur once on each side, in the order of the first list. */
function candidates({ first, second }: Pair): readonly Anchor[] {
	const secondPlaces = placesOfSingles(second);
	return [...placesOfSingles(first)].flatMap(([entry, place]): readonly Anchor[] => {
		const other = secondPlaces.get(entry);
		return other === undefined ? [] : [[place, other]];
	});
}

function placesOfSingles(list: Int32Array): ReadonlyMap<number, number> {
	const places = new Map<number, number>();
	const repeated = new Set<number>();
	for (const [place, entry] of list.entries()) {
		if (places.has(entry)) repeated.add(entry);
		else places.set(entry, place);
	}
	for (const entry of repeated) places.delete(entry);
	return places;
}

/** The longest subsequence that increases on both sides; those given increase on the first already. */
function longestIncreasing(anchors: readonly Anchor[]): readonly Anchor[] {
	interface Link {
		readonly anchor: Anchor;
		readonly before: Link | undefined;
	}
	/** The best end of an increasing chain of each length: the one with the lowest second place. */
	const ends: Link[] = [];
	for (const anchor of anchors) {
		let [low, high] = [0, ends.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((ends[middle]?.anchor[1] ?? 0) < anchor[1]) low = middle + 1;
			else high = middle;
		}
		ends[low] = { anchor, before: ends[low - 1] };
	}
	const chain: Anchor[] = [];
	for (let link = ends.at(-1); link !== undefined; link = link.before) chain.push(link.anchor);
	return chain.reverse();
}
