/** Puts a mark in place of what the patterns of the rules match, before the alignment. */
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
