/**
 * Finds the shortest edit script of two lists (Myers 1986), up to a number of edits; the time is
 * about the square of that number.
 */
import { at, present } from '../../server/at';
import type { Gap, NumberedLists } from './run';

/** Called for every common entry, in order, with its positions. */
export type OnMatch = (base: number, other: number) => void;

/** Returns true if `editsMax` edits suffice; only then reports matches. */
export function shortestEdits(
	{ base, other }: NumberedLists,
	{ base: inBase, other: inOther }: Gap,
	editsMax: number,
	onMatch: OnMatch,
): boolean {
	const baseLength = inBase.to - inBase.from;
	const otherLength = inOther.to - inOther.from;
	const furthest = new Int32Array(2 * editsMax + 3);
	const middle = editsMax + 1;
	const trace: Int32Array[] = [];
	for (let edits = 0; edits <= editsMax; edits += 1) {
		trace.push(furthest.slice(middle - edits - 1, middle + edits + 2));
		for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
			const below = present(furthest[middle + diagonal - 1], furthestPlace);
			const above = present(furthest[middle + diagonal + 1], furthestPlace);
			const isDown = diagonal === -edits || (diagonal !== edits && below < above);
			let x = isDown ? above : below + 1;
			let y = x - diagonal;
			while (
				x < baseLength &&
				y < otherLength &&
				base[inBase.from + x] === other[inOther.from + y]
			) {
				x += 1;
				y += 1;
			}
			furthest[middle + diagonal] = x;
			if (x >= baseLength && y >= otherLength) {
				tellMatches(trace, { x: baseLength, y: otherLength }, (matchX, matchY) =>
					onMatch(inBase.from + matchX, inOther.from + matchY),
				);
				return true;
			}
		}
	}
	return false;
}

const furthestPlace = 'the furthest place on a diagonal';

function tellMatches(
	trace: readonly Int32Array[],
	end: { readonly x: number; readonly y: number },
	onMatch: OnMatch,
): void {
	const matches: number[] = [];
	let { x, y } = end;
	for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
		const furthest = at(trace, edits);
		const placeOn = (diagonal: number) => present(furthest[diagonal + edits + 1], furthestPlace);
		const diagonal = x - y;
		const isDown =
			diagonal === -edits || (diagonal !== edits && placeOn(diagonal - 1) < placeOn(diagonal + 1));
		const before = isDown ? diagonal + 1 : diagonal - 1;
		const [beforeX, beforeY] = edits === 0 ? [0, 0] : [placeOn(before), placeOn(before) - before];
		while (x > beforeX && y > beforeY) {
			x -= 1;
			y -= 1;
			matches.push(x, y);
		}
		[x, y] = [beforeX, beforeY];
	}
	for (let index = matches.length - 2; index >= 0; index -= 2) {
		onMatch(at(matches, index), at(matches, index + 1));
	}
}
