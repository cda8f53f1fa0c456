import fs from 'node:fs';
import path from 'node:path';
import { lockFile, type FileLock } from '../../server/exclusive-file';

/**
 * Locks the data folder for this process, and makes it if absent; throws if another process has
 * the lock.
 */
export function lockDataFolder(dataFolder: string): FileLock {
	fs.mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
	const lock = lockFile(path.join(dataFolder, 'service.lock'));
	if (lock !== undefined) return lock;
	throw new Error(`another process serves the data folder ${dataFolder}; stop it first`);
}
