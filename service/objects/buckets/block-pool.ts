/**
 * Buffers for blocks, used again instead of being left to the collector: at hundreds of megabytes
 * a second, memory outside the heap grows faster than it is collected. Only what came from here
 * is taken back, and only so much is kept.
 */
const keptBytesMax = 8 * 1024 * 1024;

const kept = new Map<number, ArrayBuffer[]>();
const lent = new WeakSet<ArrayBufferLike>();
let keptBytes = 0;

/** A buffer with whatever bytes it had before. */
export function takeBlock(lengthBytes: number): Buffer {
	const used = kept.get(lengthBytes)?.pop();
	if (used !== undefined) keptBytes -= lengthBytes;
	const buffer = used ?? new ArrayBuffer(lengthBytes);
	lent.add(buffer);
	return Buffer.from(buffer);
}

/** Takes back a buffer that is not read or written any more, by any view of it. */
export function giveBack(view: Uint8Array): void {
	const { buffer } = view;
	if (!lent.delete(buffer) || !(buffer instanceof ArrayBuffer)) return;
	if (keptBytes + buffer.byteLength > keptBytesMax) return;
	keptBytes += buffer.byteLength;
	const same = kept.get(buffer.byteLength);
	if (same === undefined) kept.set(buffer.byteLength, [buffer]);
	else same.push(buffer);
}
