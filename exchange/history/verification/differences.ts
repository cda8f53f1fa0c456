/** Compares stored rows with expected ones, and says of the first that differs which cells do. */

/** A table, the part of it that is compared, and the columns that identify a row there. */
export interface Compared {
	readonly table: string;
	/** A market, or nothing where the table has rows of none. */
	readonly within: string;
	readonly key: readonly string[];
	/** What the expected rows come from. */
	readonly by: string;
}

type Cells = Readonly<Record<string, unknown>>;

/** Both in the same order; further columns of found rows are ignored. Undefined: none differs. */
export function difference(
	compared: Compared,
	found: readonly object[],
	expected: readonly object[],
): string | undefined {
	for (let at = 0; at < Math.max(found.length, expected.length); at += 1) {
		const [one, other] = [found[at], expected[at]];
		const told =
			one !== undefined && other !== undefined
				? rowDifference(compared, one, other)
				: loneRow(compared, one, other);
		if (told !== undefined) return told;
	}
	return undefined;
}

function loneRow(
	compared: Compared,
	found: object | undefined,
	expected: object | undefined,
): string | undefined {
	if (found !== undefined) return `${nameOf(compared, found)} is there, and not by ${compared.by}`;
	return expected && `${nameOf(compared, expected)} is not there, by ${compared.by} it is`;
}

function rowDifference(compared: Compared, found: object, expected: object): string | undefined {
	const { by } = compared;
	const [one, other] = [nameOf(compared, found), nameOf(compared, expected)];
	if (one !== other) return `${one} is there, by ${by} ${other}`;
	const cells: Cells = { ...found };
	const told = Object.entries(expected).flatMap(([column, cell]) =>
		cells[column] === cell ? [] : [`${column} is ${text(cells[column])}, by ${by} ${text(cell)}`],
	);
	return told.length === 0 ? undefined : `${one}: ${told.join('; ')}`;
}

function nameOf({ table, within, key }: Compared, row: object): string {
	const cells: Cells = { ...row };
	return [table, within, ...key.map((column) => text(cells[column]))]
		.filter((part) => part !== '')
		.join(' ');
}

function text(cell: unknown): string {
	return cell === null || cell === undefined ? 'nothing' : String(cell);
}

/** The row with its cells as text, as expected rows have them. */
export function asText<Row extends object>(
	row: Row,
): { readonly [Name in keyof Row]: Text<Row[Name]> } {
	const cells = Object.entries(row).map(([column, cell]): [string, unknown] => [
		column,
		typeof cell === 'bigint' || typeof cell === 'number' ? String(cell) : cell,
	]);
	return Object.fromEntries(cells) as { readonly [Name in keyof Row]: Text<Row[Name]> };
}

type Text<Cell> = Cell extends bigint | number ? string : Cell;
