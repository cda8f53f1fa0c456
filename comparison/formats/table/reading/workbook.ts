/** The result of reading a file of tables, and its limits. */
import { ReadFault } from '../../../core/format-comparer';
import type { Table } from './table';

export interface Workbook {
	/** In the order of the file; for CSV one sheet without a name. */
	readonly sheets: readonly Table[];
	/** Notes about the file for readers of the report. */
	readonly notes: readonly string[];
	/** How the file is written, in a few words, such as its delimiter. */
	readonly form?: string;
	/** The row, from 1, with an unmatched quotation mark. */
	readonly badQuoteRow?: number;
	/** Reads the file again with quotation marks as ordinary characters. */
	readonly plain?: () => Workbook;
}

/** A note about what a workbook holds beside its cells. */
export const drawingsNote =
	'Charts, pictures and shapes of the workbook are not compared below Excellent.';

/** Limits for all sheets of a file together. */
export const tableBounds = {
	rowsMax: 2_000_000,
	cellsMax: 16_000_000,
	columnsMax: 16_384,
	textLengthMax: 96_000_000,
} as const;

/** Counts what is read of a file; throws beyond the limits. */
export class ReadBounds {
	private rows = 0;
	private cells = 0;
	private textLength = 0;

	addRow(cells: number, textLength: number): void {
		this.rows += 1;
		this.cells += cells;
		this.textLength += textLength;
		if (this.rows > tableBounds.rowsMax) throw beyond('rows', tableBounds.rowsMax);
		if (this.cells > tableBounds.cellsMax) throw beyond('cells', tableBounds.cellsMax);
		if (cells > tableBounds.columnsMax) throw beyond('columns', tableBounds.columnsMax);
		if (this.textLength > tableBounds.textLengthMax) {
			throw beyond('characters', tableBounds.textLengthMax);
		}
	}
}

function beyond(what: string, most: number): ReadFault {
	return new ReadFault(
		`It holds more than ${most.toLocaleString('en-US')} ${what}; split it into smaller files.`,
	);
}
