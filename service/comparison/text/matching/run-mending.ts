/**
 * Makes the alignment of words one that a reader would have made: without matches that are only
 * noise, and with what was put in or taken out ending where a row ends.
 */
import { at } from '../../../../server/at';
import type { Run } from '../align/run';
import type { TokenList } from '../reading/tokens';

/** Words of a side: which tokens they are. */
export interface Words {
	readonly tokens: TokenList;
	readonly indexes: Int32Array;
}

/** Matches between stretches that differ in so many times as much are noise. */
const noiseShare = 4;

interface At {
	readonly first: number;
	readonly second: number;
}

const startOf: At = { first: 0, second: 0 };

function endOf(run: Run | undefined): At {
	if (run === undefined) return startOf;
	return { first: run.first + run.length, second: run.second + run.length };
}

function gapLength(from: At, to: At): number {
	return Math.max(to.first - from.first, to.second - from.second);
}

/** A common word in the midst of two different sentences says nothing. */
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

/** The same runs, with stretches of one side slid on to the end of a row where they can be. */
export function slidToRowEnds(runs: readonly Run[], first: Words, second: Words): readonly Run[] {
	const slid = [...runs];
	for (let index = 0; index + 1 < slid.length; index += 1) {
		const [before, after] = [slid[index], slid[index + 1]];
		if (before === undefined || after === undefined) continue;
		const end = endOf(before);
		const isInFirst = after.second === end.second;
		if (!isInFirst && after.first !== end.first) continue;
		const side = isInFirst ? first : second;
		const from = isInFirst ? end.first : end.second;
		const to = isInFirst ? after.first : after.second;
		const count = distanceToRowEnd(side, { from, to, max: after.length - 1 });
		if (count === 0) continue;
		slid[index] = { ...before, length: before.length + count };
		slid[index + 1] = {
			first: after.first + count,
			second: after.second + count,
			length: after.length - count,
		};
	}
	return slid;
}

/** How far a stretch has to slide to end with a row; 0 when it need not or cannot. */
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
