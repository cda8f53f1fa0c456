/**
 * What two workbooks come to at a level: the weights of what differs and of all there is, in cells; the
 * counts, in rows and in columns that one table alone has or that moved; the changes, and the rows to be
 * shown. One alignment is judged at every level.
 */
import { comparedKinds } from '../../../../api/comparison/kinds';
import type { ValueRules } from '../../../core/rules';
import { at, present } from '../../../../server/at';
import type { ChangeCounts } from '../../../core/comparison';
import { classesOf } from '../../../core/classes';
import type { Level } from '../../../core/level';
import type { AlignedColumn } from '../matching/align-tables';
import {
	cellChange,
	columnChange,
	rowChange,
	sheetChange,
	viewChange,
	type TableChange,
} from './changes';
import {
	isShiftedSheet,
	rowEntries,
	type ComparedSheet,
	type DifferenceClass,
	type RowEntry,
} from '../matching/differences';
import { viewDifferences } from '../matching/views';
import type { SheetShift } from '../reading/formulas';
import { cellAt, filledCount, type Table } from '../reading/table';

export const { countsAt } = classesOf(comparedKinds.table.classes);

/** Weight of a changed name, position or view: one cell on each side. */
const pairWeight = 2;

/** Called for everything that counts at the level, in the order of the document. */
export interface TallyListener {
	readonly onChange: (change: TableChange) => void;
	/** Called for equal rows as well, for context. */
	readonly onRow: (sheet: ComparedSheet, entry: RowEntry) => void;
}

export interface Tally {
	readonly differing: number;
	readonly total: number;
	readonly counts: ChangeCounts;
	/** Those of the counts that are of columns. */
	readonly columns: ChangeCounts;
}

export interface TallyOptions {
	readonly level: Level;
	readonly rules: ValueRules;
	readonly shiftOf: (name: string | undefined, own: ComparedSheet) => SheetShift | undefined;
	readonly onIgnored: (rule: keyof ValueRules) => void;
}

export const countedAt = (level: Level) => (difference: DifferenceClass) =>
	countsAt(level, difference);

export function tallySheets(
	sheets: readonly ComparedSheet[],
	options: TallyOptions,
	listener: TallyListener,
): Tally {
	const tally = { differing: 0, total: 0, ...none, columns: { ...none } };
	const isShifted = sheets.some(isShiftedSheet);
	for (const sheet of sheets) {
		tallyWholeSheet(tally, sheet, options.level, listener);
		if (sheet.alignment === undefined) continue;
		tallyColumns(tally, sheet, sheet.alignment.columns, options.level, listener);
		tallyView(tally, sheet, options, listener);
		for (const entry of rowEntries(sheet.alignment, {
			...options,
			isShifted,
			shiftOf: (name) => options.shiftOf(name, sheet),
		})) {
			const counted = countedEntry(entry, options.level);
			tallyRow(tally, sheet, counted, listener);
			listener.onRow(sheet, counted);
		}
	}
	const { differing, total, columns, ...counts } = tally;
	return { differing, total, counts, columns };
}

const none: ChangeCounts = { added: 0, removed: 0, changed: 0, moved: 0 };

type RunningCounts = { -readonly [Key in keyof ChangeCounts]: number };

interface Running extends RunningCounts {
	differing: number;
	total: number;
	readonly columns: RunningCounts;
}

function tallyWholeSheet(
	tally: Running,
	sheet: ComparedSheet,
	level: Level,
	{ onChange }: TallyListener,
): void {
	const { kept, sent, pair } = sheet;
	for (const [table, kind] of [[kept, 'removed'] as const, [sent, 'added'] as const]) {
		if (table === undefined || (kept !== undefined && sent !== undefined)) continue;
		const cells = table.rows.reduce((sum, row) => sum + filledCount(row), 0);
		tally.total += cells;
		tally.differing += cells;
		tally[kind] += table.rows.length;
		onChange(sheetChange(kind, sheet));
	}
	if (pair.isRenamed && countsAt(level, 'name')) {
		tally.differing += pairWeight;
		tally.changed += 1;
		onChange(sheetChange('changed', sheet));
	}
	if (pair.isMoved && countsAt(level, 'order')) {
		tally.differing += pairWeight;
		tally.moved += 1;
		onChange(sheetChange('moved', sheet));
	}
}

/** Reports columns; the cells of columns that only one table has are weighed row by row. */
function tallyColumns(
	tally: Running,
	sheet: ComparedSheet,
	columns: readonly AlignedColumn[],
	level: Level,
	{ onChange }: TallyListener,
): void {
	const tell = (kind: 'added' | 'removed' | 'moved', column: AlignedColumn) => {
		tally[kind] += 1;
		tally.columns[kind] += 1;
		onChange(columnChange(kind, column, sheet));
	};
	for (const column of columns) {
		if (column.isIgnored) continue;
		if (column.kept === undefined) tell('added', column);
		else if (column.sent === undefined) tell('removed', column);
		else if (column.isMoved && countsAt(level, 'order')) {
			tally.differing += pairWeight;
			tell('moved', column);
		}
	}
}

function tallyView(
	tally: Running,
	sheet: ComparedSheet,
	{ level, rules, onIgnored }: TallyOptions,
	{ onChange }: TallyListener,
): void {
	const { kept, sent } = sheet.alignment ?? {};
	tally.total += (kept?.view?.remarks.length ?? 0) + (sent?.view?.remarks.length ?? 0);
	const terms = { rules, onIgnored, isCounted: countedAt(level) };
	for (const difference of viewDifferences(sheet.alignment, terms)) {
		tally.differing += pairWeight;
		tally.changed += 1;
		onChange(viewChange(difference, sheet));
	}
}

function countedEntry(entry: RowEntry, level: Level): RowEntry {
	if (entry.kind !== 'both' || (entry.cells.length === 0 && !entry.isMoved)) return entry;
	return {
		...entry,
		isMoved: entry.isMoved && countsAt(level, 'order'),
		cells: entry.cells.filter(({ difference }) => countsAt(level, difference)),
	};
}

function tallyRow(
	tally: Running,
	sheet: ComparedSheet,
	entry: RowEntry,
	{ onChange }: TallyListener,
): void {
	const { alignment } = sheet;
	if (alignment === undefined) return;
	const { kept, sent, columns } = alignment;
	const keptCells =
		entry.kind === 'added' ? 0 : comparedCells(kept, entry.keptRow, columns, 'kept');
	const sentCells =
		entry.kind === 'removed' ? 0 : comparedCells(sent, entry.sentRow, columns, 'sent');
	tally.total += keptCells + sentCells;
	if (entry.kind !== 'both') {
		tally.differing += keptCells + sentCells;
		tally[entry.kind] += 1;
		onChange(rowChange(entry, sheet));
		return;
	}
	const alone = cellsOfOneSide(alignment, entry);
	const changed = entry.cells.reduce((sum, { column }) => {
		const keptCell = cellAt(at(kept.rows, entry.keptRow), present(column.kept, 'the kept place'));
		const sentCell = cellAt(at(sent.rows, entry.sentRow), present(column.sent, 'the sent place'));
		return sum + (keptCell === '' ? 0 : 1) + (sentCell === '' ? 0 : 1);
	}, alone);
	const moved = entry.isMoved ? Math.min(pairWeight, keptCells + sentCells - changed) : 0;
	tally.differing += changed + moved;
	if (entry.isMoved) {
		tally.moved += 1;
		onChange(rowChange(entry, sheet));
	}
	if (entry.cells.some(({ difference }) => difference !== 'form')) tally.changed += 1;
	for (const cell of entry.cells) {
		const rows = { kept: entry.keptRow, sent: entry.sentRow };
		onChange(cellChange(cell, rows, sheet.kept ?? kept, sheet.sent ?? sent));
	}
}

/** Number of filled cells of a row that no rule ignores. */
function comparedCells(
	table: Table,
	row: number,
	columns: readonly AlignedColumn[],
	side: 'kept' | 'sent',
): number {
	const packed = at(table.rows, row);
	return columns.reduce(
		(count, column) =>
			column.isIgnored && cellAt(packed, column[side] ?? Infinity) !== '' ? count - 1 : count,
		filledCount(packed),
	);
}

/** Number of filled cells of a row pair in columns that only one table has. */
function cellsOfOneSide(
	{ kept, sent, columns }: NonNullable<ComparedSheet['alignment']>,
	{ keptRow, sentRow }: { readonly keptRow: number; readonly sentRow: number },
): number {
	let count = 0;
	for (const column of columns) {
		if (column.isIgnored || (column.kept !== undefined && column.sent !== undefined)) continue;
		const [table, row] = column.kept === undefined ? [sent, sentRow] : [kept, keptRow];
		const place = present(column.kept ?? column.sent, 'the place of a column');
		if (cellAt(at(table.rows, row), place) !== '') count += 1;
	}
	return count;
}
