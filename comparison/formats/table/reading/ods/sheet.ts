/** Reads one sheet of an ODS: its cells, how they look, and what is hidden, joined or said beside them. */
import { paper } from '../../../../core/sight';
import { repeatsOf } from '../../../package/open-elements';
import type { OpenFormatting } from '../../../package/open-formatting';
import { attribute, childrenOf, type XmlElement } from '../../../package/xml';
import { lookOfRuns } from '../runs';
import { SheetBuilder } from '../sheet-builder';
import { type PrintedEnds, SheetViewBuilder } from '../sheet-view';
import type { Table } from '../table';
import { cellLook } from '../traits';
import { type ReadBounds, tableBounds } from '../workbook';
import { builtCell, runsIn, textOf } from './cells';

/** Cells that name no style have this one. */
const usualStyle = 'Default';

/** Joined cells of repeated rows are listed row by row, up to this many rows. */
const repeatedMax = 10_000;

export class OdsSheet {
	readonly #builder: SheetBuilder;
	readonly #view = new SheetViewBuilder();
	/** The style of each column that has been read. */
	readonly #columnStyles: (string | undefined)[] = [];
	#rowStyle: string | undefined;
	#row = 1;
	#rowCount = 1;
	#column = 0;

	constructor(
		name: string,
		bounds: ReadBounds,
		private readonly formatting: OpenFormatting,
	) {
		this.#builder = new SheetBuilder(name, bounds);
	}

	addColumns(columns: XmlElement): void {
		const from = this.#columnStyles.length;
		const count = repeatsOf(columns, 'table:number-columns-repeated');
		if (isHidden(columns)) this.#view.hideColumns(from, count);
		this.#columnStyles.length = Math.min(from + count, tableBounds.columnsMax);
		this.#columnStyles.fill(attribute(columns, 'table:default-cell-style-name'), from);
	}

	beginRow(row: XmlElement): void {
		this.#rowCount = repeatsOf(row, 'table:number-rows-repeated');
		this.#column = 0;
		this.#rowStyle = attribute(row, 'table:default-cell-style-name');
		if (isHidden(row)) this.#view.hideRows(this.#row, this.#rowCount);
	}

	/** A cell may stand for many, and may reach over others. */
	addCell(cell: XmlElement): void {
		const [row, column] = [this.#row, this.#column];
		this.#column += repeatsOf(cell, 'table:number-columns-repeated');
		this.#join(cell, column);
		for (const comment of childrenOf(cell, 'office:annotation')) {
			this.#view.remark({ kind: 'comment', row, column, text: textOf(runsIn(comment)) });
		}
		const runs = runsIn(cell);
		const built = builtCell(cell, textOf(runs));
		if (built.value === '') return;
		const style =
			attribute(cell, 'table:style-name') ??
			this.#rowStyle ??
			this.#columnStyles[column] ??
			usualStyle;
		const look = runs.some(({ spans }) => spans.length > 0)
			? lookOfRuns(runs.map(({ text, spans }) => ({ text, look: this.#lookOf(style, spans) })))
			: this.#lookOf(style, []);
		for (let at = column; at < this.#column; at += 1) this.#builder.set(at, { ...built, look });
	}

	endRow(): void {
		this.#builder.endRow(this.#row, this.#rowCount);
		this.#row += this.#rowCount;
	}

	addTextBox(box: XmlElement): void {
		this.#view.remark({ kind: 'text box', text: textOf(runsIn(box)) });
	}

	/** `ends`: what is printed around its cells. */
	table(isHidden: boolean, ends: PrintedEnds): Table {
		for (const [end, text] of ends) this.#view.printEnd(end, text);
		this.#view.isHidden = isHidden;
		return { ...this.#builder.table(), view: this.#view };
	}

	#lookOf(style: string, spans: readonly string[]): string {
		const { look, sight } = this.formatting.seen('table-cell', style, spans, paper);
		return cellLook(look, sight);
	}

	#join(cell: XmlElement, column: number): void {
		const columns = repeatsOf(cell, 'table:number-columns-spanned');
		const rows = repeatsOf(cell, 'table:number-rows-spanned');
		if (rows === 1 && columns === 1) return;
		for (let step = 0; step < Math.min(this.#rowCount, repeatedMax); step += 1) {
			this.#view.join({ row: this.#row + step, column, rows, columns });
		}
	}
}

/** Rows that a filter leaves out are hidden as well. */
function isHidden(element: XmlElement): boolean {
	return ['collapse', 'filter'].includes(attribute(element, 'table:visibility') ?? '');
}
