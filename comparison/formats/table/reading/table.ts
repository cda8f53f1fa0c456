/**
 * A table, with one string per row, so that hundreds of thousands of rows fit into memory and equal
 * rows are equal strings. Other properties of cells are traits.
 */
import { at } from '../../../../server/at';
import type { SheetView } from './sheet-view';

/** Separates the cells of a row; no cell contains it. */
export const cellMark = '\u001f';

/** Replaces the separator in cells of a file. */
const shownMark = '\u241f';

export interface Table {
	/** Name of the sheet; empty if the file is the table. */
	readonly name: string;
	/** Non-empty rows: cells joined by `cellMark`, without trailing empty ones. */
	readonly rows: readonly string[];
	/** Number of each row in the file, from 1. */
	readonly rowNumbers: readonly number[];
	/** Packed traits of each row; absent in plain tables. */
	readonly traits?: readonly string[];
	/** Absent in plain tables. */
	readonly view?: SheetView;
}

/** Packs a row; empty if all cells are blank. */
export function packRow(cells: readonly string[]): string {
	let width = cells.length;
	while (width > 0 && cells[width - 1] === '') width -= 1;
	const packed = (width === cells.length ? cells : cells.slice(0, width)).join(cellMark);
	return /[^\s\u001f]/.test(packed) ? packed : '';
}

export function cellsOf(row: string): readonly string[] {
	return row === '' ? [] : row.split(cellMark);
}

export function cellAt(row: string, column: number): string {
	let from = 0;
	for (let skipped = 0; skipped < column; skipped += 1) {
		from = row.indexOf(cellMark, from) + 1;
		if (from === 0) return '';
	}
	const to = row.indexOf(cellMark, from);
	return to < 0 ? row.slice(from) : row.slice(from, to);
}

/** Number of filled cells. */
export function filledCount(row: string): number {
	const mark = cellMark.charCodeAt(0);
	let count = 0;
	let isFilled = false;
	for (let at = 0; at < row.length; at += 1) {
		if (row.charCodeAt(at) !== mark) isFilled = true;
		else {
			if (isFilled) count += 1;
			isFilled = false;
		}
	}
	return isFilled ? count + 1 : count;
}

/** Number of columns of the widest row. */
export function widthOf(rows: readonly string[]): number {
	return rows.reduce((width, row) => (row === '' ? width : Math.max(width, marksIn(row) + 1)), 0);
}

/** An order of two tables that does not depend on which one is kept. */
export function isLater(kept: readonly string[], sent: readonly string[]): boolean {
	const shorter = Math.min(kept.length, sent.length);
	let row = 0;
	while (row < shorter && kept[row] === sent[row]) row += 1;
	return row < shorter ? at(kept, row) > at(sent, row) : kept.length > sent.length;
}

/** 0 becomes `A`, 27 `AB`. */
export function columnLetters(column: number): string {
	const letter = String.fromCharCode(65 + (column % 26));
	return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter;
}

/** `AB` becomes 27; -1 for anything but column letters. */
export function columnOfLetters(letters: string): number {
	if (!/^[A-Z]{1,3}$/.test(letters)) return -1;
	let column = 0;
	for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64;
	return column - 1;
}

/** Where `AB12` is; rows count from 1, columns from 0. Undefined for what names no cell. */
export function placeIn(
	reference: string,
): { readonly row: number; readonly column: number } | undefined {
	const [, letters = '', row] = /^([A-Z]+)(\d+)/.exec(reference) ?? [];
	return row === undefined ? undefined : { row: Number(row), column: columnOfLetters(letters) };
}

function marksIn(row: string): number {
	let count = 0;
	for (let at = row.indexOf(cellMark); at >= 0; at = row.indexOf(cellMark, at + 1)) count += 1;
	return count;
}

/** Replaces separators within a cell. */
export function withoutMark(cell: string): string {
	return cell.includes(cellMark) ? cell.replaceAll(cellMark, shownMark) : cell;
}
