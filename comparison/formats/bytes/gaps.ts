/**
 * The gaps where two files differ, as ordered pairs of spans; one of the two may be empty. Files in
 * memory are cut finer until the gaps are exact; gaps of streams are as exact as the pieces. Moved
 * bytes are still inside.
 */
import { align } from '../../align/align';
import { gapsBetween, numbered, type Gap, type Span } from '../../align/run';
import { meanBytes, piecesOf, type Piece } from './cutting';

/** A gap with its pieces. */
export interface CutGap extends Gap {
	readonly basePieces: readonly Piece[];
	readonly otherPieces: readonly Piece[];
}

/** Most pieces of a pass over files in memory; the next pass is finer. */
const piecesMax = 65_536;

/** A pass that leaves less than this share of the gaps is followed by another. */
const worthwhile = 0.95;

export function sizeOf({ from, to }: Span): number {
	return to - from;
}

/** The gaps between lists of pieces that cover both files. */
export function gapsOfPieces(base: readonly Piece[], other: readonly Piece[]): CutGap[] {
	const hashesOf = (pieces: readonly Piece[]) => pieces.map(({ hash }) => hash);
	const ids = numbered(hashesOf(base), hashesOf(other));
	const { runs } = align(ids.base, ids.other);
	return gapsBetween(runs, { base: base.length, other: other.length }).map((gap) => {
		const basePieces = base.slice(gap.base.from, gap.base.to);
		const otherPieces = other.slice(gap.other.from, gap.other.to);
		return {
			base: spanOf(basePieces, base[gap.base.from - 1]?.to ?? base[0]?.from ?? 0),
			other: spanOf(otherPieces, other[gap.other.from - 1]?.to ?? other[0]?.from ?? 0),
			basePieces,
			otherPieces,
		};
	});
}

/** `before`: the position of an empty list. */
function spanOf(pieces: readonly Piece[], before: number): Span {
	return { from: pieces[0]?.from ?? before, to: pieces.at(-1)?.to ?? before };
}

/** The gaps between files in memory, exact to the byte; within known gaps if given. */
export function gapsOfBytes(base: Uint8Array, other: Uint8Array, known?: readonly Gap[]): CutGap[] {
	let gaps = known ?? [
		{ base: { from: 0, to: base.length }, other: { from: 0, to: other.length } },
	];
	let [mean, left] = [meanBytes(Math.max(base.length, other.length), piecesMax), Infinity];
	for (let size = sizeOfAll(gaps); size < left * worthwhile; size = sizeOfAll(gaps)) {
		[mean, left] = [Math.min(mean, meanBytes(size, piecesMax)), size];
		gaps = gaps.flatMap((gap) => finer(base, other, gap, mean));
	}
	return gaps.map((gap) => cut(base, other, gap, mean));
}

function sizeOfAll(gaps: readonly Gap[]): number {
	return gaps.reduce((sum, { base, other }) => sum + Math.max(sizeOf(base), sizeOf(other)), 0);
}

function finer(base: Uint8Array, other: Uint8Array, gap: Gap, mean: number): Gap[] {
	const whole = trimmed(base, other, gap);
	if (sizeOf(whole.base) === 0 || sizeOf(whole.other) === 0) return isEmpty(whole) ? [] : [whole];
	const { basePieces, otherPieces } = cut(base, other, whole, mean);
	return gapsOfPieces(basePieces, otherPieces)
		.map((inner) => trimmed(base, other, inner))
		.filter((inner) => !isEmpty(inner));
}

function cut(base: Uint8Array, other: Uint8Array, gap: Gap, mean: number): CutGap {
	return {
		...gap,
		basePieces: piecesOf(base, gap.base, mean),
		otherPieces: piecesOf(other, gap.other, mean),
	};
}

function isEmpty({ base, other }: Gap): boolean {
	return sizeOf(base) + sizeOf(other) === 0;
}

/** Removes common bytes at the start and end of both spans. */
function trimmed(a: Uint8Array, b: Uint8Array, { base, other }: Gap): Gap {
	let [aFrom, aTo, bFrom, bTo] = [base.from, base.to, other.from, other.to];
	while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) {
		aFrom += 1;
		bFrom += 1;
	}
	while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) {
		aTo -= 1;
		bTo -= 1;
	}
	return { base: { from: aFrom, to: aTo }, other: { from: bFrom, to: bTo } };
}
