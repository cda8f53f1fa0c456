/**
 * A text document in the form that is compared, independent of the program that wrote it: parts in
 * reading order, each a list of blocks. A block is a paragraph or a row of a table. Formatting is
 * described in words that people can read, so that reports can show exactly what was compared.
 */

import type { ListNumber } from '../../package/list-numbers';
import { type Formatting, joinWords } from '../../package/looks';
import { columnLetters } from '../../table/reading/table';

export const partKinds = [
	'body',
	'headers',
	'footers',
	'footnotes',
	'endnotes',
	'comments',
] as const;

export type PartKind = (typeof partKinds)[number];

/** Text with one formatting. */
export interface Span extends Formatting {
	readonly text: string;
	/** True if the text stands for what is none: a picture, a field, a formula, a box to tick. */
	readonly isObject?: true;
}

/** Where a paragraph is in the file, for writers of a copy. */
export interface Source {
	readonly part: string;
	/** Index in the part, from 0, in reading order. */
	readonly index: number;
}

export interface Paragraph {
	readonly spans: readonly Span[];
	/** Formatting of the paragraph itself: heading, list, alignment. */
	readonly formatting: Formatting;
	/** In a list that is numbered. */
	readonly number?: ListNumber;
	readonly source: Source;
	/** Number of the text box in which it stands, in its part; outside of cells its block says so. */
	readonly box?: number;
	/** The paragraphs that are compared as this one, if several are. */
	readonly parts?: readonly Paragraph[];
	/** Texts that a rule hid, in order of the characters that replace them. */
	readonly hidden?: readonly string[];
}

export interface Cell {
	/** From 1; a cell that spans several columns has the number of the first. */
	readonly column: number;
	readonly paragraphs: readonly Paragraph[];
}

export interface Block {
	/** `paragraphs/12`, `tables/2`, `headers/1`, `footnotes/3`. */
	readonly path: string;
	/** Row of a table, from 1; a block without it is a paragraph, alone in its only cell. */
	readonly row?: number;
	/** Number of the text box in which it stands, in its part. */
	readonly box?: number;
	/** Id of the shape of a slide in which it stands. */
	readonly shape?: string;
	/** Of the first paragraph of a comment: the words at which it stands. */
	readonly anchor?: string;
	readonly cells: readonly Cell[];
	/** What differs in it counts from the level of this class on, however coarse it is. */
	readonly countsFrom?: 'emphasis' | 'appearance';
}

/** A tracked change that was neither accepted nor rejected. */
export interface PendingChange {
	readonly kind: 'insertion' | 'deletion' | 'formatting';
	readonly author: string;
	readonly text: string;
}

export interface OfficeDocument {
	readonly parts: Readonly<Record<PartKind, readonly Block[]>>;
	readonly pendingChanges: readonly PendingChange[];
	readonly pendingCount: number;
	/** Number of drawn shapes without words and pictures, which are not compared. */
	readonly shapeCount: number;
	/** The size of the pages of each section, such as `210 × 297 mm`; empty if the file does not say. */
	readonly pageSizes: readonly string[];
	/** Documents inside of it that are compared by their bytes alone. */
	readonly unread: readonly string[];
	/** Parts with macros, which are never run. */
	readonly macros: readonly string[];
}

export function textOf({ spans }: Paragraph): string {
	return spans.map(({ text }) => text).join('');
}

/** The text without what stands for pictures, fields and the like. */
export function wordsIn({ spans }: Paragraph): string {
	return spans.map(({ text, isObject }) => (isObject === true ? '' : text)).join('');
}

export function objectCount({ spans }: Paragraph): number {
	return spans.filter(({ isObject }) => isObject === true).length;
}

/** The word at the end of a text, by which a place is known. */
export function lastWord(text: string): string {
	return text.slice(-100).trimEnd().split(/\s/).at(-1) ?? '';
}

/** A block of one paragraph. */
export function alone(path: string, paragraph: Paragraph): Block {
	return { path, cells: [{ column: 1, paragraphs: [paragraph] }] };
}

/** The paragraphs of all cells of a block. */
export function paragraphsOf({ cells }: Block): readonly Paragraph[] {
	return cells.flatMap(({ paragraphs }) => paragraphs);
}

/** `B7` */
export function cellName(column: number, row: number): string {
	return `${columnLetters(column - 1)}${row}`;
}

/** The paragraphs of a cell, the first of which says how the cell stands in its table. */
export function withCellWords(
	paragraphs: readonly Paragraph[],
	words: string,
): readonly Paragraph[] {
	const [first, ...others] = paragraphs;
	if (first === undefined || words === '') return paragraphs;
	const { emphasis, appearance } = first.formatting;
	const formatting = { emphasis: joinWords([words, emphasis]), appearance };
	return [{ ...first, formatting }, ...others];
}

/** The block of which the first paragraph says how all of it stands. */
export function withFirstWords(block: Block, words: string): Block {
	const [first, ...others] = block.cells;
	if (first === undefined) return block;
	const paragraphs = withCellWords(first.paragraphs, words);
	return { ...block, cells: [{ ...first, paragraphs }, ...others] };
}

/** The blocks of a comment, of which the first says who wrote it and at which words it stands. */
export function written(
	blocks: readonly Block[],
	author: string,
	anchor?: string,
): readonly Block[] {
	const [first, ...others] = blocks;
	if (first === undefined) return [];
	return [{ ...withFirstWords(first, author === '' ? '' : `by ${author}`), anchor }, ...others];
}

/** Joins neighbours with the same formatting, except objects, and drops empty ones. */
export function joinSpans(spans: readonly Span[]): readonly Span[] {
	const joined: Span[] = [];
	for (const span of spans) {
		const last = joined.at(-1);
		if (span.text === '') continue;
		if (last !== undefined && areAlike(last, span)) {
			joined[joined.length - 1] = { ...last, text: last.text + span.text };
		} else joined.push(span);
	}
	return joined;
}

function areAlike(one: Span, other: Span): boolean {
	if (one.isObject === true || other.isObject === true) return false;
	return one.emphasis === other.emphasis && one.appearance === other.appearance;
}
