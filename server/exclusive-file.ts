/**
 * A lock between processes: an exclusive SQLite transaction on a small file. The operating system
 * releases it when its holder ends, however it ends, so there is no stale lock to recognise.
 */
import { DatabaseSync } from 'node:sqlite';
import { isNativeError } from 'node:util/types';

export interface FileLock {
	release(): void;
}

const sqliteBusy = 5;

/**
 * Locks a file, which is made if absent; its folder must exist. Undefined if another process holds
 * the lock for `waitMs`, during which this process blocks.
 */
export function lockFile(file: string, waitMs = 0): FileLock | undefined {
	const database = new DatabaseSync(file, { timeout: waitMs });
	try {
		database.exec('BEGIN EXCLUSIVE');
	} catch (fault) {
		database.close();
		if (isBusy(fault)) return undefined;
		throw fault;
	}
	return { release: () => database.close() };
}

function isBusy(fault: unknown): boolean {
	return isNativeError(fault) && 'errcode' in fault && fault.errcode === sqliteBusy;
}
