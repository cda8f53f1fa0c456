/** How a sheet shows its cells: what is hidden, and which cells are joined. */

/** Rows count from 1, columns from 0. */
export interface SheetView {
	readonly isHidden: boolean;
	readonly hiddenRows: readonly Span[];
	readonly hiddenColumns: readonly Span[];
	readonly joined: readonly JoinedCells[];
}

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

export class SheetViewBuilder {
	private isHidden = false;
	private readonly hiddenRows: Span[] = [];
	private readonly hiddenColumns: Span[] = [];
	private readonly joined: JoinedCells[] = [];

	hide(): void {
		this.isHidden = true;
	}

	hideRows(from: number, count: number): void {
		addSpan(this.hiddenRows, { from, count });
	}

	hideColumns(from: number, count: number): void {
		addSpan(this.hiddenColumns, { from, count });
	}

	join(cells: JoinedCells): void {
		if (cells.rows > 1 || cells.columns > 1) this.joined.push(cells);
	}

	view(): SheetView {
		const { isHidden, hiddenRows, hiddenColumns, joined } = this;
		return { isHidden, hiddenRows, hiddenColumns, joined };
	}
}

/** A span that follows the last one lengthens it: a file may list a million hidden rows one by one. */
function addSpan(spans: Span[], { from, count }: Span): void {
	const last = spans.at(-1);
	if (last?.from !== undefined && last.from + last.count === from) {
		spans[spans.length - 1] = { from: last.from, count: last.count + count };
	} else spans.push({ from, count });
}
