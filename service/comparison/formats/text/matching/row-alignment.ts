/**
 * Aligns the rows of two texts: first equal rows, then rows with the same words; of the rest, rows
 * that are elsewhere on the other side are moved. The remaining stretches are aligned by words
 * later. Rows without words are no anchors.
 */
import { at } from '../../../../../server/at';
import { align } from '../../../align/align';
import { pairsByKey } from '../../../align/pairing';
import { matchesIn, type Run } from '../../../align/run';
import { splitStretch } from './block-splitting';
import { allOf, textsIn, type Rows, type RowSpan } from '../reading/rows';
import { haveSameWords, summaryOf } from '../reading/tokens';

export interface Block {
	/** `same` in every respect; `paired` row by row with the same words; or `differing`. */
	readonly kind: 'same' | 'paired' | 'differing';
	readonly first: RowSpan;
	readonly second: RowSpan;
}

export interface RowAlignment {
	/** Together they cover both texts, in order. */
	readonly blocks: readonly Block[];
	/** For each moved row its index on the other side. */
	readonly movedFirst: ReadonlyMap<number, number>;
	readonly movedSecond: ReadonlyMap<number, number>;
	/** Number of tokens of both texts. */
	readonly tokenCount: number;
}

export function alignRows(first: Rows, second: Rows): RowAlignment {
	const keys = numbered(first, second);
	const exact = align(keys.first, keys.second);
	const summaries = new Summaries(keys.textCount);
	const hashes = {
		first: wordHashes(first, keys.first, summaries),
		second: wordHashes(second, keys.second, summaries),
	};
	const whole: Block = { kind: 'differing', first: allOf(first), second: allOf(second) };
	const runs = exact.runs.filter((run) => hasWords(run, hashes.first.hashes));
	const blocks = blocksOf(whole, runs, 'same').flatMap((block) =>
		block.kind === 'differing' ? pairedBlocks(block, { first, second }, hashes) : [block],
	);
	const tokenCount = hashes.first.tokenCount + hashes.second.tokenCount;
	const split = (block: Block): readonly Block[] =>
		block.kind === 'differing'
			? splitStretch({ first, second }, block).map((part) => ({ kind: block.kind, ...part }))
			: [block];
	const isSame = (block: Block) =>
		haveSameWords(textsIn(first, block.first), textsIn(second, block.second));
	const differs = blocks.some((block) => block.kind === 'differing' && !isSame(block));
	if (differs && isSame(whole)) {
		return { tokenCount, blocks: split(whole), movedFirst: new Map(), movedSecond: new Map() };
	}
	const moved = moves(blocks, { first, second }, hashes);
	return { tokenCount, blocks: blocks.flatMap(split), ...moved };
}

interface Both<Of> {
	readonly first: Of;
	readonly second: Of;
}

/** Numbers rows so that equal rows have equal numbers. */
function numbered(first: Rows, second: Rows): Both<Int32Array> & { readonly textCount: number } {
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
	return { first: numbersOf(first), second: numbersOf(second), textCount: texts.size };
}

/** Number of line ends: LF, CR, CRLF, none, and undefined. */
const endsMax = 5;

function numberOf<Key>(numbers: Map<Key, number>, key: Key): number {
	const known = numbers.get(key);
	if (known !== undefined) return known;
	numbers.set(key, numbers.size);
	return numbers.size - 1;
}

interface WordHashes {
	/** Equal for rows with the same words; 0 without words. */
	readonly hashes: Int32Array;
	readonly tokenCount: number;
}

/** Equal rows are summarised once. */
function wordHashes(rows: Rows, keys: Int32Array, summaries: Summaries): WordHashes {
	const hashes = new Int32Array(rows.count);
	let count = 0;
	for (let index = 0; index < rows.count; index += 1) {
		const text = Math.floor(at(keys, index) / endsMax);
		summaries.add(text, rows, index);
		hashes[index] = summaries.wordsHashOf(text);
		count += summaries.tokenCountOf(text);
	}
	return { hashes, tokenCount: count };
}

/** Summaries by number of the text; compact, since a long file has millions. */
class Summaries {
	private static readonly unknown = -1;
	private readonly wordsHashes: Int32Array;
	private readonly tokenCounts: Int32Array;

	constructor(textCount: number) {
		this.wordsHashes = new Int32Array(textCount);
		this.tokenCounts = new Int32Array(textCount).fill(Summaries.unknown);
	}

	add(text: number, rows: Rows, row: number): void {
		if (this.tokenCounts[text] !== Summaries.unknown) return;
		const { wordsHash, tokenCount } = summaryOf(rows.at(row).text);
		this.wordsHashes[text] = wordsHash;
		this.tokenCounts[text] = tokenCount;
	}

	wordsHashOf(text: number): number {
		return at(this.wordsHashes, text);
	}

	tokenCountOf(text: number): number {
		return at(this.tokenCounts, text);
	}
}

function hasWords({ first, length }: Run, hashes: Int32Array): boolean {
	return hashes.subarray(first, first + length).some((hash) => hash !== 0);
}

/** Splits a stretch at runs of rows. */
function blocksOf(whole: Block, runs: readonly Run[], kind: 'same' | 'paired'): readonly Block[] {
	const blocks: Block[] = [];
	let at = { first: whole.first.from, second: whole.second.from };
	const add = (type: Block['kind'], to: Both<number>) => {
		if (to.first > at.first || to.second > at.second) {
			const first = { from: at.first, to: to.first };
			const second = { from: at.second, to: to.second };
			const last = blocks.at(-1);
			if (last?.kind !== type) blocks.push({ kind: type, first, second });
			else blocks.splice(-1, 1, joined(last, { kind: type, first, second }));
		}
		at = to;
	};
	for (const run of runs) {
		add('differing', run);
		add(kind, { first: run.first + run.length, second: run.second + run.length });
	}
	add('differing', { first: whole.first.to, second: whole.second.to });
	return blocks;
}

function joined(one: Block, next: Block): Block {
	return {
		kind: one.kind,
		first: { from: one.first.from, to: next.first.to },
		second: { from: one.second.from, to: next.second.to },
	};
}

/** Pairs the rows of a differing stretch that have the same words. */
function pairedBlocks(block: Block, rows: Both<Rows>, hashes: Both<WordHashes>): readonly Block[] {
	const ours = wordedRows(block.first, hashes.first);
	const theirs = wordedRows(block.second, hashes.second);
	const hashOf = (side: WordHashes) => (index: number) => at(side.hashes, index);
	const { runs } = align(
		Int32Array.from(ours, hashOf(hashes.first)),
		Int32Array.from(theirs, hashOf(hashes.second)),
	);
	const pairs = [...matchesIn(runs)]
		.map(([one, other]) => ({ first: at(ours, one), second: at(theirs, other), length: 1 }))
		.filter((pair) => isPair(rows, pair));
	return blocksOf(block, pairs, 'paired');
}

function wordedRows({ from, to }: RowSpan, { hashes }: WordHashes): readonly number[] {
	const indexes = Array.from({ length: to - from }, (_, index) => from + index);
	return indexes.filter((index) => hashes[index] !== 0);
}

function isPair(rows: Both<Rows>, { first, second }: Both<number>): boolean {
	return haveSameWords([rows.first.at(first).text], [rows.second.at(second).text]);
}

/** Pairs moved rows: unpaired rows with the same words on both sides. */
function moves(
	blocks: readonly Block[],
	rows: Both<Rows>,
	hashes: Both<WordHashes>,
): Pick<RowAlignment, 'movedFirst' | 'movedSecond'> {
	const differing = blocks.filter(({ kind }) => kind === 'differing');
	const ours = differing.flatMap(({ first }) => wordedRows(first, hashes.first));
	const theirs = differing.flatMap(({ second }) => wordedRows(second, hashes.second));
	const hashesOf = (list: readonly number[], side: WordHashes) =>
		list.map((index) => at(side.hashes, index));
	const pairs = pairsByKey(hashesOf(ours, hashes.first), hashesOf(theirs, hashes.second))
		.map(([one, other]) => ({ first: at(ours, one), second: at(theirs, other) }))
		.filter((pair) => isPair(rows, pair));
	return {
		movedFirst: new Map(pairs.map(({ first, second }) => [first, second])),
		movedSecond: new Map(pairs.map(({ first, second }) => [second, first])),
	};
}
