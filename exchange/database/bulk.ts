/**
 * Statements that are run again and again: many rows inserted by one, and one row changed. They
 * come in a few fixed forms, the same on both databases, so that each is compiled once and used
 * again. Who may write what is left to the callers.
 */
import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import { isPostgres, type Database } from './database';
import type { Schema } from './schema';

export type Value = string | number | bigint | null;

export interface BulkInsert {
	readonly table: keyof Schema;
	readonly columns: readonly string[];
	/** What follows the values, such as `on conflict (...) do update set ...`. */
	readonly ending?: string;
}

const sizes = [64, 16, 4, 1];
const texts = new Map<string, string>();

/** Inserts the rows in their order; each has one value per column. */
export async function insertRows(
	database: Database,
	insert: BulkInsert,
	rows: readonly (readonly Value[])[],
): Promise<void> {
	let at = 0;
	for (const size of sizes) {
		while (rows.length - at >= size) {
			const values = rows.slice(at, at + size).flat();
			await database.executeQuery(CompiledQuery.raw(statement(database, insert, size), values));
			at += size;
		}
	}
}

export interface RowUpdate {
	readonly table: keyof Schema;
	readonly columns: readonly string[];
	/** Columns that together name one row. */
	readonly where: readonly string[];
}

/** Sets the columns of the row that `where` names; answers whether there was one. */
export async function updateRow(
	database: Database,
	update: RowUpdate,
	{ values, where }: { readonly values: readonly Value[]; readonly where: readonly Value[] },
): Promise<boolean> {
	const text = updateStatement(database, update);
	const answer = await database.executeQuery(CompiledQuery.raw(text, [...values, ...where]));
	return answer.numAffectedRows === 1n;
}

/** A list of texts for `column in ...`; the statement is the same for any length. */
export function textList(database: Database, list: readonly string[]): RawBuilder<string> {
	const json = JSON.stringify(list);
	return isPostgres(database)
		? sql`(select jsonb_array_elements_text(cast(${json} as jsonb)))`
		: sql`(select value from json_each(${json}))`;
}

function statement(database: Database, insert: BulkInsert, size: number): string {
	const postgres = isPostgres(database);
	const { table, columns, ending = '' } = insert;
	const key = `${postgres} ${table} ${size} ${columns.join()} ${ending}`;
	const kept = texts.get(key);
	if (kept !== undefined) return kept;
	const row = (index: number) =>
		columns.map((_, at) => (postgres ? `$${index * columns.length + at + 1}` : '?')).join(',');
	const rows = Array.from({ length: size }, (_, index) => `(${row(index)})`);
	const names = columns.map((name) => `"${name}"`).join(',');
	const text = `insert into "${table}" (${names}) values ${rows.join(',')} ${ending}`;
	texts.set(key, text);
	return text;
}

function updateStatement(database: Database, { table, columns, where }: RowUpdate): string {
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
