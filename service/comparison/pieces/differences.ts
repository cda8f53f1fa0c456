/**
 * Which ranges of two files differ and how: added, removed, changed, or the same at another place. They
 * are counted all and listed as far as a person reads them. Swapping the files swaps added and removed
 * and leaves all else, because the files are brought into an order of their own before they are aligned.
 */
import type { Piece, Span } from './cutting';
import { gapsOfBytes, gapsOfPieces, sizeOf, type CutGap, type Gap } from './gaps';
import { movesOf, type Move } from './moves';

export interface Difference {
	readonly kind: 'added' | 'removed' | 'changed' | 'moved';
	/** Empty where bytes were added; it says where then. */
	readonly kept: Span;
	/** Empty where bytes were removed. */
	readonly sent: Span;
}

export interface Differences {
	/** In the order of the kept file, the first `listedMax`. */
	readonly listed: readonly Difference[];
	readonly counts: Readonly<Record<Difference['kind'], number>>;
	/** Of both files together. */
	readonly differingBytes: number;
	readonly movedBytes: number;
}

/** More are counted, not listed. */
export const listedMax = 1000;

/** Fewer equal bytes between two changed ones are equal by chance. */
const equalMinBytes = 8;

export function differencesOfBytes(kept: Uint8Array, sent: Uint8Array): Differences {
	const isFlipped = kept.length - sent.length || Buffer.compare(kept, sent);
	const [first, second] = isFlipped > 0 ? [sent, kept] : [kept, sent];
	const gaps = gapsOfBytes(first, second);
	const bytes = { first, second };
	const tally = new Tally(isFlipped > 0);
	tally.takeAll(gaps, movesOf(gaps, bytes), (gap) => changedRanges(bytes, gap));
	return tally.total();
}

export function differencesOfPieces(kept: readonly Piece[], sent: readonly Piece[]): Differences {
	const isFlipped = comesAfter(kept, sent);
	const gaps = isFlipped ? gapsOfPieces(sent, kept) : gapsOfPieces(kept, sent);
	const tally = new Tally(isFlipped);
	tally.takeAll(gaps, movesOf(gaps, undefined), (gap) => [gap]);
	return tally.total();
}

function comesAfter(kept: readonly Piece[], sent: readonly Piece[]): boolean {
	if (kept.length !== sent.length) return kept.length > sent.length;
	const at = kept.findIndex(({ hash }, place) => hash !== sent[place]?.hash);
	return (kept[at]?.hash ?? '') > (sent[at]?.hash ?? '');
}

/** Of a gap of one size on both sides only the bytes that changed in their place. */
function* changedRanges(
	bytes: { readonly first: Uint8Array; readonly second: Uint8Array },
	gap: Gap,
): Generator<Gap> {
	const size = sizeOf(gap.first);
	if (size !== sizeOf(gap.second)) {
		yield gap;
		return;
	}
	const range = (from: number, to: number): Gap => ({
		first: { from: gap.first.from + from, to: gap.first.from + to },
		second: { from: gap.second.from + from, to: gap.second.from + to },
	});
	let from = -1;
	let to = -1;
	for (let at = 0; at < size; at += 1) {
		if (bytes.first[gap.first.from + at] === bytes.second[gap.second.from + at]) continue;
		if (from >= 0 && at - to >= equalMinBytes) {
			yield range(from, to);
			from = at;
		}
		if (from < 0) from = at;
		to = at + 1;
	}
	if (from >= 0) yield range(from, to);
}

/** Adds up what is found and turns it back into the order in which the files were given. */
class Tally {
	private readonly listed: Difference[] = [];
	private readonly counts = { added: 0, removed: 0, changed: 0, moved: 0 };
	private differingBytes = 0;
	private movedBytes = 0;

	constructor(private readonly isFlipped: boolean) {}

	takeAll(
		gaps: readonly CutGap[],
		moves: readonly Move[],
		ranges: (gap: Gap) => Iterable<Gap>,
	): void {
		const firstMoves = moves.map(({ first }) => first);
		const secondMoves = moves.map(({ second }) => second).sort((a, b) => a.from - b.from);
		const firstRests = new Rests(firstMoves);
		const secondRests = new Rests(secondMoves);
		for (const gap of gaps) {
			const rests = paired(firstRests.of(gap.first), secondRests.of(gap.second), gap);
			for (const rest of rests) for (const range of ranges(rest)) this.take(range, false);
		}
		for (const move of moves) this.take(move, true);
	}

	total(): Differences {
		this.listed.sort((one, other) => one.kept.from - other.kept.from);
		const { counts, differingBytes, movedBytes } = this;
		return { listed: this.listed.slice(0, listedMax), counts, differingBytes, movedBytes };
	}

	private take({ first, second }: Gap, isMove: boolean): void {
		const [kept, sent] = this.isFlipped ? [second, first] : [first, second];
		const kind = isMove ? 'moved' : kindOf(kept, sent);
		this.counts[kind] += 1;
		if (isMove) this.movedBytes += sizeOf(kept) + sizeOf(sent);
		else this.differingBytes += sizeOf(kept) + sizeOf(sent);
		const isListed = isMove ? this.counts.moved <= listedMax : this.listed.length < listedMax;
		if (isListed) this.listed.push({ kind, kept, sent });
	}
}

function kindOf(kept: Span, sent: Span): Difference['kind'] {
	if (sizeOf(kept) === 0) return 'added';
	return sizeOf(sent) === 0 ? 'removed' : 'changed';
}

/** What moves leave of spans; both are asked for and given in order. */
class Rests {
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

/** What is left of both sides of a gap, in order; what has no partner stands where its gap does. */
function paired(first: readonly Span[], second: readonly Span[], gap: Gap): Gap[] {
	return Array.from({ length: Math.max(first.length, second.length) }, (_, at) => ({
		first: first[at] ?? { from: gap.first.to, to: gap.first.to },
		second: second[at] ?? { from: gap.second.to, to: gap.second.to },
	}));
}
