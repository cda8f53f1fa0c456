/**
 * A file to check, read in parts to limit memory: a file on disk, one chosen in a browser, or
 * bytes.
 */
import { Blake2b256 } from '../blake2b';

export interface FileToCheck {
	readonly sizeBytes: number;
	/** The bytes from one offset up to another; both must be in the file. */
	read(from: number, to: number): Promise<Uint8Array>;
}

export function inMemory(bytes: Uint8Array): FileToCheck {
	return {
		sizeBytes: bytes.length,
		read: (from, to) => Promise.resolve(bytes.subarray(from, to)),
	};
}

const pieceBytes = 1024 * 1024;

/** BLAKE2b-256 of a part, in lower-case hex. A page can repaint between two reads. */
export async function partHash(file: FileToCheck, from: number, to: number): Promise<string> {
	const hash = new Blake2b256();
	for (let at = from; at < to; at += pieceBytes) {
		hash.update(await file.read(at, Math.min(to, at + pieceBytes)));
	}
	return hash.digestHex();
}
