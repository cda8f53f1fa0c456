/**
 * Which bytes of the gaps are in both files at different places: pieces that occur once in what is left
 * of each file, of files in memory drawn out to the last equal byte, and joined where they touch.
 */
import { present } from '../../../server/at';
import { singles } from './alignment';
import type { Piece, Span } from './cutting';
import type { CutGap } from './gaps';

export interface Move {
	readonly first: Span;
	readonly second: Span;
}

/** Shorter pieces are in both files by chance. */
const movedMinBytes = 16;

interface Block {
	first: { from: number; to: number };
	second: { from: number; to: number };
	/** How far it can be drawn out: the gaps it lies in. */
	readonly within: { readonly first: Span; readonly second: Span };
}

/** In the order of the first file. `bytes` is absent where the files are not in memory. */
export function movesOf(
	gaps: readonly CutGap[],
	bytes: { readonly first: Uint8Array; readonly second: Uint8Array } | undefined,
): readonly Move[] {
	const blocks = blocksOf(gaps);
	if (bytes !== undefined) drawOut(blocks, bytes);
	return joined(blocks);
}

/** Blocks that touch on both sides are one. */
function joined(blocks: readonly Block[]): readonly Move[] {
	const moves: Block[] = [];
	for (const block of blocks) {
		const last = moves.at(-1);
		if (last?.first.to === block.first.from && last.second.to === block.second.from) {
			last.first.to = block.first.to;
			last.second.to = block.second.to;
		} else moves.push(block);
	}
	return moves;
}

function blocksOf(gaps: readonly CutGap[]): Block[] {
	const first = left(gaps, 'first');
	const second = left(gaps, 'second');
	const places = singles(second.pieces, 0, second.pieces.length);
	const blocks: Block[] = [];
	for (const [hash, at] of singles(first.pieces, 0, first.pieces.length)) {
		const [place, piece] = [places.get(hash), first.pieces[at]];
		const other = place === undefined ? undefined : second.pieces[place];
		if (place === undefined || piece === undefined || other === undefined) continue;
		const [gap, otherGap] = [first.gaps[at], second.gaps[place]];
		if (gap === undefined || otherGap === undefined) continue;
		if (gap === otherGap && isInPlace(gap, piece, other)) continue;
		blocks.push({
			first: { from: piece.from, to: piece.to },
			second: { from: other.from, to: other.to },
			within: { first: gap.first, second: otherGap.second },
		});
	}
	return blocks;
}

/** Between bytes that changed in their place nothing moved. */
function isInPlace({ first, second }: CutGap, piece: Piece, other: Piece): boolean {
	return piece.from - first.from === other.from - second.from;
}

/** The pieces in the gaps of one file, each with its gap. */
function left(
	cutGaps: readonly CutGap[],
	side: 'first' | 'second',
): { readonly pieces: Piece[]; readonly gaps: CutGap[] } {
	const pieces: Piece[] = [];
	const gaps: CutGap[] = [];
	for (const gap of cutGaps) {
		for (const piece of side === 'first' ? gap.firstPieces : gap.secondPieces) {
			if (piece.to - piece.from < movedMinBytes) continue;
			pieces.push(piece);
			gaps.push(gap);
		}
	}
	return { pieces, gaps };
}

/** Each block grows as far as the bytes agree, its gaps reach and no other block stands in the way. */
function drawOut(
	blocks: readonly Block[],
	bytes: { readonly first: Uint8Array; readonly second: Uint8Array },
): void {
	const inSecond = [...blocks].sort((one, other) => one.second.from - other.second.from);
	const places = new Map(inSecond.map((block, place) => [block, place]));
	for (const [at, block] of blocks.entries()) {
		const place = present(places.get(block), 'the place of a block');
		const { first, second, within } = block;
		const firstFrom = Math.max(within.first.from, blocks[at - 1]?.first.to ?? 0);
		const secondFrom = Math.max(within.second.from, inSecond[place - 1]?.second.to ?? 0);
		while (
			first.from > firstFrom &&
			second.from > secondFrom &&
			bytes.first[first.from - 1] === bytes.second[second.from - 1]
		) {
			first.from -= 1;
			second.from -= 1;
		}
		const firstTo = Math.min(within.first.to, blocks[at + 1]?.first.from ?? Infinity);
		const secondTo = Math.min(within.second.to, inSecond[place + 1]?.second.from ?? Infinity);
		while (
			first.to < firstTo &&
			second.to < secondTo &&
			bytes.first[first.to] === bytes.second[second.to]
		) {
			first.to += 1;
			second.to += 1;
		}
	}
}
