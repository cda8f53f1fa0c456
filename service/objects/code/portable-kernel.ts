/**
 * The inner loop of the erasure code in TypeScript: sums of blocks, each multiplied by a field
 * element. Used where there is no WebAssembly SIMD, and as reference in tests.
 */
import type { Matrix } from './coding-matrix';
import { multiply } from './galois-field';

export interface CodingKernel {
	readonly name: 'simd' | 'portable';
	/**
	 * Computes one block for each row: the sum over the inputs of `row[i] * inputs[i]`. Inputs have
	 * equal length, one for each element of a row, and are not changed.
	 */
	combine(rows: Matrix, inputs: readonly Uint8Array[]): Buffer[];
}

const productTables = new Map<number, Uint8Array>();

function productTable(factor: number): Uint8Array {
	const known = productTables.get(factor);
	if (known !== undefined) return known;
	const table = Uint8Array.from({ length: 256 }, (_, value) => multiply(factor, value));
	productTables.set(factor, table);
	return table;
}

function addProduct(sum: Uint8Array, factor: number, input: Uint8Array): void {
	const table = productTable(factor);
	for (let index = 0; index < sum.length; index += 1) {
		sum[index] = (sum[index] ?? 0) ^ (table[input[index] ?? 0] ?? 0);
	}
}

export const portableKernel: CodingKernel = {
	name: 'portable',
	combine(rows, inputs) {
		const lengthBytes = inputs[0]?.length ?? 0;
		return rows.map((row) => {
			const sum = Buffer.alloc(lengthBytes);
			for (const [index, input] of inputs.entries()) addProduct(sum, row[index] ?? 0, input);
			return sum;
		});
	},
};
