/**
 * Compares the gap between two tokens with the gap between their partners: white space, line
 * breaks, blank lines. Marks the differences on both sides and returns the one that counts at the
 * most levels.
 */
import { at } from '../../../../server/at';
import type { Sides } from '../../../align/run';
import { coarsest, type DifferenceClass } from './difference';
import type { Gap, MarkedSide } from './marked-side';

/** Called for rows to show side by side. */
export type PairRows = (base: number, other: number) => void;

interface GapOf {
	readonly side: MarkedSide;
	readonly gap: Gap;
}

export function compareGaps(gaps: Sides<GapOf>, pairRows: PairRows): DifferenceClass | undefined {
	const { base, other } = gaps;
	if (!base.gap.isBroken && !other.gap.isBroken) {
		return compared(gaps, spacesOf, 'spacing', markSpacing);
	}
	if (base.gap.isBroken !== other.gap.isBroken) {
		markBreak(base);
		markBreak(other);
		return 'breaks';
	}
	return coarsest([
		surplusRows(gaps, pairRows),
		compared(gaps, ({ gap }) => gap.indentation, 'spacing', markSpacing),
		compared(gaps, spacesOf, 'trailing', ({ side, gap }) =>
			side.mark('trail', gap.row, 'trailing'),
		),
		rowEnds({ base: { ...base, row: base.gap.row }, other: { ...other, row: other.gap.row } }),
	]);
}

/** Marks on both sides what is not the same there. */
function compared<Of>(
	{ base, other }: Sides<Of>,
	textOf: (one: Of) => string,
	difference: DifferenceClass,
	mark: (one: Of) => void,
): DifferenceClass | undefined {
	if (textOf(base) === textOf(other)) return undefined;
	mark(base);
	mark(other);
	return difference;
}

function spacesOf({ gap }: GapOf): string {
	return gap.spaces;
}

function markSpacing({ side, gap }: GapOf): void {
	side.mark('space', gap.to, 'spacing');
}

function markBreak({ side, gap }: GapOf): void {
	if (gap.isBroken) side.mark('end', gap.row, 'breaks');
	else side.mark('space', gap.to, 'breaks');
	for (const row of gap.blankRows) side.mark('row', row, 'blank');
}

interface RowOf {
	readonly side: MarkedSide;
	readonly row: number;
}

function rowEnds(rows: Sides<RowOf>): DifferenceClass | undefined {
	const endOf = ({ side, row }: RowOf) => side.endOf(row);
	return compared(rows, endOf, 'ends', ({ side, row }) => side.mark('end', row, 'ends'));
}

/** Pairs blank rows from the first on, and marks the surplus ones of either side. */
export function surplusRows(
	{ base, other }: Sides<GapOf>,
	pairRows: PairRows,
): DifferenceClass | undefined {
	const [ours, theirs] = [base.gap.blankRows, other.gap.blankRows];
	const count = Math.min(ours.length, theirs.length);
	for (const { side, gap } of [base, other]) {
		for (const row of gap.blankRows.slice(count)) side.mark('row', row, 'blank');
	}
	const paired = ours.slice(0, count).map((row, index) => {
		const partner = at(theirs, index);
		pairRows(row, partner);
		return blankRow({ base: { side: base.side, row }, other: { side: other.side, row: partner } });
	});
	const surplus = ours.length === theirs.length ? undefined : ('blank' as const);
	return coarsest([surplus, ...paired]);
}

/** White space in a blank row counts as trailing. */
function blankRow(rows: Sides<RowOf>): DifferenceClass | undefined {
	const ends = rowEnds(rows);
	const textOf = ({ side, row }: RowOf) => side.textOf(row);
	const mark = ({ side, row }: RowOf) => side.mark('trail', row, 'trailing');
	return compared(rows, textOf, 'trailing', mark) ?? ends;
}
