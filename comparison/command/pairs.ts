/** Which files are compared: two files, or those of two folders that have the same path in both. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CommandFault } from '../../server/commands/command-fault';
import type { ComparedFile } from '../worker/comparisons';

export interface Pair {
	/** The path within the folders, or the name of the kept file. */
	readonly name: string;
	/** Undefined if there is none. */
	readonly kept: string | undefined;
	readonly sent: string | undefined;
}

export function pairsOf(
	kept: string,
	sent: string,
): { readonly isFolder: boolean; readonly pairs: readonly Pair[] } {
	const isFolder = isFolderAt(kept);
	if (isFolder !== isFolderAt(sent)) {
		throw new CommandFault('a folder can only be compared with a folder, and a file with a file');
	}
	if (!isFolder) {
		const [ownKept, ownSent] = [ownFile(kept), ownFile(sent)];
		const name = path.basename(ownKept ?? ownSent ?? kept);
		return { isFolder, pairs: [{ name, kept: ownKept, sent: ownSent }] };
	}
	const [all, others] = [new Set(filesIn(kept)), new Set(filesIn(sent))];
	const pairs = [...new Set([...all, ...others])].sort().map((name) => ({
		name,
		kept: all.has(name) ? path.join(kept, name) : undefined,
		sent: others.has(name) ? path.join(sent, name) : undefined,
	}));
	return { isFolder, pairs };
}

function isFolderAt(place: string): boolean {
	const found = fs.statSync(place, { throwIfNoEntry: false });
	if (found === undefined) throw new CommandFault(`${place} is not there`);
	return found.isDirectory();
}

/** Git names /dev/null where a file was added or deleted. */
function ownFile(place: string): string | undefined {
	return place === '/dev/null' ? undefined : place;
}

/** The regular files below a folder; links are not followed. */
function filesIn(folder: string): readonly string[] {
	return fs
		.readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

export async function fileOf(place: string): Promise<ComparedFile> {
	const hash = createHash('sha256');
	let sizeBytes = 0;
	for await (const chunk of fs.createReadStream(place) as AsyncIterable<Buffer>) {
		hash.update(chunk);
		sizeBytes += chunk.length;
	}
	const read = () => Promise.resolve(fs.createReadStream(place));
	return { fileName: path.basename(place), sizeBytes, hash: hash.digest('hex'), read };
}
