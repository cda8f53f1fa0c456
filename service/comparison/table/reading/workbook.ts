/** What a reader gives of a file of tables, and how it says that there is nothing to read. */
import type { Table } from './table';

export interface Workbook {
	/** In the order of the file; of CSV one without a name. */
	readonly sheets: readonly Table[];
	/** Sentences about the file that a reader of the report should know. */
	readonly notes: readonly string[];
	/** How the file is written where that may differ from one to the other, in a few words. */
	readonly form?: string;
	/** The row, from 1, in which a quotation mark has no counterpart. */
	readonly badQuoteRow?: number;
}

/** Why a file is no table; its message is a sentence for the people who sent it. */
export class TableFault extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'TableFault';
	}
}

/** Of all sheets of a file; a file with more is no table that people read. */
export const tableBounds = {
	rowsMax: 2_000_000,
	cellsMax: 16_000_000,
	columnsMax: 16_384,
	textLengthMax: 96_000_000,
} as const;

/** Counts what is read of a file, and ends the reading where it is too much. */
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

function beyond(what: string, most: number): TableFault {
	return new TableFault(
		`It holds more than ${most.toLocaleString('en-US')} ${what}; split it into smaller files.`,
	);
}
