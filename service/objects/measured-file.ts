import { newFileHash } from './shards/file-hash';
import type { MeasuredFile } from './staged-object';

/** Hashes and counts the bytes; none of them is kept in memory or on a disk. */
export async function measureFile(source: AsyncIterable<Uint8Array>): Promise<MeasuredFile> {
	const hash = await newFileHash();
	let sizeBytes = 0;
	for await (const chunk of source) {
		hash.update(chunk);
		sizeBytes += chunk.length;
	}
	return {
		sizeBytes,
		hash: hash.digestHex(),
		rest: () => Promise.resolve(),
		discard: () => Promise.resolve(),
	};
}
