/**
 * Pairs equal entries of two lists that stand in the same order: entries that occur once in both are
 * the anchors, and what lies between them is treated alike until nothing is left. Takes near linear
 * time whatever the lists hold; entries that are merely alike are left to others.
 */
import { present } from '../../../../server/at';
import { longestIncreasing } from './increasing';
import { pair, type Gap, type Pairing } from './pairing';

/** Numbers that are equal where the entries are. */
export interface Ids {
	readonly kept: Int32Array;
	readonly sent: Int32Array;
}

/** How many pairs of entries are tried one by one where none occurs once. */
const triesMax = 20_000_000;
const triesOfGapMax = 1_000_000;

export function idsOf(
	kept: ReadonlyArray<string | undefined>,
	sent: ReadonlyArray<string | undefined>,
): Ids {
	const known = new Map<string, number>();
	const idOf = (text: string | undefined) => {
		if (text === undefined) return -1;
		const id = known.get(text) ?? known.size;
		if (id === known.size) known.set(text, id);
		return id;
	};
	return { kept: Int32Array.from(kept, idOf), sent: Int32Array.from(sent, idOf) };
}

export function pairInOrder(pairing: Pairing, ids: Ids, gaps: readonly Gap[]): void {
	const open = [...gaps];
	let tries = 0;
	for (let gap = open.pop(); gap !== undefined; gap = open.pop()) {
		const inner = trimmed(pairing, ids, gap);
		const size = (inner.keptTo - inner.keptFrom) * (inner.sentTo - inner.sentFrom);
		if (size === 0) continue;
		const anchors = anchorsIn(ids, inner);
		if (anchors.length > 0) open.push(...between(anchors, inner));
		else if (size <= triesOfGapMax && tries + size <= triesMax) {
			tries += size;
			pairCommon(pairing, ids, inner);
		}
		for (const [kept, sent] of anchors) pair(pairing, kept, sent);
	}
}

function isSame(ids: Ids, kept: number, sent: number): boolean {
	const id = ids.kept[kept] ?? -1;
	return id >= 0 && id === ids.sent[sent];
}

/** Pairs equal entries at both ends of a gap; what is left lies between. */
function trimmed(pairing: Pairing, ids: Ids, gap: Gap): Gap {
	let { keptFrom, keptTo, sentFrom, sentTo } = gap;
	while (keptFrom < keptTo && sentFrom < sentTo && isSame(ids, keptFrom, sentFrom)) {
		pair(pairing, keptFrom, sentFrom);
		keptFrom += 1;
		sentFrom += 1;
	}
	while (keptFrom < keptTo && sentFrom < sentTo && isSame(ids, keptTo - 1, sentTo - 1)) {
		keptTo -= 1;
		sentTo -= 1;
		pair(pairing, keptTo, sentTo);
	}
	return { keptFrom, keptTo, sentFrom, sentTo };
}

type Anchor = readonly [kept: number, sent: number];

/** The longest run in order of entries that occur once on each side of the gap. */
function anchorsIn(ids: Ids, gap: Gap): readonly Anchor[] {
	const sentPlaces = placesOfSingles(ids.sent, gap.sentFrom, gap.sentTo);
	const candidates: Anchor[] = [];
	for (const [id, kept] of placesOfSingles(ids.kept, gap.keptFrom, gap.keptTo)) {
		const sent = sentPlaces.get(id) ?? -1;
		if (kept >= 0 && sent >= 0) candidates.push([kept, sent]);
	}
	const isInOrder = longestIncreasing(Int32Array.from(candidates, ([, sent]) => sent));
	return candidates.filter((_, place) => isInOrder[place] === 1);
}

/** Where each entry stands, or -1 where it occurs again. In the order of the list. */
function placesOfSingles(list: Int32Array, from: number, to: number): ReadonlyMap<number, number> {
	const places = new Map<number, number>();
	for (let place = from; place < to; place += 1) {
		const id = list[place] ?? -1;
		if (id >= 0) places.set(id, places.has(id) ? -1 : place);
	}
	return places;
}

function between(anchors: readonly Anchor[], gap: Gap): readonly Gap[] {
	let { keptFrom, sentFrom } = gap;
	const gaps = anchors.map(([keptTo, sentTo]) => {
		const before = { keptFrom, keptTo, sentFrom, sentTo };
		[keptFrom, sentFrom] = [keptTo + 1, sentTo + 1];
		return before;
	});
	return [...gaps, { keptFrom, keptTo: gap.keptTo, sentFrom, sentTo: gap.sentTo }].filter(
		(each) => each.keptTo > each.keptFrom && each.sentTo > each.sentFrom,
	);
}

/** The longest common subsequence of a small gap, by the textbook. */
function pairCommon(pairing: Pairing, ids: Ids, gap: Gap): void {
	const weightOf = (kept: number, sent: number) =>
		isSame(ids, gap.keptFrom + kept, gap.sentFrom + sent) ? 1 : 0;
	const [keptCount, sentCount] = [gap.keptTo - gap.keptFrom, gap.sentTo - gap.sentFrom];
	for (const [kept, sent] of heaviestInOrder(keptCount, sentCount, weightOf)) {
		pair(pairing, gap.keptFrom + kept, gap.sentFrom + sent);
	}
}

/** The pairs in order whose weights have the greatest sum; a weight of 0 is no pair. */
export function heaviestInOrder(
	keptCount: number,
	sentCount: number,
	weightOf: (kept: number, sent: number) => number,
): readonly Anchor[] {
	const width = sentCount + 1;
	const weights = new Float32Array(keptCount * sentCount);
	const best = new Float32Array((keptCount + 1) * width);
	for (let kept = keptCount - 1; kept >= 0; kept -= 1) {
		for (let sent = sentCount - 1; sent >= 0; sent -= 1) {
			const weight = weightOf(kept, sent);
			weights[kept * sentCount + sent] = weight;
			const both =
				weight > 0 ? weight + present(best[(kept + 1) * width + sent + 1], weightOfRest) : 0;
			const without = Math.max(
				present(best[(kept + 1) * width + sent], weightOfRest),
				present(best[kept * width + sent + 1], weightOfRest),
			);
			best[kept * width + sent] = Math.max(both, without);
		}
	}
	return walked(keptCount, sentCount, weights, best);
}

const weightOfRest = 'the weight of the rest';

function walked(
	keptCount: number,
	sentCount: number,
	weights: Float32Array,
	best: Float32Array,
): readonly Anchor[] {
	const width = sentCount + 1;
	const pairs: Anchor[] = [];
	let [kept, sent] = [0, 0];
	while (kept < keptCount && sent < sentCount) {
		const here = present(best[kept * width + sent], weightOfRest);
		const skipsKept = present(best[(kept + 1) * width + sent], weightOfRest);
		const skipsSent = present(best[kept * width + sent + 1], weightOfRest);
		if (
			here > Math.max(skipsKept, skipsSent) &&
			present(weights[kept * sentCount + sent], 'a weight') > 0
		) {
			pairs.push([kept, sent]);
			kept += 1;
			sent += 1;
		} else if (skipsKept >= skipsSent) kept += 1;
		else sent += 1;
	}
	return pairs;
}
