/** Parts of table definitions in which the two databases differ. */
import { sql, type ColumnBuilderCallback, type Kysely, type RawBuilder } from 'kysely';
import { isPostgres } from './database';

export const notNull: ColumnBuilderCallback = (column) => column.notNull();

/**
 * Ending of `create table` for tables accessed by primary key only: SQLite then stores rows in the
 * key's tree, which saves a second tree and its writes.
 */
export function keptInKey(database: Kysely<unknown>): RawBuilder<unknown> {
	return isPostgres(database) ? sql`` : sql`without rowid`;
}

/** The type of a 64-bit integer column. */
export function wholeNumber(database: Kysely<unknown>): 'integer' | 'bigint' {
	return isPostgres(database) ? 'bigint' : 'integer';
}

/**
 * The type of a primary key that numbers rows. Failed transactions leave gaps, and on PostgreSQL a
 * row may become visible before one with a smaller number.
 */
export function sequence(
	database: Kysely<unknown>,
): readonly ['integer' | 'bigint', ColumnBuilderCallback] {
	return isPostgres(database)
		? ['bigint', (column) => column.primaryKey().generatedByDefaultAsIdentity()]
		: ['integer', (column) => column.primaryKey().autoIncrement()];
}

/** A text column in lower case, a to z only, the same on both databases in any locale. */
export function lowerCase(database: Kysely<unknown>, column: string): RawBuilder<string> {
	const text = isPostgres(database) ? sql`${sql.ref(column)} collate "C"` : sql.raw(column);
	return sql`lower(${text})`;
}
