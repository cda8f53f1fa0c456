/**
 * Opens the service's database: `sealkeeper.sqlite` in the data folder, or PostgreSQL. A
 * transaction holds its connection, on SQLite the only one: inside one, use the transaction handed
 * in and never the database itself.
 */
import path from 'node:path';
import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import * as server from '../../server/database/database';
import { migrations } from './migrations';
import type { Schema } from './schema';

export type Database = Kysely<Schema>;
export type Transaction = KyselyTransaction<Schema>;

/** Opens `<dataFolder>/sealkeeper.sqlite`, made when absent, and applies new migrations. */
export function openDatabase(dataFolder: string): Promise<Database> {
	const file = path.join(dataFolder, 'sealkeeper.sqlite');
	const place = { file, databaseUrl: undefined };
	return server.openDatabase(place, { migrations, wholeNumbers: 'number' });
}
