/**
 * Opens the service's database: `sealkeeper.sqlite` in the data folder, or PostgreSQL. A
 * transaction holds its connection, on SQLite the only one: inside one, use the transaction handed
 * in and never the database itself.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import {
	joinProcesses,
	soleSession,
	type ProcessSession,
} from '../../server/database/process-session';
import * as server from '../../server/database/database';
import { calledAs } from '../../server/release';
import { migrations } from './migrations';
import type { Schema } from './schema';

export type Database = Kysely<Schema>;
export type Transaction = KyselyTransaction<Schema>;

export interface DatabasePlace {
	/** Holds the SQLite file when there is no `databaseUrl`. */
	readonly dataFolder: string;
	readonly databaseUrl: string | undefined;
	readonly copyBeforeUpgrade?: 'on' | 'off';
}

/**
 * The PostgreSQL schema, so that another program's tables may be in the same database. A name no
 * database user will have: PostgreSQL looks into the schema named like the user first, so a
 * program without a schema of its own would find our tables.
 */
export const postgresSchema = 'sealkeeper_service';

const fileName = 'sealkeeper.sqlite';

const form = { migrations, postgresSchema, wholeNumbers: 'number' } as const;

/**
 * Opens the database, makes it if absent, and applies new migrations. Refuses an empty PostgreSQL
 * if there is an SQLite file: a DATABASE_URL of another program, or set before the data was moved,
 * must not make an installation look new.
 */
export async function openDatabase(place: DatabasePlace): Promise<Database> {
	const { databaseUrl, copyBeforeUpgrade } = place;
	const file = path.join(place.dataFolder, fileName);
	if (databaseUrl === undefined) {
		return server.openDatabase({ file, databaseUrl, copyBeforeUpgrade }, form);
	}
	const database = await openPostgres(databaseUrl);
	if (!fs.existsSync(file) || (await holdsAnything(database))) return database;
	await database.destroy();
	throw new Error(
		`the database of DATABASE_URL is empty, and the service keeps its data in ${file}: ` +
			`move it there by ${calledAs('admin')} move --to DATABASE_URL, or start the service without DATABASE_URL`,
	);
}

/** Opens an existing database of this version for reading only. */
export function openDatabaseToRead({ dataFolder, databaseUrl }: DatabasePlace): Promise<Database> {
	return server.openDatabaseToRead({ file: path.join(dataFolder, fileName), databaseUrl }, form);
}

/** Opens a PostgreSQL without looking at a data folder. */
export function openPostgres(databaseUrl: string): Promise<Database> {
	return server.openDatabase({ file: '', databaseUrl }, form);
}

/** Every row belongs to an organisation. */
async function holdsAnything(database: Database): Promise<boolean> {
	const organisation = await database.selectFrom('organisations').select('id').executeTakeFirst();
	return organisation !== undefined;
}

/**
 * Joins the processes that serve the database; with `alone`, refuses if there are others. On
 * SQLite the lock of the data folder ensures that.
 */
export async function openSession(
	{ databaseUrl: url }: Pick<DatabasePlace, 'databaseUrl'>,
	{ alone }: { readonly alone: boolean },
): Promise<ProcessSession> {
	return url === undefined ? soleSession() : joinProcesses({ url, program: 'service', alone });
}
