/** Lets what needs a transaction be a part of a larger one. */
import type { Kysely } from 'kysely';

/** Runs `work` in the transaction that `database` is, or in one of its own. */
export function inTransaction<Tables, Result>(
	database: Kysely<Tables>,
	work: (transaction: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
	return database.isTransaction ? work(database) : database.transaction().execute(work);
}
