/**
 * Bulk statements: insert, update or delete many rows. PostgreSQL gets one array per column in one
 * round trip, SQLite gets statements of a few fixed sizes, each compiled once.
 */
import { CompiledQuery, sql, type Kysely, type RawBuilder } from 'kysely';
import { isPostgres } from './database';
import { arraysOf, unnested } from './postgres-arrays';
import { runAll } from './transactions';

export type Value = string | number | bigint | null;

export interface BulkInsert<Tables> {
	readonly table: keyof Tables & string;
	readonly columns: readonly string[];
	/** Text after the values, such as `on conflict (...) do update set ...`. */
	readonly ending?: string;
}

const sizes = [64, 16, 4, 1];
const texts = new Map<string, string>();

/** Rows to insert into one table. */
export interface Insertion<Tables> extends BulkInsert<Tables> {
	/** Each row has one value per column. */
	readonly rows: readonly (readonly Value[])[];
}

/** Inserts rows in order. Must run in a transaction that ends on a fault. */
export async function insertRows<Tables>(
	database: Kysely<Tables>,
	insert: BulkInsert<Tables>,
	rows: readonly (readonly Value[])[],
): Promise<void> {
	await insertAll(database, [{ ...insert, rows }]);
}

/**
 * Inserts into several independent tables, each named once. On PostgreSQL in one statement,
 * because a round trip costs as much as some dozens of rows.
 */
export async function insertAll<Tables>(
	database: Kysely<Tables>,
	insertions: readonly Insertion<Tables>[],
): Promise<void> {
	await runAll(database, await insertStatements(database, insertions));
}

/** The statements of `insertAll`, for `commitWith`. */
export async function insertStatements<Tables>(
	database: Kysely<Tables>,
	insertions: readonly Insertion<Tables>[],
): Promise<readonly CompiledQuery[]> {
	const given = insertions.filter(({ rows }) => rows.length > 0);
	if (given.length === 0) return [];
	return isPostgres(database)
		? [await postgresInsert(database, given)]
		: given.flatMap((insertion) => sqliteInserts(insertion));
}

function sqliteInserts<Tables>({ rows, ...insert }: Insertion<Tables>): CompiledQuery[] {
	const statements: CompiledQuery[] = [];
	let at = 0;
	for (const size of sizes) {
		while (rows.length - at >= size) {
			const values = rows.slice(at, at + size).flat();
			statements.push(CompiledQuery.raw(sqliteStatement(insert, size), values));
			at += size;
		}
	}
	return statements;
}

/** All insertions but the last are common table expressions, which PostgreSQL carries out, too. */
async function postgresInsert<Tables>(
	database: Kysely<Tables>,
	insertions: readonly Insertion<Tables>[],
): Promise<CompiledQuery> {
	const texts: string[] = [];
	const values: string[] = [];
	for (const { table, columns, ending = '', rows } of insertions) {
		const names = columns.map((name) => `"${name}"`).join(',');
		const from = await unnested(database, { table, columns, before: values.length });
		texts.push(`insert into "${table}" (${names}) select * from ${from} ${ending}`);
		values.push(...arraysOf(columns, rows));
	}
	const last = texts.pop() ?? '';
	const others = texts.map((text, index) => `"insertion_${index}" as (${text})`);
	return CompiledQuery.raw(
		others.length === 0 ? last : `with ${others.join(', ')} ${last}`,
		values,
	);
}

export interface RowUpdate<Tables> {
	readonly table: keyof Tables & string;
	readonly columns: readonly string[];
	/** Columns that identify a row. */
	readonly where: readonly string[];
}

export interface UpdatedRow {
	/** One for each column. */
	readonly values: readonly Value[];
	/** The values that identify it. */
	readonly where: readonly Value[];
}

/** Updates one row; returns false if there is none. */
export async function updateRow<Tables>(
	database: Kysely<Tables>,
	update: RowUpdate<Tables>,
	row: UpdatedRow,
): Promise<boolean> {
	const answer = await database.executeQuery(updateStatement(database, update, row));
	return answer.numAffectedRows === 1n;
}

/** Updates many rows, each identified by the columns of `where`. */
export async function updateRows<Tables>(
	database: Kysely<Tables>,
	update: RowUpdate<Tables>,
	rows: readonly UpdatedRow[],
): Promise<void> {
	await runAll(database, await updateStatements(database, update, rows));
}

/** The statements of `updateRows`, for `commitWith`. */
export async function updateStatements<Tables>(
	database: Kysely<Tables>,
	update: RowUpdate<Tables>,
	rows: readonly UpdatedRow[],
): Promise<readonly CompiledQuery[]> {
	if (rows.length === 0) return [];
	if (!isPostgres(database)) return rows.map((row) => updateStatement(database, update, row));
	const { table, columns, where } = update;
	const named = { table, columns: [...columns, ...where] };
	const values = rows.map((row) => [...row.values, ...row.where]);
	const set = columns.map((name) => `"${name}" = "new"."${name}"`).join(', ');
	const same = where.map((name) => `"${table}"."${name}" = "new"."${name}"`).join(' and ');
	const names = named.columns.map((name) => `"${name}"`).join(',');
	const from = `${await unnested(database, named)} as "new" (${names})`;
	const text = `update "${table}" set ${set} from ${from} where ${same}`;
	return [CompiledQuery.raw(text, arraysOf(named.columns, values))];
}

/** Deletes the rows with these values. */
export async function deleteRows<Tables>(
	database: Kysely<Tables>,
	key: Pick<BulkInsert<Tables>, 'table' | 'columns'>,
	rows: readonly (readonly Value[])[],
): Promise<void> {
	await runAll(database, await deleteStatements(database, key, rows));
}

/** The statements of `deleteRows`, for `commitWith`. */
export async function deleteStatements<Tables>(
	database: Kysely<Tables>,
	{ table, columns }: Pick<BulkInsert<Tables>, 'table' | 'columns'>,
	rows: readonly (readonly Value[])[],
): Promise<readonly CompiledQuery[]> {
	if (rows.length === 0) return [];
	const names = columns.map((name) => `"${name}"`);
	if (isPostgres(database)) {
		const from = await unnested(database, { table, columns });
		const text = `delete from "${table}" where (${names.join()}) in (select * from ${from})`;
		return [CompiledQuery.raw(text, arraysOf(columns, rows))];
	}
	const text = `delete from "${table}" where ${names.map((name) => `${name} = ?`).join(' and ')}`;
	return rows.map((row) => CompiledQuery.raw(text, [...row]));
}

/**
 * A list of texts for `column in ...`; the statement has one parameter and is the same for any
 * length.
 */
export function textList<Tables>(
	database: Kysely<Tables>,
	list: readonly string[],
): RawBuilder<string> {
	const json = textsValue(list);
	return isPostgres(database)
		? sql`(select jsonb_array_elements_text(cast(${json} as jsonb)))`
		: sql`(select value from json_each(${json}))`;
}

/** The parameter of `textList`, for a prepared statement. */
export function textsValue(list: readonly string[]): string {
	return JSON.stringify(list);
}

/** A list of pairs of texts for `(column, column) in ...`. */
export function pairList<Tables>(
	database: Kysely<Tables>,
	pairs: readonly (readonly [string, string])[],
): RawBuilder<unknown> {
	if (!isPostgres(database)) {
		const [json] = pairValues(database, pairs);
		return sql`(select value ->> 0, value ->> 1 from json_each(${json}))`;
	}
	const [firsts, seconds] = pairValues(database, pairs);
	return sql`(select * from unnest(cast(${firsts} as text[]), cast(${seconds} as text[])))`;
}

/** The parameters of `pairList`, for a prepared statement. */
export function pairValues<Tables>(
	database: Kysely<Tables>,
	pairs: readonly (readonly [string, string])[],
): readonly string[] {
	return isPostgres(database) ? arraysOf(['first', 'second'], pairs) : [JSON.stringify(pairs)];
}

/** A list of whole numbers of up to 64 bits for `column in ...`. */
export function numberList<Tables>(
	database: Kysely<Tables>,
	list: readonly (number | bigint)[],
): RawBuilder<bigint> {
	const json = `[${list.join()}]`;
	return isPostgres(database)
		? sql`(select cast(jsonb_array_elements_text(cast(${json} as jsonb)) as bigint))`
		: sql`(select value from json_each(${json}))`;
}

/**
 * `or fail` leaves earlier rows to the transaction's rollback. If the statement itself rolled them
 * back, SQLite would first copy every page it changes.
 */
function sqliteStatement<Tables>(
	{ table, columns, ending = '' }: BulkInsert<Tables>,
	size: number,
): string {
	const key = `${table} ${size} ${columns.join()} ${ending}`;
	const kept = texts.get(key);
	if (kept !== undefined) return kept;
	const row = `(${columns.map(() => '?').join(',')})`;
	const names = columns.map((name) => `"${name}"`).join(',');
	const rows = Array.from({ length: size }, () => row).join(',');
	const text = `insert or fail into "${table}" (${names}) values ${rows} ${ending}`;
	texts.set(key, text);
	return text;
}

function updateStatement<Tables>(
	database: Kysely<Tables>,
	update: RowUpdate<Tables>,
	{ values, where }: UpdatedRow,
): CompiledQuery {
	return CompiledQuery.raw(updateText(database, update), [...values, ...where]);
}

function updateText<Tables>(
	database: Kysely<Tables>,
	{ table, columns, where }: RowUpdate<Tables>,
): string {
	const postgres = isPostgres(database);
	const key = `${postgres} ${table} set ${columns.join()} where ${where.join()}`;
	const kept = texts.get(key);
	if (kept !== undefined) return kept;
	const equal = (names: readonly string[], before: number) =>
		names.map((name, at) => `"${name}" = ${postgres ? `$${before + at + 1}` : '?'}`);
	const set = equal(columns, 0).join(', ');
	const named = equal(where, columns.length).join(' and ');
	const text = `update "${table}" set ${set} where ${named}`;
	texts.set(key, text);
	return text;
}
