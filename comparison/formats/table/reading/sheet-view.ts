/**
 * What a sheet shows beside its cells: what is hidden, which cells are joined, comments and text boxes, and
 * what stands around the cells in print.
 */

/** Rows count from 1, columns from 0. */
export interface SheetView {
	readonly isHidden: boolean;
	readonly hiddenRows: readonly Span[];
	readonly hiddenColumns: readonly Span[];
	readonly joined: readonly JoinedCells[];
	readonly print: PrintedEnds;
	readonly remarks: readonly Remark[];
}

/** A comment on a cell, or a text box, which stands at no cell. */
export type Remark =
	| {
			readonly kind: 'comment';
			readonly row: number;
			readonly column: number;
			readonly text: string;
	  }
	| { readonly kind: 'text box'; readonly text: string };

/** Texts at the head and the foot of printed pages, by their place; empty ones are left out. */
export type PrintedEnds = ReadonlyMap<PrintedEnd, string>;

export type PrintedEnd = `${'head' | 'foot'} of ${'each page' | 'even pages' | 'the first page'}`;

export interface Span {
	readonly from: number;
	readonly count: number;
}

/** The first of the joined cells, and over how many it reaches. */
export interface JoinedCells {
	readonly row: number;
	readonly column: number;
	readonly rows: number;
	readonly columns: number;
}

export class SheetViewBuilder implements SheetView {
	isHidden = false;
	readonly hiddenRows: Span[] = [];
	readonly hiddenColumns: Span[] = [];
	readonly joined: JoinedCells[] = [];
	readonly print = new Map<PrintedEnd, string>();
	readonly remarks: Remark[] = [];

	hideRows(from: number, count: number): void {
		addSpan(this.hiddenRows, { from, count });
	}

	hideColumns(from: number, count: number): void {
		addSpan(this.hiddenColumns, { from, count });
	}

	join(cells: JoinedCells): void {
		if (cells.rows > 1 || cells.columns > 1) this.joined.push(cells);
	}

	printEnd(end: PrintedEnd, text: string): void {
		const plain = text.replace(/\s+/g, ' ').trim();
		if (plain !== '') this.print.set(end, plain);
	}

	remark(remark: Remark): void {
		const text = remark.text.trim();
		if (text !== '') this.remarks.push({ ...remark, text });
	}
}

/** A span that follows the last one lengthens it: a file may list a million hidden rows one by one. */
function addSpan(spans: Span[], { from, count }: Span): void {
	const last = spans.at(-1);
	if (last === undefined || last.from + last.count !== from) spans.push({ from, count });
	else spans.splice(-1, 1, { from: last.from, count: last.count + count });
}
