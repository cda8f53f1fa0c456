/**
 * A text document as it is compared, whatever program wrote it: its parts in reading order, each a list
 * of blocks. A block is a paragraph or a row of a table; formatting is a few words that a person can
 * read, so that what differs can be shown as it was decided.
 */

export const partKinds = [
	'body',
	'headers',
	'footers',
	'footnotes',
	'endnotes',
	'comments',
] as const;

export type PartKind = (typeof partKinds)[number];

/** `emphasis` changes what text says or how it is built, `appearance` only how it looks. */
export interface Formatting {
	readonly emphasis: string;
	readonly appearance: string;
}

/** Text of one formatting. */
export interface Span extends Formatting {
	readonly text: string;
}

/** Where the file holds a paragraph, for those who write into a copy of it. */
export interface Source {
	readonly part: string;
	/** From 0, counting the paragraphs of the part as they are read. */
	readonly index: number;
}

export interface Paragraph {
	readonly spans: readonly Span[];
	/** Of the paragraph itself: heading, list, alignment. */
	readonly formatting: Formatting;
	readonly source: Source;
	/** What a rule hid, in the order of the signs that stand for it in the text. */
	readonly hidden?: readonly string[];
}

export interface Cell {
	/** From 1; a cell across several columns has its first. */
	readonly column: number;
	readonly paragraphs: readonly Paragraph[];
}

export interface Block {
	/** `paragraphs/12`, `tables/2`, `headers/1`, `footnotes/3`. */
	readonly path: string;
	/** Of a row of a table, from 1; a block without it is a paragraph, alone in its one cell. */
	readonly row?: number;
	readonly cells: readonly Cell[];
}

/** A tracked change that nobody has accepted or rejected yet. */
export interface PendingChange {
	readonly kind: 'insertion' | 'deletion' | 'formatting';
	readonly author: string;
	readonly text: string;
}

export interface OfficeDocument {
	readonly parts: Readonly<Record<PartKind, readonly Block[]>>;
	readonly pendingChanges: readonly PendingChange[];
	readonly pendingCount: number;
	/** The parts that hold macros, which nobody runs. */
	readonly macros: readonly string[];
}

export function textOf({ spans }: Paragraph): string {
	return spans.map(({ text }) => text).join('');
}

/** The paragraphs of a block, through all its cells. */
export function paragraphsOf({ cells }: Block): readonly Paragraph[] {
	return cells.flatMap(({ paragraphs }) => paragraphs);
}

/** `B7` */
export function cellName(column: number, row: number): string {
	let letters = '';
	for (let left = column; left > 0; left = Math.floor((left - 1) / 26)) {
		letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
	}
	return `${letters}${row}`;
}

/** Neighbours of the same formatting as one; empty ones are left out. */
export function joinSpans(spans: readonly Span[]): readonly Span[] {
	const joined: Span[] = [];
	for (const span of spans) {
		const last = joined.at(-1);
		if (span.text === '') continue;
		if (last?.emphasis === span.emphasis && last.appearance === span.appearance) {
			joined[joined.length - 1] = { ...last, text: last.text + span.text };
		} else joined.push(span);
	}
	return joined;
}
