/**
 * Kysely over `node:sqlite`: one connection, used by one statement or transaction at a time.
 * Waiting callers queue here, so a transaction is never interleaved with another one.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
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

/** Statements kept prepared; what is asked for least recently gives way. */
const statementsMax = 200;

class Connection implements DatabaseConnection {
	private readonly statements = new Map<string, StatementSync>();

	constructor(private readonly database: DatabaseSync) {}

	/** Preparing costs more than most statements, and memory that only a collection gives back. */
	private prepare(sql: string): StatementSync {
		const statement = this.statements.get(sql) ?? this.database.prepare(sql);
		this.statements.delete(sql);
		this.statements.set(sql, statement);
		const [oldest] = this.statements.keys();
		if (this.statements.size > statementsMax && oldest !== undefined) {
			this.statements.delete(oldest);
		}
		return statement;
	}

	executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
		const statement = this.prepare(query.sql);
		const parameters = query.parameters as readonly SQLInputValue[];
		if (statement.columns().length > 0) {
			return Promise.resolve({ rows: statement.all(...parameters) as Row[] });
		}
		const { changes } = statement.run(...parameters);
		return Promise.resolve({ rows: [], numAffectedRows: BigInt(changes) });
	}

	async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
		yield await this.executeQuery<Row>(query);
	}
}

class SqliteDriver implements Driver {
	private database: DatabaseSync | undefined;
	private connection: Connection | undefined;
	private readonly waiting: (() => void)[] = [];
	private busy = false;

	constructor(private readonly path: string) {}

	init(): Promise<void> {
		this.database = new DatabaseSync(this.path);
		this.database.exec(
			'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 10000',
		);
		this.connection = new Connection(this.database);
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

	async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw('rollback'));
	}

	releaseConnection(): Promise<void> {
		const next = this.waiting.shift();
		if (next === undefined) this.busy = false;
		else next();
		return Promise.resolve();
	}

	destroy(): Promise<void> {
		this.database?.close();
		this.database = undefined;
		this.connection = undefined;
		return Promise.resolve();
	}
}

/** A Kysely dialect for the SQLite file at `path`, durable at every commit. */
export function sqliteDialect(path: string): Dialect {
	return {
		createDriver: () => new SqliteDriver(path),
		createQueryCompiler: () => new SqliteQueryCompiler(),
		createAdapter: () => new SqliteAdapter(),
		createIntrospector: (database: Kysely<unknown>) => new SqliteIntrospector(database),
	};
}
