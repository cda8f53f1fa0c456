/**
 * Crash-safe operations on local files: a file is synced before it is renamed into place, and its
 * folder is synced before the call returns.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isNativeError } from 'node:util/types';

/** Syncs the entries of a folder. */
export async function syncFolder(folder: string): Promise<void> {
	const handle = await fs.open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Writes a small file atomically and durably, readable by its owner only. */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
	const draft = `${file}.draft`;
	const handle = await fs.open(draft, 'w', 0o600);
	try {
		await handle.writeFile(content);
		await handle.sync();
	} finally {
		await handle.close();
	}
	await fs.rename(draft, file);
	await syncFolder(path.dirname(file));
}

/**
 * Throws if a folder takes no file: writes, reads and removes a small one. A folder that can be
 * read and not written looks whole to any other check.
 */
export async function tryFolder(folder: string): Promise<void> {
	const file = path.join(folder, `.tried-${randomUUID()}`);
	const content = 'Written to see whether this folder takes files.\n';
	try {
		await fs.writeFile(file, content, { mode: 0o600, flag: 'wx' });
		if ((await fs.readFile(file, 'utf8')) !== content)
			throw new Error(`${folder} loses what is written`);
	} finally {
		await fs.rm(file, { force: true });
	}
}

/** The system code of an error, such as ENOENT; undefined for other errors. */
export function systemCode(error: unknown): string | undefined {
	return isNativeError(error) && 'code' in error ? String(error.code) : undefined;
}

/** True if the error means that the file or its folder does not exist. */
export function isAbsent(error: unknown): boolean {
	return ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');
}

export async function pathExists(place: string): Promise<boolean> {
	return fs.stat(place).then(
		() => true,
		(error: unknown) => {
			if (isAbsent(error)) return false;
			throw error;
		},
	);
}
