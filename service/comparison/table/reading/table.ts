/**
 * A table as its readers give it and its alignment takes it: one string a row, so that hundreds of
 * thousands of rows fit into memory and equal rows are equal strings. What a file format says beside
 * the values of cells comes as traits; what two values have in common is not told here.
 */
import { at } from '../../../../server/at';

/** Between the cells of a row; no cell holds it. */
export const cellMark = '\u001f';

/** Shown in the place of a mark that a file holds itself. */
const shownMark = '\u241f';

export interface Table {
	/** Of a sheet; empty where the file is the table. */
	readonly name: string;
	/** Rows that hold something: their cells with `cellMark` between, without empty ones at the end. */
	readonly rows: readonly string[];
	/** Where each row stands in the file, from 1. */
	readonly rowNumbers: readonly number[];
	/** What the cells of each row have beside their values, as the rows are; absent in plain tables. */
	readonly traits?: readonly string[];
}

/** One row of cells as text; empty when no cell holds anything but white space. */
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

/** How many cells of the row hold something. */
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

/** How many columns the widest row has. */
export function widthOf(rows: readonly string[]): number {
	return rows.reduce((width, row) => (row === '' ? width : Math.max(width, marksIn(row) + 1)), 0);
}

/** Which of two tables comes first, so that work on both can be done in an order of its own. */
export function isLater(kept: readonly string[], sent: readonly string[]): boolean {
	const shorter = Math.min(kept.length, sent.length);
	let row = 0;
	while (row < shorter && kept[row] === sent[row]) row += 1;
	return row < shorter ? at(kept, row) > at(sent, row) : kept.length > sent.length;
}

/** A table of a document: rows of texts, in order. */
export function tableOf(rows: ReadonlyArray<readonly string[]>, name = ''): Table {
	const packed = rows.map((cells) => packRow(cells.map(withoutMark)));
	const numbers = packed.flatMap((row, index) => (row === '' ? [] : [index + 1]));
	return { name, rows: packed.filter((row) => row !== ''), rowNumbers: numbers };
}

/** `A` of 0, `AB` of 27. */
export function columnLetters(column: number): string {
	const letter = String.fromCharCode(65 + (column % 26));
	return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter;
}

/** 27 of `AB`; -1 of anything that is no letters of a column. */
export function columnOfLetters(letters: string): number {
	if (!/^[A-Z]{1,3}$/.test(letters)) return -1;
	return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function marksIn(row: string): number {
	let count = 0;
	for (let at = row.indexOf(cellMark); at >= 0; at = row.indexOf(cellMark, at + 1)) count += 1;
	return count;
}

/** A cell that may hold a mark itself, with a sign for it. */
export function withoutMark(cell: string): string {
	return cell.includes(cellMark) ? cell.replaceAll(cellMark, shownMark) : cell;
}
