/**
 * Finds moved bytes: pieces that occur once in the gaps of each file, extended to the last equal
 * byte for files in memory, and joined if adjacent.
 */
import { present } from '../../../server/at';
import type { Gap } from '../../align/run';
import type { Piece } from './cutting';
import { sizeOf, type Bytes, type CutGap, type Side } from './gaps';

/** Shorter pieces are equal by chance. */
const movedMinBytes = 16;

interface Block {
	base: { from: number; to: number };
	other: { from: number; to: number };
	/** The gaps it is in, which limit its extension. */
	readonly within: Gap;
}

/** In the order of the base. Without `bytes`, moves are not extended. */
export function movesOf(gaps: readonly CutGap[], bytes: Bytes | undefined): readonly Gap[] {
	const blocks = blocksOf(gaps);
	if (bytes !== undefined) extendBlocks(blocks, bytes);
	return joined(blocks);
}

/** Joins blocks that are adjacent on both sides. */
function joined(blocks: readonly Block[]): readonly Gap[] {
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
	const others = singles(gaps, 'other');
	return [...singles(gaps, 'base')].flatMap(([hash, { piece, gap }]): Block[] => {
		const twin = others.get(hash);
		if (twin === undefined) return [];
		const isInPlace = piece.from - gap.base.from === twin.piece.from - gap.other.from;
		if (gap === twin.gap && isInPlace) return [];
		return [
			{
				base: { from: piece.from, to: piece.to },
				other: { from: twin.piece.from, to: twin.piece.to },
				within: { base: gap.base, other: twin.gap.other },
			},
		];
	});
}

interface Single {
	readonly piece: Piece;
	readonly gap: CutGap;
}

/** The pieces in the gaps of one file that occur once, in order, by their hashes. */
function singles(gaps: readonly CutGap[], side: Side): ReadonlyMap<string, Single> {
	const found = new Map<string, Single>();
	const repeated = new Set<string>();
	for (const gap of gaps) {
		for (const piece of gap.pieces[side]) {
			if (sizeOf(piece) < movedMinBytes) continue;
			if (found.has(piece.hash)) repeated.add(piece.hash);
			else found.set(piece.hash, { piece, gap });
		}
	}
	for (const hash of repeated) found.delete(hash);
	return found;
}

/** Extends each block while the bytes are equal, within its gaps and up to the next block. */
function extendBlocks(blocks: readonly Block[], bytes: Bytes): void {
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
