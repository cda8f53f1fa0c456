/**
 * A snapshot of an SQLite file in WAL mode: a read transaction that stays open. SQLite's backup
 * runs on that connection, so it copies the transaction's state and never restarts when other
 * processes commit; `VACUUM INTO` would not run inside it. The WAL grows while it is open.
 */
import fs from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { DEFAULT_MIGRATION_TABLE } from 'kysely';
import { assertRows, type Row, type RowCounts, type Snapshot } from './snapshot';

/** Maximum wait for a writer. */
const busyTimeoutMs = 30_000;

/** Pages copied between two turns of the event loop. */
const pagesPerStep = 4_096;

export class SqliteSnapshot implements Snapshot {
	private readonly reader: DatabaseSync;

	constructor(private readonly file: string) {
		this.reader = openExisting(file);
	}

	async whileNobodyWrites(action: () => Promise<void>): Promise<void> {
		const writer = openExisting(this.file);
		try {
			writer.exec('begin immediate');
			await action();
		} finally {
			// Rolls back its transaction, which has written nothing.
			writer.close();
		}
	}

	begin(): Promise<void> {
		// The first read fixes the moment of a transaction.
		this.reader.exec('begin; select count(*) from sqlite_schema');
		return Promise.resolve();
	}

	async *rows(query: string): AsyncIterable<Row> {
		yield* this.reader.prepare(query).iterate();
	}

	/** Names of those that were applied. */
	migrations(): readonly string[] {
		const table = this.reader.prepare('select name from sqlite_schema where name = ?');
		if (table.get(DEFAULT_MIGRATION_TABLE) === undefined) return [];
		const applied = this.reader.prepare(`select name from ${DEFAULT_MIGRATION_TABLE}`).all();
		return applied.map(({ name }) => String(name));
	}

	rowCounts(): Promise<RowCounts> {
		return Promise.resolve(countRows(this.reader));
	}

	async copyTo(file: string): Promise<number> {
		fs.closeSync(fs.openSync(file, 'wx', 0o600));
		await backup(this.reader, file, { rate: pagesPerStep });
		checkSqlite(file, countRows(this.reader));
		return fs.statSync(file).size;
	}

	close(): Promise<void> {
		this.reader.close();
		return Promise.resolve();
	}
}

/**
 * Copies a database that was made by some of these migrations and not by all, to the file beside it
 * that ends with `.before`; another one is left alone. A process beside this one may copy or migrate
 * at the same time: what is looked at is what is copied.
 */
export async function copyOlder(file: string, migrations: readonly string[]): Promise<void> {
	const snapshot = new SqliteSnapshot(file);
	try {
		await snapshot.begin();
		const applied = snapshot.migrations();
		// One of a later version is refused, and renewed by nobody.
		const isKnown = applied.length > 0 && applied.every((name) => migrations.includes(name));
		const isOlder = !migrations.every((name) => applied.includes(name));
		if (isKnown && isOlder) await copyBeside(snapshot, file);
	} finally {
		await snapshot.close();
	}
}

async function copyBeside(snapshot: SqliteSnapshot, file: string): Promise<void> {
	const draft = `${file}.before.${process.pid}`;
	try {
		fs.rmSync(draft, { force: true });
		await snapshot.copyTo(draft);
		fs.renameSync(draft, `${file}.before`);
	} catch (fault) {
		fs.rmSync(draft, { force: true });
		const why = fault instanceof Error ? fault.message : String(fault);
		throw new Error(
			`${file} is of an older version and could not be copied before it is renewed (${why}); ` +
				'make room for a copy beside it, or set COPY_BEFORE_UPGRADE to off',
			{ cause: fault },
		);
	}
}

/** Throws if an unused SQLite file is damaged or has other row counts. */
export function checkSqlite(file: string, expected: RowCounts): void {
	const database = openExisting(file);
	try {
		const said = database.prepare('pragma integrity_check(1)').get()?.['integrity_check'];
		if (said !== 'ok') throw new Error(`${file} is damaged: ${String(said)}`);
		assertRows(file, countRows(database), expected);
	} finally {
		database.close();
	}
}

/** SQLite would create an absent file. */
function openExisting(file: string): DatabaseSync {
	if (!fs.existsSync(file)) throw new Error(`there is no database ${file}`);
	return new DatabaseSync(file, { timeout: busyTimeoutMs });
}

function countRows(database: DatabaseSync): RowCounts {
	const tables = database
		.prepare(
			"select name from sqlite_schema where type = 'table' and name not like 'sqlite~_%' escape '~' order by name",
		)
		.all();
	return Object.fromEntries(
		tables.map(({ name }) => {
			const row = database.prepare(`select count(*) as count from "${String(name)}"`).get();
			return [String(name), Number(row?.['count'])];
		}),
	);
}
