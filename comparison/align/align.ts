/**
 * Aligns two lists of numbers, which stand for rows or words. Short stretches are searched in full;
 * in long ones, runs that occur once on each side are anchors, and the stretches between them are
 * aligned recursively. The work is bounded by the length, not by a clock, so the result is
 * deterministic.
 */
import { commonRuns } from './anchors';
import { shortestEdits } from './myers';
import type { Run, Span } from './run';

export interface Alignment {
	/** Ascending on both sides. */
	readonly runs: readonly Run[];
	/** True if something was too different for a full search. */
	readonly isCoarse: boolean;
}

interface Stretch {
	readonly inBase: Span;
	readonly inOther: Span;
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
	const aligner = new Aligner(base, other);
	aligner.alignStretch(
		{ inBase: { from: 0, to: base.length }, inOther: { from: 0, to: other.length } },
		0,
	);
	return { runs: aligner.runs, isCoarse: aligner.isCoarse };
}

class Aligner {
	readonly runs: Run[] = [];
	isCoarse = false;

	private readonly base: Int32Array;
	private readonly other: Int32Array;

	constructor(base: Int32Array, other: Int32Array) {
		this.base = base;
		this.other = other;
	}

	/** Aligns equal beginnings and ends without a search. */
	alignStretch({ inBase, inOther }: Stretch, depth: number): void {
		const shorter = Math.min(inBase.to - inBase.from, inOther.to - inOther.from);
		let head = 0;
		while (head < shorter && this.base[inBase.from + head] === this.other[inOther.from + head]) {
			head += 1;
		}
		let tail = 0;
		while (
			tail < shorter - head &&
			this.base[inBase.to - 1 - tail] === this.other[inOther.to - 1 - tail]
		) {
			tail += 1;
		}
		this.add(inBase.from, inOther.from, head);
		const middle = {
			inBase: { from: inBase.from + head, to: inBase.to - tail },
			inOther: { from: inOther.from + head, to: inOther.to - tail },
		};
		if (shorter > head + tail) this.alignMiddle(middle, depth);
		this.add(inBase.to - tail, inOther.to - tail, tail);
	}

	private alignMiddle(stretch: Stretch, depth: number): void {
		const { inBase, inOther } = stretch;
		const length = inBase.to - inBase.from + inOther.to - inOther.from;
		const isShort = length <= fullSearchLength;
		if (this.search(stretch, isShort ? length : quickEdits) || isShort) return;
		const anchorLength = anchorLengths[depth];
		if (anchorLength === undefined) {
			if (!this.search(stretch, lastEdits)) this.isCoarse = true;
			return;
		}
		this.alignBetween(stretch, anchorLength, depth + 1);
	}

	private search({ inBase, inOther }: Stretch, editsMax: number): boolean {
		return shortestEdits(this.base, this.other, { inBase, inOther }, editsMax, (one, two) =>
			this.add(one, two, 1),
		);
	}

	private alignBetween({ inBase, inOther }: Stretch, anchorLength: number, depth: number): void {
		let [baseAt, otherAt] = [inBase.from, inOther.from];
		const lists = { base: this.base, other: this.other };
		for (const anchor of commonRuns(lists, { inBase, inOther }, anchorLength)) {
			if (anchor.base < baseAt || anchor.other < otherAt) continue;
			this.alignStretch(
				{
					inBase: { from: baseAt, to: anchor.base },
					inOther: { from: otherAt, to: anchor.other },
				},
				depth,
			);
			this.add(anchor.base, anchor.other, anchor.length);
			[baseAt, otherAt] = [anchor.base + anchor.length, anchor.other + anchor.length];
		}
		this.alignStretch(
			{ inBase: { from: baseAt, to: inBase.to }, inOther: { from: otherAt, to: inOther.to } },
			depth,
		);
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
