/**
 * The code against an independent implementation of the same family, over every subset of shards,
 * and its two kernels against each other.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import * as oracle from 'wasm-reed-solomon-erasure';
import { portableKernel } from '../../../../service/objects/code/portable-kernel';
import { codingMatrix, invert } from '../../../../service/objects/code/coding-matrix';
import { erasureCode } from '../../../../service/objects/code/erasure-code';
import { simdKernel } from '../../../../service/objects/code/simd-kernel';

const simd = simdKernel();
if (simd === undefined) throw new Error('this machine has no WebAssembly SIMD to test with');
const kernels = [simd, portableKernel];

/** Bytes that look random and are the same in every run. */
function block(seed: string, lengthBytes: number): Buffer {
	const parts = Array.from({ length: Math.ceil(lengthBytes / 32) }, (_, index) =>
		createHash('sha256').update(`${seed} ${index}`).digest(),
	);
	return Buffer.concat(parts).subarray(0, lengthBytes);
}

function blocks(count: number, lengthBytes: number): Buffer[] {
	return Array.from({ length: count }, (_, index) => block(`block ${index}`, lengthBytes));
}

function subsets(from: number, size: number): number[][] {
	if (size === 0) return [[]];
	if (from < size) return [];
	return [
		...subsets(from - 1, size),
		...subsets(from - 1, size - 1).map((subset) => [...subset, from - 1]),
	];
}

const pairs: [number, number][] = [
	[6, 2],
	[3, 1],
	[12, 4],
	[9, 3],
	[4, 2],
	[17, 3],
	[1, 1],
	[2, 6],
];

describe.each(kernels)('with the $name kernel', (kernel) => {
	test.each(pairs)('parity for %d+%d is the oracle’s, byte for byte', (k, m) => {
		const data = blocks(k, 1000);
		const expected = oracle
			.encode(
				data.map((each) => Uint8Array.from(each)),
				m,
			)
			.slice(k);
		const parity = erasureCode(k, m, kernel).encode(data);
		expect(parity.map((each) => each.toString('hex'))).toEqual(
			expected.map((each) => Buffer.from(each).toString('hex')),
		);
	});

	test.each(pairs.filter(([k, m]) => k + m <= 12))(
		'every %d of the shards of %d+%d give the others back, twice on one instance',
		(k, m) => {
			const code = erasureCode(k, m, kernel);
			const data = blocks(k, 65);
			const all = [...data, ...code.encode(data)];
			const chosen = subsets(k + m, k);
			for (const round of [1, 2]) {
				for (const subset of chosen) {
					const wanted = all.map((_, shard) => shard).filter((shard) => !subset.includes(shard));
					const present = new Map(subset.map((shard) => [shard, all[shard] ?? Buffer.alloc(0)]));
					const rebuilt = code.rebuild(present, wanted);
					const wrong = wanted.filter(
						(shard, index) =>
							all[shard]?.equals(rebuilt[index] ?? data[0] ?? Buffer.alloc(0)) !== true,
					);
					if (wrong.length > 0)
						throw new Error(`round ${round}: ${subset.join()} gave wrong ${wrong.join()}`);
				}
			}
			expect(chosen.length).toBeGreaterThan(1);
		},
	);

	test('every length around the width of the vectors is coded in full', () => {
		const code = erasureCode(3, 2, kernel);
		const reference = erasureCode(3, 2, portableKernel);
		for (let lengthBytes = 0; lengthBytes < 130; lengthBytes += 1) {
			const data = blocks(3, lengthBytes);
			expect(code.encode(data)).toEqual(reference.encode(data));
		}
	});

	test('the inputs stay untouched', () => {
		const data = blocks(6, 500);
		erasureCode(6, 2, kernel).encode(data);
		expect(data).toEqual(blocks(6, 500));
	});

	test('fewer than k blocks are an error', () => {
		const present = new Map(blocks(5, 10).map((each, shard) => [shard, each]));
		expect(() => erasureCode(6, 2, kernel).rebuild(present, [5])).toThrow(
			'6 blocks are needed and 5 are there',
		);
	});
});

test('both kernels agree on any matrix and any blocks', () => {
	const lengthOf = fc.integer({ min: 1, max: 200 });
	const byte = fc.integer({ min: 0, max: 255 });
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 20 }),
			lengthOf,
			fc.infiniteStream(byte),
			(k, size, bytes) => {
				const take = (count: number): number[] =>
					Array.from({ length: count }, () => Number(bytes.next().value));
				const rows = [take(k), take(k), take(k)];
				const inputs = Array.from({ length: k }, () => Buffer.from(take(size)));
				expect(simd.combine(rows, inputs)).toEqual(portableKernel.combine(rows, inputs));
			},
		),
	);
});

test('the memory of the fast kernel grows with the blocks', () => {
	const data = blocks(6, 300_000);
	expect(erasureCode(6, 2, simd).encode(data)).toEqual(
		erasureCode(6, 2, portableKernel).encode(data),
	);
});

test('a matrix times its inverse is the identity, and a singular one is refused', () => {
	const top = codingMatrix(5, 5).slice(5);
	expect(invert(invert(top))).toEqual(top);
	expect(() =>
		invert([
			[1, 2],
			[1, 2],
		]),
	).toThrow('the matrix is singular');
});

test('the data rows of every matrix are the identity', () => {
	for (const [k, m] of pairs) {
		const identity = Array.from({ length: k }, (_, row) =>
			Array.from({ length: k }, (__, column) => (row === column ? 1 : 0)),
		);
		expect(codingMatrix(k, m).slice(0, k)).toEqual(identity);
	}
});
