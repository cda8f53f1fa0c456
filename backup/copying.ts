/**
 * Copies files and folders so that they are on disk (synced) when the call returns. Only the owner
 * can read the copies, whatever the source's permissions.
 */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isAbsent, syncFolder } from '../server/durable-files';

export interface Copied {
	readonly files: number;
	readonly sizeBytes: number;
}

export const nothingCopied: Copied = { files: 0, sizeBytes: 0 };

export function addCopied(one: Copied, other: Copied): Copied {
	return { files: one.files + other.files, sizeBytes: one.sizeBytes + other.sizeBytes };
}

/**
 * Copies to a new file, sharing blocks where the file system supports it. Returns the size in
 * bytes.
 */
export async function copyFile(source: string, target: string): Promise<number> {
	await fs.copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
	const handle = await fs.open(target, 'r');
	try {
		await handle.chmod(0o600);
		await handle.sync();
		return (await handle.stat()).size;
	} finally {
		await handle.close();
	}
}

/**
 * Copies a folder recursively, except what `isLeftOut` names. Links are followed, because their
 * target may be on another disk. A file that disappears during the copy is skipped: it was a draft
 * of a running program.
 */
export async function copyFolder(
	source: string,
	target: string,
	isLeftOut: (file: string) => boolean,
): Promise<Copied> {
	await fs.mkdir(target, { recursive: true, mode: 0o700 });
	let copied = nothingCopied;
	for (const name of await fs.readdir(source)) {
		const from = path.join(source, name);
		if (isLeftOut(from)) continue;
		copied = addCopied(copied, await copyEntry(from, path.join(target, name), isLeftOut));
	}
	await syncFolder(target);
	return copied;
}

async function copyEntry(
	source: string,
	target: string,
	isLeftOut: (file: string) => boolean,
): Promise<Copied> {
	try {
		const found = await fs.stat(source);
		if (found.isDirectory()) return await copyFolder(source, target, isLeftOut);
		if (found.isFile()) return { files: 1, sizeBytes: await copyFile(source, target) };
	} catch (fault) {
		if (isAbsent(fault)) return nothingCopied;
		throw fault;
	}
	throw new Error(`${source} is neither a file nor a folder; move it out of the data folder`);
}

/** True if a path is the folder or is inside it. */
export function isWithin(place: string, folder: string): boolean {
	const relative = path.relative(folder, place);
	return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}

/** True if the path does not exist or is an empty folder. */
export async function isFree(place: string): Promise<boolean> {
	try {
		return (await fs.readdir(place)).length === 0;
	} catch (fault) {
		if (isAbsent(fault)) return true;
		throw fault;
	}
}
