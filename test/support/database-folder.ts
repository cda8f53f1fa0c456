/** A database of its own in a temporary folder, for tests of what lies below the interface. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase, type Database } from '../../service/database/database';

export interface DatabaseFolder {
	readonly folder: string;
	readonly database: Database;
	/** Closes the database and removes the folder. */
	close(): Promise<void>;
}

export async function openDatabaseFolder(): Promise<DatabaseFolder> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-database-'));
	const database = await openDatabase(folder);
	return {
		folder,
		database,
		async close() {
			await database.destroy();
			fs.rmSync(folder, { recursive: true, force: true });
		},
	};
}
