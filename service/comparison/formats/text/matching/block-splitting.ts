/**
 * Splits a long differing stretch into short ones, to limit memory. The words are aligned once;
 * cuts are between rows that no word pair crosses, and at equal shares where nothing is paired.
 */
import { present } from '../../../../../server/at';
import { align } from '../../../align/align';
import { IntList } from '../reading/int-list';
import { matchesIn } from '../../../align/run';
import type { RowSpan, Rows } from '../reading/rows';
import { eachWord } from '../reading/tokens';

export interface Stretch {
	readonly first: RowSpan;
	readonly second: RowSpan;
}

interface Sides<Of> {
	readonly first: Of;
	readonly second: Of;
}

/** Stretches with more rows or words on one side are split. */
const rowsMax = 400;
const wordsMax = 20_000;

/** Most words aligned at once; larger stretches are halved first. */
const alignedWordsMax = 1_000_000;

export function splitStretch(rows: Sides<Rows>, stretch: Stretch): readonly Stretch[] {
	const words = {
		first: new WordList(rows.first, stretch.first),
		second: new WordList(rows.second, stretch.second),
	};
	const rowCount = Math.max(lengthOf(stretch.first), lengthOf(stretch.second));
	const wordCount = Math.max(words.first.length, words.second.length);
	if (rowCount <= rowsMax && wordCount <= wordsMax) return [stretch];
	if (wordCount > alignedWordsMax) {
		const halves = halvesOf(stretch, words);
		if (halves !== undefined) return halves.flatMap((half) => splitStretch(rows, half));
	}
	return cutBetweenPairs(stretch, words);
}

function lengthOf({ from, to }: RowSpan): number {
	return to - from;
}

/** Word hashes of some rows, and the first word of each row. */
class WordList {
	readonly hashes: Int32Array;
	private readonly starts: Int32Array;
	private readonly span: RowSpan;

	constructor(rows: Rows, span: RowSpan) {
		const hashes = new IntList();
		const starts = new IntList();
		for (let row = span.from; row < span.to; row += 1) {
			starts.push(hashes.length);
			eachWord(rows.at(row).text, (hash) => hashes.push(hash));
		}
		this.hashes = hashes.view();
		this.starts = starts.view();
		this.span = span;
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
function halvesOf(stretch: Stretch, words: Sides<WordList>): readonly Stretch[] | undefined {
	let first = words.first.rowFrom(Math.floor(words.first.length / 2));
	let second = words.second.rowFrom(Math.floor(words.second.length / 2));
	if (words.first.length === words.second.length) {
		for (let row = first; row < stretch.first.to; row += 1) {
			const other = words.second.rowFrom(words.first.before(row));
			if (words.second.before(other) !== words.first.before(row)) continue;
			[first, second] = [row, other];
			break;
		}
	}
	const isCut = (span: RowSpan, at: number) => at > span.from && at < span.to;
	if (!isCut(stretch.first, first) && !isCut(stretch.second, second)) return undefined;
	return [
		{
			first: { from: stretch.first.from, to: first },
			second: { from: stretch.second.from, to: second },
		},
		{
			first: { from: first, to: stretch.first.to },
			second: { from: second, to: stretch.second.to },
		},
	];
}

function cutBetweenPairs(stretch: Stretch, words: Sides<WordList>): readonly Stretch[] {
	const cutter = new Cutter(stretch, words);
	const { runs } = align(words.first.hashes, words.second.hashes);
	for (const [word, otherWord] of matchesIn(runs)) {
		cutter.pair(words.first.rowOf(word), words.second.rowOf(otherWord));
	}
	cutter.pair(stretch.first.to, stretch.second.to);
	return cutter.finish();
}

class Cutter {
	private readonly stretches: Stretch[] = [];
	private readonly whole: Stretch;
	private readonly words: Sides<WordList>;
	/** Start of the current stretch. */
	private from: Sides<number>;
	/** First rows after the last pair. */
	private free: Sides<number>;

	constructor(whole: Stretch, words: Sides<WordList>) {
		this.whole = whole;
		this.words = words;
		this.from = { first: whole.first.from, second: whole.second.from };
		this.free = this.from;
	}

	/** Adds a pair of rows that share a word; a cut is possible before it. */
	pair(first: number, second: number): void {
		if (first >= this.free.first && second >= this.free.second) {
			this.cutFree({ first, second });
			if (this.isLong({ first, second })) this.cut({ first, second });
		}
		this.free = {
			first: Math.max(this.free.first, first + 1),
			second: Math.max(this.free.second, second + 1),
		};
	}

	finish(): readonly Stretch[] {
		this.cut({ first: this.whole.first.to, second: this.whole.second.to });
		return this.stretches;
	}

	/** Splits unpaired rows at equal shares. */
	private cutFree(to: Sides<number>): void {
		const [first, second] = [to.first - this.free.first, to.second - this.free.second];
		const parts = Math.ceil(Math.max(first, second) / rowsMax);
		for (let part = 1; part < parts; part += 1) {
			this.cut({
				first: this.free.first + Math.floor((first * part) / parts),
				second: this.free.second + Math.floor((second * part) / parts),
			});
		}
	}

	private isLong(to: Sides<number>): boolean {
		const isLong = (side: 'first' | 'second') =>
			to[side] - this.from[side] >= rowsMax / 2 ||
			this.words[side].before(to[side]) - this.words[side].before(this.from[side]) >= wordsMax / 2;
		return isLong('first') || isLong('second');
	}

	private cut(to: Sides<number>): void {
		if (to.first === this.from.first && to.second === this.from.second) return;
		this.stretches.push({
			first: { from: this.from.first, to: to.first },
			second: { from: this.from.second, to: to.second },
		});
		this.from = to;
	}
}
