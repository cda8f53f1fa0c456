/**
 * Opens the exchange's database and brings it to the newest schema: an SQLite file of the data
 * folder, or PostgreSQL. Whole numbers are read as bigint from both. Inside a transaction use the
 * transaction handed in and never the database itself.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Kysely, Migrator, PostgresAdapter } from 'kysely';
import { migrations } from './migrations';
import { postgresDialect } from './postgres-dialect';
import type { Schema } from './schema';
import { sqliteDialect } from './sqlite-dialect';

/** The database, or a transaction on it. */
export type Database = Kysely<Schema>;

export interface DatabasePlace {
	/** Holds the SQLite file when there is no `databaseUrl`. */
	readonly dataFolder: string;
	readonly databaseUrl: string | undefined;
}

/** Opens the database, made when absent, and applies new migrations. */
export async function openDatabase(place: DatabasePlace): Promise<Database> {
	const database = new Kysely<Schema>({ dialect: dialectOf(place) });
	try {
		const migrator = new Migrator({
			db: database,
			provider: { getMigrations: () => Promise.resolve(migrations) },
		});
		const { error } = await migrator.migrateToLatest();
		if (error !== undefined) {
			throw error instanceof Error ? error : new Error('the migration did not succeed');
		}
	} catch (fault) {
		await database.destroy();
		throw fault;
	}
	return database;
}

export function isPostgres(database: Database): boolean {
	return database.getExecutor().adapter instanceof PostgresAdapter;
}

function dialectOf({ dataFolder, databaseUrl }: DatabasePlace) {
	if (databaseUrl === undefined) {
		fs.mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
		return sqliteDialect(path.join(dataFolder, 'exchange.sqlite'));
	}
	return postgresDialect(databaseUrl);
}
