/**
 * Opens a program's database, an SQLite file or PostgreSQL, and migrates it. Several programs may
 * share a PostgreSQL database, each with its own schema.
 */
import fs from 'node:fs';
import path from 'node:path';
import { isNativeError } from 'node:util/types';
import {
	Kysely,
	DEFAULT_MIGRATION_TABLE,
	Migrator,
	PostgresAdapter,
	sql,
	type Dialect,
	type Migration,
	type QueryExecutorProvider,
} from 'kysely';
import { makePrivate } from '../private-files';
import { calledAs } from '../release';
import { tellOperator } from '../running';
import { postgresDialect } from './postgres-dialect';
import { pipelineTransactions } from './postgres-pipeline';
import { sqliteDialect } from './sqlite-dialect';
import { sqliteReaderDialect } from './sqlite-reader';
import type { WholeNumbers } from './whole-numbers';
import { copyOlder } from './sqlite-snapshot';

export interface DatabasePlace {
	/** The SQLite file, used without `databaseUrl`; its folder is made if absent. */
	readonly file: string;
	/** May contain a password, so no message repeats it. */
	readonly databaseUrl: string | undefined;
	/** Unless `off`, an SQLite file of an older version is copied before it is renewed. */
	readonly copyBeforeUpgrade?: 'on' | 'off';
}

export interface DatabaseForm {
	readonly migrations: Readonly<Record<string, Migration>>;
	readonly wholeNumbers: WholeNumbers;
	/** The PostgreSQL schema of the tables; default is the connection's. */
	readonly postgresSchema?: string;
}

/** Opens the database, makes it if absent, and applies new migrations. */
export async function openDatabase<Tables>(
	place: DatabasePlace,
	form: DatabaseForm,
): Promise<Kysely<Tables>> {
	if (place.databaseUrl === undefined) {
		fs.mkdirSync(path.dirname(place.file), { recursive: true, mode: 0o700 });
		makeFilesPrivate(place.file);
		if (place.copyBeforeUpgrade !== 'off')
			await copyOlder(place.file, Object.keys(form.migrations));
	}
	return opened(place, form, { isReadOnly: false, step: migrate });
}

/** Opens an existing database of this version read-only. */
export async function openDatabaseToRead<Tables>(
	place: DatabasePlace,
	form: DatabaseForm,
): Promise<Kysely<Tables>> {
	if (place.databaseUrl === undefined && !fs.existsSync(place.file)) {
		throw new Error(`there is no database ${place.file}`);
	}
	return opened(place, form, { isReadOnly: true, step: assertNewest });
}

/**
 * A reader beside an open database: the database itself on PostgreSQL, separate threads on SQLite.
 */
export function openReader<Tables>(
	database: Kysely<Tables>,
	{ file }: DatabasePlace,
	{ wholeNumbers }: DatabaseForm,
): { readonly reader: Kysely<Tables>; close(): Promise<void> } {
	if (isPostgres(database)) return { reader: database, close: () => Promise.resolve() };
	const reader = new Kysely<Tables>({ dialect: sqliteReaderDialect(file, wholeNumbers) });
	return { reader, close: () => reader.destroy() };
}

async function opened<Tables>(
	place: DatabasePlace,
	form: DatabaseForm,
	{
		isReadOnly,
		step,
	}: {
		readonly isReadOnly: boolean;
		readonly step: (database: Kysely<Tables>, form: DatabaseForm) => Promise<void>;
	},
): Promise<Kysely<Tables>> {
	const database = new Kysely<Tables>({ dialect: dialectOf(place, form, isReadOnly) });
	if (isPostgres(database)) pipelineTransactions(database);
	try {
		await step(database, form);
	} catch (fault) {
		await database.destroy();
		throw fault;
	}
	return database;
}

/** True for PostgreSQL, false for SQLite. */
export function isPostgres(database: QueryExecutorProvider): boolean {
	return database.getExecutor().adapter instanceof PostgresAdapter;
}

function dialectOf(
	{ file, databaseUrl: url }: DatabasePlace,
	{ wholeNumbers, postgresSchema: schema }: DatabaseForm,
	isReadOnly: boolean,
): Dialect {
	return url === undefined
		? sqliteDialect(file, wholeNumbers, isReadOnly)
		: postgresDialect({ url, wholeNumbers, schema, isReadOnly });
}

async function migrate<Tables>(database: Kysely<Tables>, form: DatabaseForm): Promise<void> {
	const migrator = await migratorOf(database, form);
	if (isPostgres(database)) await tellOfUpgrade(migrator);
	const { error, results } = await migrator.migrateToLatest();
	if (error === undefined) return;
	if (results === undefined) await assertKnown(database, form);
	throw isNativeError(error) ? error : new Error('the migration did not succeed', { cause: error });
}

/** SQLite files are copied; of a PostgreSQL its operator makes copies. */
async function tellOfUpgrade(migrator: Migrator): Promise<void> {
	const applied = (await migrator.getMigrations()).map(
		({ executedAt }) => executedAt !== undefined,
	);
	if (!applied.includes(true) || !applied.includes(false)) return;
	tellOperator(
		`The database is of an older version and is renewed now. The way back is a copy that the older version has made: ${calledAs('backup')} make --to FOLDER`,
	);
}

async function assertNewest<Tables>(database: Kysely<Tables>, form: DatabaseForm): Promise<void> {
	await assertKnown(database, form);
	const all = await (await migratorOf(database, form)).getMigrations();
	if (all.every(({ executedAt }) => executedAt !== undefined)) return;
	throw new Error('the database is of an older version; start the program once, which renews it');
}

/** Refuses a database with migrations that this version does not know. */
async function assertKnown<Tables>(database: Kysely<Tables>, form: DatabaseForm): Promise<void> {
	const schema = await schemaOf(database, form);
	const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
	const isThere = tables.some(
		(table) => table.name === DEFAULT_MIGRATION_TABLE && (schema ?? table.schema) === table.schema,
	);
	if (!isThere) return;
	const { rows } = await sql<{ readonly name: string }>`
		select name from ${sql.id(...(schema === undefined ? [] : [schema]), DEFAULT_MIGRATION_TABLE)}
		order by name`.execute(database);
	const unknown = rows.find(({ name }) => !Object.hasOwn(form.migrations, name));
	if (unknown === undefined) return;
	throw new Error(
		`the database was made by another version: this one does not know its migration ${unknown.name}; ` +
			'start that version, put back a copy of before it, or begin with an empty database',
	);
}

async function migratorOf<Tables>(database: Kysely<Tables>, form: DatabaseForm): Promise<Migrator> {
	return new Migrator({
		db: database,
		provider: { getMigrations: () => Promise.resolve(form.migrations) },
		// Explicit, because another program's schema may have a table of the same name.
		migrationTableSchema: await schemaOf(database, form),
	});
}

async function schemaOf<Tables>(
	database: Kysely<Tables>,
	{ postgresSchema }: DatabaseForm,
): Promise<string | undefined> {
	return isPostgres(database) ? (postgresSchema ?? (await currentSchema(database))) : undefined;
}

async function currentSchema<Tables>(database: Kysely<Tables>): Promise<string | undefined> {
	const query = sql<{ readonly name: string | null }>`select current_schema() as name`;
	const { rows } = await query.execute(database);
	return rows[0]?.name ?? undefined;
}

/** Also fixes an existing file, such as a copy; SQLite gives its further files the same mode. */
function makeFilesPrivate(file: string): void {
	fs.closeSync(fs.openSync(file, 'a', 0o600));
	for (const each of [file, `${file}-wal`, `${file}-shm`]) makePrivate(each);
}
