/**
 * Compares files without text by their pieces. Where a piece ends is decided by the bytes before
 * it, so that an insertion moves the pieces after it without changing them. The similarity is the
 * share of bytes in equal pieces; it is 1 only for the same bytes.
 */
import { createHash } from 'node:crypto';
import { share } from './text-comparison';

/** However large a file is, it is cut into about this many pieces at most. */
const piecesMax = 65_536;

/** The largest piece, in mean pieces; the smallest is a quarter of the mean. */
const largestInMeans = 4;

/** Fixed numbers, one for each byte value, that the places of the cuts are worked out with. */
const gear: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) =>
	createHash('sha256').update(`piece ${byte}`).digest().readUInt32LE(0),
);

/** How many bytes lie in pieces of which hash. */
type Pieces = ReadonlyMap<string, { readonly count: number; readonly sizeBytes: number }>;

export interface PiecedFile {
	readonly sizeBytes: number;
	readonly bytes: AsyncIterable<Uint8Array>;
}

/** The similarity of two files that are known to differ, from 0 to below 1. */
export async function comparePieces(
	kept: PiecedFile,
	sent: PiecedFile,
	pieceSizeBytes: number,
): Promise<number> {
	const mean = meanSize(Math.max(kept.sizeBytes, sent.sizeBytes), pieceSizeBytes);
	const keptPieces = await piecesOf(kept.bytes, mean);
	const sentPieces = await piecesOf(sent.bytes, mean);
	let equal = 0;
	for (const [hash, { count, sizeBytes }] of keptPieces) {
		equal += Math.min(count, sentPieces.get(hash)?.count ?? 0) * sizeBytes;
	}
	return share(equal, kept.sizeBytes + sent.sizeBytes);
}

/** A power of two: the level's own, or the next ones for a file that would have too many pieces. */
function meanSize(sizeBytes: number, pieceSizeBytes: number): number {
	let mean = pieceSizeBytes;
	while (sizeBytes / mean > piecesMax) mean *= 2;
	return mean;
}

async function piecesOf(bytes: AsyncIterable<Uint8Array>, mean: number): Promise<Pieces> {
	const pieces = new Map<string, { count: number; sizeBytes: number }>();
	const cutter = new Cutter(mean, (hash, sizeBytes) => {
		const known = pieces.get(hash);
		if (known === undefined) pieces.set(hash, { count: 1, sizeBytes });
		else known.count += 1;
	});
	for await (const chunk of bytes) cutter.write(chunk);
	cutter.end();
	return pieces;
}

/** Cuts a stream into pieces and hands on the hash and the size of each. */
class Cutter {
	private hash = createHash('sha256');
	private sizeBytes = 0;
	private rolling = 0;

	constructor(
		private readonly mean: number,
		private readonly onPiece: (hash: string, sizeBytes: number) => void,
	) {}

	write(chunk: Uint8Array): void {
		const mask = (this.mean - 1) << 8;
		const { mean } = this;
		let { rolling } = this;
		let from = 0;
		for (let at = 0; at < chunk.length; at += 1) {
			rolling = ((rolling << 1) + (gear[chunk[at] ?? 0] ?? 0)) | 0;
			const size = this.sizeBytes + at + 1 - from;
			const isCut = (rolling & mask) === 0 && size >= mean / 4;
			if (isCut || size >= mean * largestInMeans) {
				this.take(chunk.subarray(from, at + 1));
				this.end();
				from = at + 1;
				rolling = 0;
			}
		}
		this.take(chunk.subarray(from));
		this.rolling = rolling;
	}

	end(): void {
		if (this.sizeBytes === 0) return;
		this.onPiece(this.hash.digest('base64'), this.sizeBytes);
		this.hash = createHash('sha256');
		this.sizeBytes = 0;
		this.rolling = 0;
	}

	private take(bytes: Uint8Array): void {
		this.hash.update(bytes);
		this.sizeBytes += bytes.length;
	}
}
