/** How a table is laid out where the two databases differ. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isPostgres } from './database';

/**
 * The end of a `create table` whose rows are found by their primary key alone. SQLite then keeps
 * the rows in the key itself, which saves a second tree and its write for every row.
 */
export function keptInKey(database: Kysely<unknown>): RawBuilder<unknown> {
	return isPostgres(database) ? sql`` : sql`without rowid`;
}
