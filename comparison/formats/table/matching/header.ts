/** Tells whether the first row of a table has the names of its columns, and what shows it. */
import { cellAt, cellsOf, widthOf, type Table } from '../reading/table';
import { numberOf, secondsOf } from '../../../core/values';

/** Rows that are searched for the first row of the other table. */
const searchedRows = 2000;
/** Rows in which the values of a column are looked at. */
const sampleRows = 200;

/**
 * True if the first row has unique texts in most columns of the table and nothing in the others,
 * has rows below it, and is not a row of the other table.
 */
export function isHeader({ rows }: Table, other: Table): boolean {
	const [first = ''] = rows;
	const names = cellsOf(first).filter((name) => name.trim() !== '');
	return (
		!names.some(isValue) &&
		names.length * 2 > widthOf(rows) &&
		rows.length > 1 &&
		new Set(names).size === names.length &&
		!other.rows.slice(1, searchedRows).includes(first)
	);
}

/**
 * True if below some name most cells are numbers or dates. Without such a column the first row may
 * as well be one of the others, and its texts are content.
 */
export function isHeaderShown({ rows }: Table): boolean {
	const [first = '', ...below] = rows.slice(0, sampleRows);
	return cellsOf(first).some((name, column) => {
		if (name.trim() === '' || isValue(name)) return false;
		const cells = below.map((row) => cellAt(row, column)).filter((cell) => cell.trim() !== '');
		return cells.filter(isValue).length * 2 > cells.length;
	});
}

export function isValue(cell: string): boolean {
	return numberOf(cell) !== undefined || secondsOf(cell) !== undefined;
}
