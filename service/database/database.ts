/**
 * Opens the database of a data folder and brings it to the newest schema. A transaction holds
 * the only connection: inside one, use the transaction handed in and never the database itself.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Kysely, Migrator, type Transaction as KyselyTransaction } from 'kysely';
import { migrations } from './migrations';
import type { Schema } from './schema';
import { sqliteDialect } from './sqlite-dialect';

export type Database = Kysely<Schema>;
export type Transaction = KyselyTransaction<Schema>;

/** Opens `<dataFolder>/sealkeeper.sqlite`, made when absent, and applies new migrations. */
export async function openDatabase(dataFolder: string): Promise<Database> {
	fs.mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
	const database = new Kysely<Schema>({
		dialect: sqliteDialect(path.join(dataFolder, 'sealkeeper.sqlite')),
	});
	const migrator = new Migrator({
		db: database,
		provider: { getMigrations: () => Promise.resolve(migrations) },
	});
	const { error } = await migrator.migrateToLatest();
	if (error !== undefined) {
		await database.destroy();
		throw error instanceof Error ? error : new Error('the migration did not succeed');
	}
	return database;
}
