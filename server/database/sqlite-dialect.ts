/**
 * Kysely over `node:sqlite`: one connection, used by one statement or transaction at a time;
 * callers queue, so transactions never interleave. Several processes may open the same file.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
	CompiledQuery,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
	type DatabaseConnection,
	type Dialect,
	type Driver,
	type Kysely,
	type QueryResult,
} from 'kysely';
import { DatabaseUnavailable, isBusy, sqliteShortage, WriteState } from './unavailable';
import type { WholeNumbers } from './whole-numbers';

/**
 * Maximum prepared statements: preparing costs more than running most of them. A program has a few
 * dozen, and one for each length of a list. Beyond the maximum the oldest is dropped, used or not:
 * tracking every use costs more than recompiling now and then.
 */
const statementsMax = 200;

/**
 * Settings of a connection. `secure_delete` overwrites deleted data with zeros, so that nothing
 * erased can be read from the file. Up to 16 MiB of changed pages gather in the write-ahead log
 * before they are copied: at a quarter of that, a busy exchange copied at every fourth commit.
 */
const pragmas = [
	'journal_mode = WAL',
	'synchronous = FULL',
	'foreign_keys = ON',
	'secure_delete = ON',
	'cache_size = -65536',
	'wal_autocheckpoint = 4000',
];

/** Maximum wait of a statement for another connection that writes. */
export const busyTimeoutMs = 10_000;

/** The longest pause between attempts; the first is 1 ms, and each next one twice as long. */
const busyWaitMsMax = 50;

interface KeptStatement {
	readonly statement: StatementSync;
	readonly answersRows: boolean;
}

class Connection implements DatabaseConnection {
	private readonly statements = new Map<string, KeptStatement>();

	constructor(
		private readonly database: DatabaseSync,
		private readonly wholeNumbers: WholeNumbers,
		private readonly writes: WriteState,
	) {}

	/** Asks SQLite, which may have rolled back by itself (disk full). */
	get isInTransaction(): boolean {
		return this.database.isTransaction;
	}

	executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
		try {
			return Promise.resolve(this.execute<Row>(query));
		} catch (fault) {
			// Inside a transaction, waiting might never end: the transaction keeps its locks and its
			// snapshot, which the other connection may be waiting for or has outdated.
			if (!isBusy(fault) || this.isInTransaction) throw this.faultOf(fault);
			return this.executeWhenFree<Row>(query);
		}
	}

	/**
	 * SQLite's own wait would block this process, which may itself be the writer, by another
	 * connection.
	 */
	private async executeWhenFree<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
		const endsAt = performance.now() + busyTimeoutMs;
		for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, busyWaitMsMax)) {
			await wait(waitMs);
			try {
				return this.execute<Row>(query);
			} catch (fault) {
				if (!isBusy(fault) || performance.now() > endsAt) throw this.faultOf(fault);
			}
		}
	}

	private faultOf(fault: unknown): unknown {
		const shortage = sqliteShortage(fault);
		if (shortage === undefined) return fault;
		return this.writes.note(new DatabaseUnavailable(shortage, fault));
	}

	async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
		yield await this.executeQuery<Row>(query);
	}

	private execute<Row>(query: CompiledQuery): QueryResult<Row> {
		const { statement, answersRows } = this.prepared(query.sql);
		const parameters = query.parameters as readonly SQLInputValue[];
		if (answersRows) {
			return { rows: statement.all(...parameters) as Row[] };
		}
		const { changes } = statement.run(...parameters);
		return { rows: [], numAffectedRows: BigInt(changes) };
	}

	private prepared(sql: string): KeptStatement {
		const kept = this.statements.get(sql);
		if (kept !== undefined) return kept;
		const statement = this.database.prepare(sql);
		statement.setReadBigInts(this.wholeNumbers === 'bigint');
		const prepared = { statement, answersRows: statement.columns().length > 0 };
		// Other statements are not kept: schema changes run once, and a pragma's columns may change.
		if (/^\s*(select|insert|update|delete|with|begin|commit)\b/i.test(sql))
			this.keep(sql, prepared);
		return prepared;
	}

	private keep(sql: string, prepared: KeptStatement): void {
		const [oldest] = this.statements.keys();
		if (this.statements.size >= statementsMax && oldest !== undefined) {
			this.statements.delete(oldest);
		}
		this.statements.set(sql, prepared);
	}
}

class SqliteDriver implements Driver {
	private database: DatabaseSync | undefined;
	private connection: Connection | undefined;
	private readonly waiting: (() => void)[] = [];
	private busy = false;

	constructor(
		private readonly path: string,
		private readonly wholeNumbers: WholeNumbers,
		private readonly options: { readonly readOnly: boolean; readonly writes: WriteState },
	) {}

	init(): Promise<void> {
		const { readOnly, writes } = this.options;
		this.database = new DatabaseSync(this.path, { timeout: busyTimeoutMs, readOnly });
		if (!readOnly) for (const pragma of pragmas) this.database.exec(`PRAGMA ${pragma}`);
		// From here on executeWhenFree waits instead of SQLite.
		this.database.exec('PRAGMA busy_timeout = 0');
		this.connection = new Connection(this.database, this.wholeNumbers, writes);
		return Promise.resolve();
	}

	async acquireConnection(): Promise<DatabaseConnection> {
		if (this.busy) await new Promise<void>((resolve) => this.waiting.push(resolve));
		this.busy = true;
		if (this.connection === undefined) throw new Error('the database is closed');
		return this.connection;
	}

	async beginTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw('begin immediate'));
	}

	async commitTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw('commit'));
	}

	async rollbackTransaction(connection: Connection): Promise<void> {
		if (connection.isInTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
	}

	releaseConnection(): Promise<void> {
		const next = this.waiting.shift();
		if (next === undefined) this.busy = false;
		else next();
		return Promise.resolve();
	}

	destroy(): Promise<void> {
		this.connection = undefined;
		this.database?.close();
		this.database = undefined;
		return Promise.resolve();
	}
}

/**
 * Carries path and write state: the adapter is the only part of a dialect that a database exposes.
 * Its DDL is transactional, because SQLite rolls DDL back and processes migrate one after the other.
 */
export class SqliteFileAdapter extends SqliteAdapter {
	constructor(
		readonly path: string,
		readonly writes: WriteState,
	) {
		super();
	}

	override get supportsTransactionalDdl(): boolean {
		return true;
	}
}

/** A Kysely dialect for an SQLite file, durable at every commit, or read-only. */
export function sqliteDialect(path: string, wholeNumbers: WholeNumbers, readOnly = false): Dialect {
	const writes = new WriteState();
	return {
		createDriver: () => new SqliteDriver(path, wholeNumbers, { readOnly, writes }),
		createQueryCompiler: () => new SqliteQueryCompiler(),
		createAdapter: () => new SqliteFileAdapter(path, writes),
		createIntrospector: (database: Kysely<unknown>) => new SqliteIntrospector(database),
	};
}
