/**
 * Finds the columns that rules name. A letter is that of the kept table; in the sent one the column is
 * followed by its name, since a column that came or went moves all letters behind it.
 */
import { reduced } from './cells';
import type { AlignedColumns, Column } from './columns';
import { cellAt, cellsOf, columnOfLetters, widthOf, type Table } from '../reading/table';

/** `untold`: nothing tells which column of the sent table the letter means. */
export function ruledColumn(name: string, aligned: AlignedColumns): Column | 'none' | 'untold' {
	const { kept, sent, hasHeader, columns } = aligned;
	const keptPlace = hasHeader ? placeNamed(kept, name) : -1;
	if (keptPlace >= 0) return columns.find((column) => column.kept === keptPlace) ?? 'none';
	const letter = columnOfLetters(name);
	if (letter >= 0 && letter < widthOf(kept.rows)) {
		const column = columns.find((one) => one.kept === letter) ?? 'none';
		return column === 'none' || isFollowed(column, aligned) ? column : 'untold';
	}
	const sentPlace = hasHeader ? placeNamed(sent, name) : -1;
	if (sentPlace >= 0) return columns.find((column) => column.sent === sentPlace) ?? 'none';
	return letter >= 0 && letter < widthOf(sent.rows) ? 'untold' : 'none';
}

/** True if both tables have the name of the column; without names, if all columns stand where they stood. */
function isFollowed(column: Column, aligned: AlignedColumns): boolean {
	const { kept, sent, hasHeader, isHeaderShown, columns } = aligned;
	const nameIn = ({ rows }: Table, place = -1) => cellAt(rows[0] ?? '', place).trim();
	const name = hasHeader ? nameIn(kept, column.kept) : '';
	if (name !== '' && reduced(name) === reduced(nameIn(sent, column.sent))) return true;
	return !(isHeaderShown && name !== '') && columns.every((one) => one.kept === one.sent);
}

/** Index of the column with this name in the first row, or -1. */
export function placeNamed({ rows }: Table, name: string): number {
	const names = cellsOf(rows[0] ?? '');
	const exact = names.indexOf(name);
	return exact >= 0 ? exact : names.findIndex((each) => reduced(each) === reduced(name));
}
