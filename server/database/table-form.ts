/** How a table is laid out where the two databases differ. */
import { sql, type ColumnBuilderCallback, type Kysely, type RawBuilder } from 'kysely';
import { isPostgres } from './database';

export const notNull: ColumnBuilderCallback = (column) => column.notNull();

/**
 * The end of a `create table` whose rows are found by their primary key alone. SQLite then keeps
 * the rows in the key itself, which saves a second tree and its write for every row.
 */
export function keptInKey(database: Kysely<unknown>): RawBuilder<unknown> {
	return isPostgres(database) ? sql`` : sql`without rowid`;
}

/** The type of a column of whole numbers: SQLite's holds any of 64 bits, PostgreSQL's must say so. */
export function wholeNumber(database: Kysely<unknown>): 'integer' | 'bigint' {
	return isPostgres(database) ? 'bigint' : 'integer';
}

/**
 * The type of a primary key that numbers the rows as they are added. Numbers drawn by transactions
 * that fail are left out, and on PostgreSQL a row may be seen before one with a smaller number.
 */
export function sequence(
	database: Kysely<unknown>,
): readonly ['integer' | 'bigint', ColumnBuilderCallback] {
	return isPostgres(database)
		? ['bigint', (column) => column.primaryKey().generatedByDefaultAsIdentity()]
		: ['integer', (column) => column.primaryKey().autoIncrement()];
}

/** A text column in lower case, of which SQLite knows a to z: the same on both, in any language. */
export function lowerCase(database: Kysely<unknown>, column: string): RawBuilder<string> {
	const text = isPostgres(database) ? sql`${sql.ref(column)} collate "C"` : sql.raw(column);
	return sql`lower(${text})`;
}
