/**
 * Finds the ranges in which two files differ: added, removed, changed or moved. All are counted,
 * the first ones listed. The files are put into a fixed order before they are aligned, so that
 * swapping them only swaps added and removed.
 */
import { at } from '../../../server/at';
import type { Gap, Span } from '../../align/run';
import type { Both } from '../../core/format-comparer';
import type { Piece } from './cutting';
import { exactGaps, type ExactGap } from './exact-gaps';
import { changedRanges, gapsOfBytes, gapsOfPieces, sizeOf, type CutGap } from './gaps';
import { movesOf } from './moves';

export interface Difference {
	readonly kind: 'added' | 'removed' | 'changed' | 'moved';
	/** Empty for added bytes; then its position says where. */
	readonly kept: Span;
	/** Empty for removed bytes. */
	readonly sent: Span;
	/** The first bytes of both, for files that are not in memory. */
	readonly heads?: Both<Uint8Array>;
}

export interface Differences {
	/** The first `listedMax`, in the order of the kept file. */
	readonly listed: readonly Difference[];
	readonly counts: Readonly<Record<Difference['kind'], number>>;
	/** Of both files. */
	readonly differingBytes: number;
	readonly movedBytes: number;
}

/** More are only counted. */
export const listedMax = 1000;

export function differencesOfBytes(kept: Uint8Array, sent: Uint8Array): Differences {
	const order = kept.length - sent.length || Buffer.compare(kept, sent);
	const bytes = order > 0 ? { base: sent, other: kept } : { base: kept, other: sent };
	const gaps = gapsOfBytes(bytes);
	const tally = new Tally(order > 0);
	const moves = movesOf(gaps, bytes);
	for (const rest of restsOf(gaps, moves)) {
		for (const range of changedRanges(bytes, rest)) tally.take(range);
	}
	return tally.total(moves);
}

/** Opens both files again, to be read in parallel. */
export type ReadAgain = () => Both<AsyncIterable<Uint8Array>>;

/** As exact as the pieces; exact to the byte if the files can be read again. */
export async function differencesOfPieces(
	kept: readonly Piece[],
	sent: readonly Piece[],
	again?: ReadAgain,
): Promise<Differences> {
	const isFlipped = comesAfter(kept, sent);
	const [base, other] = isFlipped ? [sent, kept] : [kept, sent];
	const gaps = gapsOfPieces({ base, other });
	const moves = movesOf(gaps, undefined);
	const rests = restsOf(gaps, moves);
	const tally = new Tally(isFlipped);
	if (again === undefined || rests.length === 0) {
		for (const rest of rests) tally.take(rest);
		return tally.total(moves);
	}
	const { kept: keptAgain, sent: sentAgain } = again();
	const streams = isFlipped
		? { base: sentAgain, other: keptAgain }
		: { base: keptAgain, other: sentAgain };
	for await (const ranges of exactGaps(rests, streams)) {
		for (const range of ranges) tally.take(range);
	}
	return tally.total(moves);
}

function comesAfter(kept: readonly Piece[], sent: readonly Piece[]): boolean {
	if (kept.length !== sent.length) return kept.length > sent.length;
	const index = kept.findIndex(({ hash }, place) => hash !== at(sent, place).hash);
	return index !== -1 && at(kept, index).hash > at(sent, index).hash;
}

/** Sums up differences, in the original order of the two files. */
class Tally {
	private readonly listed: Difference[] = [];
	private readonly counts = { added: 0, removed: 0, changed: 0, moved: 0 };
	private differingBytes = 0;

	constructor(private readonly isFlipped: boolean) {}

	take(gap: ExactGap): void {
		const [kept, sent] = this.sidesOf(gap);
		const kind = kindOf(kept, sent);
		this.counts[kind] += 1;
		this.differingBytes += sizeOf(kept) + sizeOf(sent);
		if (this.listed.length === listedMax) return;
		const [keptHead, sentHead] = gap.heads === undefined ? [] : this.sidesOf(gap.heads);
		const heads = keptHead &&
			sentHead && { kept: Uint8Array.from(keptHead), sent: Uint8Array.from(sentHead) };
		this.listed.push({ kind, kept, sent, heads });
	}

	total(moves: readonly Gap[]): Differences {
		let movedBytes = 0;
		for (const [at, move] of moves.entries()) {
			const [kept, sent] = this.sidesOf(move);
			movedBytes += sizeOf(kept) + sizeOf(sent);
			if (at < listedMax) this.listed.push({ kind: 'moved', kept, sent });
		}
		this.counts.moved = moves.length;
		this.listed.sort((one, other) => one.kept.from - other.kept.from);
		const { counts, differingBytes } = this;
		return { listed: this.listed.slice(0, listedMax), counts, differingBytes, movedBytes };
	}

	private sidesOf<Of>({ base, other }: { readonly base: Of; readonly other: Of }): [Of, Of] {
		return this.isFlipped ? [other, base] : [base, other];
	}
}

/** The gaps without moved ranges, in order. */
function restsOf(gaps: readonly CutGap[], moves: readonly Gap[]): readonly Gap[] {
	const baseMoves = moves.map(({ base }) => base);
	const otherMoves = moves.map(({ other }) => other).sort((a, b) => a.from - b.from);
	const baseRests = new SpanRemainders(baseMoves);
	const otherRests = new SpanRemainders(otherMoves);
	return gaps.flatMap((gap) => paired(baseRests.of(gap.base), otherRests.of(gap.other), gap));
}

function kindOf(kept: Span, sent: Span): Difference['kind'] {
	if (sizeOf(kept) === 0) return 'added';
	return sizeOf(sent) === 0 ? 'removed' : 'changed';
}

/** Removes moved ranges from spans; both must be ascending. */
class SpanRemainders {
	private at = 0;

	constructor(private readonly moved: readonly Span[]) {}

	of({ from, to }: Span): Span[] {
		const rests: Span[] = [];
		let start = from;
		for (let move = this.moved[this.at]; move !== undefined && move.to <= to;) {
			if (move.from > start) rests.push({ from: start, to: move.from });
			start = move.to;
			this.at += 1;
			move = this.moved[this.at];
		}
		if (start < to) rests.push({ from: start, to });
		return rests;
	}
}

/**
 * Pairs the remainders of both sides of a gap in order; one without a partner gets an empty span at
 * the end of the gap.
 */
function paired(base: readonly Span[], other: readonly Span[], gap: Gap): Gap[] {
	return Array.from({ length: Math.max(base.length, other.length) }, (_, at) => ({
		base: base[at] ?? { from: gap.base.to, to: gap.base.to },
		other: other[at] ?? { from: gap.other.to, to: gap.other.to },
	}));
}
