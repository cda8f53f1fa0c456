/**
 * Cuts bytes into content-defined pieces: a rolling hash of the preceding bytes decides where a
 * piece ends, so that an insertion shifts later pieces without changing them.
 */
import { createHash } from 'node:crypto';
import type { Span } from '../../align/run';

export interface Piece extends Span {
	/** SHA-256 of its bytes. */
	readonly hash: string;
	/** Its first bytes, for a stream that cannot be read again. */
	readonly head?: Uint8Array;
}

export const headSizeBytes = 64;

/** Finest mean size: smaller pieces cost more to hash than to show. */
const finestMeanBytes = 64;

/** Largest piece, in multiples of the mean; the smallest is a quarter of it. */
const largestInMeans = 4;

/** The gear table: a fixed number per byte value, which determines the cuts. */
const gear: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) =>
	createHash('sha256').update(`piece ${byte}`).digest().readUInt32LE(0),
);

/** A mean size, a power of two, that gives at most about `piecesMax` pieces. */
export function meanBytes(sizeBytes: number, piecesMax: number): number {
	let mean = finestMeanBytes;
	while (sizeBytes / mean > piecesMax) mean *= 2;
	return mean;
}

/** The pieces of a range of bytes in memory. */
export function piecesOf(bytes: Uint8Array, { from, to }: Span, mean: number): Piece[] {
	const pieces: Piece[] = [];
	const cutter = new Cutter(mean, from, (piece) => pieces.push(piece));
	cutter.write(bytes.subarray(from, to));
	cutter.end();
	return pieces;
}

/** Cuts a stream and passes on each piece when it ends. */
export class Cutter {
	private hash = createHash('sha256');
	private sizeBytes = 0;
	private rolling = 0;
	private head: Buffer | undefined;

	constructor(
		private readonly mean: number,
		/** Offset of the piece that is being read. */
		private from: number,
		private readonly onPiece: (piece: Piece) => void,
		private readonly keepsHeads = false,
	) {}

	write(bytes: Uint8Array): void {
		const mask = (this.mean - 1) << 8;
		const [smallest, largest] = [this.mean / 4, this.mean * largestInMeans];
		let { rolling } = this;
		let from = 0;
		for (let at = 0; at < bytes.length; at += 1) {
			rolling = ((rolling << 1) + (gear[bytes[at] ?? 0] ?? 0)) | 0;
			const size = this.sizeBytes + at + 1 - from;
			if (((rolling & mask) === 0 && size >= smallest) || size >= largest) {
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
		const to = this.from + this.sizeBytes;
		const { from, head } = this;
		this.onPiece({ hash: this.hash.digest('base64'), from, to, head });
		this.hash = createHash('sha256');
		this.head = undefined;
		this.from = to;
		this.sizeBytes = 0;
		this.rolling = 0;
	}

	private take(bytes: Uint8Array): void {
		this.hash.update(bytes);
		const lacking = headSizeBytes - (this.head?.length ?? 0);
		if (this.keepsHeads && lacking > 0) {
			this.head = Buffer.concat([this.head ?? Buffer.alloc(0), bytes.subarray(0, lacking)]);
		}
		this.sizeBytes += bytes.length;
	}
}
