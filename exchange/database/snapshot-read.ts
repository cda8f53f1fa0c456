/**
 * Reads that belong to one moment and take long: no writer waits for them, and they see nothing that
 * is written meanwhile.
 */
import { sql } from 'kysely';
import { isPostgres } from '../../server/database/database';
import type { Database } from './database';

/** A read-only snapshot; a transaction of Kysely would keep writers of SQLite waiting. */
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
			await letTakeTime(connection);
			return await read(connection);
		} finally {
			await sql`rollback`.execute(connection);
		}
	});
}

/** Lifts the time limit of a snapshot: its reader may be slow, and it locks nothing. */
async function letTakeTime(snapshot: Database): Promise<void> {
	if (!isPostgres(snapshot)) return;
	await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot);
}
