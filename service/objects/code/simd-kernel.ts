/**
 * The inner loop of the erasure code as a WebAssembly module, assembled here by instruction. A
 * product with a constant is the exclusive or of two 16-entry table look-ups, one for each half of
 * a byte; the SIMD swizzle does sixteen look-ups at once.
 */
import type { CodingKernel } from './portable-kernel';
import type { Matrix } from './coding-matrix';
import { multiply } from './galois-field';

/** The part of WebAssembly used here; the compiler's library describes it for browsers only. */
declare const WebAssembly: {
	validate(code: Uint8Array): boolean;
	Module: new (code: Uint8Array) => object;
	Instance: new (module: object, imports: object) => { readonly exports: object };
	Memory: new (size: { readonly initial: number }) => {
		readonly buffer: ArrayBuffer;
		grow(pages: number): number;
	};
};

type Bytes = readonly number[];

/** Unsigned LEB128, the form every count and index has in a module. */
function leb(value: number): Bytes {
	return value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)];
}

function list(entries: readonly Bytes[]): Bytes {
	return [...leb(entries.length), ...entries.flat()];
}

function text(value: string): Bytes {
	return [...leb(value.length), ...Buffer.from(value)];
}

function section(number: number, entries: readonly Bytes[]): Bytes {
	const content = list(entries);
	return [number, ...leb(content.length), ...content];
}

const i32 = 0x7f;
const v128 = 0x7b;

const get = (local: number): Bytes => [0x20, ...leb(local)];
const set = (local: number): Bytes => [0x21, ...leb(local)];
/** Small positive constants only: signed LEB128 of one byte. */
const constant = (value: number): Bytes => [0x41, value];
const add: Bytes = [0x6a];
const subtract: Bytes = [0x6b];
const lessUnsigned: Bytes = [0x49];
const repeatIf: Bytes = [0x0d, 0];
const loop = (...body: readonly Bytes[]): Bytes => [0x03, 0x40, ...body.flat(), 0x0b];
const vector = (opcode: number, ...immediate: readonly number[]): Bytes => [
	0xfd,
	opcode,
	...immediate,
];
const load = (offset: number): Bytes => vector(0x00, 0, offset);
const store = (offset: number): Bytes => vector(0x0b, 0, offset);
const sixteenTimes = (value: number): Bytes => vector(0x0c, ...Array<number>(16).fill(value));
const swizzle = vector(0x0e);
const and = vector(0x4e);
const xor = vector(0x51);
const shiftRight: Bytes = [...constant(4), ...vector(0x6d)];

const [out, input, stride, count, tables, length] = [0, 1, 2, 3, 4, 5];
const [position, source, table, left] = [6, 7, 8, 9];
const [sumA, sumB, blockA, blockB, low, high] = [10, 11, 12, 13, 14, 15];

/** `sum ^= low[block & 15] ^ high[block >> 4]`, in every lane. */
function addProducts(sum: number, block: number): Bytes {
	return [
		...[...get(sum), ...get(low), ...get(block), ...sixteenTimes(15), ...and, ...swizzle],
		...[...get(high), ...get(block), ...shiftRight, ...swizzle],
		...[...xor, ...xor, ...set(sum)],
	];
}

const addInput: Bytes = loop(
	[...get(source), ...load(0), ...set(blockA), ...get(source), ...load(16), ...set(blockB)],
	[...get(table), ...load(0), ...set(low), ...get(table), ...load(16), ...set(high)],
	addProducts(sumA, blockA),
	addProducts(sumB, blockB),
	[...get(source), ...get(stride), ...add, ...set(source)],
	[...get(table), ...constant(32), ...add, ...set(table)],
	[...get(left), ...constant(1), ...subtract, ...set(left), ...get(left), ...repeatIf],
);

/** Processes 32 bytes at a time; `length` is a multiple of 32 and not 0. */
const combineRow: Bytes = loop(
	[...sixteenTimes(0), ...set(sumA), ...sixteenTimes(0), ...set(sumB)],
	[...get(input), ...get(position), ...add, ...set(source)],
	[...get(tables), ...set(table), ...get(count), ...set(left)],
	addInput,
	[...get(out), ...get(position), ...add, ...get(sumA), ...store(0)],
	[...get(out), ...get(position), ...add, ...get(sumB), ...store(16)],
	[...get(position), ...constant(32), ...add, ...set(position)],
	[...get(position), ...get(length), ...lessUnsigned, ...repeatIf],
);

function assemble(): Uint8Array {
	const locals = list([
		[4, i32],
		[6, v128],
	]);
	const body = [...locals, ...combineRow, 0x0b];
	return Uint8Array.from([
		...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
		...section(1, [[0x60, ...list(Array<Bytes>(6).fill([i32])), 0]]),
		...section(2, [[...text('host'), ...text('memory'), 2, 0, 1]]),
		...section(3, [[0]]),
		...section(7, [[...text('combine'), 0, 0]]),
		...section(10, [[...leb(body.length), ...body]]),
	]);
}

type Combine = (
	out: number,
	input: number,
	stride: number,
	count: number,
	tables: number,
	length: number,
) => void;

const tableBytes = 32;

/** Products of `factor` with every low half byte, then with every high half byte. */
function halfByteTables(factor: number): Uint8Array {
	return Uint8Array.from({ length: tableBytes }, (_, index) =>
		multiply(factor, index < 16 ? index : (index - 16) << 4),
	);
}

/** The SIMD kernel; undefined if the machine has no WebAssembly SIMD. */
export function simdKernel(): CodingKernel | undefined {
	const code = assemble();
	if (!WebAssembly.validate(code)) return undefined;
	const memory = new WebAssembly.Memory({ initial: 1 });
	const instance = new WebAssembly.Instance(new WebAssembly.Module(code), { host: { memory } });
	const { combine } = instance.exports as { readonly combine: Combine };
	const factorTables = Array.from({ length: 256 }, (_, factor) => halfByteTables(factor));
	let room = new Uint8Array(memory.buffer);

	const makeRoom = (sizeBytes: number): void => {
		const missing = sizeBytes - room.length;
		if (missing <= 0) return;
		memory.grow(Math.ceil(missing / 65536));
		room = new Uint8Array(memory.buffer);
	};

	return {
		name: 'simd',
		combine(rows: Matrix, inputs: readonly Uint8Array[]): Buffer[] {
			const lengthBytes = inputs[0]?.length ?? 0;
			if (lengthBytes === 0) return rows.map(() => Buffer.alloc(0));
			const strideBytes = Math.ceil(lengthBytes / 32) * 32;
			const inputAt = inputs.length * tableBytes;
			const outAt = inputAt + inputs.length * strideBytes;
			makeRoom(outAt + strideBytes);
			for (const [index, block] of inputs.entries()) room.set(block, inputAt + index * strideBytes);
			return rows.map((row) => {
				for (const [index, factor] of row.entries()) {
					room.set(factorTables[factor] ?? [], index * tableBytes);
				}
				combine(outAt, inputAt, strideBytes, inputs.length, 0, strideBytes);
				return Buffer.from(room.subarray(outAt, outAt + lengthBytes));
			});
		},
	};
}
