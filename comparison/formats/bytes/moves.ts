/**
 * Finds moved bytes: pieces that occur once in the gaps of each file, extended to the last equal
 * byte for files in memory, and joined if adjacent.
 */
import { present } from '../../../server/at';
import type { Span } from '../../align/run';
import type { Piece } from './cutting';
import type { CutGap } from './gaps';

export interface Move {
	readonly base: Span;
	readonly other: Span;
}

/** Shorter pieces are equal by chance. */
const movedMinBytes = 16;

interface Block {
	base: { from: number; to: number };
	other: { from: number; to: number };
	/** The gaps it is in, which limit its extension. */
	readonly within: { readonly base: Span; readonly other: Span };
}

/** In the order of the base. Without `bytes`, moves are not extended. */
export function movesOf(
	gaps: readonly CutGap[],
	bytes: { readonly base: Uint8Array; readonly other: Uint8Array } | undefined,
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
		if (last?.base.to === block.base.from && last.other.to === block.other.from) {
			last.base.to = block.base.to;
			last.other.to = block.other.to;
		} else moves.push(block);
	}
	return moves;
}

function blocksOf(gaps: readonly CutGap[]): Block[] {
	const base = left(gaps, 'base');
	const other = left(gaps, 'other');
	const places = singles(other.pieces);
	const blocks: Block[] = [];
	for (const [hash, at] of singles(base.pieces)) {
		const [place, piece] = [places.get(hash), base.pieces[at]];
		const twin = place === undefined ? undefined : other.pieces[place];
		if (place === undefined || piece === undefined || twin === undefined) continue;
		const [gap, otherGap] = [base.gaps[at], other.gaps[place]];
		if (gap === undefined || otherGap === undefined) continue;
		if (gap === otherGap && isInPlace(gap, piece, twin)) continue;
		blocks.push({
			base: { from: piece.from, to: piece.to },
			other: { from: twin.from, to: twin.to },
			within: { base: gap.base, other: otherGap.other },
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
function isInPlace({ base, other }: CutGap, piece: Piece, twin: Piece): boolean {
	return piece.from - base.from === twin.from - other.from;
}

/** The pieces in the gaps of one file, with their gaps. */
function left(
	cutGaps: readonly CutGap[],
	side: 'base' | 'other',
): { readonly pieces: Piece[]; readonly gaps: CutGap[] } {
	const pieces: Piece[] = [];
	const gaps: CutGap[] = [];
	for (const gap of cutGaps) {
		for (const piece of side === 'base' ? gap.basePieces : gap.otherPieces) {
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
	bytes: { readonly base: Uint8Array; readonly other: Uint8Array },
): void {
	const inOther = [...blocks].sort((one, other) => one.other.from - other.other.from);
	const places = new Map(inOther.map((block, place) => [block, place]));
	for (const [at, block] of blocks.entries()) {
		const place = present(places.get(block), 'the place of a block');
		const { base, other, within } = block;
		const baseFrom = Math.max(within.base.from, blocks[at - 1]?.base.to ?? 0);
		const otherFrom = Math.max(within.other.from, inOther[place - 1]?.other.to ?? 0);
		while (
			base.from > baseFrom &&
			other.from > otherFrom &&
			bytes.base[base.from - 1] === bytes.other[other.from - 1]
		) {
			base.from -= 1;
			other.from -= 1;
		}
		const baseTo = Math.min(within.base.to, blocks[at + 1]?.base.from ?? Infinity);
		const otherTo = Math.min(within.other.to, inOther[place + 1]?.other.from ?? Infinity);
		while (
			base.to < baseTo &&
			other.to < otherTo &&
			bytes.base[base.to] === bytes.other[other.to]
		) {
			base.to += 1;
			other.to += 1;
		}
	}
}
