/**
 * One real SQLite database that several simulated processes work on, each through a connection of
 * its own that steps with its process before and after every statement. When a process dies in a
 * transaction, the transaction is rolled back, as the database does when a connection breaks.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
	Kysely,
	Migrator,
	SqliteIntrospector,
	SqliteQueryCompiler,
	type CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	type Driver,
	type QueryResult,
} from 'kysely';
import type { Database } from '../../exchange/database/database';
import { migrations } from '../../exchange/database/migrations';
import type { Schema } from '../../exchange/database/schema';
import { sqliteDialect } from '../../server/database/sqlite-dialect';
import { SimulatedProcess, type World } from './world';

/** The statements that make an empty database of the newest schema. */
let schemaStatements: Promise<readonly string[]> | undefined;

async function readSchema(): Promise<readonly string[]> {
	const database = new Kysely<Schema>({ dialect: sqliteDialect(':memory:', 'bigint') });
	const provider = { getMigrations: () => Promise.resolve(migrations) };
	const { error } = await new Migrator({ db: database, provider }).migrateToLatest();
	if (error !== undefined) throw new Error('the schema could not be made', { cause: error });
	const { rows } = await database.executeQuery<{ readonly sql: string | null }>({
		...(database.selectNoFrom((columns) => columns.lit(1).as('one')).compile() as CompiledQuery<{
			readonly sql: string | null;
		}>),
		sql: 'select sql from sqlite_master where sql is not null order by rowid',
		parameters: [],
	});
	await database.destroy();
	return rows.map(({ sql }) => sql ?? '').filter((sql) => !/sqlite_sequence/.test(sql));
}

interface Prepared {
	readonly statement: StatementSync;
	readonly answersRows: boolean;
}

export class SharedDatabase {
	private readonly sqlite = new DatabaseSync(':memory:');
	private readonly statements = new Map<string, Prepared>();
	private holder: SimulatedProcess | undefined;
	private inTransaction = false;
	private readonly waiting: { readonly process: SimulatedProcess; readonly go: () => void }[] = [];

	private constructor(private readonly world: World) {}

	static async create(world: World): Promise<SharedDatabase> {
		schemaStatements ??= readSchema();
		const shared = new SharedDatabase(world);
		for (const statement of await schemaStatements) shared.sqlite.exec(statement);
		shared.sqlite.exec(
			'insert into settlement_state (id, last_number, last_window, window_opened_at) values (1, 0, 0, 0)',
		);
		shared.sqlite.exec(
			"insert into accounts (id, name, created_at, payouts, disabled_at) values ('fees', '', 0, 'ON_DEMAND', 0)",
		);
		return shared;
	}

	/** The database as this process sees it. */
	openFor(process: SimulatedProcess): Database {
		process.atDeath(() => this.drop(process));
		return new Kysely<Schema>({ dialect: this.dialectFor(process) });
	}

	/** The database as the auditor sees it: nothing happens to it. */
	openForAudit(): Database {
		return this.openFor(new SimulatedProcess(this.world, () => 'GO'));
	}

	close(): void {
		this.sqlite.close();
	}

	async acquire(process: SimulatedProcess): Promise<void> {
		await process.step();
		// It may have died since, by a step of something else that it does.
		if (!process.isAlive) return process.step();
		if (this.holder === undefined) this.holder = process;
		// Whoever releases makes the next one the holder; it may be dead by the time it runs.
		else await new Promise<void>((go) => this.waiting.push({ process, go }));
		this.world.stir();
	}

	release(process: SimulatedProcess): void {
		if (this.holder !== process) return;
		this.holder = undefined;
		const next = this.waiting.shift();
		if (next === undefined) return;
		this.holder = next.process;
		next.go();
	}

	run<Row>(query: CompiledQuery): QueryResult<Row> {
		this.world.stir();
		const { statement, answersRows } = this.prepared(query.sql);
		const parameters = query.parameters as readonly SQLInputValue[];
		if (answersRows) return { rows: statement.all(...parameters) as Row[] };
		return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
	}

	private prepared(sql: string): Prepared {
		const kept = this.statements.get(sql);
		if (kept !== undefined) return kept;
		const statement = this.sqlite.prepare(sql);
		statement.setReadBigInts(true);
		const prepared = { statement, answersRows: statement.columns().length > 0 };
		this.statements.set(sql, prepared);
		return prepared;
	}

	control(command: 'begin' | 'commit' | 'rollback'): void {
		this.sqlite.exec(command);
		this.inTransaction = command === 'begin';
	}

	private drop(process: SimulatedProcess): void {
		const left = this.waiting.filter((entry) => entry.process !== process);
		this.waiting.splice(0, this.waiting.length, ...left);
		if (this.holder !== process) return;
		if (this.inTransaction) this.control('rollback');
		this.release(process);
	}

	private dialectFor(process: SimulatedProcess): Dialect {
		const real = sqliteDialect(':memory:', 'bigint');
		return {
			createAdapter: () => real.createAdapter(),
			createIntrospector: (database) => new SqliteIntrospector(database),
			createQueryCompiler: () => new SqliteQueryCompiler(),
			createDriver: () => new SteppingDriver(this, process),
		};
	}
}

class SteppingConnection implements DatabaseConnection {
	constructor(
		private readonly shared: SharedDatabase,
		private readonly process: SimulatedProcess,
	) {}

	async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
		await this.process.step();
		const result = this.shared.run<Row>(query);
		await this.process.step();
		return result;
	}

	async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
		yield await this.executeQuery<Row>(query);
	}

	async control(command: 'begin' | 'commit' | 'rollback'): Promise<void> {
		await this.process.step();
		this.shared.control(command);
		// Here the commit is done and its maker may never hear of it.
		await this.process.step();
	}
}

class SteppingDriver implements Driver {
	constructor(
		private readonly shared: SharedDatabase,
		private readonly process: SimulatedProcess,
	) {}

	async init(): Promise<void> {}

	async acquireConnection(): Promise<SteppingConnection> {
		await this.shared.acquire(this.process);
		return new SteppingConnection(this.shared, this.process);
	}

	beginTransaction(connection: SteppingConnection): Promise<void> {
		return connection.control('begin');
	}

	commitTransaction(connection: SteppingConnection): Promise<void> {
		return connection.control('commit');
	}

	rollbackTransaction(connection: SteppingConnection): Promise<void> {
		return connection.control('rollback');
	}

	async releaseConnection(): Promise<void> {
		this.shared.release(this.process);
	}

	async destroy(): Promise<void> {}
}
