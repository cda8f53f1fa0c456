/** How a table is laid out where the two databases differ. */
import { PostgresAdapter, sql, type Kysely, type RawBuilder } from 'kysely';

/**
 * The end of a `create table` whose rows are found by their primary key alone. SQLite then keeps
 * the rows in the key itself, which saves a second tree and its write for every row.
 */
export function keptInKey(database: Kysely<unknown>): RawBuilder<unknown> {
	const postgres = database.getExecutor().adapter instanceof PostgresAdapter;
	return postgres ? sql`` : sql`without rowid`;
}
