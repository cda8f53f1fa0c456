/**
 * Reed-Solomon code for k data and m parity shards, on blocks of equal length. Callers must verify
 * blocks first: wrong blocks silently give wrong data.
 */
import { portableKernel, type CodingKernel } from './portable-kernel';
import { codingMatrix, recoveryRows, type Matrix } from './coding-matrix';
import { simdKernel } from './simd-kernel';

export interface ErasureCode {
	readonly dataShards: number;
	readonly parityShards: number;
	/** Name of the kernel in use. */
	readonly kernel: CodingKernel['name'];
	/** The parity blocks of `dataShards` data blocks, in order. */
	encode(data: readonly Uint8Array[]): Buffer[];
	/**
	 * Rebuilds the shards `wanted` from any `dataShards` blocks by shard number. Further blocks are
	 * ignored; fewer are an error.
	 */
	rebuild(present: ReadonlyMap<number, Uint8Array>, wanted: readonly number[]): Buffer[];
}

export function erasureCode(
	dataShards: number,
	parityShards: number,
	kernel: CodingKernel = simdKernel() ?? portableKernel,
): ErasureCode {
	const matrix = codingMatrix(dataShards, parityShards);
	const parityRows = matrix.slice(dataShards);
	const knownRows = new Map<string, Matrix>();

	const rowsFor = (present: readonly number[], wanted: readonly number[]): Matrix => {
		const key = `${present.join()}>${wanted.join()}`;
		const rows = knownRows.get(key) ?? recoveryRows(matrix, present, wanted);
		knownRows.set(key, rows);
		return rows;
	};

	return {
		dataShards,
		parityShards,
		kernel: kernel.name,
		encode: (data) => kernel.combine(parityRows, data),
		rebuild(present, wanted) {
			const used = [...present].sort(([a], [b]) => a - b).slice(0, dataShards);
			if (used.length < dataShards) {
				throw new RangeError(`${dataShards} blocks are needed and ${used.length} are there`);
			}
			const rows = rowsFor(
				used.map(([shard]) => shard),
				wanted,
			);
			return kernel.combine(
				rows,
				used.map(([, block]) => block),
			);
		},
	};
}

/**
 * Self-test: encodes a few bytes and rebuilds the most shards that may be lost, with the SIMD and
 * the portable kernel. A machine that fails must not store anything.
 */
export function assertCodeWorks(dataShards: number, parityShards: number): void {
	const data = Array.from({ length: dataShards }, (_, shard) =>
		Buffer.from(Array.from({ length: 67 }, (__, index) => (shard * 31 + index * 7 + 1) & 255)),
	);
	const code = erasureCode(dataShards, parityShards);
	const parity = code.encode(data);
	const plain = erasureCode(dataShards, parityShards, portableKernel).encode(data);
	const all = [...data, ...parity];
	const lost = all.map((_, shard) => shard).slice(0, parityShards);
	const present = new Map([...all.entries()].filter(([shard]) => !lost.includes(shard)));
	const rebuilt = code.rebuild(present, lost);
	const right =
		parity.every((block, index) => plain[index]?.equals(block)) &&
		lost.every((shard, index) => rebuilt[index]?.equals(all[shard] ?? Buffer.alloc(0)));
	if (!right) throw new Error(`storage: the ${code.kernel} erasure code gives wrong shards here`);
}
