/**
 * The references inside a formula, so far as comparing needs them: a formula that points at the same
 * cells is the same formula, though rows were put in above them. Nothing is worked out; names, whole
 * columns and references into other files stay text.
 */
import { present } from '../../../../server/at';
import { columnLetters, columnOfLetters } from './table';

/** Where the rows and columns of a sheet have gone to; both from 0. */
export interface SheetShift {
	readonly name: string;
	readonly row: (row: number) => number;
	readonly column: (column: number) => number;
}

/** A text in quotes, or a reference with the sheet it may name: `'Sheet 1'!$A$1:B2`. */
const token =
	/"(?:[^"]|"")*"|((?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!)?(?<![\p{L}\p{N}_.$])(\$?[A-Z]{1,3}\$?\d{1,7})(:\$?[A-Z]{1,3}\$?\d{1,7})?(?![\p{L}\p{N}_(.!])/gu;

/** The formula as it reads in the other file, where `shiftOf` knows the sheets it points into. */
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

/** The formula as another cell of the range that shares it has it: what is relative moves along. */
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
