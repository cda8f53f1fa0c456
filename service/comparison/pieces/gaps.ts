/**
 * Where two files disagree, as pairs of spans in order: one from each file, one of the two may be empty.
 * Of files in memory the gaps are cut again and finer until they are exact to the byte; of streams they
 * are as exact as the pieces. What was moved is still in them.
 */
import { disagreements } from './alignment';
import { meanBytes, piecesOf, type Piece, type Span } from './cutting';

export interface Gap {
	readonly first: Span;
	readonly second: Span;
}

/** A gap with the pieces it is made of. */
export interface CutGap extends Gap {
	readonly firstPieces: readonly Piece[];
	readonly secondPieces: readonly Piece[];
}

/** Of files in memory; what they leave is cut finer. */
const piecesMax = 65_536;

/** What is left of the gaps after a pass that was worth it, since the next may find more. */
const worthwhile = 0.95;

export function sizeOf({ from, to }: Span): number {
	return to - from;
}

/** Between lists of pieces that cover both files. */
export function gapsOfPieces(first: readonly Piece[], second: readonly Piece[]): CutGap[] {
	return disagreements(first, second).map((places) => {
		const firstPieces = first.slice(...places.first);
		const secondPieces = second.slice(...places.second);
		return {
			first: spanOf(firstPieces, first[places.first[0] - 1]?.to ?? first[0]?.from ?? 0),
			second: spanOf(secondPieces, second[places.second[0] - 1]?.to ?? second[0]?.from ?? 0),
			...{ firstPieces, secondPieces },
		};
	});
}

/** `before` is where an empty list stands. */
function spanOf(pieces: readonly Piece[], before: number): Span {
	return { from: pieces[0]?.from ?? before, to: pieces.at(-1)?.to ?? before };
}

/** Between files in memory, exact to the byte; in gaps that are known, where there are some. */
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

/** Without the bytes that both spans begin and end with. */
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
