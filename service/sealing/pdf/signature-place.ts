/**
 * Finds the placeholder of a signature in a finished PDF, hashes the bytes around it, and fills
 * it.
 */
import { createHash } from 'node:crypto';

/** Enough for a signature with a chain of certificates and a time stamp. */
export const signatureBytesMax = 16_384;

export interface OpenPlace {
	/** The file with its ByteRange filled in. */
	readonly bytes: Uint8Array;
	/** SHA-256 of all bytes but those of the signature. */
	readonly digest: Uint8Array;
	/** Offset of the signature's first digit. */
	readonly offset: number;
}

/** Finds the placeholder, writes its ByteRange, and hashes the bytes around it. */
export function openPlace(saved: Uint8Array): OpenPlace {
	const bytes = Buffer.from(saved);
	const range = bytes.lastIndexOf('/ByteRange');
	const rangeEnd = bytes.indexOf(']', range) + 1;
	const start = bytes.indexOf(`<${'0'.repeat(64)}`, range);
	const end = start + 1 + signatureBytesMax * 2 + 1;
	if (range === -1 || start === -1 || bytes[end - 1] !== 0x3e) {
		throw new Error('the place of the signature must be in the saved file');
	}
	const numbers = `/ByteRange [0 ${start} ${end} ${bytes.length - end}]`;
	bytes.write(numbers.padEnd(rangeEnd - range), range, 'latin1');
	const digest = createHash('sha256')
		.update(bytes.subarray(0, start))
		.update(bytes.subarray(end))
		.digest();
	return { bytes, digest, offset: start + 1 };
}

/** Bytes left for a time stamp beside a signature. */
export function roomBeside(signature: Uint8Array): number {
	return signatureBytesMax - signature.length - 64;
}

export function fillPlace({ bytes, offset }: OpenPlace, signature: Uint8Array): Buffer {
	if (signature.length > signatureBytesMax) {
		throw new Error(`a signature of ${signature.length} bytes does not fit into its place`);
	}
	const filled = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
	filled.write(Buffer.from(signature).toString('hex'), offset, 'latin1');
	return filled;
}
