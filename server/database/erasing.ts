/**
 * Has what was erased leave the files of an SQLite database, and not only its rows. Pages are
 * overwritten when something is deleted (`secure_delete`), but the write-ahead log keeps the older
 * ones until it is carried into the file and cut to nothing, which is done here every few seconds.
 * PostgreSQL keeps old rows until its own vacuum, and that is left to its operator.
 */
import { sql, type Kysely } from 'kysely';
import { isPostgres } from './database';

const everyMs = 2_000;

/** Until it is ended; a fault is told and met again. */
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

/** Where another process reads or writes just now it is left to the next time: nobody is kept waiting. */
async function cutLog<Tables>(database: Kysely<Tables>): Promise<void> {
	await sql`pragma wal_checkpoint(truncate)`.execute(database);
}
