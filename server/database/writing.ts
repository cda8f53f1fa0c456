/**
 * Checks whether a database accepts changes: asks the server, and after a refused change tries
 * one. Writes nothing while all is well.
 */
import fs from 'node:fs';
import { sql, type Kysely } from 'kysely';
import { PooledAdapter } from './postgres-dialect';
import { SqliteFileAdapter } from './sqlite-dialect';
import { DatabaseUnavailable, type WriteState } from './unavailable';

/** Less free space counts as full: SQLite writes some pages for the smallest change. */
const roomBytesMin = 1024 ** 2;

/** Larger than the free space a table may have inside its pages. */
const trialBytes = 65_536;

/** Resolves if the database accepts changes; rejects with the reason if not. */
export async function assertWritable<Tables>(database: Kysely<Tables>): Promise<void> {
	const { adapter } = database.getExecutor();
	if (adapter instanceof PooledAdapter) {
		await assertTakesChanges(database);
		await tryWhereRefused(adapter.writes, () => tryPostgres(database));
	} else if (adapter instanceof SqliteFileAdapter) {
		await sql`select 1`.execute(database);
		await assertRoom(adapter.path);
		await tryWhereRefused(adapter.writes, () => trySqlite(database));
	}
}

async function tryWhereRefused(writes: WriteState, tryOut: () => Promise<void>): Promise<void> {
	if (!writes.isRefused) return;
	await tryOut();
	writes.forget();
}

/** Refuses a standby or a read-only server. */
async function assertTakesChanges<Tables>(database: Kysely<Tables>): Promise<void> {
	const query = sql<{ readonly setting: string }>`
		select current_setting('transaction_read_only') as setting`;
	const { rows } = await query.execute(database);
	if (rows[0]?.setting === 'on') throw new DatabaseUnavailable('READ_ONLY', undefined);
}

/** Writes a table of some pages and rolls back. */
async function tryPostgres<Tables>(database: Kysely<Tables>): Promise<void> {
	const transaction = await database.startTransaction().execute();
	try {
		await sql`create table write_trial (filler text)`.execute(transaction);
		await sql`alter table write_trial alter column filler set storage external`.execute(
			transaction,
		);
		await sql`insert into write_trial select repeat('-', ${sql.lit(trialBytes)})`.execute(
			transaction,
		);
	} finally {
		await transaction.rollback().execute();
	}
}

/** Sets a number in the file header to its current value. */
async function trySqlite<Tables>(database: Kysely<Tables>): Promise<void> {
	await database.transaction().execute(async (transaction) => {
		const query = sql<{ readonly user_version: number | bigint }>`pragma user_version`;
		const { rows } = await query.execute(transaction);
		await sql`pragma user_version = ${sql.lit(Number(rows[0]?.user_version ?? 0))}`.execute(
			transaction,
		);
	});
}

async function assertRoom(file: string): Promise<void> {
	const { bavail, bsize } = await fs.promises.statfs(file);
	if (bavail * bsize < roomBytesMin) throw new DatabaseUnavailable('FULL', undefined);
}
