/**
 * Aligns two lists of numbers, which stand for rows or words. Short stretches are searched in full;
 * in long ones, runs that occur once on each side are anchors, and the stretches between them are
 * aligned recursively. The work is bounded by the length, not by a clock, so the result is
 * deterministic.
 */
import { commonRuns } from './anchors';
import { shortestEdits } from './myers';
import { endOf, gapOf, type Gap, type NumberedLists, type Run } from './run';

export interface Alignment {
	/** Ascending on both sides. */
	readonly runs: readonly Run[];
	/** True if something was too different for a full search. */
	readonly isCoarse: boolean;
}

/** Lengths of anchors, by depth of recursion. */
const anchorLengths = [8, 4, 2, 1, 1] as const;

/** Longest stretch that is searched in full. */
const fullSearchLength = 240;

/** Most edits of the quick search in longer stretches. */
const quickEdits = 40;

/** Most edits of the search without anchors; beyond it the stretch is left unaligned. */
const lastEdits = 240;

export function align(base: Int32Array, other: Int32Array): Alignment {
	const aligner = new Aligner({ base, other });
	const ends = { base: base.length, other: other.length };
	aligner.alignStretch(gapOf({ base: 0, other: 0 }, ends), 0);
	return { runs: aligner.runs, isCoarse: aligner.isCoarse };
}

class Aligner {
	readonly runs: Run[] = [];
	isCoarse = false;

	constructor(private readonly lists: NumberedLists) {}

	/** Aligns equal beginnings and ends without a search. */
	alignStretch({ base: ours, other: theirs }: Gap, depth: number): void {
		const { base, other } = this.lists;
		const shorter = Math.min(ours.to - ours.from, theirs.to - theirs.from);
		let head = 0;
		while (head < shorter && base[ours.from + head] === other[theirs.from + head]) head += 1;
		let tail = 0;
		while (tail < shorter - head && base[ours.to - 1 - tail] === other[theirs.to - 1 - tail]) {
			tail += 1;
		}
		this.add(ours.from, theirs.from, head);
		const from = { base: ours.from + head, other: theirs.from + head };
		const to = { base: ours.to - tail, other: theirs.to - tail };
		if (shorter > head + tail) this.alignMiddle(gapOf(from, to), depth);
		this.add(to.base, to.other, tail);
	}

	private alignMiddle(stretch: Gap, depth: number): void {
		const { base, other } = stretch;
		const length = base.to - base.from + other.to - other.from;
		const isShort = length <= fullSearchLength;
		if (this.search(stretch, isShort ? length : quickEdits) || isShort) return;
		const anchorLength = anchorLengths[depth];
		if (anchorLength === undefined) {
			if (!this.search(stretch, lastEdits)) this.isCoarse = true;
			return;
		}
		this.alignBetween(stretch, anchorLength, depth + 1);
	}

	private search(stretch: Gap, editsMax: number): boolean {
		return shortestEdits(this.lists, stretch, editsMax, (one, two) => this.add(one, two, 1));
	}

	private alignBetween(stretch: Gap, anchorLength: number, depth: number): void {
		const { base, other } = stretch;
		let at = { base: base.from, other: other.from };
		for (const anchor of commonRuns(this.lists, stretch, anchorLength)) {
			if (anchor.base < at.base || anchor.other < at.other) continue;
			this.alignStretch(gapOf(at, anchor), depth);
			this.add(anchor.base, anchor.other, anchor.length);
			at = endOf(anchor);
		}
		this.alignStretch(gapOf(at, { base: base.to, other: other.to }), depth);
	}

	private add(base: number, other: number, length: number): void {
		if (length === 0) return;
		const last = this.runs.at(-1);
		const isNext =
			last !== undefined && last.base + last.length === base && last.other + last.length === other;
		if (isNext) this.runs.splice(-1, 1, { ...last, length: last.length + length });
		else this.runs.push({ base, other, length });
	}
}
