/**
 * A row comparison at a level, as lines with two sides. Counts, lists and reports all use these
 * lines, so they cannot contradict each other.
 */
import type { Both } from '../../../core/format-comparer';
import type { Level } from '../../../core/level';
import type { Piece, RowDetail } from '../matching/marked-side';
import { countsAt } from '../matching/difference';
import type { TextBlock, TextComparison } from '../matching/row-comparison';
import type { Place } from '../../../../api/comparison/place';
import type { Rows, TextRow } from '../reading/rows';

export interface Segment {
	readonly text: string;
	readonly differs: boolean;
	/** True for the line end, which is invisible. */
	readonly isEnd: boolean;
}

export interface Cell {
	readonly row: TextRow;
	/** Index on its side. */
	readonly index: number;
	readonly state: 'equal' | 'differs' | 'moved';
	/** Index and place of a moved row on the other side. */
	readonly movedTo?: { readonly index: number; readonly place: Place };
	readonly segments: readonly Segment[];
}

/** Two rows side by side; a side is absent without a partner. */
export type Line = Partial<Both<Cell>>;

export type LineState = 'equal' | 'changed' | 'removed' | 'added' | 'moved';

export function sameLine({ kept, sent }: TextComparison, block: TextBlock, offset: number): Line {
	const cell = (row: TextRow, index: number): Cell => ({
		row,
		index,
		state: 'equal',
		segments: [{ text: row.text, differs: false, isEnd: false }],
	});
	const [keptAt, sentAt] = [block.kept.from + offset, block.sent.from + offset];
	return { kept: cell(kept.at(keptAt), keptAt), sent: cell(sent.at(sentAt), sentAt) };
}

export function stateOf({ kept, sent }: Line): LineState {
	if (kept?.state === 'moved' || sent?.state === 'moved') return 'moved';
	const [differsKept, differsSent] = [kept?.state === 'differs', sent?.state === 'differs'];
	if (!differsKept && !differsSent) return 'equal';
	if (kept !== undefined && sent !== undefined) return 'changed';
	const only = kept ?? sent;
	const isWhole = only !== undefined && isWholly(only.segments);
	if (!isWhole) return 'changed';
	return kept === undefined ? 'added' : 'removed';
}

/** True if all visible text of a row differs. */
export function isWholly(segments: readonly Segment[]): boolean {
	return segments.every(({ differs, text, isEnd }) => differs || isEnd || text.trim() === '');
}

/** Pairs rows for display: partners side by side, and the rows between them as well. */
export function linesIn(
	comparison: TextComparison,
	block: TextBlock,
	level: Level,
): readonly Line[] {
	const detail = comparison.detailOf(block);
	const cells = (side: 'kept' | 'sent', others: Rows) =>
		detail[side].map((row, at) => cellOf(row, block[side].from + at, { level, others }));
	const [kept, sent] = [cells('kept', comparison.sent), cells('sent', comparison.kept)];
	const lines: Line[] = [];
	let [keptAt, sentAt] = [0, 0];
	const place = (keptTo: number, sentTo: number) => {
		const rows = [detail.kept.slice(keptAt, keptTo), detail.sent.slice(sentAt, sentTo)] as const;
		const own = [kept.slice(keptAt, keptTo), sent.slice(sentAt, sentTo)] as const;
		for (const line of standBeside(...rows) ? beside(...own) : apart(...own)) lines.push(line);
		[keptAt, sentAt] = [keptTo, sentTo];
	};
	for (const [keptRow, sentRow] of detail.pairs) {
		place(keptRow, sentRow);
		place(keptRow + 1, sentRow + 1);
	}
	place(kept.length, sent.length);
	return lines;
}

/**
 * Independent of the level, so that a coarser level never counts more lines. Moved rows are alone.
 */
function standBeside(kept: readonly RowDetail[], sent: readonly RowDetail[]): boolean {
	const all = [...kept, ...sent];
	if (all.some(({ movedTo }) => movedTo !== undefined)) return false;
	return (kept.length === 1 && sent.length === 1) || all.every(isOther);
}

/** True if nothing of a row is on the other side. */
function isOther({ pieces }: RowDetail): boolean {
	return pieces.every(
		({ difference, text, isEnd = false }) =>
			difference !== undefined || isEnd || text.trim() === '',
	);
}

function beside(kept: readonly Cell[], sent: readonly Cell[]): readonly Line[] {
	return Array.from({ length: Math.max(kept.length, sent.length) }, (_, index) => ({
		kept: kept[index],
		sent: sent[index],
	}));
}

function apart(kept: readonly Cell[], sent: readonly Cell[]): readonly Line[] {
	return [...kept.map((cell) => ({ kept: cell })), ...sent.map((cell) => ({ sent: cell }))];
}

function cellOf(
	{ row, pieces, movedTo }: RowDetail,
	index: number,
	{ level, others }: { readonly level: Level; readonly others: Rows },
): Cell {
	const segments: Segment[] = [];
	for (const piece of pieces) addPiece(segments, piece, countsAt(level, piece.difference));
	if (!segments.some(({ differs }) => differs)) return { row, index, state: 'equal', segments };
	if (movedTo === undefined) return { row, index, state: 'differs', segments };
	const to = { index: movedTo, place: others.at(movedTo).place };
	return { row, index, state: 'moved', movedTo: to, segments };
}

/** The line end is shown only if it differs. */
function addPiece(segments: Segment[], { text, isEnd = false }: Piece, differs: boolean): void {
	if (isEnd && !differs) return;
	const last = segments.at(-1);
	if (!isEnd && last !== undefined && !last.isEnd && last.differs === differs) {
		segments.splice(-1, 1, { text: last.text + text, differs, isEnd });
	} else if (text !== '' || isEnd) {
		segments.push({ text, differs, isEnd });
	}
}
