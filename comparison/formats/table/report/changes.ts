/**
 * Converts differences of tables to changes with places, for the reply and for the file of all
 * changes.
 */
import { at, present } from '../../../../server/at';
import { cutTexts, type Change } from '../../../core/comparison';
import type { AlignedColumn } from '../matching/align-tables';
import type { CellDifference, ComparedSheet, RowEntry } from '../matching/differences';
import type { ViewDifference } from '../matching/views';
import { cellAt, cellsOf, columnLetters, type Table } from '../reading/table';
import { shownLook, traitsOf } from '../reading/traits';

const textLengthMax = 2000;

/** A change with the columns of the changes file. */
export interface TableChange extends Change {
	/** What changed: a sheet, a column, a row, or a cell of the named column. */
	readonly of: 'sheet' | 'column' | 'row' | 'cell';
	readonly columnName?: string;
}

export function sheetChange(
	kind: 'added' | 'removed' | 'changed' | 'moved',
	{ kept, sent }: ComparedSheet,
): TableChange {
	return {
		kind,
		of: 'sheet',
		...(kept !== undefined && { kept: place(kept), oldText: kept.name }),
		...(sent !== undefined && { sent: place(sent), newText: sent.name }),
	};
}

export function columnChange(
	kind: 'added' | 'removed' | 'moved',
	column: AlignedColumn,
	{ kept, sent }: ComparedSheet,
): TableChange {
	return {
		kind,
		of: 'column',
		columnName: column.name,
		...(kept !== undefined &&
			column.kept !== undefined && {
				kept: place(kept, columnLetters(column.kept)),
				oldText: column.name,
			}),
		...(sent !== undefined &&
			column.sent !== undefined && {
				sent: place(sent, columnLetters(column.sent)),
				newText: column.name,
			}),
	};
}

export function rowChange(entry: RowEntry, { kept, sent }: ComparedSheet): TableChange {
	const keptRow = entry.kind === 'added' ? undefined : entry.keptRow;
	const sentRow = entry.kind === 'removed' ? undefined : entry.sentRow;
	return {
		kind: entry.kind === 'both' ? 'moved' : entry.kind,
		of: 'row',
		...(kept !== undefined &&
			keptRow !== undefined && {
				kept: place(kept, String(kept.rowNumbers[keptRow])),
				oldText: rowText(kept, keptRow),
			}),
		...(sent !== undefined &&
			sentRow !== undefined && {
				sent: place(sent, String(sent.rowNumbers[sentRow])),
				newText: rowText(sent, sentRow),
			}),
	};
}

export function cellChange(
	found: CellDifference,
	rows: { readonly kept: number; readonly sent: number },
	kept: Table,
	sent: Table,
): TableChange {
	const { column, difference } = found;
	const keptAt = present(column.kept, 'the kept place');
	const sentAt = present(column.sent, 'the sent place');
	const cellPlace = (table: Table, row: number, column: number) =>
		place(table, `${columnLetters(column)}${table.rowNumbers[row]}`);
	return {
		kind: difference === 'form' ? 'formatted' : 'changed',
		of: 'cell',
		columnName: column.name,
		kept: cellPlace(kept, rows.kept, keptAt),
		sent: cellPlace(sent, rows.sent, sentAt),
		...cutTexts(
			{
				oldText: cellText(kept, rows.kept, keptAt, found),
				newText: cellText(sent, rows.sent, sentAt, { difference }),
			},
			textLengthMax,
		),
	};
}

export function viewChange({ of, kept, sent }: ViewDifference, sheet: ComparedSheet): TableChange {
	return {
		kind: 'changed',
		of,
		...(sheet.kept !== undefined && { kept: place(sheet.kept, kept.place) }),
		...(sheet.sent !== undefined && { sent: place(sheet.sent, sent.place) }),
		...cutTexts({ oldText: kept.text, newText: sent.text }, textLengthMax),
	};
}

/** The value of a cell, with the formula, format, kind or link if the difference is about it. */
export function cellText(
	table: Table,
	row: number,
	column: number,
	{ difference, formulaNow }: Omit<CellDifference, 'column'>,
): string {
	const value = cellAt(at(table.rows, row), column);
	const trait = traitsOf(table.traits?.[row] ?? '')[column];
	if (trait === undefined) return value;
	const aside = [
		...(trait.formula === '' ? [] : [`=${trait.formula}`]),
		...(formulaNow === undefined ? [] : [`now =${formulaNow}`]),
		...(difference === 'form' ? [`format ${trait.format === '' ? 'General' : trait.format}`] : []),
		...(difference === 'link' ? [trait.link === '' ? 'no link' : trait.link] : []),
		...(difference === 'look' ? [shownLook(trait) || 'plain'] : []),
		...(difference === 'writing' ? [trait.kind === '' ? 'text' : trait.kind] : []),
	];
	return aside.length === 0 ? value : `${value} [${aside.join(', ')}]`;
}

function rowText(table: Table, row: number): string {
	return shortened(cellsOf(at(table.rows, row)).join(' | '));
}

function place(table: Table, cell?: string) {
	return {
		...(table.name !== '' && { sheet: table.name }),
		cell,
	};
}

function shortened(text: string): string {
	return text.length <= textLengthMax ? text : `${text.slice(0, textLengthMax)}…`;
}
