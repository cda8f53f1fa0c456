/**
 * Improves an alignment of words for readers: removes accidental matches, and moves insertions and
 * deletions to where they begin and end well, such as the ends of rows.
 */
import { at } from '../../../../server/at';
import { endOf, type Run, type Sides, type Span } from '../../../align/run';

/** A match that is this many times shorter than the differing stretches around it is noise. */
const noiseShare = 4;

function gapLength(from: Sides<number>, to: Sides<number>): number {
	return Math.max(to.base - from.base, to.other - from.other);
}

/** Removes matches of single common words between different sentences. */
export function withoutNoise(runs: readonly Run[], lengths: Sides<number>): readonly Run[] {
	const forward = withoutNoiseAhead(runs, lengths);
	return forward.length === runs.length ? runs : withoutNoiseAhead(forward, lengths);
}

function withoutNoiseAhead(runs: readonly Run[], lengths: Sides<number>): readonly Run[] {
	const kept: Run[] = [];
	let end: Sides<number> = { base: 0, other: 0 };
	for (const [index, run] of runs.entries()) {
		const before = gapLength(end, run);
		const after = gapLength(endOf(run), runs[index + 1] ?? lengths);
		const isNoise = run.length * noiseShare <= Math.min(before, after);
		if (isNoise) continue;
		kept.push(run);
		end = endOf(run);
	}
	return kept;
}

/** One side of the runs. */
export interface Slidable {
	/** True if an insertion or deletion may well begin at this entry, and end before it. */
	readonly isBoundary: (entry: number) => boolean;
	readonly isSame: (entry: number, other: number) => boolean;
}

/** Slides insertions and deletions to the nearest boundary `ahead` of them or behind, where possible. */
export function slid(runs: readonly Run[], sides: Sides<Slidable>, ahead: 1 | -1): readonly Run[] {
	const mended = [...runs];
	for (let index = 0; index + 1 < mended.length; index += 1) {
		const [before, after] = [at(mended, index), at(mended, index + 1)];
		const end = endOf(before);
		const isInBase = after.other === end.other;
		if (!isInBase && after.base !== end.base) continue;
		const [side, stretch] = isInBase
			? [sides.base, { from: end.base, to: after.base }]
			: [sides.other, { from: end.other, to: after.other }];
		const steps =
			ahead * stepsTo(side, stretch, ahead, ahead === 1 ? after.length - 1 : before.length);
		mended[index] = { ...before, length: before.length + steps };
		mended[index + 1] = {
			base: after.base + steps,
			other: after.other + steps,
			length: after.length - steps,
		};
	}
	return mended.filter(({ length }) => length > 0);
}

/** How far a stretch must slide to a boundary; 0 if it need not or cannot. */
function stepsTo(
	{ isBoundary, isSame }: Slidable,
	{ from, to }: Span,
	ahead: 1 | -1,
	stepsMax: number,
): number {
	for (let steps = 0; steps <= stepsMax; steps += 1) {
		const [first, next] = [from + ahead * steps, to + ahead * steps];
		if (isBoundary(ahead === 1 ? next : first)) return steps;
		const passed = ahead === 1 ? [first, next] : [first - 1, next - 1];
		if (!isSame(passed[0] ?? 0, passed[1] ?? 0)) return 0;
	}
	return 0;
}
