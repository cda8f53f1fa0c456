/**
 * The crash-safe steps on local files, and the only place that makes them: what is renamed into
 * place was on disk before, and the folder that names it is on disk before the call returns.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isNativeError } from 'node:util/types';

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
	const handle = await fs.open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Writes a small file as a whole, readable by its owner alone; durable when it returns. */
export async function replaceFile(file: string, content: string): Promise<void> {
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

/** The system's code of a failed call, such as ENOENT; nothing for other errors. */
export function systemCode(error: unknown): string | undefined {
	return isNativeError(error) && 'code' in error ? String(error.code) : undefined;
}

/** Whether a failed call says that the file or one of its folders is not there. */
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
