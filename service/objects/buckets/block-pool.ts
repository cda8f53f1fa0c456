/**
 * Pool of block buffers: at hundreds of megabytes a second, memory outside the heap grows faster
 * than it is collected. The pool takes back only its own buffers, and keeps a limited amount.
 */
const keptBytesMax = 8 * 1024 * 1024;

const kept = new Map<number, ArrayBuffer[]>();
const lent = new WeakSet<ArrayBufferLike>();
let keptBytes = 0;

/** Takes a buffer; its content is undefined. */
export function takeBlock(lengthBytes: number): Buffer {
	const used = kept.get(lengthBytes)?.pop();
	if (used !== undefined) keptBytes -= lengthBytes;
	const buffer = used ?? new ArrayBuffer(lengthBytes);
	lent.add(buffer);
	return Buffer.from(buffer);
}

/** Returns a buffer to the pool; no view of it may be used afterwards. */
export function releaseBlock(view: Uint8Array): void {
	const { buffer } = view;
	if (!lent.delete(buffer) || !(buffer instanceof ArrayBuffer)) return;
	if (keptBytes + buffer.byteLength > keptBytesMax) return;
	keptBytes += buffer.byteLength;
	const same = kept.get(buffer.byteLength);
	if (same === undefined) kept.set(buffer.byteLength, [buffer]);
	else same.push(buffer);
}
