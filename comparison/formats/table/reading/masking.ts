/**
 * Replaces each match of a rule's pattern by one mark, before the alignment, and counts the
 * matches.
 */
import { hitsOf, replaceHits, withinStep, type Pattern } from '../../../core/patterns';
import { cellMark, cellsOf, type Table } from './table';

/** Replaces a match; no table contains it. */
const hiddenMark = '\u001d';

/** Masks a cell; calls `onHidden` for each match. */
export function maskedCell(
	cell: string,
	patterns: readonly Pattern[],
	onHidden: (pattern: Pattern) => void,
): string {
	const masking = { mark: hiddenMark, onHit: onHidden };
	return patterns.reduce((text, pattern) => replaceHits(text, pattern, masking), cell);
}

/** Masks a table; adds the number of matches to `hidden`. */
export function maskedTable(
	table: Table,
	patterns: readonly Pattern[],
	hidden: Map<string, number>,
): Table {
	if (patterns.length === 0) return table;
	const count = ({ source }: Pattern) => hidden.set(source, (hidden.get(source) ?? 0) + 1);
	const masked = (row: string) =>
		cellsOf(row)
			.map((cell) => maskedCell(cell, patterns, count))
			.join(cellMark);
	const text = (whole: string) => maskedCell(whole, patterns, count);
	return withinStep(patterns, () => ({
		...table,
		rows: table.rows.map(masked),
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

/** Splits a cell into hidden and visible pieces; overlapping patterns hide their union. */
export function maskedPieces(
	cell: string,
	patterns: readonly Pattern[],
): ReadonlyArray<{ readonly text: string; readonly isHidden: boolean }> {
	const isHidden = new Uint8Array(cell.length);
	for (const pattern of patterns) {
		for (const { from, to } of hitsOf(cell, pattern)) isHidden.fill(1, from, to);
	}
	const pieces: { text: string; isHidden: boolean }[] = [];
	for (let from = 0, to = 1; from < cell.length; from = to, to += 1) {
		while (to < cell.length && isHidden[to] === isHidden[from]) to += 1;
		pieces.push({ text: cell.slice(from, to), isHidden: isHidden[from] === 1 });
	}
	return pieces;
}
