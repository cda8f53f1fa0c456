/**
 * The text of a CSV file, and its delimiter, which the file or a rule tells, or which is guessed from the first rows.
 * Browsers use it, too.
 */
import Papa from 'papaparse';
import type { Side } from '../../../core/comparison';
import type { Delimiter } from '../../../core/rules';
import { decodeText } from '../../../core/text-decoding';

const guessedLength = 64 * 1024;

export interface CsvText {
	readonly text: string;
	readonly encoding: string;
	readonly delimiter: string;
	/** Lines above the text that are no rows. */
	readonly linesAbove: number;
}

/** Excel reads a first line `sep=;` as the delimiter of the others. */
const toldDelimiter = /^sep=([^\p{L}\p{N}"\n])(?:\n|$)/iu;

/** Undefined if it is no text. */
export function csvText({ bytes, fileName }: Side, named?: Delimiter): CsvText | undefined {
	const decoded = decodeText(bytes, true);
	if (decoded === undefined) return undefined;
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
export const delimiters: ReadonlyArray<{ name: Delimiter; mark: string; text: string }> = [
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
