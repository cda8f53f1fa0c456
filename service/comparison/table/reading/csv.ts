/**
 * Reads CSV and TSV by papaparse, a piece at a time, into a table. The delimiter is guessed from the
 * first lines. Where quotation marks do not match, they are read as letters: no
 * content is lost then, and the rest of the file does not end in one cell.
 */
import Papa from 'papaparse';
import type { Side } from '../../comparison';
import { decodeText } from '../../text-decoding';
import { packRow, type Table } from './table';
import { ReadBounds, TableFault, type Workbook } from './workbook';

const pieceLength = 256 * 1024;
const guessedLength = 64 * 1024;

/** With `isPlain` quotation marks are letters, and each line is a row. */
export function readCsv(side: Side, isPlain: boolean): Workbook {
	const { text, encoding, delimiter } = textOf(side);
	const { table, badQuoteRow } = readTable(text, delimiter, isPlain);
	return {
		sheets: [table],
		notes: [],
		form: `${delimiterNames[delimiter] ?? delimiter}, in ${encoding}`,
		badQuoteRow,
	};
}

interface CsvText {
	readonly text: string;
	readonly encoding: string;
	readonly delimiter: string;
}

function textOf({ bytes, fileName }: Side): CsvText {
	const decoded = decodeText(bytes, true);
	if (decoded === undefined) throw new TableFault('It is no text; send it as CSV in UTF-8.');
	const text = decoded.text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
	const isTsv = fileName.toLowerCase().endsWith('.tsv');
	return { text, encoding: decoded.encoding, delimiter: isTsv ? '\t' : guessedDelimiter(text) };
}

/** Whole lines only: a line that is cut may open a quotation mark. */
function guessedDelimiter(text: string): string {
	const head = text.slice(0, guessedLength);
	const lines = head.length < text.length ? head.slice(0, head.lastIndexOf('\n') + 1) : head;
	return Papa.parse(lines === '' ? head : lines, { preview: 20 }).meta.delimiter;
}

function readTable(
	text: string,
	delimiter: string,
	isPlain: boolean,
): { readonly table: Table; readonly badQuoteRow?: number } {
	const rows: string[] = [];
	const rowNumbers: number[] = [];
	const bounds = new ReadBounds();
	let number = 0;
	let badQuoteRow: number | undefined;
	const options = {
		delimiter,
		newline: '\n' as const,
		chunkSize: pieceLength,
		...(isPlain && { fastMode: true }),
		chunk: ({ data, errors }: Papa.ParseResult<readonly string[]>) => {
			for (const cells of data) {
				number += 1;
				const row = packRow(cells);
				bounds.addRow(cells.length, row.length);
				if (row === '') continue;
				rows.push(row);
				rowNumbers.push(number);
			}
			if (errors.some(({ type }) => type === 'Quotes')) {
				const [{ row = 0 } = {}] = errors;
				badQuoteRow ??= number - data.length + row + 1;
			}
		},
	};
	Papa.parse<readonly string[]>(text, options);
	return { table: { name: '', rows, rowNumbers }, badQuoteRow };
}

const delimiterNames: Readonly<Record<string, string>> = {
	',': 'commas',
	';': 'semicolons',
	'\t': 'tabs',
	'|': 'vertical bars',
};
