/**
 * Reads CSV and TSV with papaparse, piece by piece.
 * Unmatched quotation marks are read as characters, so that no content is lost and the rest of the
 * file is not one cell.
 */
import { ReadFault } from '../../../core/format-comparer';
import Papa from 'papaparse';
import type { Side } from '../../../core/comparison';
import type { CompareRules } from '../../../core/rules';
import { csvText, delimiters, type CsvText } from './csv-text';
import { packRow, type Table } from './table';
import { ReadBounds, type Workbook } from './workbook';

const pieceLength = 256 * 1024;

/** With `isPlain`, quotation marks are characters, and each line is a row. */
export function readCsv(side: Side, rules: CompareRules, isPlain = false): Workbook {
	const csv = csvText(side, rules.delimiter);
	if (csv === undefined) throw new ReadFault('It is no text; send it as CSV in UTF-8.');
	const { encoding, delimiter } = csv;
	const { table, badQuoteRow } = readTable(csv, isPlain);
	return {
		sheets: [table],
		notes: [],
		form: `${delimiters.find(({ mark }) => mark === delimiter)?.text ?? delimiter}, in ${encoding}`,
		badQuoteRow,
		plain: () => readCsv(side, rules, true),
	};
}

function readTable(
	{ text, delimiter, linesAbove }: CsvText,
	isPlain: boolean,
): { readonly table: Table; readonly badQuoteRow?: number } {
	const rows: string[] = [];
	const rowNumbers: number[] = [];
	const bounds = new ReadBounds();
	let number = linesAbove;
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
	Papa.parse<readonly string[]>(isPlain ? text : withoutBlanks(text, delimiter), options);
	return { table: { name: '', rows, rowNumbers }, badQuoteRow };
}

/** Without blanks before quoted cells, which would make their quotation marks letters. */
function withoutBlanks(text: string, delimiter: string): string {
	if (!text.includes(`${delimiter} `)) return text;
	const between = delimiter === '|' ? '\\|' : delimiter;
	const quoted = `"[^"]*(?:""[^"]*)*"(?=${between}|\\n|$)`;
	const cells = new RegExp(`(^|\\n|${between})( *)(${quoted})?`, 'g');
	return text.replace(cells, (all: string, start: string, _blanks: string, cell?: string) =>
		cell === undefined ? all : start + cell,
	);
}
