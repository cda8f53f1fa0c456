/**
 * Sorts the words of a page into reading order: lines from top to bottom, and columns one after the
 * other where lines share a gap. Pure.
 */
import { present } from '../../../../server/at';
import type { Span } from '../../../align/run';
import { uprightBox, type TurnedPage } from './turning';
import type { Word } from './word';

export interface Line {
	readonly words: readonly Word[];
	readonly x: number;
	readonly y: number;
	readonly right: number;
	readonly bottom: number;
}

/** Words are on one line if their middles are nearer than this share of their height. */
const sameLineShare = 0.5;

/** A wider gap, in line heights, splits a line. */
const gapHeights = 1.8;

/** Least lines of a column, and least average words per line. */
const columnLinesMin = 3;
const columnWordsMin = 2.5;

/** Least width of a gap between columns. */
const gutterPointsMin = 8;

/** Depth limit of nested columns. */
const depthMax = 12;

/** Returns the lines of a page in reading order. */
export function readingOrder(words: readonly Word[]): readonly Line[] {
	return inColumns(rowsOf(words).map(dividedRow));
}

/** The words of each line in the order in which they are read when the page is turned upright. */
export function uprightOrder(
	words: readonly Word[],
	page: TurnedPage,
): readonly (readonly Word[])[] {
	const shown = new Map<Word, Word>();
	const upright = words.map((word) => {
		const turned = { ...word, ...uprightBox(page, word) };
		shown.set(turned, word);
		return turned;
	});
	return readingOrder(upright).map((line) =>
		line.words.map((word) => present(shown.get(word), 'the word before it was turned')),
	);
}

/** Groups words of the same height. */
function rowsOf(words: readonly Word[]): readonly Word[][] {
	const middle = ({ y, height }: Word) => y + height / 2;
	const rows: Word[][] = [];
	let row: Word[] = [];
	let [at, height] = [0, 0];
	for (const word of [...words].sort((one, other) => middle(one) - middle(other))) {
		const near = sameLineShare * Math.min(height, word.height);
		if (row.length === 0 || middle(word) - at > near) {
			row = [];
			rows.push(row);
			[at, height] = [middle(word), word.height];
		}
		row.push(word);
	}
	for (const each of rows) each.sort((one, other) => one.x - other.x);
	return rows;
}

function dividedRow(row: readonly Word[]): readonly Line[] {
	const lines: Line[] = [];
	let part: Word[] = [];
	for (const word of row) {
		const last = part.at(-1);
		if (last !== undefined && word.x - (last.x + last.width) > gapHeights * last.height) {
			lines.push(lineOf(part));
			part = [];
		}
		part.push(word);
	}
	if (part.length > 0) lines.push(lineOf(part));
	return lines;
}

export function lineOf(words: readonly Word[]): Line {
	let [x, y, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
	for (const word of words) {
		x = Math.min(x, word.x);
		y = Math.min(y, word.y);
		right = Math.max(right, word.x + word.width);
		bottom = Math.max(bottom, word.y + word.height);
	}
	return { words, x, y, right, bottom };
}

type Row = readonly Line[];

/**
 * Consecutive rows with a common gap are columns: the left part is read before the right one, and
 * each may have columns again.
 */
function inColumns(rows: readonly Row[], depth = 0): readonly Line[] {
	const width = widthOf(rows);
	const read: Line[] = [];
	let open: Row[] = [];
	let gaps: readonly Span[] = [];
	const close = () => {
		read.push(...readBand(open, gaps, depth));
		open = [];
	};
	for (const row of rows) {
		const own = gapsOf(row, width);
		const shared = open.length === 0 ? own : common(gaps, own);
		if (shared.length === 0) close();
		gaps = shared.length === 0 ? own : shared;
		open.push(row);
	}
	close();
	return read;
}

function widthOf(rows: readonly Row[]): Span {
	let [from, to] = [Infinity, -Infinity];
	for (const { x, right } of rows.flat()) {
		from = Math.min(from, x);
		to = Math.max(to, right);
	}
	return { from, to };
}

/** The gaps of a row. */
function gapsOf(row: Row, width: Span): readonly Span[] {
	const gaps: Span[] = [];
	let { from } = width;
	for (const { x, right } of row) {
		gaps.push({ from, to: x });
		from = Math.max(from, right);
	}
	return [...gaps, { from, to: width.to }].filter(isWide);
}

function common(some: readonly Span[], others: readonly Span[]): readonly Span[] {
	return some
		.flatMap((one) =>
			others.map((other) => ({
				from: Math.max(one.from, other.from),
				to: Math.min(one.to, other.to),
			})),
		)
		.filter(isWide);
}

function isWide({ from, to }: Span): boolean {
	return to - from >= gutterPointsMin;
}

function readBand(band: readonly Row[], gaps: readonly Span[], depth: number): readonly Line[] {
	if (depth < depthMax) {
		for (const { from, to } of gaps) {
			const left = band.map((row) => row.filter(({ right }) => right <= from));
			const right = band.map((row) => row.filter(({ x }) => x >= to));
			if (isColumn(left) && isColumn(right)) {
				const inOrder = (rows: readonly Row[]) => inColumns(filled(rows), depth + 1);
				return [...inOrder(left), ...inOrder(right)];
			}
		}
	}
	return band.flat();
}

function filled(rows: readonly Row[]): readonly Row[] {
	return rows.filter((row) => row.length > 0);
}

/** Cells of a table have fewer words than lines of a column; a table is read row by row. */
function isColumn(rows: readonly Row[]): boolean {
	const lines = rows.flat();
	const words = lines.reduce((sum, line) => sum + line.words.length, 0);
	return lines.length >= columnLinesMin && words / lines.length >= columnWordsMin;
}
