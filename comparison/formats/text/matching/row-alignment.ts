/**
 * Aligns the rows of two texts: first equal rows, then rows with the same words; of the rest, rows
 * that are elsewhere on the other side are moved. The remaining stretches are aligned by words
 * later. Rows without words are no anchors.
 */
import { at } from '../../../../server/at';
import { align } from '../../../align/align';
import { pairsByKey } from '../../../align/choosing';
import { matchesIn, type Run } from '../../../align/run';
import { splitStretch } from './block-splitting';
import { allOf, textsIn, type Rows, type RowSpan } from '../reading/rows';
import { haveSameWords, summaryOf } from '../reading/tokens';

export interface Block {
	/** `same` in every respect; `paired` row by row with the same words; or `differing`. */
	readonly kind: 'same' | 'paired' | 'differing';
	readonly base: RowSpan;
	readonly other: RowSpan;
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
	const summaries = new Summaries(keys.textCount);
	const hashes = {
		base: wordHashes(base, keys.base, summaries),
		other: wordHashes(other, keys.other, summaries),
	};
	const whole: Block = { kind: 'differing', base: allOf(base), other: allOf(other) };
	const runs = exact.runs.filter((run) => hasWords(run, hashes.base.hashes));
	const blocks = blocksOf(whole, runs, 'same').flatMap((block) =>
		block.kind === 'differing' ? pairedBlocks(block, { base, other }, hashes) : [block],
	);
	const tokenCount = hashes.base.tokenCount + hashes.other.tokenCount;
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
	const moved = moves(blocks, { base, other }, hashes);
	return { tokenCount, blocks: blocks.flatMap(split), ...moved };
}

interface Both<Of> {
	readonly base: Of;
	readonly other: Of;
}

/** Numbers rows so that equal rows have equal numbers. */
function numbered(base: Rows, other: Rows): Both<Int32Array> & { readonly textCount: number } {
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
	return { base: numbersOf(base), other: numbersOf(other), textCount: texts.size };
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

function hasWords({ base, length }: Run, hashes: Int32Array): boolean {
	return hashes.subarray(base, base + length).some((hash) => hash !== 0);
}

/** Splits a stretch at runs of rows. */
function blocksOf(whole: Block, runs: readonly Run[], kind: 'same' | 'paired'): readonly Block[] {
	const blocks: Block[] = [];
	let at = { base: whole.base.from, other: whole.other.from };
	const add = (type: Block['kind'], to: Both<number>) => {
		if (to.base > at.base || to.other > at.other) {
			const base = { from: at.base, to: to.base };
			const other = { from: at.other, to: to.other };
			const last = blocks.at(-1);
			if (last?.kind !== type) blocks.push({ kind: type, base, other });
			else blocks.splice(-1, 1, joined(last, { kind: type, base, other }));
		}
		at = to;
	};
	for (const run of runs) {
		add('differing', run);
		add(kind, { base: run.base + run.length, other: run.other + run.length });
	}
	add('differing', { base: whole.base.to, other: whole.other.to });
	return blocks;
}

function joined(one: Block, next: Block): Block {
	return {
		kind: one.kind,
		base: { from: one.base.from, to: next.base.to },
		other: { from: one.other.from, to: next.other.to },
	};
}

/** Pairs the rows of a differing stretch that have the same words. */
function pairedBlocks(block: Block, rows: Both<Rows>, hashes: Both<WordHashes>): readonly Block[] {
	const ours = wordedRows(block.base, hashes.base);
	const theirs = wordedRows(block.other, hashes.other);
	const hashOf = (side: WordHashes) => (index: number) => at(side.hashes, index);
	const { runs } = align(
		Int32Array.from(ours, hashOf(hashes.base)),
		Int32Array.from(theirs, hashOf(hashes.other)),
	);
	const pairs = [...matchesIn(runs)]
		.map(([one, two]) => ({ base: at(ours, one), other: at(theirs, two), length: 1 }))
		.filter((pair) => isPair(rows, pair));
	return blocksOf(block, pairs, 'paired');
}

function wordedRows({ from, to }: RowSpan, { hashes }: WordHashes): readonly number[] {
	const indexes = Array.from({ length: to - from }, (_, index) => from + index);
	return indexes.filter((index) => hashes[index] !== 0);
}

function isPair(rows: Both<Rows>, { base, other }: Both<number>): boolean {
	return haveSameWords([rows.base.at(base).text], [rows.other.at(other).text]);
}

/** Pairs moved rows: unpaired rows with the same words on both sides. */
function moves(
	blocks: readonly Block[],
	rows: Both<Rows>,
	hashes: Both<WordHashes>,
): Pick<RowAlignment, 'movedBase' | 'movedOther'> {
	const differing = blocks.filter(({ kind }) => kind === 'differing');
	const ours = differing.flatMap(({ base }) => wordedRows(base, hashes.base));
	const theirs = differing.flatMap(({ other }) => wordedRows(other, hashes.other));
	const hashesOf = (list: readonly number[], side: WordHashes) =>
		list.map((index) => at(side.hashes, index));
	const pairs = pairsByKey(hashesOf(ours, hashes.base), hashesOf(theirs, hashes.other))
		.map(([one, two]) => ({ base: at(ours, one), other: at(theirs, two) }))
		.filter((pair) => isPair(rows, pair));
	return {
		movedBase: new Map(pairs.map(({ base, other }) => [base, other])),
		movedOther: new Map(pairs.map(({ base, other }) => [other, base])),
	};
}
