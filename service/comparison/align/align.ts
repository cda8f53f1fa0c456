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
	readonly inFirst: Span;
	readonly inSecond: Span;
}

/** Lengths of anchors, by depth of recursion. */
const anchorLengths = [8, 4, 2, 1, 1] as const;

/** Longest stretch that is searched in full. */
const fullSearchLength = 240;

/** Most edits of the quick search in longer stretches. */
const quickEdits = 40;

/** Most edits of the search without anchors; beyond it the stretch is left unaligned. */
const lastEdits = 240;

export function align(first: Int32Array, second: Int32Array): Alignment {
	const aligner = new Aligner(first, second);
	aligner.alignStretch(
		{ inFirst: { from: 0, to: first.length }, inSecond: { from: 0, to: second.length } },
		0,
	);
	return { runs: aligner.runs, isCoarse: aligner.isCoarse };
}

class Aligner {
	readonly runs: Run[] = [];
	isCoarse = false;

	private readonly first: Int32Array;
	private readonly second: Int32Array;

	constructor(first: Int32Array, second: Int32Array) {
		this.first = first;
		this.second = second;
	}

	/** Aligns equal beginnings and ends without a search. */
	alignStretch({ inFirst, inSecond }: Stretch, depth: number): void {
		const shorter = Math.min(inFirst.to - inFirst.from, inSecond.to - inSecond.from);
		let head = 0;
		while (
			head < shorter &&
			this.first[inFirst.from + head] === this.second[inSecond.from + head]
		) {
			head += 1;
		}
		let tail = 0;
		while (
			tail < shorter - head &&
			this.first[inFirst.to - 1 - tail] === this.second[inSecond.to - 1 - tail]
		) {
			tail += 1;
		}
		this.add(inFirst.from, inSecond.from, head);
		const middle = {
			inFirst: { from: inFirst.from + head, to: inFirst.to - tail },
			inSecond: { from: inSecond.from + head, to: inSecond.to - tail },
		};
		if (shorter > head + tail) this.alignMiddle(middle, depth);
		this.add(inFirst.to - tail, inSecond.to - tail, tail);
	}

	private alignMiddle(stretch: Stretch, depth: number): void {
		const { inFirst, inSecond } = stretch;
		const length = inFirst.to - inFirst.from + inSecond.to - inSecond.from;
		const isShort = length <= fullSearchLength;
		if (this.search(stretch, isShort ? length : quickEdits) || isShort) return;
		const anchorLength = anchorLengths[depth];
		if (anchorLength === undefined) {
			if (!this.search(stretch, lastEdits)) this.isCoarse = true;
			return;
		}
		this.alignBetween(stretch, anchorLength, depth + 1);
	}

	private search({ inFirst, inSecond }: Stretch, editsMax: number): boolean {
		return shortestEdits(this.first, this.second, { inFirst, inSecond }, editsMax, (one, two) =>
			this.add(one, two, 1),
		);
	}

	private alignBetween({ inFirst, inSecond }: Stretch, anchorLength: number, depth: number): void {
		let [firstAt, secondAt] = [inFirst.from, inSecond.from];
		const lists = { first: this.first, second: this.second };
		for (const anchor of commonRuns(lists, { inFirst, inSecond }, anchorLength)) {
			if (anchor.first < firstAt || anchor.second < secondAt) continue;
			this.alignStretch(
				{
					inFirst: { from: firstAt, to: anchor.first },
					inSecond: { from: secondAt, to: anchor.second },
				},
				depth,
			);
			this.add(anchor.first, anchor.second, anchor.length);
			[firstAt, secondAt] = [anchor.first + anchor.length, anchor.second + anchor.length];
		}
		this.alignStretch(
			{ inFirst: { from: firstAt, to: inFirst.to }, inSecond: { from: secondAt, to: inSecond.to } },
			depth,
		);
	}

	private add(first: number, second: number, length: number): void {
		if (length === 0) return;
		const last = this.runs.at(-1);
		const isNext =
			last !== undefined &&
			last.first + last.length === first &&
			last.second + last.length === second;
		if (isNext) this.runs.splice(-1, 1, { ...last, length: last.length + length });
		else this.runs.push({ first, second, length });
	}
}
