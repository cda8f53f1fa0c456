/** Long reads of one snapshot. They block no writer and see no later change. */
import { sql } from 'kysely';
import { isPostgres } from '../../server/database/database';
import type { Database } from './database';

/** Not a Kysely transaction, which would block writers of SQLite. */
export async function inSnapshot<Result>(
	database: Database,
	read: (snapshot: Database) => Promise<Result>,
): Promise<Result> {
	const begin = isPostgres(database)
		? sql`begin isolation level repeatable read read only`
		: sql`begin deferred`;
	return database.connection().execute(async (connection) => {
		await begin.execute(connection);
		try {
			await liftIdleTimeout(connection);
			return await read(connection);
		} finally {
			await sql`rollback`.execute(connection);
		}
	});
}

/** Lifts the idle timeout: the reader may be slow, and it locks nothing. */
async function liftIdleTimeout(snapshot: Database): Promise<void> {
	if (!isPostgres(snapshot)) return;
	await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot);
}
