/**
 * An exclusive lock on a folder across processes: an exclusive SQLite transaction, which the
 * operating system releases when the process dies, even by kill -9, so there are no stale locks. A
 * plain file has the holder's pid, for messages only.
 */
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

const sqliteBusy = 5;
const retryMs = 250;

export interface FolderLock {
	release(): void;
}
export type LockAnswer =
	| { readonly held: true; readonly lock: FolderLock }
	| { readonly held: false; readonly holderPid: number | undefined };

/** Takes the lock of an existing folder, or returns which process holds it. */
export function tryLockFolder(folder: string): LockAnswer {
	const database = new DatabaseSync(path.join(folder, 'lock'), { timeout: 0 });
	const holderFile = path.join(folder, 'lock.pid');
	try {
		database.exec('BEGIN EXCLUSIVE');
	} catch (error) {
		database.close();
		if (!isBusy(error)) throw error;
		return { held: false, holderPid: readPid(holderFile) };
	}
	fs.writeFileSync(holderFile, `${process.pid}\n`);
	return {
		held: true,
		lock: {
			release() {
				fs.rmSync(holderFile, { force: true });
				database.close();
			},
		},
	};
}

export interface LockWait {
	readonly signal: AbortSignal;
	/** Called once if another process holds the lock. */
	readonly onWait: (holderPid: number | undefined) => void;
}

/** Waits for the lock; rejects if the signal aborts. */
export async function lockFolder(folder: string, wait: LockWait): Promise<FolderLock> {
	let hasReported = false;
	for (;;) {
		const answer = tryLockFolder(folder);
		if (answer.held) return answer.lock;
		if (!hasReported) wait.onWait(answer.holderPid);
		hasReported = true;
		await delay(retryMs, undefined, { signal: wait.signal });
	}
}

function isBusy(error: unknown): boolean {
	return (
		typeof error === 'object' &&
		error !== null &&
		'errcode' in error &&
		error.errcode === sqliteBusy
	);
}

function readPid(file: string): number | undefined {
	if (!fs.existsSync(file)) return undefined;
	const pid = Number(fs.readFileSync(file, 'utf8'));
	return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}
