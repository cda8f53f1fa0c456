/** Edits a database as a person with access to it could, past what it holds by itself. */
import { sql, type Kysely } from 'kysely';
import { isPostgres } from '../../../server/database/database';

/** Runs statements that no reference, no check and no sum of the database stands in the way of. */
export async function unchecked<Tables>(
	database: Kysely<Tables>,
	run: (connection: Kysely<Tables>) => Promise<unknown>,
): Promise<void> {
	const set = async (connection: Kysely<Tables>, isChecked: boolean) => {
		const texts = isPostgres(database)
			? [`set session_replication_role = ${isChecked ? 'origin' : 'replica'}`]
			: [
					`pragma foreign_keys = ${isChecked ? 'on' : 'off'}`,
					`pragma ignore_check_constraints = ${isChecked ? 'off' : 'on'}`,
				];
		for (const text of texts) await sql.raw(text).execute(connection);
	};
	await database.connection().execute(async (connection) => {
		await set(connection, false);
		try {
			await run(connection);
		} finally {
			await set(connection, true);
		}
	});
}
