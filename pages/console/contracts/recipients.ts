/** A list of people who each get the same contract, read from a CSV file. Pure. */
import { textIn, type Values } from '../../parts/language/text-table';
import { texts, type TextName } from './texts';

/** As many contracts as one list sends. */
export const listedMax = 500;

/** A line of the list. */
export interface Listed {
	/** From 1, as a table calculation shows it. */
	readonly line: number;
	/** For the signers of whom the form gives no address, in their order. */
	readonly emails: readonly string[];
	/** What tells its contract from the others; empty if the list does not say. */
	readonly name: string;
}

/** A row of the file that is not empty. */
export interface ListRow {
	readonly line: number;
	readonly cells: readonly string[];
}

export interface RecipientList {
	/** Of this choice of a file, so that a line of another one is another contract. */
	readonly id: string;
	readonly fileName: string;
	readonly lines: readonly Listed[];
}

/** Why a list cannot be used, for the person who chose it. */
export class ListFault extends Error {
	constructor(
		readonly text: TextName,
		readonly values: Values = {},
	) {
		super(textIn(texts, { language: 'English', name: text }, { values, locale: 'en' }));
	}
}

const isAddress = (cell: string) => /^[^\s@]+@[^\s@]+$/.test(cell);
const nameHeadings = ['name', 'nom', 'contract', 'vertrag', 'contrat'];

/**
 * Reads the rows of a CSV file. Every column with addresses is one signer, in order; a column with the heading "name"
 * names the contracts. Throws a ListFault.
 */
export function recipientsOf(
	{ id, fileName }: Pick<RecipientList, 'id' | 'fileName'>,
	read: readonly ListRow[],
): RecipientList {
	const rows = read.map(({ line, cells }) => ({ line, row: cells.map((cell) => cell.trim()) }));
	const [first] = rows;
	if (first === undefined) throw new ListFault('The list is empty.');
	const heading = first.row.some(isAddress) ? [] : first.row.map((cell) => cell.toLowerCase());
	const data = heading.length === 0 ? rows : rows.slice(1);
	const [model] = data;
	const columns = [...(model?.row ?? []).entries()].flatMap(([column, cell]) =>
		isAddress(cell) ? [column] : [],
	);
	if (model === undefined || columns.length === 0) {
		throw new ListFault('The list has no column of e-mail addresses in its first line.');
	}
	if (data.length > listedMax) {
		const values = { count: data.length, most: listedMax };
		throw new ListFault('The list has {count} lines; send at most {most} at once.', values);
	}
	const nameColumn = heading.findIndex((cell) => nameHeadings.includes(cell));
	const lines = data.map(({ line, row }) => {
		const emails = columns.map((column) => row[column] ?? '');
		const bad = emails.find((email) => !isAddress(email));
		if (bad !== undefined) {
			throw new ListFault('Line {line}: “{text}” is no e-mail address.', { line, text: bad });
		}
		return { line, emails, name: row[nameColumn] ?? '' };
	});
	requireOnce(lines);
	return { id, fileName, lines };
}

/** A person who got the same contract twice would not know which one counts. */
function requireOnce(lines: readonly Listed[]): void {
	const seen = new Map<string, number>();
	for (const { line, emails } of lines) {
		const people = emails.join(' ').toLowerCase();
		const before = seen.get(people);
		if (before !== undefined) {
			throw new ListFault('Line {line} has the same people as line {before}.', { line, before });
		}
		seen.set(people, line);
	}
}
