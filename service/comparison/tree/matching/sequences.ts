/**
 * Aligns two sequences of numbers. Anchors are numbers that are unique on both sides (patience
 * diff); between them Myers' algorithm runs, and if that would take too long, equal items are
 * paired by occurrence. So the time is bounded for any input.
 */
import { present } from '../../../../server/at';

/** Most edits between two anchors. */
const editsMax = 400;

/** For each index of one side the index on the other, or -1. */
export type PartnerIndexes = Int32Array<ArrayBuffer>;

interface Stretch {
	readonly from: number;
	readonly to: number;
	readonly otherFrom: number;
	readonly otherTo: number;
}

export function alignSequences(first: Int32Array, second: Int32Array): PartnerIndexes {
	const places: PartnerIndexes = new Int32Array(first.length).fill(-1);
	const whole = { from: 0, to: first.length, otherFrom: 0, otherTo: second.length };
	const middle = trimmed(first, second, whole, places);
	if (!isGap(middle)) return places;
	let { from, otherFrom } = middle;
	for (const [at, otherAt] of [...anchorsOf(first, second, middle), [middle.to, middle.otherTo]]) {
		if (at === undefined || otherAt === undefined) continue;
		alignGap(first, second, { from, to: at, otherFrom, otherTo: otherAt }, places);
		if (at < middle.to) places[at] = otherAt;
		from = at + 1;
		otherFrom = otherAt + 1;
	}
	return places;
}

function isGap({ from, to, otherFrom, otherTo }: Stretch): boolean {
	return from < to && otherFrom < otherTo;
}

/** Pairs equal items at both ends; returns the rest. */
function trimmed(
	first: Int32Array,
	second: Int32Array,
	stretch: Stretch,
	places: PartnerIndexes,
): Stretch {
	let { from, to, otherFrom, otherTo } = stretch;
	while (from < to && otherFrom < otherTo && first[from] === second[otherFrom]) {
		places[from++] = otherFrom++;
	}
	while (from < to && otherFrom < otherTo && first[to - 1] === second[otherTo - 1]) {
		places[--to] = --otherTo;
	}
	return { from, to, otherFrom, otherTo };
}

/** Pairs of indexes of numbers that are unique on both sides, in order. */
function anchorsOf(first: Int32Array, second: Int32Array, stretch: Stretch): [number, number][] {
	const once = placesOfUnique(first, stretch.from, stretch.to);
	const onceOfOther = placesOfUnique(second, stretch.otherFrom, stretch.otherTo);
	const pairs: [number, number][] = [];
	for (const [value, at] of once) {
		const otherAt = onceOfOther.get(value);
		if (at >= 0 && otherAt !== undefined && otherAt >= 0) pairs.push([at, otherAt]);
	}
	pairs.sort((a, b) => a[0] - b[0]);
	const kept = longestIncreasing(Int32Array.from(pairs, ([, otherAt]) => otherAt));
	return pairs.filter((_, index) => kept[index]);
}

/** The index of each number, or -1 if it occurs several times. */
function placesOfUnique(values: Int32Array, from: number, to: number): Map<number, number> {
	const places = new Map<number, number>();
	for (let at = from; at < to; at++) {
		const value = present(values[at], 'a value');
		places.set(value, places.has(value) ? -1 : at);
	}
	return places;
}

function alignGap(
	first: Int32Array,
	second: Int32Array,
	stretch: Stretch,
	places: PartnerIndexes,
): void {
	const gap = trimmed(first, second, stretch, places);
	if (isGap(gap) && !alignShortest(first, second, gap, places)) {
		alignOccurrences(first, second, gap, places);
	}
}

/**
 * Myers' greedy algorithm; returns false and changes nothing if it needs more than `editsMax`
 * edits.
 */
function alignShortest(
	first: Int32Array,
	second: Int32Array,
	{ from, to, otherFrom, otherTo }: Stretch,
	places: PartnerIndexes,
): boolean {
	const length = to - from;
	const otherLength = otherTo - otherFrom;
	const most = Math.min(editsMax, length + otherLength);
	const reached = new Int32Array(2 * most + 3);
	const trace: Int32Array[] = [];
	for (let edits = 0; edits <= most; edits++) {
		trace.push(reached.slice(most + 1 - edits, most + 2 + edits));
		for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
			const at = most + 1 + diagonal;
			const isDown = diagonal === -edits || (diagonal < edits && below(reached, at));
			let x = isDown
				? present(reached[at + 1], reachedPlace)
				: present(reached[at - 1], reachedPlace) + 1;
			while (x < length && x - diagonal < otherLength) {
				if (first[from + x] !== second[otherFrom + x - diagonal]) break;
				x++;
			}
			reached[at] = x;
			if (x < length || x - diagonal < otherLength) continue;
			followBack(trace, { from, to, otherFrom, otherTo }, places);
			return true;
		}
	}
	return false;
}

const reachedPlace = 'the place reached on a diagonal';

function below(reached: Int32Array, at: number): boolean {
	return present(reached[at - 1], reachedPlace) < present(reached[at + 1], reachedPlace);
}

/** Traces the path back from the end to the start. */
function followBack(
	trace: readonly Int32Array[],
	{ from, to, otherFrom, otherTo }: Stretch,
	places: PartnerIndexes,
): void {
	let x = to - from;
	let y = otherTo - otherFrom;
	for (let edits = trace.length - 1; edits >= 0; edits--) {
		const reached = trace[edits] ?? new Int32Array(1);
		const diagonal = x - y;
		const before = (at: number) => reached[at + edits] ?? -1;
		const isDown =
			diagonal === -edits || (diagonal < edits && before(diagonal - 1) < before(diagonal + 1));
		const cameFrom = isDown ? diagonal + 1 : diagonal - 1;
		const startX = edits === 0 ? 0 : before(cameFrom);
		const startY = edits === 0 ? 0 : startX - cameFrom;
		while (x > startX && y > startY) places[from + --x] = otherFrom + --y;
		x = startX;
		y = startY;
	}
}

/** Pairs the n-th occurrences of each number, and keeps those in order. */
function alignOccurrences(
	first: Int32Array,
	second: Int32Array,
	gap: Stretch,
	places: PartnerIndexes,
): void {
	const waiting = new Map<number, number[]>();
	for (let at = gap.otherTo - 1; at >= gap.otherFrom; at--) {
		const value = present(second[at], 'a value');
		const list = waiting.get(value);
		if (list) list.push(at);
		else waiting.set(value, [at]);
	}
	const pairs: [number, number][] = [];
	for (let at = gap.from; at < gap.to; at++) {
		const otherAt = waiting.get(present(first[at], 'a value'))?.pop();
		if (otherAt !== undefined) pairs.push([at, otherAt]);
	}
	const isKept = longestIncreasing(Int32Array.from(pairs, ([, otherAt]) => otherAt));
	for (const [index, [at, otherAt]] of pairs.entries()) if (isKept[index]) places[at] = otherAt;
}

const endOfRow = 'the end of a row';

/** 1 for each value of a longest increasing subsequence. */
export function longestIncreasing(values: Int32Array): Uint8Array {
	const ends: number[] = [];
	const before = new Int32Array(values.length);
	for (let at = 0; at < values.length; at++) {
		const value = present(values[at], 'a value');
		let low = 0;
		let high = ends.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (present(values[present(ends[middle], endOfRow)], endOfRow) < value) low = middle + 1;
			else high = middle;
		}
		before[at] = low > 0 ? (ends[low - 1] ?? -1) : -1;
		ends[low] = at;
	}
	const isIn = new Uint8Array(values.length);
	for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) isIn[at] = 1;
	return isIn;
}
