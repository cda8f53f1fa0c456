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
	readonly firstPieces: readonly Piece[];
	readonly secondPieces: readonly Piece[];
}

/** Most pieces of a pass over files in memory; the next pass is finer. */
const piecesMax = 65_536;

/** A pass that leaves less than this share of the gaps is followed by another. */
const worthwhile = 0.95;

export function sizeOf({ from, to }: Span): number {
	return to - from;
}

/** The gaps between lists of pieces that cover both files. */
export function gapsOfPieces(first: readonly Piece[], second: readonly Piece[]): CutGap[] {
	const hashesOf = (pieces: readonly Piece[]) => pieces.map(({ hash }) => hash);
	const ids = numbered(hashesOf(first), hashesOf(second));
	const { runs } = align(ids.first, ids.second);
	return gapsBetween(runs, { first: first.length, second: second.length }).map((gap) => {
		const firstPieces = first.slice(gap.first.from, gap.first.to);
		const secondPieces = second.slice(gap.second.from, gap.second.to);
		return {
			first: spanOf(firstPieces, first[gap.first.from - 1]?.to ?? first[0]?.from ?? 0),
			second: spanOf(secondPieces, second[gap.second.from - 1]?.to ?? second[0]?.from ?? 0),
			firstPieces,
			secondPieces,
		};
	});
}

/** `before`: the position of an empty list. */
function spanOf(pieces: readonly Piece[], before: number): Span {
	return { from: pieces[0]?.from ?? before, to: pieces.at(-1)?.to ?? before };
}

/** The gaps between files in memory, exact to the byte; within known gaps if given. */
export function gapsOfBytes(
	first: Uint8Array,
	second: Uint8Array,
	known?: readonly Gap[],
): CutGap[] {
	let gaps = known ?? [
		{ first: { from: 0, to: first.length }, second: { from: 0, to: second.length } },
	];
	let [mean, left] = [meanBytes(Math.max(first.length, second.length), piecesMax), Infinity];
	for (let size = sizeOfAll(gaps); size < left * worthwhile; size = sizeOfAll(gaps)) {
		[mean, left] = [Math.min(mean, meanBytes(size, piecesMax)), size];
		gaps = gaps.flatMap((gap) => finer(first, second, gap, mean));
	}
	return gaps.map((gap) => cut(first, second, gap, mean));
}

function sizeOfAll(gaps: readonly Gap[]): number {
	return gaps.reduce((sum, { first, second }) => sum + Math.max(sizeOf(first), sizeOf(second)), 0);
}

function finer(first: Uint8Array, second: Uint8Array, gap: Gap, mean: number): Gap[] {
	const whole = trimmed(first, second, gap);
	if (sizeOf(whole.first) === 0 || sizeOf(whole.second) === 0) return isEmpty(whole) ? [] : [whole];
	const { firstPieces, secondPieces } = cut(first, second, whole, mean);
	return gapsOfPieces(firstPieces, secondPieces)
		.map((inner) => trimmed(first, second, inner))
		.filter((inner) => !isEmpty(inner));
}

function cut(first: Uint8Array, second: Uint8Array, gap: Gap, mean: number): CutGap {
	return {
		...gap,
		firstPieces: piecesOf(first, gap.first, mean),
		secondPieces: piecesOf(second, gap.second, mean),
	};
}

function isEmpty({ first, second }: Gap): boolean {
	return sizeOf(first) + sizeOf(second) === 0;
}

/** Removes common bytes at the start and end of both spans. */
function trimmed(a: Uint8Array, b: Uint8Array, { first, second }: Gap): Gap {
	let [aFrom, aTo, bFrom, bTo] = [first.from, first.to, second.from, second.to];
	while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) {
		aFrom += 1;
		bFrom += 1;
	}
	while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) {
		aTo -= 1;
		bTo -= 1;
	}
	return { first: { from: aFrom, to: aTo }, second: { from: bFrom, to: bTo } };
}
