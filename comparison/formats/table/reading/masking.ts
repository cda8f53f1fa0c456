/** Puts a mark in place of what the patterns of the rules match, before the alignment. */
import { stretchesOf, type Pattern } from '../../../core/patterns';
import type { RuledSide } from '../../../core/rule-hits';
import { cellMark, cellsOf, type Table } from './table';

/** Replaces a match; no table contains it. */
const hiddenMark = '\u001d';

/** Masks and counts what the rules hide in a table. */
export function maskedTable(table: Table, ruled: RuledSide): Table {
	if (!ruled.hasPatterns) return table;
	const text = (whole: string) => ruled.masked(whole, hiddenMark);
	return ruled.within(() => ({
		...table,
		rows: table.rows.map((row) => cellsOf(row).map(text).join(cellMark)),
		view: table.view && {
			...table.view,
			print: new Map([...table.view.print].map(([end, printed]) => [end, text(printed)])),
			remarks: table.view.remarks.map((remark) => ({ ...remark, text: text(remark.text) })),
		},
	}));
}

/** A masked text for readers. */
export function readable(masked: string): string {
	return masked.replaceAll(hiddenMark, '…');
}

/** Splits a cell into hidden and visible pieces. */
export function maskedPieces(
	cell: string,
	patterns: readonly Pattern[],
): ReadonlyArray<{ readonly text: string; readonly isHidden: boolean }> {
	let at = 0;
	const pieces = [...stretchesOf(cell, patterns), { from: cell.length, to: cell.length }].flatMap(
		({ from, to }) => {
			const both = [
				{ text: cell.slice(at, from), isHidden: false },
				{ text: cell.slice(from, to), isHidden: true },
			];
			at = to;
			return both;
		},
	);
	return pieces.filter(({ text }) => text !== '');
}
