/**
 * Stores of segments: a folder or the storage product. The name contains the hash, so writing a
 * segment again is harmless; a written segment never changes.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { replaceFile, syncFolder } from '../../../server/durable-files';

export interface SegmentStore {
	/** Resolves once the segment survives a loss of power; returns where it lies. */
	write(name: string, bytes: Uint8Array): Promise<string>;
	/** Throws if there is no such segment. */
	read(place: string): Promise<Uint8Array>;
}

/** Each market has its own folder; a place is relative, so the folder may be moved. */
export function folderStore(folder: string): SegmentStore {
	return {
		async write(name, bytes) {
			const file = path.join(folder, name);
			await makeFolder(path.dirname(file));
			await replaceFile(file, bytes);
			return name;
		},
		read: (place) => fs.readFile(path.join(folder, place)),
	};
}

/** Creates the folder and those above it, and syncs each so that it survives a loss of power. */
async function makeFolder(folder: string): Promise<void> {
	const first = await fs.mkdir(folder, { recursive: true, mode: 0o700 });
	if (first === undefined) return;
	for (let made = folder; made.length >= first.length; made = path.dirname(made)) {
		await syncFolder(path.dirname(made));
	}
}
