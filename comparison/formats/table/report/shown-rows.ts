/**
 * Selects the rows of a report: those with a difference and a few around them, up to a limit;
 * counts the rows left out between them.
 */
import type { ComparedSheet, RowEntry } from '../matching/differences';

export type ShownRow = RowEntry | { readonly kind: 'gap'; readonly count: number };

export interface ShownSheet {
	readonly sheet: ComparedSheet;
	readonly rows: readonly ShownRow[];
	/** Number of differing rows that are not shown. */
	readonly hiddenCount: number;
}

const contextRows = 2;
export const shownRowsMax = 4000;

export function isDifferent(entry: ShownRow): boolean {
	if (entry.kind !== 'both') return entry.kind !== 'gap';
	return entry.isMoved || entry.cells.length > 0;
}

export class ShownRows {
	private readonly bySheet = new Map<ComparedSheet, SheetRows>();
	private shownCount = 0;

	add(sheet: ComparedSheet, entry: RowEntry): void {
		const sheetRows = this.bySheet.get(sheet) ?? {
			rows: [],
			before: [],
			skipped: 0,
			after: 0,
			hidden: 0,
		};
		this.bySheet.set(sheet, sheetRows);
		if (!isDifferent(entry)) this.addContext(sheetRows, entry);
		else if (this.shownCount >= shownRowsMax) sheetRows.hidden += 1;
		else this.addDifferent(sheetRows, entry);
	}

	private addDifferent(sheetRows: SheetRows, entry: RowEntry): void {
		if (sheetRows.skipped > 0) sheetRows.rows.push({ kind: 'gap', count: sheetRows.skipped });
		sheetRows.rows.push(...sheetRows.before, entry);
		this.shownCount += sheetRows.before.length + 1;
		Object.assign(sheetRows, { before: [], skipped: 0, after: contextRows });
	}

	private addContext(sheetRows: SheetRows, entry: RowEntry): void {
		if (sheetRows.after > 0 && this.shownCount < shownRowsMax) {
			sheetRows.after -= 1;
			sheetRows.rows.push(entry);
			this.shownCount += 1;
			return;
		}
		sheetRows.before.push(entry);
		if (sheetRows.before.length <= contextRows) return;
		sheetRows.before.shift();
		sheetRows.skipped += 1;
	}

	shown(sheets: readonly ComparedSheet[]): readonly ShownSheet[] {
		return sheets.map((sheet) => {
			const sheetRows = this.bySheet.get(sheet);
			if (sheetRows === undefined) return { sheet, rows: [], hiddenCount: 0 };
			const rest = sheetRows.skipped + sheetRows.before.length;
			const isAny = sheetRows.rows.some(isDifferent);
			const rows: readonly ShownRow[] = isAny
				? [...sheetRows.rows, ...(rest > 0 ? [{ kind: 'gap' as const, count: rest }] : [])]
				: sheetRows.before;
			return { sheet, rows, hiddenCount: sheetRows.hidden };
		});
	}
}

interface SheetRows {
	readonly rows: ShownRow[];
	/** Equal rows, shown if a differing one follows. */
	before: RowEntry[];
	skipped: number;
	/** How many more equal rows are shown after a difference. */
	after: number;
	hidden: number;
}
