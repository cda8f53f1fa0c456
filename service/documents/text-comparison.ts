/**
 * Compares two texts at a level: rows first, then the words of the rows that differ, then, at the
 * finest level, the characters of the words that differ. Pure but for the alignment it is handed.
 * What is too different for a full search is aligned more coarsely, which the result says: the
 * similarity is then a lower bound.
 */
import type { Align, Pair } from './aligner';
import { levels, type Level, type LevelRule } from './levels';
import { patienceRuns } from './patience-diff';
import { regionsOf, type Region } from './regions';
import { share } from '../comparison/similarity';
import { slideToRowEnds } from './sliding';
import {
	characterTokens,
	Numbering,
	rowsOf,
	sum,
	weightOf,
	wordTokens,
	type Row,
	type Token,
} from './text-rows';

export interface ComparedRow extends Row {
	/** The other side has the same row at another place. */
	readonly isMoved: boolean;
}

export interface ComparedBlock extends Region<ComparedRow> {
	/** How the words of a block that differs fit together; rows that moved are left out. */
	readonly words: readonly Region<Token>[];
}

export interface TextComparison {
	/** 0 to 1; 1 exactly when the texts are equal at the level. */
	readonly similarity: number;
	/** Whether something was too different for a full search. */
	readonly isCoarse: boolean;
	readonly blocks: readonly ComparedBlock[];
}

export interface TextsToCompare {
	readonly kept: string;
	readonly sent: string;
	readonly level: Level;
	/** Whether the words of differing rows are wanted although the level counts whole rows. */
	readonly marksWords: boolean;
}

export function compareTexts(texts: TextsToCompare, align: Align): TextComparison {
	const rule = levels[texts.level];
	const kept = rowsOf(texts.kept, rule);
	const sent = rowsOf(texts.sent, rule);
	const rows = numbered(kept.map(rowKey), sent.map(rowKey));
	const [runs] = align([rows]);
	const blocks = withMoves(regionsOf(kept, sent, runs ?? patienceRuns(rows)));
	const countsRows = rule.unit === 'row';
	const aligned =
		countsRows && !texts.marksWords
			? { blocks, equalWeight: 0, isCoarse: false }
			: alignWords(blocks, rule, align);
	const weight = (rows: readonly Row[]) =>
		rows.reduce((total, row) => total + weightOf(row, rule), 0);
	const equalRows = weight(blocks.filter(({ isEqual }) => isEqual).flatMap((block) => block.kept));
	const equal = equalRows + (countsRows ? 0 : aligned.equalWeight);
	const isEqual = blocks.every((block) => block.isEqual);
	return {
		similarity: isEqual ? 1 : share(equal, weight(kept) + weight(sent)),
		isCoarse: runs === undefined || (!countsRows && aligned.isCoarse),
		blocks: aligned.blocks,
	};
}

function rowKey({ text, lineEnd }: Row): string {
	return text + lineEnd;
}

/** No single character and no word is equal to the key of a row's end. */
function tokenKey({ text, endsRow }: Token): string {
	return endsRow ? `\u0000end${text}` : text;
}

function numbered(first: readonly string[], second: readonly string[]): Pair {
	const numbering = new Numbering();
	return { first: numbering.numbersOf(first), second: numbering.numbersOf(second) };
}

/** Marks the differing rows that the other side has elsewhere, each with one partner. */
function withMoves(regions: readonly Region<Row>[]): readonly ComparedBlock[] {
	const differing = regions.filter(({ isEqual }) => !isEqual);
	const keptRows = countByKey(differing.flatMap(({ kept }) => kept));
	const sentRows = countByKey(differing.flatMap(({ sent }) => sent));
	const marker = (others: ReadonlyMap<string, number>) => {
		const left = new Map(others);
		return (row: Row): ComparedRow => {
			const count = left.get(rowKey(row)) ?? 0;
			if (count > 0) left.set(rowKey(row), count - 1);
			return { ...row, isMoved: count > 0 };
		};
	};
	const still = (row: Row): ComparedRow => ({ ...row, isMoved: false });
	const markKept = marker(sentRows);
	const markSent = marker(keptRows);
	return regions.map(({ isEqual, kept, sent }) => ({
		isEqual,
		kept: kept.map(isEqual ? still : markKept),
		sent: sent.map(isEqual ? still : markSent),
		words: [],
	}));
}

/** Rows without a visible character do not count as moved: they are the same everywhere. */
function countByKey(rows: readonly Row[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const row of rows) {
		if (row.text.trim() === '') continue;
		counts.set(rowKey(row), (counts.get(rowKey(row)) ?? 0) + 1);
	}
	return counts;
}

interface AlignedWords {
	readonly blocks: readonly ComparedBlock[];
	/** Weight of what is equal within the blocks that differ. */
	readonly equalWeight: number;
	readonly isCoarse: boolean;
}

function alignWords(blocks: readonly ComparedBlock[], rule: LevelRule, align: Align): AlignedWords {
	const tokens = blocks.map(({ isEqual, kept, sent }) => ({
		isEqual: false,
		kept: isEqual ? [] : wordTokens(kept, rule.unit).filter(({ row }) => !kept[row]?.isMoved),
		sent: isEqual ? [] : wordTokens(sent, rule.unit).filter(({ row }) => !sent[row]?.isMoved),
	}));
	const words = refine(tokens, align);
	const finest = rule.unit === 'character' ? refineCharacters(words, align) : words;
	const equal = finest.regions.flat().filter(({ isEqual }) => isEqual);
	return {
		blocks: blocks.map((block, index) => ({ ...block, words: finest.regions[index] ?? [] })),
		equalWeight: sum(equal.flatMap(({ kept }) => kept)),
		isCoarse: finest.isCoarse,
	};
}

interface Refined {
	/** The finer regions each region was refined to; itself, when it has one side only. */
	readonly regions: readonly (readonly Region<Token>[])[];
	readonly isCoarse: boolean;
}

/** Aligns the two sides of each region. */
function refine(regions: readonly Region<Token>[], align: Align): Refined {
	const two = regions.filter(({ kept, sent }) => kept.length > 0 && sent.length > 0);
	const pairs = two.map(({ kept, sent }) => numbered(kept.map(tokenKey), sent.map(tokenKey)));
	const alignments = align(pairs);
	const finer = new Map(
		two.map((region, index) => {
			const runs = alignments[index] ?? patienceRuns(pairs[index] ?? numbered([], []));
			return [region, slideToRowEnds(regionsOf(region.kept, region.sent, runs))];
		}),
	);
	return {
		regions: regions.map((region) => finer.get(region) ?? [region]),
		isCoarse: alignments.includes(undefined),
	};
}

/** Refines the words that differ to characters. */
function refineCharacters(words: Refined, align: Align): Refined {
	const differing = words.regions.flat().filter(({ isEqual }) => !isEqual);
	const characters = differing.map(({ kept, sent }) => ({
		isEqual: false,
		kept: characterTokens(kept),
		sent: characterTokens(sent),
	}));
	const refined = refine(characters, align);
	const finer = new Map(differing.map((region, index) => [region, refined.regions[index] ?? []]));
	return {
		regions: words.regions.map((regions) =>
			regions.flatMap((region) => finer.get(region) ?? [region]),
		),
		isCoarse: words.isCoarse || refined.isCoarse,
	};
}
