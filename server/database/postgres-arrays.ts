/**
 * Rows in the form that PostgreSQL inserts fastest: one array per column, as array text. The type
 * of each column is read once from the table.
 */
import { CompiledQuery, type Kysely } from 'kysely';

type Cell = string | number | bigint | null;

interface Columns {
	readonly table: string;
	readonly columns: readonly string[];
	/** Number of parameters before these columns. */
	readonly before?: number;
}

/** Cache by database. */
const known = new WeakMap<object, Map<string, string>>();

/** `unnest($1::bigint[], $2::text[])` for these columns of a table. */
export async function unnested<Tables>(
	database: Kysely<Tables>,
	{ table, columns, before = 0 }: Columns,
): Promise<string> {
	const { adapter } = database.getExecutor();
	const texts = known.get(adapter) ?? new Map<string, string>();
	known.set(adapter, texts);
	const key = `${table} ${columns.join()} ${before}`;
	const kept = texts.get(key);
	if (kept !== undefined) return kept;
	const types = await typesOf(database, table);
	const arrays = columns.map((name, at) => `$${before + at + 1}::${typeOf(types, table, name)}[]`);
	const text = `unnest(${arrays.join(',')})`;
	texts.set(key, text);
	return text;
}

async function typesOf<Tables>(
	database: Kysely<Tables>,
	table: string,
): Promise<ReadonlyMap<string, string>> {
	const text = `select attname as name, format_type(atttypid, null) as type from pg_attribute
		where attrelid = $1::regclass and attnum > 0 and not attisdropped`;
	const query = CompiledQuery.raw(text, [`"${table}"`]);
	const { rows } = await database.executeQuery(query);
	return new Map((rows as { name: string; type: string }[]).map(({ name, type }) => [name, type]));
}

function typeOf(types: ReadonlyMap<string, string>, table: string, name: string): string {
	const type = types.get(name);
	if (type === undefined) throw new Error(`the table ${table} has no column ${name}`);
	return type;
}

/** The values of each column as array text. */
export function arraysOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
	return columns.map((_, at) => `{${rows.map((row) => cellText(row[at] ?? null)).join(',')}}`);
}

function cellText(value: Cell): string {
	if (value === null) return 'null';
	if (typeof value !== 'string') return String(value);
	return `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`;
}
