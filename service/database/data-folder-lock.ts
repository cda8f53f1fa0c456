/**
 * One service process per data folder. The lock is SQLite's own on a small file beside the
 * database: the operating system releases it when the process ends, however it ends.
 */
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface DataFolderLock {
	release(): void;
}

/** Takes the folder, made when absent; throws when another process has it. */
export function lockDataFolder(dataFolder: string): DataFolderLock {
	fs.mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
	const file = new DatabaseSync(path.join(dataFolder, 'service.lock'));
	try {
		file.exec('BEGIN EXCLUSIVE');
	} catch {
		file.close();
		throw new Error(`another process serves the data folder ${dataFolder}; stop it first`);
	}
	return { release: () => file.close() };
}
