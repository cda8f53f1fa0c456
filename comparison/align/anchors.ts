/**
 * Finds anchors: runs of entries that occur exactly once in each of two stretches, reduced to the
 * longest sequence that ascends on both sides (patience diff on runs instead of lines).
 */
import { present } from '../../server/at';
import { longestIncreasing } from './increasing';
import type { Gap, NumberedLists, Run, Sides, Span } from './run';

/** Runs of `length` entries, ascending on both sides; they may overlap. */
export function commonRuns(
	lists: NumberedLists,
	{ base: inBase, other: inOther }: Gap,
	length: number,
): readonly Run[] {
	const seen = new Occurrences(inBase.to - inBase.from + inOther.to - inOther.from);
	const ours = hashesIn(lists.base, inBase, length);
	const theirs = hashesIn(lists.other, inOther, length);
	ours.forEach((hash, index) => seen.addBase(hash, inBase.from + index));
	theirs.forEach((hash, index) => seen.addOther(hash, inOther.from + index));
	const anchors: Sides<number>[] = [];
	ours.forEach((hash, index) => {
		const other = seen.partnerOf(hash);
		const base = inBase.from + index;
		if (other >= 0 && isRun(lists, base, other, length)) anchors.push({ base, other });
	});
	const isInOrder = longestIncreasing(Int32Array.from(anchors, ({ other }) => other));
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

function isRun({ base, other }: NumberedLists, baseAt: number, otherAt: number, length: number) {
	for (let index = 0; index < length; index += 1) {
		if (base[baseAt + index] !== other[otherAt + index]) return false;
	}
	return true;
}

/** Positions of hashes that occur once on each side; open addressing. */
class Occurrences {
	private static readonly never = -1;
	private static readonly often = -2;
	private readonly hashes: Int32Array;
	private readonly inBase: Int32Array;
	private readonly inOther: Int32Array;
	private readonly isUsed: Uint8Array;
	private readonly mask: number;

	constructor(entries: number) {
		const slots = 2 ** Math.ceil(Math.log2(Math.max(2, entries) * 1.5));
		this.mask = slots - 1;
		this.hashes = new Int32Array(slots);
		this.inBase = new Int32Array(slots).fill(Occurrences.never);
		this.inOther = new Int32Array(slots).fill(Occurrences.never);
		this.isUsed = new Uint8Array(slots);
	}

	addBase(hash: number, at: number): void {
		const slot = this.slotOf(hash);
		this.isUsed[slot] = 1;
		this.hashes[slot] = hash;
		this.inBase[slot] = this.inBase[slot] === Occurrences.never ? at : Occurrences.often;
	}

	/** Ignores hashes that the base lacks. */
	addOther(hash: number, at: number): void {
		const slot = this.slotOf(hash);
		if (this.isUsed[slot] === 0) return;
		this.inOther[slot] = this.inOther[slot] === Occurrences.never ? at : Occurrences.often;
	}

	/** Position in the other list of a hash that is unique on both, else negative. */
	partnerOf(hash: number): number {
		const slot = this.slotOf(hash);
		const isOnce = (this.inBase[slot] ?? -1) >= 0;
		return isOnce ? (this.inOther[slot] ?? -1) : -1;
	}

	private slotOf(hash: number): number {
		let slot = (hash ^ (hash >>> 13)) & this.mask;
		while (this.isUsed[slot] === 1 && this.hashes[slot] !== hash) slot = (slot + 1) & this.mask;
		return slot;
	}
}
