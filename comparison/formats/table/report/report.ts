/**
 * Formats the differences of tables as HTML tables: old and new in one cell, added, removed and
 * moved rows and columns marked, and rows around them for context. Nothing is compared here.
 */
import type { ValueRules } from '../../../core/rules';
import { at, present } from '../../../../server/at';
import { countText, markup, type Markup } from '../../../../server/html/markup';
import type { Level } from '../../../core/level';
import type { ChangeKind } from '../../../core/comparison';
import { changeAnchor } from '../../../report/anchors';
import { marked, moreNote, shortened } from '../../../report/parts';
import { equalText, type ShownRow as Shown, type ShownRows } from '../../../report/shown-rows';
import { changeSigns } from '../../../report/signs';
import { pairsIn } from '../../../align/pairing';
import type { AlignedColumn, TableAlignment } from '../matching/align-tables';
import { cellText } from './changes';
import type { CellDifference, ComparedSheet, RowEntry } from '../matching/differences';
import { maskedPieces } from '../reading/masking';
import type { Pattern } from '../../../core/patterns';
import { cellAt, cellsOf, columnLetters, type Table } from '../reading/table';
import { countedAt, countsAt } from './tally';
import { viewDifferences } from '../matching/views';

const columnsMax = 40;
const firstColumns = 3;
const cellLengthMax = 400;
const rowsOfWholeSheetMax = 20;

export const tableStyle = `
.sheet { overflow-x: auto; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; margin: .75rem 0 1.5rem; }
.sheet table { min-width: 100%; font-size: 13px; }
.sheet th, .sheet td { border: 1px solid var(--line); padding: .2rem .5rem; text-align: left; vertical-align: top;
white-space: pre-wrap; overflow-wrap: break-word; min-width: 3rem; max-width: 26rem; unicode-bidi: plaintext; }
.sheet del, .sheet ins { unicode-bidi: plaintext; }
.sheet th { font-weight: 600; background: var(--empty); }
.sheet .place { white-space: nowrap; font-weight: 400; font-variant-numeric: tabular-nums; }
.sheet .sign { font-weight: 700; color: var(--red-ink); padding-right: .3rem; }
.sheet .moved .sign { color: var(--yellow-ink); }
.sheet tr.removed td, .sheet td.removed { text-decoration: line-through; }
.sheet tr.added td, .sheet td.added { text-decoration: underline; }
.sheet tr.gap td { color: var(--soft); background: var(--empty); }
.structure { margin: .25rem 0 .75rem; padding-left: 1.25rem; }
.structure span { padding: 0 .3rem; border-radius: 3px; }
@media screen and (max-width: 45rem) { .sheet th, .sheet td { max-width: 12rem; padding: .15rem .3rem; } .sheet .way { display: block; white-space: normal; } }
@media print { .sheet { overflow: visible; } .sheet table { font-size: 9px; } .sheet th, .sheet td { min-width: 0; padding: .1rem .2rem; overflow-wrap: anywhere; } thead { display: table-header-group; } }
`;

export interface ReportOptions {
	readonly level: Level;
	readonly rules: ValueRules;
	readonly patterns: readonly Pattern[];
}

interface Anchors {
	readonly count: number;
	next: number;
}

/** The rows of each sheet, in the order of the sheets. */
export type SheetRows = ReadonlyMap<ComparedSheet, ShownRows<RowEntry>>;

type ShownRow = Shown<RowEntry>;

export function isDifferent(entry: RowEntry): boolean {
	return entry.kind !== 'both' || entry.isMoved || entry.cells.length > 0;
}

export function tableReport(sheets: SheetRows, options: ReportOptions): Markup {
	const parts = [...sheets].map(([sheet, shown]) => ({ sheet, shown, rows: shown.rows() }));
	const count = parts.reduce((sum, { rows }) => sum + rows.filter(differs).length, 0);
	const anchors: Anchors = { count, next: 1 };
	return markup`${parts.map(({ sheet, shown, rows }) => {
		const more = moreNote(shown.leftOutCount, 'differing row', besideReport);
		return markup`${sheetPart(sheet, rows, options, anchors)}${more}`;
	})}`;
}

const besideReport = '; the file of changes beside this report lists them';

function differs(row: ShownRow): boolean {
	return row.kind === 'row' && row.isDifferent;
}

function sheetPart(
	sheet: ComparedSheet,
	rows: readonly ShownRow[],
	options: ReportOptions,
	anchors: Anchors,
): Markup {
	const { alignment } = sheet;
	const items = structure(sheet, options);
	const { name } = present(sheet.sent ?? sheet.kept, 'a sheet');
	const isAny = rows.some(differs);
	if (items.length === 0 && !isAny)
		return name === '' ? markup`` : markup`<p class="place">Sheet ${name}: nothing differs.</p>\n`;
	const title = name === '' ? markup`` : markup`<h2>Sheet <bdi>${name}</bdi></h2>\n`;
	const list = items.length === 0 ? markup`` : markup`<ul class="structure">\n${items}</ul>\n`;
	const body =
		alignment === undefined
			? wholeSheet(sheet)
			: sheetTable(sheet, alignment.columns, isAny ? rows : firstRows(alignment), options, anchors);
	return markup`<section>
${title}${list}${body}</section>
`;
}

/** Where only columns or what stands beside the cells differ, some rows show what became of them. */
function firstRows({ rows }: TableAlignment): readonly ShownRow[] {
	return [...pairsIn(rows)].slice(0, rowsOfWholeSheetMax).flatMap(({ kept, sent }) => {
		if (kept === undefined || sent === undefined) return [];
		const row = { kind: 'both', keptRow: kept, sentRow: sent, isMoved: false, cells: [] } as const;
		return [{ kind: 'row', row, isDifferent: false } as const];
	});
}

/** Changes of the sheet and its columns, as sentences. */
function structure(sheet: ComparedSheet, options: ReportOptions): readonly Markup[] {
	const { level } = options;
	const { pair, kept, sent, alignment } = sheet;
	const item = (kind: ChangeKind, text: string) =>
		markup`<li><span class="${kind}">${changeSigns[kind]} ${text}</span></li>\n`;
	const items: Markup[] = [];
	if (kept === undefined) items.push(item('added', 'The sheet was added.'));
	if (sent === undefined) items.push(item('removed', 'The sheet was removed.'));
	if (pair.isRenamed && countsAt(level, 'name')) {
		items.push(
			item('changed', `The sheet was named ${present(kept, 'a kept sheet').name} before.`),
		);
	}
	if (pair.isMoved && countsAt(level, 'order')) {
		items.push(item('moved', 'The sheet stands at another place.'));
	}
	items.push(...viewTexts(sheet, options).map((text) => item('changed', text)));
	for (const column of alignment?.columns ?? []) {
		if (column.isIgnored) continue;
		const { kept: keptAt, sent: sentAt, name } = column;
		if (keptAt === undefined) items.push(item('added', `Column ${name} was added.`));
		else if (sentAt === undefined) items.push(item('removed', `Column ${name} was removed.`));
		else if (column.isMoved && countsAt(level, 'order')) {
			const [from, to] = [columnLetters(keptAt), columnLetters(sentAt)];
			items.push(item('moved', `Column ${name} moved from ${from} to ${to}.`));
		}
		if (column.isRenamed && countsAt(level, 'name')) {
			const before = cellAt(
				at(present(kept, 'a kept sheet').rows, 0),
				present(keptAt, 'the kept place'),
			);
			items.push(item('changed', `Column ${name} was named ${before} before.`));
		}
	}
	return items;
}

const viewNames = { sheet: 'The sheet', column: 'Column', row: 'Row', cell: 'Cell' } as const;
const viewItemsMax = 100;

function viewTexts(
	{ alignment }: ComparedSheet,
	{ level, rules }: ReportOptions,
): readonly string[] {
	const terms = { rules, isCounted: countedAt(level), onIgnored: () => undefined };
	const texts = viewDifferences(alignment, terms).map(({ of, kept, sent }) => {
		const place = sent.place ?? kept.place;
		const names = place?.includes(':') === true ? `${viewNames[of]}s` : viewNames[of];
		const what = place === undefined ? viewNames[of] : `${names} ${place}`;
		return `${what}: ${kept.text} before, ${sent.text} now.`;
	});
	const rest = texts.length - viewItemsMax;
	if (rest <= 0) return texts;
	return [
		...texts.slice(0, viewItemsMax),
		`${countText(rest, 'more difference')} of what stands beside the cells.`,
	];
}

function wholeSheet({ kept, sent }: ComparedSheet): Markup {
	const [table, kind] =
		sent === undefined ? ([kept, 'removed'] as const) : ([sent, 'added'] as const);
	if (table === undefined) return markup``;
	const rows = table.rows.slice(0, rowsOfWholeSheetMax).map((row, index) => {
		const cells = cellsOf(row).slice(0, columnsMax);
		return markup`<tr class="${kind}"><th class="place"><span class="sign">${changeSigns[kind]}</span>${at(table.rowNumbers, index)}</th>${cells.map((cell) => markup`<td>${inCell(cell)}</td>`)}</tr>\n`;
	});
	const rest = table.rows.length - rows.length;
	const more =
		rest > 0 ? markup`<p class="place">and ${countText(rest, 'row')} more</p>\n` : markup``;
	return markup`<div class="sheet" tabindex="0" role="group" aria-label="Rows"><table>
${rows}</table></div>
${more}`;
}

function sheetTable(
	sheet: ComparedSheet,
	columns: readonly AlignedColumn[],
	rows: readonly ShownRow[],
	options: ReportOptions,
	anchors: Anchors,
): Markup {
	if (rows.length === 0) return markup``;
	const shown = shownColumns(columns, rows, options.level);
	const hidden = columns.length - shown.length;
	const heads = shown.map(
		(column) =>
			markup`<th scope="col" class="${columnClass(column, options.level)}">${column.name}</th>`,
	);
	const more =
		hidden > 0
			? markup`<p class="place">${countText(hidden, 'column')} without a difference left out.</p>\n`
			: markup``;
	const lines = rows.map((row) => line(sheet, shown, row, options, anchors));
	return markup`<div class="sheet" tabindex="0" role="group" aria-label="Rows that differ"><table>
<thead><tr><th scope="col">Row</th>${heads}</tr></thead>
<tbody>
${lines}</tbody>
</table></div>
${more}`;
}

/** For a wide table, the first columns and those that differ. */
function shownColumns(
	columns: readonly AlignedColumn[],
	rows: readonly ShownRow[],
	level: Level,
): readonly AlignedColumn[] {
	if (columns.length <= columnsMax) return columns;
	const changed = new Set(
		rows.flatMap((one) =>
			one.kind === 'row' && one.row.kind === 'both'
				? one.row.cells.map(({ column }) => column)
				: [],
		),
	);
	return columns
		.filter(
			(column, place) =>
				place < firstColumns || changed.has(column) || columnClass(column, level) !== '',
		)
		.slice(0, columnsMax);
}

function columnClass(column: AlignedColumn, level: Level): string {
	if (column.isIgnored) return 'ignored';
	if (column.kept === undefined) return 'added';
	if (column.sent === undefined) return 'removed';
	return column.isMoved && countsAt(level, 'order') ? 'moved' : '';
}

function line(
	sheet: ComparedSheet,
	columns: readonly AlignedColumn[],
	shown: ShownRow,
	options: ReportOptions,
	anchors: Anchors,
): Markup {
	if (shown.kind === 'gap') {
		return markup`<tr class="gap"><td colspan="${columns.length + 1}">${equalText(shown.count, 'row')}</td></tr>\n`;
	}
	const { row } = shown;
	const anchor = shown.isDifferent ? changeAnchor(anchors.next, anchors.count) : markup``;
	if (shown.isDifferent) anchors.next += 1;
	const [kind, sign] = rowMark(row);
	const cells = columns.map((column) => cellPart(sheet, column, row, options));
	return markup`<tr class="${kind}"><th scope="row" class="place"><span class="sign">${sign}</span>${rowPlace(sheet, row)} ${anchor}</th>${cells}</tr>\n`;
}

function rowMark(row: RowEntry): readonly [string, Markup] {
	if (row.kind === 'added') return ['added', changeSigns.added];
	if (row.kind === 'removed') return ['removed', changeSigns.removed];
	if (row.isMoved) return ['moved', changeSigns.moved];
	return ['', isDifferent(row) ? changeSigns.changed : markup``];
}

function rowPlace({ kept, sent }: ComparedSheet, row: RowEntry): string {
	const keptNumber = row.kind === 'added' ? undefined : kept?.rowNumbers[row.keptRow];
	const sentNumber = row.kind === 'removed' ? undefined : sent?.rowNumbers[row.sentRow];
	if (keptNumber === undefined || sentNumber === undefined || keptNumber === sentNumber) {
		return String(present(sentNumber ?? keptNumber, 'the number of a row'));
	}
	return `${keptNumber} → ${sentNumber}`;
}

function cellPart(
	{ kept, sent }: ComparedSheet,
	column: AlignedColumn,
	row: RowEntry,
	{ patterns }: ReportOptions,
): Markup {
	const keptRow = row.kind === 'added' ? undefined : row.keptRow;
	const sentRow = row.kind === 'removed' ? undefined : row.sentRow;
	const text = (table: Table | undefined, index: number | undefined, place?: number) =>
		table === undefined || index === undefined || place === undefined
			? undefined
			: cellAt(at(table.rows, index), place);
	const [base, other] = [text(kept, keptRow, column.kept), text(sent, sentRow, column.sent)];
	if (column.isIgnored) return markup`<td class="ignored">${inCell(other ?? base ?? '')}</td>`;
	const difference =
		row.kind === 'both' ? row.cells.find((cell) => cell.column === column) : undefined;
	if (difference !== undefined && row.kind === 'both' && kept !== undefined && sent !== undefined) {
		return changedCell(kept, sent, row, difference);
	}
	const isOfOne = row.kind === 'both' && (column.kept === undefined || column.sent === undefined);
	const kind = isOfOne && (other ?? base ?? '') !== '' ? columnClass(column, 'Lowest') : '';
	return markup`<td class="${kind}">${visible(other ?? base ?? '', patterns)}</td>`;
}

function changedCell(
	kept: Table,
	sent: Table,
	row: { readonly keptRow: number; readonly sentRow: number },
	found: CellDifference,
): Markup {
	const { column, difference } = found;
	const [keptAt, sentAt] = [
		present(column.kept, 'the kept place'),
		present(column.sent, 'the sent place'),
	];
	const base = cellText(kept, row.keptRow, keptAt, found);
	const other = cellText(sent, row.sentRow, sentAt, { difference });
	const kind = difference === 'form' ? 'formatted' : 'changed';
	const told = [marked('kept', inCell(base)), marked('sent', inCell(other))] as const;
	return markup`<td class="${kind}">${told[0]} ${told[1]}</td>`;
}

/** Text matched by patterns is grey. */
function visible(cell: string, patterns: readonly Pattern[]): Markup {
	const text = inCell(cell);
	if (patterns.length === 0) return markup`${text}`;
	return markup`${maskedPieces(text, patterns).map(({ text: piece, isHidden }) =>
		isHidden ? markup`<span class="ignored">${piece}</span>` : markup`${piece}`,
	)}`;
}

function inCell(text: string): string {
	return shortened(text, cellLengthMax);
}
