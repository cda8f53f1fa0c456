/**
 * Finds moved bytes: pieces that occur once in the gaps of each file, extended to the last equal
 * byte for files in memory, and joined if adjacent.
 */
import { present } from '../../../../server/at';
import type { Span } from '../../align/run';
import type { Piece } from './cutting';
import type { CutGap } from './gaps';

export interface Move {
	readonly first: Span;
	readonly second: Span;
}

/** Shorter pieces are equal by chance. */
const movedMinBytes = 16;

interface Block {
	first: { from: number; to: number };
	second: { from: number; to: number };
	/** The gaps it is in, which limit its extension. */
	readonly within: { readonly first: Span; readonly second: Span };
}

/** In the order of the first file. Without `bytes`, moves are not extended. */
export function movesOf(
	gaps: readonly CutGap[],
	bytes: { readonly first: Uint8Array; readonly second: Uint8Array } | undefined,
): readonly Move[] {
	const blocks = blocksOf(gaps);
	if (bytes !== undefined) extendBlocks(blocks, bytes);
	return joined(blocks);
}

/** Joins blocks that are adjacent on both sides. */
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
	const places = singles(second.pieces);
	const blocks: Block[] = [];
	for (const [hash, at] of singles(first.pieces)) {
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

/** Indexes of pieces that occur once, in order. */
function singles(pieces: readonly Piece[]): ReadonlyMap<string, number> {
	const places = new Map<string, number>();
	const repeated = new Set<string>();
	for (const [place, { hash }] of pieces.entries()) {
		if (places.has(hash)) repeated.add(hash);
		else places.set(hash, place);
	}
	for (const hash of repeated) places.delete(hash);
	return places;
}

/** True if the piece did not change its position within the gap. */
function isInPlace({ first, second }: CutGap, piece: Piece, other: Piece): boolean {
	return piece.from - first.from === other.from - second.from;
}

/** The pieces in the gaps of one file, with their gaps. */
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

/** Extends each block while the bytes are equal, within its gaps and up to the next block. */
function extendBlocks(
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
