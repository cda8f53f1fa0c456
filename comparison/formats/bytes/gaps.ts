/**
 * The gaps where two files differ, as ordered pairs of spans; one of the two may be empty. Files in
 * memory are cut finer until the gaps are exact; gaps of streams are as exact as the pieces. Moved
 * bytes are still inside.
 */
import { align } from '../../align/align';
import { gapsBetween, numbered, type Gap, type Span } from '../../align/run';
import { meanBytes, piecesOf, type Piece } from './cutting';

export type Side = keyof Gap;
export type Bytes = Readonly<Record<Side, Uint8Array>>;

/** A gap with its pieces. */
export interface CutGap extends Gap {
	readonly pieces: Readonly<Record<Side, readonly Piece[]>>;
}

/** Most pieces of a pass over files in memory; the next pass is finer. */
const piecesMax = 65_536;

/** A pass that leaves less than this share of the gaps is followed by another. */
const worthwhile = 0.95;

export function sizeOf({ from, to }: Span): number {
	return to - from;
}

/** The gaps between lists of pieces that cover both files. */
export function gapsOfPieces(lists: CutGap['pieces']): CutGap[] {
	const { base, other } = lists;
	const hashesOf = (pieces: readonly Piece[]) => pieces.map(({ hash }) => hash);
	const ids = numbered(hashesOf(base), hashesOf(other));
	const { runs } = align(ids.base, ids.other);
	return gapsBetween(runs, { base: base.length, other: other.length }).map((gap) => {
		const piecesIn = (side: Side) => lists[side].slice(gap[side].from, gap[side].to);
		const pieces = { base: piecesIn('base'), other: piecesIn('other') };
		const spanOf = (side: Side): Span => {
			const all = lists[side];
			const before = all[gap[side].from - 1]?.to ?? all[0]?.from ?? 0;
			return { from: pieces[side][0]?.from ?? before, to: pieces[side].at(-1)?.to ?? before };
		};
		return { base: spanOf('base'), other: spanOf('other'), pieces };
	});
}

/** The gaps between files in memory, exact to the byte; within known gaps if given. */
export function gapsOfBytes(bytes: Bytes, known?: readonly Gap[]): CutGap[] {
	const { base, other } = bytes;
	let gaps = known ?? [
		{ base: { from: 0, to: base.length }, other: { from: 0, to: other.length } },
	];
	let [mean, left] = [meanBytes(Math.max(base.length, other.length), piecesMax), Infinity];
	for (let size = sizeOfAll(gaps); size < left * worthwhile; size = sizeOfAll(gaps)) {
		[mean, left] = [Math.min(mean, meanBytes(size, piecesMax)), size];
		gaps = gaps.flatMap((gap) => finer(bytes, gap, mean));
	}
	return gaps.map((gap) => cut(bytes, gap, mean));
}

function sizeOfAll(gaps: readonly Gap[]): number {
	return gaps.reduce((sum, { base, other }) => sum + Math.max(sizeOf(base), sizeOf(other)), 0);
}

function finer(bytes: Bytes, gap: Gap, mean: number): Gap[] {
	const whole = trimmed(bytes, gap);
	if (sizeOf(whole.base) === 0 || sizeOf(whole.other) === 0) return isEmpty(whole) ? [] : [whole];
	return gapsOfPieces(cut(bytes, whole, mean).pieces)
		.map((inner) => trimmed(bytes, inner))
		.filter((inner) => !isEmpty(inner));
}

function cut(bytes: Bytes, gap: Gap, mean: number): CutGap {
	const piecesIn = (side: Side) => piecesOf(bytes[side], gap[side], mean);
	return { ...gap, pieces: { base: piecesIn('base'), other: piecesIn('other') } };
}

function isEmpty({ base, other }: Gap): boolean {
	return sizeOf(base) + sizeOf(other) === 0;
}

/** A part of a gap of equally many bytes, counted from its beginning. */
export function partOf({ base, other }: Gap, from: number, to: number): Gap {
	return {
		base: { from: base.from + from, to: base.from + to },
		other: { from: other.from + from, to: other.from + to },
	};
}

/** Removes common bytes at the start and end of both spans. */
function trimmed({ base: a, other: b }: Bytes, { base, other }: Gap): Gap {
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

/** Fewer equal bytes between changed ones are equal by chance. */
const equalMinBytes = 8;

/** The ranges of a gap that changed, if it has equally many bytes on both sides: the rest is in place. */
export function* changedRanges(bytes: Bytes, gap: Gap): Generator<Gap> {
	const size = sizeOf(gap.base);
	if (size !== sizeOf(gap.other)) {
		yield gap;
		return;
	}
	let from = -1;
	let to = -1;
	for (let at = 0; at < size; at += 1) {
		if (bytes.base[gap.base.from + at] === bytes.other[gap.other.from + at]) continue;
		if (from >= 0 && at - to >= equalMinBytes) {
			yield partOf(gap, from, to);
			from = at;
		}
		if (from < 0) from = at;
		to = at + 1;
	}
	if (from >= 0) yield partOf(gap, from, to);
}
