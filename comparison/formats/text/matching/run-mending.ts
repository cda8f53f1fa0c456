/**
 * Improves an alignment of words for readers: removes accidental matches, and moves insertions and
 * deletions to the ends of rows.
 */
import { at } from '../../../../server/at';
import type { Run } from '../../../align/run';
import type { TokenList } from '../reading/tokens';

/** The words of a side, as indexes of tokens. */
export interface Words {
	readonly tokens: TokenList;
	readonly indexes: Int32Array;
}

/** A match that is this many times shorter than the differing stretches around it is noise. */
const noiseShare = 4;

interface At {
	readonly base: number;
	readonly other: number;
}

const startOf: At = { base: 0, other: 0 };

function endOf(run: Run | undefined): At {
	if (run === undefined) return startOf;
	return { base: run.base + run.length, other: run.other + run.length };
}

function gapLength(from: At, to: At): number {
	return Math.max(to.base - from.base, to.other - from.other);
}

/** Removes matches of single common words between different sentences. */
export function withoutNoise(runs: readonly Run[], lengths: At): readonly Run[] {
	const forward = withoutNoiseAhead(runs, lengths);
	return forward.length === runs.length ? runs : withoutNoiseAhead(forward, lengths);
}

function withoutNoiseAhead(runs: readonly Run[], lengths: At): readonly Run[] {
	const kept: Run[] = [];
	for (const [index, run] of runs.entries()) {
		const before = gapLength(endOf(kept.at(-1)), run);
		const after = gapLength(endOf(run), runs[index + 1] ?? lengths);
		const isNoise = run.length * noiseShare <= Math.min(before, after);
		if (!isNoise) kept.push(run);
	}
	return kept;
}

/** Slides insertions and deletions to the end of a row where possible. */
export function slidToRowEnds(runs: readonly Run[], kept: Words, sent: Words): readonly Run[] {
	const slid = [...runs];
	for (let index = 0; index + 1 < slid.length; index += 1) {
		const [before, after] = [slid[index], slid[index + 1]];
		if (before === undefined || after === undefined) continue;
		const end = endOf(before);
		const isInBase = after.other === end.other;
		if (!isInBase && after.base !== end.base) continue;
		const side = isInBase ? kept : sent;
		const from = isInBase ? end.base : end.other;
		const to = isInBase ? after.base : after.other;
		const count = distanceToRowEnd(side, { from, to, max: after.length - 1 });
		if (count === 0) continue;
		slid[index] = { ...before, length: before.length + count };
		slid[index + 1] = {
			base: after.base + count,
			other: after.other + count,
			length: after.length - count,
		};
	}
	return slid;
}

/** How far a stretch must slide to end with a row; 0 if it need not or cannot. */
function distanceToRowEnd(
	{ tokens, indexes }: Words,
	{ from, to, max }: { readonly from: number; readonly to: number; readonly max: number },
): number {
	const tokenAt = (word: number) => at(indexes, word);
	const endsRow = (word: number) =>
		word + 1 >= indexes.length || tokens.rowOf(tokenAt(word + 1)) !== tokens.rowOf(tokenAt(word));
	for (let count = 0; count <= max; count += 1) {
		if (endsRow(to + count - 1)) return count;
		if (tokens.textOf(tokenAt(from + count)) !== tokens.textOf(tokenAt(to + count))) return 0;
	}
	return 0;
}
