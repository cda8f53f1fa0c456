/**
 * Finds anchors: runs of entries that occur exactly once in each of two stretches, reduced to the
 * longest sequence that ascends on both sides (patience diff on runs instead of lines).
 */
import { present } from '../../../server/at';
import { longestIncreasing } from './increasing';
import type { Run, Span } from './run';

interface Lists {
	readonly first: Int32Array;
	readonly second: Int32Array;
}

/** Runs of `length` entries, ascending on both sides; they may overlap. */
export function commonRuns(
	lists: Lists,
	{ inFirst, inSecond }: { readonly inFirst: Span; readonly inSecond: Span },
	length: number,
): readonly Run[] {
	const seen = new Occurrences(inFirst.to - inFirst.from + inSecond.to - inSecond.from);
	const ours = hashesIn(lists.first, inFirst, length);
	const theirs = hashesIn(lists.second, inSecond, length);
	ours.forEach((hash, index) => seen.addFirst(hash, inFirst.from + index));
	theirs.forEach((hash, index) => seen.addSecond(hash, inSecond.from + index));
	const anchors: Anchor[] = [];
	ours.forEach((hash, index) => {
		const second = seen.partnerOf(hash);
		const first = inFirst.from + index;
		if (second >= 0 && isRun(lists, first, second, length)) anchors.push({ first, second });
	});
	const isInOrder = longestIncreasing(Int32Array.from(anchors, ({ second }) => second));
	return anchors
		.filter((_, place) => isInOrder[place] === 1)
		.map((anchor) => ({ ...anchor, length }));
}

/** Hashes of all runs of `length` entries. */
function hashesIn(list: Int32Array, { from, to }: Span, length: number): Int32Array {
	const hashes = new Int32Array(Math.max(0, to - from - length + 1));
	for (let at = 0; at < hashes.length; at += 1) {
		let hash = 0;
		for (let index = from + at; index < from + at + length; index += 1) {
			hash = Math.imul(hash ^ present(list[index], 'an entry of a run'), 0x9e3779b1);
			hash ^= hash >>> 15;
		}
		hashes[at] = hash;
	}
	return hashes;
}

function isRun({ first, second }: Lists, firstAt: number, secondAt: number, length: number) {
	for (let index = 0; index < length; index += 1) {
		if (first[firstAt + index] !== second[secondAt + index]) return false;
	}
	return true;
}

/** Positions of hashes that occur once on each side; open addressing. */
class Occurrences {
	private static readonly never = -1;
	private static readonly often = -2;
	private readonly hashes: Int32Array;
	private readonly inFirst: Int32Array;
	private readonly inSecond: Int32Array;
	private readonly isUsed: Uint8Array;
	private readonly mask: number;

	constructor(entries: number) {
		const slots = 2 ** Math.ceil(Math.log2(Math.max(2, entries) * 1.5));
		this.mask = slots - 1;
		this.hashes = new Int32Array(slots);
		this.inFirst = new Int32Array(slots).fill(Occurrences.never);
		this.inSecond = new Int32Array(slots).fill(Occurrences.never);
		this.isUsed = new Uint8Array(slots);
	}

	addFirst(hash: number, at: number): void {
		const slot = this.slotOf(hash);
		this.isUsed[slot] = 1;
		this.hashes[slot] = hash;
		this.inFirst[slot] = this.inFirst[slot] === Occurrences.never ? at : Occurrences.often;
	}

	/** Ignores hashes that the first side lacks. */
	addSecond(hash: number, at: number): void {
		const slot = this.slotOf(hash);
		if (this.isUsed[slot] === 0) return;
		this.inSecond[slot] = this.inSecond[slot] === Occurrences.never ? at : Occurrences.often;
	}

	/** Position on the second side of a hash that is unique on both, else negative. */
	partnerOf(hash: number): number {
		const slot = this.slotOf(hash);
		const isOnce = (this.inFirst[slot] ?? -1) >= 0;
		return isOnce ? (this.inSecond[slot] ?? -1) : -1;
	}

	private slotOf(hash: number): number {
		let slot = (hash ^ (hash >>> 13)) & this.mask;
		while (this.isUsed[slot] === 1 && this.hashes[slot] !== hash) slot = (slot + 1) & this.mask;
		return slot;
	}
}

interface Anchor {
	readonly first: number;
	readonly second: number;
}
