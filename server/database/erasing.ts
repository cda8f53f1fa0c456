/**
 * Removes erased data from the files of an SQLite database, not only its rows. `secure_delete`
 * overwrites pages, but the write-ahead log keeps old pages until it is checkpointed and
 * truncated, which is done here every few seconds. PostgreSQL keeps old rows until its vacuum,
 * which is up to its operator.
 */
import { sql, type Kysely } from 'kysely';
import { isPostgres } from './database';

const everyMs = 2_000;

/** Runs until ended; a fault is reported and retried. */
export function eraseInBackground<Tables>(
	database: Kysely<Tables>,
	onFault: (fault: unknown) => void,
): { end(): Promise<void> } {
	if (isPostgres(database)) return { end: () => Promise.resolve() };
	let running: Promise<void> = Promise.resolve();
	const timer = setInterval(() => {
		running = running.then(() => cutLog(database)).catch(onFault);
	}, everyMs);
	timer.unref();
	return {
		end() {
			clearInterval(timer);
			return running;
		},
	};
}

/** If another process is reading or writing, the next run does it; nobody waits. */
async function cutLog<Tables>(database: Kysely<Tables>): Promise<void> {
	await sql`pragma wal_checkpoint(truncate)`.execute(database);
}
