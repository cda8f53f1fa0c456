import type { Kysely } from 'kysely';

/** Runs `work` in the transaction `database`, or in a new one if it is none. */
export function inTransaction<Tables, Result>(
	database: Kysely<Tables>,
	work: (transaction: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
	return database.isTransaction ? work(database) : database.transaction().execute(work);
}
