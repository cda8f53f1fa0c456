/**
 * Compares the gap between two tokens with the gap between their partners: white space, line
 * breaks, blank lines. Marks the differences on both sides and returns the one that counts at the
 * most levels.
 */
import { at } from '../../../../server/at';
import { coarsest, type DifferenceClass } from './difference';
import type { Gap, MarkedSide } from './marked-side';

/** Called for rows to show side by side. */
export type PairRows = (base: number, other: number) => void;

interface Sides<Of> {
	readonly base: Of;
	readonly other: Of;
}

type GapSides = Sides<{ readonly side: MarkedSide; readonly gap: Gap }>;

export function compareGaps(gaps: GapSides, pairRows: PairRows): DifferenceClass | undefined {
	const { base, other } = gaps;
	if (!base.gap.isBroken && !other.gap.isBroken) return spacesWithin(gaps);
	if (base.gap.isBroken !== other.gap.isBroken) {
		markBreak(base);
		markBreak(other);
		return 'breaks';
	}
	const surplus = surplusRows(gaps, pairRows);
	return coarsest([surplus, indentation(gaps), trailing(gaps), lineEnds(gaps)]);
}

function spacesWithin({ base, other }: GapSides): DifferenceClass | undefined {
	if (base.gap.spaces === other.gap.spaces) return undefined;
	base.side.markSpace(base.gap.to, 'spacing');
	other.side.markSpace(other.gap.to, 'spacing');
	return 'spacing';
}

function markBreak({ side, gap }: GapSides['base']): void {
	if (gap.isBroken) side.markEnd(gap.row, 'breaks');
	else side.markSpace(gap.to, 'breaks');
	for (const row of gap.blankRows) side.markRow(row, 'blank');
}

function indentation({ base, other }: GapSides): DifferenceClass | undefined {
	if (base.gap.indentation === other.gap.indentation) return undefined;
	base.side.markSpace(base.gap.to, 'spacing');
	other.side.markSpace(other.gap.to, 'spacing');
	return 'spacing';
}

function trailing({ base, other }: GapSides): DifferenceClass | undefined {
	if (base.gap.spaces === other.gap.spaces) return undefined;
	base.side.markTrail(base.gap.row, 'trailing');
	other.side.markTrail(other.gap.row, 'trailing');
	return 'trailing';
}

function lineEnds({ base, other }: GapSides): DifferenceClass | undefined {
	return rowEnds({ side: base.side, row: base.gap.row }, { side: other.side, row: other.gap.row });
}

interface RowOf {
	readonly side: MarkedSide;
	readonly row: number;
}

function rowEnds(base: RowOf, other: RowOf): DifferenceClass | undefined {
	if (base.side.endOf(base.row) === other.side.endOf(other.row)) return undefined;
	base.side.markEnd(base.row, 'ends');
	other.side.markEnd(other.row, 'ends');
	return 'ends';
}

/** Pairs blank rows from the first on, and marks the surplus ones of either side. */
export function surplusRows(
	{ base, other }: GapSides,
	pairRows: PairRows,
): DifferenceClass | undefined {
	const [ours, theirs] = [base.gap.blankRows, other.gap.blankRows];
	const count = Math.min(ours.length, theirs.length);
	for (const row of ours.slice(count)) base.side.markRow(row, 'blank');
	for (const row of theirs.slice(count)) other.side.markRow(row, 'blank');
	const paired = ours.slice(0, count).map((row, index) => {
		const partner = at(theirs, index);
		pairRows(row, partner);
		return blankRow({ side: base.side, row }, { side: other.side, row: partner });
	});
	const surplus = ours.length === theirs.length ? undefined : ('blank' as const);
	return coarsest([surplus, ...paired]);
}

/** White space in a blank row counts as trailing. */
function blankRow(base: RowOf, other: RowOf): DifferenceClass | undefined {
	const ends = rowEnds(base, other);
	if (base.side.textOf(base.row) === other.side.textOf(other.row)) return ends;
	base.side.markTrail(base.row, 'trailing');
	other.side.markTrail(other.row, 'trailing');
	return 'trailing';
}
