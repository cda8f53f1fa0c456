/**
 * Compares what nothing else can compare, as content-defined pieces of bytes. The files are read one
 * after the other and once; small ones are held and compared to the byte, of larger ones only the names
 * of their pieces are held. Files whose bytes differ are never equal here, whatever the level.
 *
 *   class of difference             coarsest level that counts it
 *   bytes added, removed, changed   Lowest
 *   bytes moved to another place    Medium
 */
import { present } from '../../../server/at';
import {
	accuracyOf,
	type Change,
	type Compared,
	type ComparePieces,
	type StreamedSide,
} from '../../core/comparison';
import { both, type Both } from '../../core/format-comparer';
import { isAtLeast, type Level } from '../../core/level';
import { Cutter, meanBytes, type Piece } from './cutting';
import {
	differencesOfBytes,
	differencesOfPieces,
	type Difference,
	type Differences,
	type ReadAgain,
} from './differences';
import { hexText, piecesReport, type Excerpt } from './hex-view';

/** Largest size of both files in memory; of larger ones only hashes of pieces are held. */
const heldSizeBytesMax = 128 * 1024 * 1024;

/** Most pieces of a file that is not held in memory. */
const piecesMax = 262_144;

/** The result of reading two files, with excerpts for display. */
interface Read {
	readonly differences: Differences;
	readonly excerpts: Both<Excerpt>;
	readonly notes: readonly string[];
}

export const comparePieces = comparePiecesHolding(heldSizeBytesMax);

/** Holds files up to this total size in memory; of larger ones at most `namedMax` pieces. */
export function comparePiecesHolding(heldMax: number, namedMax = piecesMax): ComparePieces {
	return async ({ kept, sent }, { level, isReported, onProgress, again }) => {
		const totalBytes = kept.sizeBytes + sent.sizeBytes;
		const isHeld = totalBytes <= heldMax;
		const readings = isHeld || again === undefined ? 1 : 2;
		let done = 0;
		const onRead = (sizeBytes: number) => {
			done += sizeBytes;
			onProgress(Math.min(1, done / Math.max(1, totalBytes * readings)) * 0.9);
		};
		const read = await (isHeld
			? readHeld(kept, sent, onRead)
			: readPieces({ kept, sent }, namedMax, onRead, again));
		const { differences, excerpts, notes } = read;
		return {
			isReadable: true,
			method: isHeld ? 'bytes' : 'pieces of bytes',
			accuracy: accuracyOf({ differing: weight(differences, level), total: totalBytes }),
			unit: 'range',
			counts: differences.counts,
			changes: differences.listed.map((difference) => changeOf(difference, excerpts)),
			notes,
			ignored: [],
			report: isReported ? piecesReport(differences, excerpts) : undefined,
		} satisfies Compared;
	};
}

/** At least one byte if something moved, since a different order is a difference. */
function weight({ differingBytes, movedBytes, counts }: Differences, level: Level): number {
	const counted = differingBytes + (isAtLeast(level, 'Medium') ? movedBytes : 0);
	return counts.moved > 0 ? Math.max(1, counted) : counted;
}

function changeOf(difference: Difference, excerpts: Both<Excerpt>): Change {
	const { kept, sent } = both((side) => {
		const { from, to } = difference[side];
		const place = { offsetBytes: from, sizeBytes: to - from };
		return from === to ? {} : { place, text: hexText(difference[side], excerpts[side]) };
	});
	const texts = { oldText: kept.text, newText: sent.text };
	return { kind: difference.kind, kept: kept.place, sent: sent.place, ...texts };
}

type OnRead = (sizeBytes: number) => void;

async function readHeld(kept: StreamedSide, sent: StreamedSide, onRead: OnRead): Promise<Read> {
	const bytes = { kept: await held(kept, onRead), sent: await held(sent, onRead) };
	const excerpts = both((side): Excerpt => {
		return (from, _, to) => ({ from, bytes: bytes[side].subarray(from, to) });
	});
	return { differences: differencesOfBytes(bytes.kept, bytes.sent), excerpts, notes: [] };
}

/** A file that arrives in one chunk is not copied. */
async function held({ bytes, sizeBytes }: StreamedSide, onRead: OnRead): Promise<Uint8Array> {
	let whole: Uint8Array | undefined;
	let at = 0;
	for await (const read of bytes) {
		onRead(read.length);
		if (read.length === sizeBytes) return read;
		whole ??= Buffer.allocUnsafe(sizeBytes);
		whole.set(read, at);
		at += read.length;
	}
	return whole?.subarray(0, at) ?? new Uint8Array();
}

/** Reads the files a second time, if possible, to find differences to the byte. */
async function readPieces(
	{ kept, sent }: Both<StreamedSide>,
	namedMax: number,
	onRead: OnRead,
	again: ReadAgain | undefined,
): Promise<Read> {
	const mean = meanBytes(Math.max(kept.sizeBytes, sent.sizeBytes), namedMax);
	const pieces = { kept: await cut(kept, mean, onRead), sent: await cut(sent, mean, onRead) };
	const readAgain =
		again &&
		(() => {
			const streams = again();
			return both((side) => counted(streams[side], onRead));
		});
	const differences = await differencesOfPieces(pieces.kept, pieces.sent, readAgain);
	const excerpts = both((side) => {
		const heads = differences.listed.flatMap((one): readonly [number, Uint8Array][] =>
			one.heads === undefined ? [] : [[one[side].from, one.heads[side]]],
		);
		return withHeads(new Map(heads), headAt(pieces[side]));
	});
	const size = mean.toLocaleString('en-US');
	return {
		differences,
		excerpts,
		notes: [
			again === undefined
				? `Files of this size are compared in pieces of about ${size} bytes: a range begins and ends with a piece, and what differs may be shorter.`
				: `Files of this size are compared in pieces of about ${size} bytes, and to the byte between pieces that both have: ranges that moved begin and end with a piece.`,
		],
	};
}

async function* counted(
	chunks: AsyncIterable<Uint8Array>,
	onRead: OnRead,
): AsyncGenerator<Uint8Array> {
	for await (const chunk of chunks) {
		onRead(chunk.length);
		yield chunk;
	}
}

async function cut({ bytes }: StreamedSide, mean: number, onRead: OnRead): Promise<Piece[]> {
	const pieces: Piece[] = [];
	const cutter = new Cutter(mean, 0, (piece) => pieces.push(piece), true);
	for await (const read of bytes) {
		cutter.write(read);
		onRead(read.length);
	}
	cutter.end();
	return pieces;
}

function withHeads(heads: ReadonlyMap<number, Uint8Array>, otherwise: Excerpt): Excerpt {
	return (from, at, to) => {
		const bytes = heads.get(at);
		return bytes === undefined ? otherwise(from, at, to) : { from: at, bytes };
	};
}

/** A difference begins with a piece, whose first bytes are known. */
function headAt(pieces: readonly Piece[]): Excerpt {
	return (_, at) => {
		let [low, high] = [0, pieces.length - 1];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (present(pieces[middle], 'a piece').to <= at) low = middle + 1;
			else high = middle;
		}
		return { from: at, bytes: pieces[low]?.head ?? new Uint8Array() };
	};
}
