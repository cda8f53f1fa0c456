/**
 * Chooses the rows of a report from all rows that pass by: those with a difference and a few around
 * them, so many at most. What was left out between them is counted.
 */
import type { ComparedSheet, RowEntry } from '../matching/differences';

export type ShownRow = RowEntry | { readonly kind: 'gap'; readonly count: number };

export interface ShownSheet {
	readonly sheet: ComparedSheet;
	readonly rows: readonly ShownRow[];
	/** Rows with a difference beyond those that are shown. */
	readonly hiddenCount: number;
}

const contextRows = 2;
export const shownRowsMax = 4000;

export function isDifferent(entry: ShownRow): boolean {
	if (entry.kind !== 'both') return entry.kind !== 'gap';
	return entry.isMoved || entry.cells.length > 0;
}

export class ShownRows {
	private readonly bySheet = new Map<ComparedSheet, Growing>();
	private shownCount = 0;

	add(sheet: ComparedSheet, entry: RowEntry): void {
		const growing = this.bySheet.get(sheet) ?? {
			rows: [],
			before: [],
			skipped: 0,
			after: 0,
			hidden: 0,
		};
		this.bySheet.set(sheet, growing);
		if (!isDifferent(entry)) this.addContext(growing, entry);
		else if (this.shownCount >= shownRowsMax) growing.hidden += 1;
		else this.addDifferent(growing, entry);
	}

	private addDifferent(growing: Growing, entry: RowEntry): void {
		if (growing.skipped > 0) growing.rows.push({ kind: 'gap', count: growing.skipped });
		growing.rows.push(...growing.before, entry);
		this.shownCount += growing.before.length + 1;
		Object.assign(growing, { before: [], skipped: 0, after: contextRows });
	}

	private addContext(growing: Growing, entry: RowEntry): void {
		if (growing.after > 0 && this.shownCount < shownRowsMax) {
			growing.after -= 1;
			growing.rows.push(entry);
			this.shownCount += 1;
			return;
		}
		growing.before.push(entry);
		if (growing.before.length <= contextRows) return;
		growing.before.shift();
		growing.skipped += 1;
	}

	shown(sheets: readonly ComparedSheet[]): readonly ShownSheet[] {
		return sheets.map((sheet) => {
			const growing = this.bySheet.get(sheet);
			if (growing === undefined) return { sheet, rows: [], hiddenCount: 0 };
			const rest = growing.skipped + growing.before.length;
			const isAny = growing.rows.some(isDifferent);
			const rows: readonly ShownRow[] = isAny
				? [...growing.rows, ...(rest > 0 ? [{ kind: 'gap' as const, count: rest }] : [])]
				: growing.before;
			return { sheet, rows, hiddenCount: growing.hidden };
		});
	}
}

interface Growing {
	readonly rows: ShownRow[];
	/** Rows without a difference that are shown if one with a difference follows. */
	before: RowEntry[];
	skipped: number;
	/** How many more are shown after a difference. */
	after: number;
	hidden: number;
}
