/**
 * Aligns the rows of two texts: first equal rows, then rows with the same words; of the rest, rows
 * that are elsewhere on the other side are moved. The remaining stretches are aligned by words
 * later. Rows without words are no anchors.
 */
import { at } from '../../../../server/at';
import { align } from '../../../align/align';
import { pairsByKey } from '../../../align/choosing';
import {
	endOf,
	gapOf,
	matchesIn,
	type Gap,
	type Run,
	type Sides,
	type Span,
} from '../../../align/run';
import { splitStretch } from './block-splitting';
import { allOf, textsIn, type Rows } from '../reading/rows';
import { haveSameWords, tokenCount, wordsHashOf } from '../reading/tokens';

export interface Block extends Gap {
	/** `same` in every respect; `paired` row by row with the same words; or `differing`. */
	readonly kind: 'same' | 'paired' | 'differing';
}

export interface RowAlignment {
	/** Together they cover both texts, in order. */
	readonly blocks: readonly Block[];
	/** For each moved row its index on the other side. */
	readonly movedBase: ReadonlyMap<number, number>;
	readonly movedOther: ReadonlyMap<number, number>;
	/** Number of tokens of both texts. */
	readonly tokenCount: number;
}

export function alignRows(base: Rows, other: Rows): RowAlignment {
	const keys = numbered(base, other);
	const exact = align(keys.base, keys.other);
	const rows = {
		base: new WordedRows(base, keys.base, keys.texts),
		other: new WordedRows(other, keys.other, keys.texts),
	};
	const whole: Block = { kind: 'differing', base: allOf(base), other: allOf(other) };
	const runs = exact.runs.filter((run) => rows.base.hasWords(run));
	const blocks = blocksOf(whole, runs, 'same').flatMap((block) =>
		block.kind === 'differing' ? pairedBlocks(block, rows) : [block],
	);
	const tokenCount = rows.base.tokenCount() + rows.other.tokenCount();
	const split = (block: Block): readonly Block[] =>
		block.kind === 'differing'
			? splitStretch({ base, other }, block).map((part) => ({ kind: block.kind, ...part }))
			: [block];
	const isSame = (block: Block) =>
		haveSameWords(textsIn(base, block.base), textsIn(other, block.other));
	const differs = blocks.some((block) => block.kind === 'differing' && !isSame(block));
	if (differs && isSame(whole)) {
		return { tokenCount, blocks: split(whole), movedBase: new Map(), movedOther: new Map() };
	}
	return { tokenCount, blocks: blocks.flatMap(split), ...moves(blocks, rows) };
}

/** Numbers rows so that equal rows have equal numbers. */
function numbered(base: Rows, other: Rows): Sides<Int32Array> & { readonly texts: TextFacts } {
	const texts = new Map<string, number>();
	const ends = new Map<string | undefined, number>();
	const numbersOf = (rows: Rows) => {
		const numbers = new Int32Array(rows.count);
		for (let index = 0; index < rows.count; index += 1) {
			const { text, end } = rows.at(index);
			numbers[index] = numberOf(texts, text) * endsMax + (numberOf(ends, end) % endsMax);
		}
		return numbers;
	};
	const numbers = { base: numbersOf(base), other: numbersOf(other) };
	return { ...numbers, texts: new TextFacts(texts.size) };
}

/** Number of line ends: LF, CR, CRLF, none, and undefined. */
const endsMax = 5;

function numberOf<Key>(numbers: Map<Key, number>, key: Key): number {
	const known = numbers.get(key);
	if (known !== undefined) return known;
	numbers.set(key, numbers.size);
	return numbers.size - 1;
}

/** What is known of texts by their numbers; compact, since a long file has millions. */
class TextFacts {
	private readonly wordsHashes: Int32Array;
	private readonly isHashed: Uint8Array;
	private readonly tokenCounts: Int32Array;

	constructor(textCount: number) {
		this.wordsHashes = new Int32Array(textCount);
		this.isHashed = new Uint8Array(textCount);
		this.tokenCounts = new Int32Array(textCount).fill(-1);
	}

	wordsHash(number: number, text: () => string): number {
		if (this.isHashed[number] === 0) {
			this.wordsHashes[number] = wordsHashOf(text());
			this.isHashed[number] = 1;
		}
		return at(this.wordsHashes, number);
	}

	tokenCount(number: number, text: () => string): number {
		if (this.tokenCounts[number] === -1) this.tokenCounts[number] = tokenCount(text());
		return at(this.tokenCounts, number);
	}
}

/** The rows of a side by their words. */
class WordedRows {
	constructor(
		readonly rows: Rows,
		private readonly keys: Int32Array,
		private readonly texts: TextFacts,
	) {}

	/** Equal for rows with the same words; 0 without words. */
	hashOf(row: number): number {
		return this.texts.wordsHash(this.textNumber(row), () => this.rows.at(row).text);
	}

	tokenCount(): number {
		let count = 0;
		for (let row = 0; row < this.rows.count; row += 1) {
			count += this.texts.tokenCount(this.textNumber(row), () => this.rows.at(row).text);
		}
		return count;
	}

	hasWords({ base, length }: Run): boolean {
		for (let row = base; row < base + length; row += 1) if (this.hashOf(row) !== 0) return true;
		return false;
	}

	/** The rows of a span that have words. */
	within({ from, to }: Span): readonly number[] {
		const indexes = Array.from({ length: to - from }, (_, index) => from + index);
		return indexes.filter((index) => this.hashOf(index) !== 0);
	}

	private textNumber(row: number): number {
		return Math.floor(at(this.keys, row) / endsMax);
	}
}

/** Splits a stretch at runs of rows. */
function blocksOf(whole: Block, runs: readonly Run[], kind: 'same' | 'paired'): readonly Block[] {
	const blocks: Block[] = [];
	let at = { base: whole.base.from, other: whole.other.from };
	const add = (type: Block['kind'], to: Sides<number>) => {
		if (to.base > at.base || to.other > at.other) {
			const last = blocks.at(-1);
			if (last?.kind !== type) blocks.push({ kind: type, ...gapOf(at, to) });
			else {
				const start = { base: last.base.from, other: last.other.from };
				blocks.splice(-1, 1, { kind: type, ...gapOf(start, to) });
			}
		}
		at = to;
	};
	for (const run of runs) {
		add('differing', run);
		add(kind, endOf(run));
	}
	add('differing', { base: whole.base.to, other: whole.other.to });
	return blocks;
}

/** Pairs the rows of a differing stretch that have the same words. */
function pairedBlocks(block: Block, { base, other }: Sides<WordedRows>): readonly Block[] {
	const [ours, theirs] = [base.within(block.base), other.within(block.other)];
	const { runs } = align(
		Int32Array.from(ours, (row) => base.hashOf(row)),
		Int32Array.from(theirs, (row) => other.hashOf(row)),
	);
	const pairs = [...matchesIn(runs)]
		.map(([one, two]) => ({ base: at(ours, one), other: at(theirs, two), length: 1 }))
		.filter((pair) => isPair(base, other, pair));
	return blocksOf(block, pairs, 'paired');
}

function isPair(base: WordedRows, other: WordedRows, pair: Sides<number>): boolean {
	return haveSameWords([base.rows.at(pair.base).text], [other.rows.at(pair.other).text]);
}

/** Pairs moved rows: unpaired rows with the same words on both sides. */
function moves(
	blocks: readonly Block[],
	{ base, other }: Sides<WordedRows>,
): Pick<RowAlignment, 'movedBase' | 'movedOther'> {
	const differing = blocks.filter(({ kind }) => kind === 'differing');
	const ours = differing.flatMap((block) => base.within(block.base));
	const theirs = differing.flatMap((block) => other.within(block.other));
	const pairs = pairsByKey(
		ours.map((row) => base.hashOf(row)),
		theirs.map((row) => other.hashOf(row)),
	)
		.map(([one, two]) => ({ base: at(ours, one), other: at(theirs, two) }))
		.filter((pair) => isPair(base, other, pair));
	return {
		movedBase: new Map(pairs.map((pair) => [pair.base, pair.other])),
		movedOther: new Map(pairs.map((pair) => [pair.other, pair.base])),
	};
}
