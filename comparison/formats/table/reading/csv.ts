/**
 * Reads CSV and TSV with papaparse, piece by piece. The delimiter is told by the file or a rule, or guessed
 * from the first rows.
 * Unmatched quotation marks are read as characters, so that no content is lost and the rest of the
 * file is not one cell.
 */
import { ReadFault } from '../../../core/format-comparer';
import Papa from 'papaparse';
import type { Side } from '../../../core/comparison';
import type { CompareRules, Delimiter } from '../../../core/rules';
import { decodeText } from '../../../core/text-decoding';
import { packRow, type Table } from './table';
import { ReadBounds, type Workbook } from './workbook';

const pieceLength = 256 * 1024;
const guessedLength = 64 * 1024;

/** With `isPlain`, quotation marks are characters, and each line is a row. */
export function readCsv(side: Side, rules: CompareRules, isPlain = false): Workbook {
	const csv = textOf(side, rules);
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

interface CsvText {
	readonly text: string;
	readonly encoding: string;
	readonly delimiter: string;
	/** Lines above the text that are no rows. */
	readonly linesAbove: number;
}

/** Excel reads a first line `sep=;` as the delimiter of the others. */
const toldDelimiter = /^sep=([^\p{L}\p{N}"\n])(?:\n|$)/iu;

function textOf({ bytes, fileName }: Side, { delimiter: named }: CompareRules): CsvText {
	const decoded = decodeText(bytes, true);
	if (decoded === undefined) throw new ReadFault('It is no text; send it as CSV in UTF-8.');
	const text = decoded.text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
	const { encoding } = decoded;
	const [firstLine, told] = toldDelimiter.exec(text) ?? [];
	if (firstLine !== undefined && told !== undefined) {
		return { text: text.slice(firstLine.length), encoding, delimiter: told, linesAbove: 1 };
	}
	const isTsv = fileName.toLowerCase().endsWith('.tsv');
	const known = delimiters.find(({ name }) => name === named)?.mark;
	const delimiter = known ?? (isTsv ? '\t' : guessedDelimiter(text));
	return { text, encoding, delimiter, linesAbove: 0 };
}

/** In the order in which equally good ones are preferred. A decimal comma makes commas look regular. */
const delimiters: ReadonlyArray<{ name: Delimiter; mark: string; text: string }> = [
	{ name: 'tab', mark: '\t', text: 'tabs' },
	{ name: 'semicolon', mark: ';', text: 'semicolons' },
	{ name: 'bar', mark: '|', text: 'vertical bars' },
	{ name: 'comma', mark: ',', text: 'commas' },
];
const guessedRows = 100;

/**
 * The delimiter that gives most rows the same number of cells; of several, the one with the most cells.
 * Uses whole lines only: a cut line may open a quotation.
 */
function guessedDelimiter(text: string): string {
	const head = text.slice(0, guessedLength);
	const lines = head.length < text.length ? head.slice(0, head.lastIndexOf('\n') + 1) : head;
	const sample = lines === '' ? head : lines;
	const judged = delimiters.map(({ mark }) => ({ mark, ...regularity(sample, mark) }));
	const [best] = judged
		.filter(({ width }) => width > 1)
		.sort((one, other) => other.share - one.share || other.width - one.width);
	return best?.mark ?? ',';
}

/** The most frequent number of cells of a row, and the share of rows that have it. */
function regularity(sample: string, delimiter: string) {
	const { data } = Papa.parse<readonly string[]>(sample, {
		delimiter,
		newline: '\n' as const,
		preview: guessedRows,
		skipEmptyLines: true,
	});
	const [most] = [...Map.groupBy(data, ({ length }) => length)].sort(
		([width, rows], [otherWidth, others]) => others.length - rows.length || otherWidth - width,
	);
	const [width, rows] = most ?? [0, []];
	return { width, share: rows.length / Math.max(1, data.length) };
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
