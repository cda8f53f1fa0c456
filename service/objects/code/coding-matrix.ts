/**
 * The coding matrix: a Vandermonde matrix in systematic form, so that data shards are the data
 * itself and any k rows can be inverted. Common Go, Java and Rust tools use the same, so they can
 * rebuild our shards.
 */
import { inverse, multiply, power } from './galois-field';

/** Rows of field elements. */
export type Matrix = readonly (readonly number[])[];

function element(matrix: Matrix, row: number, column: number): number {
	const value = matrix[row]?.[column];
	if (value === undefined) throw new RangeError(`the matrix has no element ${row},${column}`);
	return value;
}

function rowOf(matrix: Matrix, row: number): readonly number[] {
	const found = matrix[row];
	if (found === undefined) throw new RangeError(`the matrix has no row ${row}`);
	return found;
}

export function multiplyMatrices(left: Matrix, right: Matrix): Matrix {
	return left.map((row) =>
		rowOf(right, 0).map((_, column) =>
			row.reduce((sum, value, index) => sum ^ multiply(value, element(right, index, column)), 0),
		),
	);
}

function swap(rows: number[][], a: number, b: number): void {
	const kept = [...rowOf(rows, a)];
	rows[a] = [...rowOf(rows, b)];
	rows[b] = kept;
}

/** Clears `column` in every row but the pivot's, whose element there becomes 1. */
function eliminate(rows: number[][], column: number): void {
	const pivot = rows.findIndex((row, index) => index >= column && row[column] !== 0);
	if (pivot < 0) throw new RangeError('the matrix is singular');
	if (pivot !== column) swap(rows, pivot, column);
	const scale = inverse(element(rows, column, column));
	const pivotRow = rowOf(rows, column).map((value) => multiply(value, scale));
	for (const [index, row] of rows.entries()) {
		const factor = element(rows, index, column);
		rows[index] =
			index === column
				? pivotRow
				: row.map((value, place) => value ^ multiply(factor, pivotRow[place] ?? 0));
	}
}

/** The inverse of a square matrix, by Gauss and Jordan; throws when it is singular. */
export function invert(matrix: Matrix): Matrix {
	const size = matrix.length;
	const rows = matrix.map((row, index) => [
		...row,
		...Array.from({ length: size }, (_, column) => (column === index ? 1 : 0)),
	]);
	for (let column = 0; column < size; column += 1) eliminate(rows, column);
	return rows.map((row) => row.slice(size));
}

/** `dataShards + parityShards` rows of `dataShards` elements, the identity on top. */
export function codingMatrix(dataShards: number, parityShards: number): Matrix {
	const vandermonde = Array.from({ length: dataShards + parityShards }, (_, row) =>
		Array.from({ length: dataShards }, (__, column) => power(row, column)),
	);
	return multiplyMatrices(vandermonde, invert(vandermonde.slice(0, dataShards)));
}

/**
 * The rows that compute the shards `wanted` from the shards `present`; as many must be present as
 * the matrix has columns. Both lists contain shard numbers, data or parity.
 */
export function recoveryRows(
	matrix: Matrix,
	present: readonly number[],
	wanted: readonly number[],
): Matrix {
	const decoding = invert(present.map((shard) => rowOf(matrix, shard)));
	return multiplyMatrices(
		wanted.map((shard) => rowOf(matrix, shard)),
		decoding,
	);
}
