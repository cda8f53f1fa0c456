/**
 * Compares files without text by content-defined chunking: where a chunk ends is decided by a
 * rolling hash of the bytes before it, so that an insertion moves the chunks after it without
 * changing them. The similarity is the share of bytes in equal chunks; it is 1 only for the same
 * bytes.
 */
import { createHash } from 'node:crypto';
import { share } from '../similarity';

/** However large a file is, it is cut into about this many chunks at most. */
const chunksMax = 65_536;

/** The largest chunk, in mean chunks; the smallest is a quarter of the mean. */
const largestInMeans = 4;

/** The gear table: a fixed number for each byte value, from which the cuts follow. */
const gear: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) =>
	createHash('sha256').update(`piece ${byte}`).digest().readUInt32LE(0),
);

/** How many bytes lie in chunks of which hash. */
type Chunks = ReadonlyMap<string, { readonly count: number; readonly sizeBytes: number }>;

export interface ChunkdFile {
	readonly sizeBytes: number;
	readonly bytes: AsyncIterable<Uint8Array>;
}

/** The similarity of two files that are known to differ, from 0 to below 1. */
export async function compareChunks(
	kept: ChunkdFile,
	sent: ChunkdFile,
	chunkSizeBytes: number,
): Promise<number> {
	const mean = meanSize(Math.max(kept.sizeBytes, sent.sizeBytes), chunkSizeBytes);
	const keptChunks = await chunksOf(kept.bytes, mean);
	const sentChunks = await chunksOf(sent.bytes, mean);
	let equal = 0;
	for (const [hash, { count, sizeBytes }] of keptChunks) {
		equal += Math.min(count, sentChunks.get(hash)?.count ?? 0) * sizeBytes;
	}
	return share(equal, kept.sizeBytes + sent.sizeBytes);
}

/** A power of two: the level's own, or the next ones for a file that would have too many chunks. */
function meanSize(sizeBytes: number, chunkSizeBytes: number): number {
	let mean = chunkSizeBytes;
	while (sizeBytes / mean > chunksMax) mean *= 2;
	return mean;
}

async function chunksOf(bytes: AsyncIterable<Uint8Array>, mean: number): Promise<Chunks> {
	const chunks = new Map<string, { count: number; sizeBytes: number }>();
	const cutter = new Cutter(mean, (hash, sizeBytes) => {
		const known = chunks.get(hash);
		if (known === undefined) chunks.set(hash, { count: 1, sizeBytes });
		else known.count += 1;
	});
	for await (const read of bytes) cutter.write(read);
	cutter.end();
	return chunks;
}

/** Cuts a stream into chunks and hands on the hash and the size of each. */
class Cutter {
	private hash = createHash('sha256');
	private sizeBytes = 0;
	private rolling = 0;

	constructor(
		private readonly mean: number,
		private readonly onChunk: (hash: string, sizeBytes: number) => void,
	) {}

	write(bytes: Uint8Array): void {
		const mask = (this.mean - 1) << 8;
		const { mean } = this;
		let { rolling } = this;
		let from = 0;
		for (let at = 0; at < bytes.length; at += 1) {
			rolling = ((rolling << 1) + (gear[bytes[at] ?? 0] ?? 0)) | 0;
			const size = this.sizeBytes + at + 1 - from;
			const isCut = (rolling & mask) === 0 && size >= mean / 4;
			if (isCut || size >= mean * largestInMeans) {
				this.take(bytes.subarray(from, at + 1));
				this.end();
				from = at + 1;
				rolling = 0;
			}
		}
		this.take(bytes.subarray(from));
		this.rolling = rolling;
	}

	end(): void {
		if (this.sizeBytes === 0) return;
		this.onChunk(this.hash.digest('base64'), this.sizeBytes);
		this.hash = createHash('sha256');
		this.sizeBytes = 0;
		this.rolling = 0;
	}

	private take(bytes: Uint8Array): void {
		this.hash.update(bytes);
		this.sizeBytes += bytes.length;
	}
}
