/**
 * Shifts references in formulas: a formula that refers to the same cells is equal, even if rows
 * were inserted above them. Nothing is calculated; names, whole columns and references to other
 * files stay text.
 */
import { present } from '../../../../server/at';
import { columnLetters, columnOfLetters } from './table';

/** Maps rows and columns of a sheet to their new positions; both from 0. */
export interface SheetShift {
	readonly name: string;
	readonly row: (row: number) => number;
	readonly column: (column: number) => number;
}

/** A quoted text, or a reference with an optional sheet: `'Sheet 1'!$A$1:B2`. */
const token =
	/"(?:[^"]|"")*"|((?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!)?(?<![\p{L}\p{N}_.$])(\$?[A-Z]{1,3}\$?\d{1,7})(:\$?[A-Z]{1,3}\$?\d{1,7})?(?![\p{L}\p{N}_(.!])/gu;

/** Rewrites a formula for the other file, where `shiftOf` knows its sheets. */
export function shiftedFormula(
	formula: string,
	shiftOf: (sheet: string | undefined) => SheetShift | undefined,
): string {
	return formula.replace(token, (whole: string, prefix?: string, from?: string, to?: string) => {
		if (from === undefined) return whole;
		const shift = shiftOf(prefix === undefined ? undefined : sheetName(prefix));
		if (shift === undefined) return whole;
		const moved = (reference: string) => movedReference(reference, shift.row, shift.column);
		const end = to === undefined ? '' : `:${moved(to.slice(1))}`;
		return `${prefix === undefined ? '' : sheetPrefix(shift.name)}${moved(from)}${end}`;
	});
}

/** The formula for another cell of a shared range: relative references move. */
export function sharedFormula(formula: string, rows: number, columns: number): string {
	return formula.replace(token, (whole: string, prefix = '', from?: string, to?: string) => {
		if (from === undefined) return whole;
		const moved = (reference: string) => {
			const [isColumnFixed, isRowFixed] = [/^\$/.test(reference), /.\$/.test(reference)];
			return movedReference(
				reference,
				(row) => (isRowFixed ? row : row + rows),
				(column) => (isColumnFixed ? column : column + columns),
			);
		};
		return `${prefix}${moved(from)}${to === undefined ? '' : `:${moved(to.slice(1))}`}`;
	});
}

function movedReference(
	reference: string,
	row: (row: number) => number,
	column: (column: number) => number,
): string {
	const [, columnMark = '', letters = '', rowMark = '', number = ''] = present(
		/^(\$?)([A-Z]+)(\$?)(\d+)$/.exec(reference),
		'the reference',
	);
	const movedColumn = Math.max(0, column(columnOfLetters(letters)));
	return `${columnMark}${columnLetters(movedColumn)}${rowMark}${Math.max(1, row(Number(number) - 1) + 1)}`;
}

function sheetName(prefix: string): string {
	const name = prefix.slice(0, -1);
	return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;
}

function sheetPrefix(name: string): string {
	return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? `${name}!` : `'${name.replaceAll("'", "''")}'!`;
}
