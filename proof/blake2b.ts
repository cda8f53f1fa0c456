/**
 * BLAKE2b-256 (RFC 7693, unkeyed) as an incremental hash, so that a download can be checked while
 * it is received. The algorithm's 64-bit words are pairs of 32-bit halves, low half first, because
 * JavaScript engines keep 32-bit integers as machine integers.
 */
import { toHex } from './bytes';

const blockBytes = 128;
const digestBytes = 32;

/** Initial value of RFC 7693, section 2.6, low half before high half. */
const initial = Int32Array.of(
	0xf3bcc908,
	0x6a09e667,
	0x84caa73b,
	0xbb67ae85,
	0xfe94f82b,
	0x3c6ef372,
	0x5f1d36f1,
	0xa54ff53a,
	0xade682d1,
	0x510e527f,
	0x2b3e6c1f,
	0x9b05688c,
	0xfb41bd6b,
	0x1f83d9ab,
	0x137e2179,
	0x5be0cd19,
);

/** Message schedule of RFC 7693, section 2.7: which word each half of a G step takes, per round. */
const schedule = [
	[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
	[14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
	[11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
	[7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
	[9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
	[2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
	[12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
	[13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
	[6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
	[10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
	[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
	[14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
];

/** Words of the work vector that the eight G steps of a round mix: four columns, four diagonals. */
const lanes = [
	[0, 4, 8, 12],
	[1, 5, 9, 13],
	[2, 6, 10, 14],
	[3, 7, 11, 15],
	[0, 5, 10, 15],
	[1, 6, 11, 12],
	[2, 7, 8, 13],
	[3, 4, 9, 14],
];

/**
 * All G steps of a block as one flat list: the positions of a, b, c, d in the work vector and of
 * the two message words, already doubled for the pairs of halves.
 */
const steps = Uint8Array.from(
	schedule.flatMap((words) =>
		lanes.flatMap((lane, index) =>
			[...lane, words[index * 2] ?? 0, words[index * 2 + 1] ?? 0].map((word) => word * 2),
		),
	),
);

const stepWidth = 6;
const two32 = 2 ** 32;

/** The fallback only satisfies the compiler's index check. */
function half(words: Int32Array, index: number): number {
	return words[index] ?? 0;
}

/**
 * The carry of a 32-bit addition: 1 if both operands had the top bit, or one had it and the sum
 * has not.
 */
function carryOf(one: number, other: number, sum: number): number {
	return ((one & other) | ((one | other) & ~sum)) >>> 31;
}

/** One G step of RFC 7693, section 3.1, on the words the step names. */
function mix(v: Int32Array, m: Int32Array, step: number): void {
	const a = steps[step] ?? 0;
	const b = steps[step + 1] ?? 0;
	const c = steps[step + 2] ?? 0;
	const d = steps[step + 3] ?? 0;
	const x = steps[step + 4] ?? 0;
	const y = steps[step + 5] ?? 0;

	const aStart = half(v, a);
	const bStart = half(v, b);
	const bStartHigh = half(v, b + 1);
	const cStart = half(v, c);

	let sum = (aStart + bStart) | 0;
	let aLow = (sum + half(m, x)) | 0;
	let carry = carryOf(aStart, bStart, sum) + carryOf(sum, half(m, x), aLow);
	let aHigh = (half(v, a + 1) + bStartHigh + half(m, x + 1) + carry) | 0;

	// The rotation of d by 32 swaps its halves.
	let dHigh = half(v, d) ^ aLow;
	let dLow = half(v, d + 1) ^ aHigh;

	let cLow = (cStart + dLow) | 0;
	let cHigh = (half(v, c + 1) + dHigh + carryOf(cStart, dLow, cLow)) | 0;

	let low = bStart ^ cLow;
	let high = bStartHigh ^ cHigh;
	const bLow = (low >>> 24) | (high << 8);
	const bHigh = (high >>> 24) | (low << 8);

	sum = (aLow + bLow) | 0;
	carry = carryOf(aLow, bLow, sum);
	aLow = (sum + half(m, y)) | 0;
	carry += carryOf(sum, half(m, y), aLow);
	aHigh = (aHigh + bHigh + half(m, y + 1) + carry) | 0;

	low = dLow ^ aLow;
	high = dHigh ^ aHigh;
	dLow = (low >>> 16) | (high << 16);
	dHigh = (high >>> 16) | (low << 16);

	sum = (cLow + dLow) | 0;
	cHigh = (cHigh + dHigh + carryOf(cLow, dLow, sum)) | 0;
	cLow = sum;

	low = bLow ^ cLow;
	high = bHigh ^ cHigh;
	v[a] = aLow;
	v[a + 1] = aHigh;
	// The rotation of b by 63 to the right is one by 1 to the left.
	v[b] = (low << 1) | (high >>> 31);
	v[b + 1] = (high << 1) | (low >>> 31);
	v[c] = cLow;
	v[c + 1] = cHigh;
	v[d] = dLow;
	v[d + 1] = dHigh;
}

export class Blake2b256 {
	private readonly state = Int32Array.from(initial);
	private readonly work = new Int32Array(32);
	private readonly message = new Int32Array(32);
	/** The last block is held back, because it is compressed differently from the others. */
	private readonly held = new Uint8Array(blockBytes);
	private heldBytes = 0;
	private compressedBytes = 0;

	constructor() {
		this.state[0] = half(this.state, 0) ^ 0x01010000 ^ digestBytes;
	}

	/** Adds bytes of the message; how they are cut into chunks makes no difference. */
	update(chunk: Uint8Array): void {
		let taken = 0;
		if (this.heldBytes > 0) {
			taken = Math.min(blockBytes - this.heldBytes, chunk.length);
			this.held.set(chunk.subarray(0, taken), this.heldBytes);
			this.heldBytes += taken;
			if (taken === chunk.length) return;
			this.compressedBytes += blockBytes;
			this.compress(new DataView(this.held.buffer), 0, false);
			this.heldBytes = 0;
		}
		const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
		for (; chunk.length - taken > blockBytes; taken += blockBytes) {
			this.compressedBytes += blockBytes;
			this.compress(view, taken, false);
		}
		this.held.set(chunk.subarray(taken));
		this.heldBytes = chunk.length - taken;
	}

	/** The hash of all bytes, as lower-case hex. The instance cannot be used afterwards. */
	digestHex(): string {
		this.held.fill(0, this.heldBytes);
		this.compressedBytes += this.heldBytes;
		this.compress(new DataView(this.held.buffer), 0, true);
		const digest = new Uint8Array(digestBytes);
		const view = new DataView(digest.buffer);
		for (let index = 0; index < digestBytes / 4; index++) {
			view.setInt32(index * 4, half(this.state, index), true);
		}
		return toHex(digest);
	}

	private compress(block: DataView, offset: number, isLast: boolean): void {
		const { message, state, work } = this;
		for (let index = 0; index < 32; index++) {
			message[index] = block.getInt32(offset + index * 4, true);
		}
		work.set(state);
		work.set(initial, 16);
		work[24] = half(work, 24) ^ this.compressedBytes;
		work[25] = half(work, 25) ^ Math.floor(this.compressedBytes / two32);
		if (isLast) {
			work[28] = ~half(work, 28);
			work[29] = ~half(work, 29);
		}
		for (let step = 0; step < steps.length; step += stepWidth) mix(work, message, step);
		for (let index = 0; index < 16; index++) {
			state[index] = half(state, index) ^ half(work, index) ^ half(work, index + 16);
		}
	}
}
