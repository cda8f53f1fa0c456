/**
 * Where segments are kept: a folder, or the storage product. A segment is named by what is in it, so
 * writing it again is harmless, and nothing that was written is ever changed.
 */
import fs from 'node:fs/promises';
import path from 'node:path';

export interface SegmentStore {
	/** Answers where the segment is from now on, once that outlasts a loss of power. */
	write(name: string, bytes: Uint8Array): Promise<string>;
	/** Throws where it is not there. */
	read(place: string): Promise<Uint8Array>;
}

/** In a folder of its own for each market; a place is relative, so the folder may be moved. */
export function folderStore(folder: string): SegmentStore {
	return {
		async write(name, bytes) {
			const file = path.join(folder, name);
			await makeFolder(path.dirname(file));
			const draft = `${file}.draft`;
			await writeDurably(draft, bytes);
			await fs.rename(draft, file);
			await syncFolder(path.dirname(file));
			return name;
		},
		read: (place) => fs.readFile(path.join(folder, place)),
	};
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
	const handle = await fs.open(file, 'w', 0o600);
	try {
		await handle.writeFile(bytes);
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** With those above it, each of them to be found after a loss of power. */
async function makeFolder(folder: string): Promise<void> {
	const first = await fs.mkdir(folder, { recursive: true, mode: 0o700 });
	if (first === undefined) return;
	for (let made = folder; made.length >= first.length; made = path.dirname(made)) {
		await syncFolder(path.dirname(made));
	}
}

async function syncFolder(folder: string): Promise<void> {
	const handle = await fs.open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
