/**
 * Splits a long differing stretch into short ones, to limit memory. The words are aligned once;
 * cuts are between rows that no word pair crosses, and at equal shares where nothing is paired.
 */
import { present } from '../../../../server/at';
import { align } from '../../../align/align';
import { IntList } from '../reading/int-list';
import { gapOf, matchesIn, type Gap, type Sides, type Span } from '../../../align/run';
import type { Rows } from '../reading/rows';
import { eachWord } from '../reading/tokens';

/** Stretches with more rows or words on one side are split. */
const rowsMax = 400;
const wordsMax = 20_000;

/** Most words aligned at once; larger stretches are halved first. */
const alignedWordsMax = 1_000_000;

export function splitStretch(rows: Sides<Rows>, stretch: Gap): readonly Gap[] {
	const words = {
		base: new WordList(rows.base, stretch.base),
		other: new WordList(rows.other, stretch.other),
	};
	const rowCount = Math.max(lengthOf(stretch.base), lengthOf(stretch.other));
	const wordCount = Math.max(words.base.length, words.other.length);
	if (rowCount <= rowsMax && wordCount <= wordsMax) return [stretch];
	if (wordCount > alignedWordsMax) {
		const halves = halvesOf(stretch, words);
		if (halves !== undefined) return halves.flatMap((half) => splitStretch(rows, half));
	}
	return cutBetweenPairs(stretch, words);
}

function startOf({ base, other }: Gap): Sides<number> {
	return { base: base.from, other: other.from };
}

function endOf({ base, other }: Gap): Sides<number> {
	return { base: base.to, other: other.to };
}

function lengthOf({ from, to }: Span): number {
	return to - from;
}

/** Word hashes of some rows, and the first word of each row. */
class WordList {
	readonly hashes: Int32Array;
	private readonly starts: Int32Array;

	constructor(
		rows: Rows,
		private readonly span: Span,
	) {
		const hashes = new IntList();
		const starts = new IntList();
		for (let row = span.from; row < span.to; row += 1) {
			starts.push(hashes.length);
			eachWord(rows.at(row).text, (hash) => hashes.push(hash));
		}
		this.hashes = hashes.view();
		this.starts = starts.view();
	}

	get length(): number {
		return this.hashes.length;
	}

	/** Number of words before a row. */
	before(row: number): number {
		return this.starts[row - this.span.from] ?? this.hashes.length;
	}

	/** The first row that begins at or after a word. */
	rowFrom(word: number): number {
		let [low, high] = [0, this.starts.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (present(this.starts[middle], 'the start of a row') < word) low = middle + 1;
			else high = middle;
		}
		return this.span.from + low;
	}

	/** The row of a word. */
	rowOf(word: number): number {
		return this.rowFrom(word + 1) - 1;
	}
}

/**
 * Halves at a row that both sides reach after equally many words, if there is one, else at half of
 * each.
 */
function halvesOf(stretch: Gap, words: Sides<WordList>): readonly Gap[] | undefined {
	let base = words.base.rowFrom(Math.floor(words.base.length / 2));
	let other = words.other.rowFrom(Math.floor(words.other.length / 2));
	if (words.base.length === words.other.length) {
		for (let row = base; row < stretch.base.to; row += 1) {
			const partner = words.other.rowFrom(words.base.before(row));
			if (words.other.before(partner) !== words.base.before(row)) continue;
			[base, other] = [row, partner];
			break;
		}
	}
	const isCut = (span: Span, at: number) => at > span.from && at < span.to;
	if (!isCut(stretch.base, base) && !isCut(stretch.other, other)) return undefined;
	return [gapOf(startOf(stretch), { base, other }), gapOf({ base, other }, endOf(stretch))];
}

function cutBetweenPairs(stretch: Gap, words: Sides<WordList>): readonly Gap[] {
	const cutter = new Cutter(stretch, words);
	const { runs } = align(words.base.hashes, words.other.hashes);
	for (const [word, otherWord] of matchesIn(runs)) {
		cutter.pair(words.base.rowOf(word), words.other.rowOf(otherWord));
	}
	cutter.pair(stretch.base.to, stretch.other.to);
	return cutter.finish();
}

class Cutter {
	private readonly stretches: Gap[] = [];
	/** Start of the current stretch. */
	private from: Sides<number>;
	/** First rows after the last pair. */
	private free: Sides<number>;

	constructor(
		private readonly whole: Gap,
		private readonly words: Sides<WordList>,
	) {
		this.from = startOf(whole);
		this.free = this.from;
	}

	/** Adds a pair of rows that share a word; a cut is possible before it. */
	pair(base: number, other: number): void {
		if (base >= this.free.base && other >= this.free.other) {
			this.cutFree({ base, other });
			if (this.isLong({ base, other })) this.cut({ base, other });
		}
		this.free = {
			base: Math.max(this.free.base, base + 1),
			other: Math.max(this.free.other, other + 1),
		};
	}

	finish(): readonly Gap[] {
		this.cut(endOf(this.whole));
		return this.stretches;
	}

	/** Splits unpaired rows at equal shares. */
	private cutFree(to: Sides<number>): void {
		const [base, other] = [to.base - this.free.base, to.other - this.free.other];
		const parts = Math.ceil(Math.max(base, other) / rowsMax);
		for (let part = 1; part < parts; part += 1) {
			this.cut({
				base: this.free.base + Math.floor((base * part) / parts),
				other: this.free.other + Math.floor((other * part) / parts),
			});
		}
	}

	private isLong(to: Sides<number>): boolean {
		const isLong = (side: 'base' | 'other') =>
			to[side] - this.from[side] >= rowsMax / 2 ||
			this.words[side].before(to[side]) - this.words[side].before(this.from[side]) >= wordsMax / 2;
		return isLong('base') || isLong('other');
	}

	private cut(to: Sides<number>): void {
		if (to.base === this.from.base && to.other === this.from.other) return;
		this.stretches.push(gapOf(this.from, to));
		this.from = to;
	}
}
