/**
 * Formats the differences of tables as HTML tables: old and new in one cell, added, removed and
 * moved rows and columns marked, and rows around them for context. Nothing is compared here.
 */
import { at, present } from '../../../../server/at';
import { countText, markup, type Markup } from '../../../../server/html/markup';
import type { ChangeKind } from '../../../core/comparison';
import { sides } from '../../../core/format-comparer';
import { changeAnchor } from '../../../report/anchors';
import { marked, moreNote, shortened, withHidden } from '../../../report/parts';
import { equalText, type ShownRow as Shown } from '../../../report/shown-rows';
import { changeSigns } from '../../../report/signs';
import { isOfBoth, pairsIn } from '../../../align/pairing';
import type { TableAlignment } from '../matching/align-tables';
import type { AlignedColumn } from '../matching/columns';
import { cellText, columnKind, rowKind, type StructureChange } from './changes';
import type { ComparedSheet, RowEntry, Terms } from '../matching/differences';
import { hiddenCharacter, masked, stretchesOf, type Pattern } from '../../../core/patterns';
import { cellAt, cellsOf } from '../reading/table';
import type { ShownSheet } from './tally';

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
	readonly isCounted: Terms['isCounted'];
	readonly patterns: readonly Pattern[];
}

interface Anchors {
	readonly count: number;
	next: number;
}

type ShownRow = Shown<RowEntry>;

export function tableReport(sheets: readonly ShownSheet[], options: ReportOptions): Markup {
	const parts = sheets.map((one) => ({ ...one, shown: one.rows.rows() }));
	const count = parts.reduce((sum, { shown }) => sum + shown.filter(differs).length, 0);
	const anchors: Anchors = { count, next: 1 };
	return markup`${parts.map(({ sheet, structure, rows, shown }) => {
		const more = moreNote(rows.leftOutCount, 'differing row', besideReport);
		const items = structureItems(structure);
		return markup`${sheetPart(sheet, items, shown, options, anchors)}${more}`;
	})}`;
}

const besideReport = '; the file of changes beside this report lists them';

function differs(row: ShownRow): boolean {
	return row.kind === 'row' && row.isDifferent;
}

function sheetPart(
	sheet: ComparedSheet,
	items: readonly Markup[],
	rows: readonly ShownRow[],
	options: ReportOptions,
	anchors: Anchors,
): Markup {
	const { alignment } = sheet;
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
	const pairs = [...pairsIn(rows)].slice(0, rowsOfWholeSheetMax).filter(isOfBoth);
	return pairs.map((pair) => {
		const row = { ...pair, isMoved: false, cells: [] };
		return { kind: 'row', row, isDifferent: false };
	});
}

const itemsMax = 1000;

/** What differs beside the rows, as sentences. */
function structureItems(structure: readonly StructureChange[]): readonly Markup[] {
	const item = (kind: ChangeKind, text: string) =>
		markup`<li><span class="${kind}">${changeSigns[kind]} ${text}</span></li>\n`;
	const items = structure.slice(0, itemsMax).map(({ kind, sentence }) => item(kind, sentence));
	const rest = structure.length - items.length;
	if (rest === 0) return items;
	return [...items, item('changed', `${countText(rest, 'more difference')} beside the rows.`)];
}

function wholeSheet({ kept, sent }: ComparedSheet): Markup {
	const kind = sent === undefined ? 'removed' : 'added';
	const table = present(sent ?? kept, 'a sheet');
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
	const shown = shownColumns(columns, rows, options);
	const hidden = columns.length - shown.length;
	const heads = shown.map(
		(column) => markup`<th scope="col" class="${columnClass(column, options)}">${column.name}</th>`,
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
	options: ReportOptions,
): readonly AlignedColumn[] {
	if (columns.length <= columnsMax) return columns;
	const found = rows.flatMap((one) => (one.kind === 'row' ? one.row.cells : []));
	const changed = new Set<AlignedColumn>(found.map(({ column }) => column));
	return columns
		.filter(
			(column, place) =>
				place < firstColumns || changed.has(column) || columnClass(column, options) !== '',
		)
		.slice(0, columnsMax);
}

function columnClass(column: AlignedColumn, { isCounted }: ReportOptions): string {
	return column.isIgnored ? 'ignored' : (columnKind(column, isCounted) ?? '');
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
	const kind = rowKind(row);
	const mark = shown.isDifferent ? changeSigns[kind === '' ? 'changed' : kind] : markup``;
	const cells = columns.map((column) => cellPart(sheet, column, row, options));
	return markup`<tr class="${kind}"><th scope="row" class="place"><span class="sign">${mark}</span>${rowPlace(sheet, row)} ${anchor}</th>${cells}</tr>\n`;
}

function rowPlace(sheet: ComparedSheet, row: RowEntry): string {
	const numbers = sides.map((side) => sheet[side]?.rowNumbers[row[side] ?? -1]);
	return [...new Set(numbers)].filter((number) => number !== undefined).join(' → ');
}

function cellPart(
	sheet: ComparedSheet,
	column: AlignedColumn,
	row: RowEntry,
	options: ReportOptions,
): Markup {
	const [base, other] = sides.map((side) =>
		cellAt(sheet[side]?.rows[row[side] ?? -1] ?? '', column[side] ?? Infinity),
	);
	const isOfSent = row.sent !== undefined && column.sent !== undefined;
	const text = (isOfSent ? other : base) ?? '';
	if (column.isIgnored) return markup`<td class="ignored">${inCell(text)}</td>`;
	const found = row.cells.find((cell) => cell.column === column);
	if (found !== undefined) {
		const kind = found.difference === 'form' ? 'formatted' : 'changed';
		const told = sides.map((side) => marked(side, inCell(cellText(found, row, sheet, side))));
		return markup`<td class="${kind}">${told[0] ?? ''} ${told[1] ?? ''}</td>`;
	}
	const isOfOne = isOfBoth(row) && !isOfBoth(column) && text !== '';
	const kind = isOfOne ? columnClass(column, options) : '';
	return markup`<td class="${kind}">${visible(text, options.patterns)}</td>`;
}

/** Text matched by patterns is grey. */
function visible(cell: string, patterns: readonly Pattern[]): Markup {
	const text = inCell(cell);
	const stretches = stretchesOf(text, patterns);
	const hidden = stretches.map(({ from, to }) => text.slice(from, to));
	return withHidden(masked(text, stretches, hiddenCharacter), hidden);
}

function inCell(text: string): string {
	return shortened(text, cellLengthMax);
}
