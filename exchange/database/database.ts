/**
 * Opens the exchange's database: `exchange.sqlite` in the data folder, or PostgreSQL. Integers are
 * read as bigint from both. Inside a transaction, use the transaction that is passed in, never the
 * database itself.
 */
import path from 'node:path';
import type { Kysely } from 'kysely';
import * as server from '../../server/database/database';
import { migrations } from './migrations';
import type { Schema } from './schema';

/** The database, or a transaction on it. */
export type Database = Kysely<Schema>;

export interface DatabasePlace {
	/** Folder of the SQLite file, which is used if there is no `databaseUrl`. */
	readonly dataFolder: string;
	readonly databaseUrl: string | undefined;
	readonly copyBeforeUpgrade?: 'on' | 'off';
}

/** Opens the database, creates it if needed, and applies new migrations. */
export function openDatabase(place: DatabasePlace): Promise<Database> {
	return server.openDatabase(placeOf(place), form);
}

/** Opens a connection for long reads; see server/database/sqlite-reader.ts. */
export function openReader(database: Database, place: DatabasePlace) {
	return server.openReader(database, placeOf(place), form);
}

const form = { migrations, wholeNumbers: 'bigint' } as const;

function placeOf(place: DatabasePlace): server.DatabasePlace {
	const { dataFolder, databaseUrl, copyBeforeUpgrade } = place;
	return { file: path.join(dataFolder, 'exchange.sqlite'), databaseUrl, copyBeforeUpgrade };
}
