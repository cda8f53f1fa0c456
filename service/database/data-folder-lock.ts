/** One service process per data folder: it holds a lock beside the database as long as it runs. */
import fs from 'node:fs';
import path from 'node:path';
import { lockFile, type FileLock } from '../../server/database/exclusive-file';

/** Takes the folder, made when absent; throws when another process has it. */
export function lockDataFolder(dataFolder: string): FileLock {
	fs.mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
	const lock = lockFile(path.join(dataFolder, 'service.lock'));
	if (lock !== undefined) return lock;
	throw new Error(`another process serves the data folder ${dataFolder}; stop it first`);
}
