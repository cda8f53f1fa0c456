/**
 * Opens a program's database and brings it to the newest schema: an SQLite file, or PostgreSQL.
 * Several programs may keep their tables in one PostgreSQL database, each in a schema of its own.
 * Which tables there are is the program's.
 */
import fs from 'node:fs';
import path from 'node:path';
import { isNativeError } from 'node:util/types';
import {
	Kysely,
	Migrator,
	PostgresAdapter,
	sql,
	type Dialect,
	type Migration,
	type QueryExecutorProvider,
} from 'kysely';
import { postgresDialect } from './postgres-dialect';
import { sqliteDialect } from './sqlite-dialect';
import type { WholeNumbers } from './whole-numbers';

export interface DatabasePlace {
	/** The SQLite file, used when there is no `databaseUrl`; its folder is made when absent. */
	readonly file: string;
	/** May hold a password: it never goes into a message. */
	readonly databaseUrl: string | undefined;
}

export interface DatabaseForm {
	readonly migrations: Readonly<Record<string, Migration>>;
	readonly wholeNumbers: WholeNumbers;
	/** The schema the tables lie in on PostgreSQL; the connection's own without one. */
	readonly postgresSchema?: string;
}

/** Opens the database, made when absent, and applies new migrations. */
export async function openDatabase<Tables>(
	place: DatabasePlace,
	form: DatabaseForm,
): Promise<Kysely<Tables>> {
	const database = new Kysely<Tables>({ dialect: dialectOf(place, form) });
	try {
		await migrate(database, form);
	} catch (fault) {
		await database.destroy();
		throw fault;
	}
	return database;
}

/** Whether it is PostgreSQL; else it is SQLite. */
export function isPostgres(database: QueryExecutorProvider): boolean {
	return database.getExecutor().adapter instanceof PostgresAdapter;
}

function dialectOf({ file, databaseUrl }: DatabasePlace, form: DatabaseForm): Dialect {
	const { wholeNumbers, postgresSchema } = form;
	if (databaseUrl !== undefined) {
		return postgresDialect({ url: databaseUrl, wholeNumbers, schema: postgresSchema });
	}
	fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
	return sqliteDialect(file, wholeNumbers);
}

async function migrate<Tables>(
	database: Kysely<Tables>,
	{ migrations, postgresSchema }: DatabaseForm,
): Promise<void> {
	const ownSchema = isPostgres(database)
		? (postgresSchema ?? (await currentSchema(database)))
		: undefined;
	const migrator = new Migrator({
		db: database,
		provider: { getMigrations: () => Promise.resolve(migrations) },
		// Named, because a table of this name in another program's schema is not ours.
		migrationTableSchema: ownSchema,
	});
	const { error } = await migrator.migrateToLatest();
	if (error === undefined) return;
	throw isNativeError(error) ? error : new Error('the migration did not succeed', { cause: error });
}

async function currentSchema<Tables>(database: Kysely<Tables>): Promise<string | undefined> {
	const query = sql<{ readonly name: string | null }>`select current_schema() as name`;
	const { rows } = await query.execute(database);
	return rows[0]?.name ?? undefined;
}
