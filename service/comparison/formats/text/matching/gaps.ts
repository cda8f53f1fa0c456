/**
 * Compares the gap between two tokens with the gap between their partners: white space, line
 * breaks, blank lines. Marks the differences on both sides and returns the one that counts at the
 * most levels.
 */
import { at } from '../../../../../server/at';
import { coarsest, type DifferenceClass } from './difference';
import type { Gap, MarkedSide } from './marked-side';

/** Called for rows to show side by side. */
export type PairRows = (first: number, second: number) => void;

interface Sides<Of> {
	readonly first: Of;
	readonly second: Of;
}

type GapSides = Sides<{ readonly side: MarkedSide; readonly gap: Gap }>;

export function compareGaps(gaps: GapSides, pairRows: PairRows): DifferenceClass | undefined {
	const { first, second } = gaps;
	if (!first.gap.isBroken && !second.gap.isBroken) return spacesWithin(gaps);
	if (first.gap.isBroken !== second.gap.isBroken) {
		markBreak(first);
		markBreak(second);
		return 'breaks';
	}
	return coarsest(
		surplusRows(gaps, pairRows),
		coarsest(indentation(gaps), coarsest(trailing(gaps), lineEnds(gaps))),
	);
}

function spacesWithin({ first, second }: GapSides): DifferenceClass | undefined {
	if (first.gap.spaces === second.gap.spaces) return undefined;
	first.side.markSpace(first.gap.to, 'spacing');
	second.side.markSpace(second.gap.to, 'spacing');
	return 'spacing';
}

function markBreak({ side, gap }: GapSides['first']): void {
	if (gap.isBroken) side.markEnd(gap.row, 'breaks');
	else side.markSpace(gap.to, 'breaks');
	for (const row of gap.blankRows) side.markRow(row, 'blank');
}

function indentation({ first, second }: GapSides): DifferenceClass | undefined {
	if (first.gap.indentation === second.gap.indentation) return undefined;
	first.side.markSpace(first.gap.to, 'spacing');
	second.side.markSpace(second.gap.to, 'spacing');
	return 'spacing';
}

function trailing({ first, second }: GapSides): DifferenceClass | undefined {
	if (first.gap.spaces === second.gap.spaces) return undefined;
	first.side.markTrail(first.gap.row, 'trailing');
	second.side.markTrail(second.gap.row, 'trailing');
	return 'trailing';
}

function lineEnds({ first, second }: GapSides): DifferenceClass | undefined {
	return rowEnds(
		{ side: first.side, row: first.gap.row },
		{ side: second.side, row: second.gap.row },
	);
}

interface RowOf {
	readonly side: MarkedSide;
	readonly row: number;
}

function rowEnds(first: RowOf, second: RowOf): DifferenceClass | undefined {
	if (first.side.endOf(first.row) === second.side.endOf(second.row)) return undefined;
	first.side.markEnd(first.row, 'ends');
	second.side.markEnd(second.row, 'ends');
	return 'ends';
}

/** Pairs blank rows from the first on, and marks the surplus ones of either side. */
export function surplusRows(
	{ first, second }: GapSides,
	pairRows: PairRows,
): DifferenceClass | undefined {
	const [ours, theirs] = [first.gap.blankRows, second.gap.blankRows];
	const count = Math.min(ours.length, theirs.length);
	for (const row of ours.slice(count)) first.side.markRow(row, 'blank');
	for (const row of theirs.slice(count)) second.side.markRow(row, 'blank');
	const paired = ours.slice(0, count).map((row, index) => {
		const other = at(theirs, index);
		pairRows(row, other);
		return blankRow({ side: first.side, row }, { side: second.side, row: other });
	});
	const surplus = ours.length === theirs.length ? undefined : ('blank' as const);
	return paired.reduce(coarsest, surplus);
}

/** White space in a blank row counts as trailing. */
function blankRow(first: RowOf, second: RowOf): DifferenceClass | undefined {
	const ends = rowEnds(first, second);
	if (first.side.textOf(first.row) === second.side.textOf(second.row)) return ends;
	first.side.markTrail(first.row, 'trailing');
	second.side.markTrail(second.row, 'trailing');
	return 'trailing';
}
