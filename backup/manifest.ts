/**
 * The manifest of a copy, written last: what it contains, what is missing, and how many rows and
 * bytes a restored copy must have. A folder without it is not a complete copy.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { RowCounts } from '../server/database/snapshot';
import { isAbsent, replaceFile } from '../server/durable-files';
import type { Copied } from './copying';
import type { PartName } from './installation';
import type { CopiedShards } from './shards';

export interface PartManifest {
	/** Database file in the part's folder. */
	readonly database: string;
	readonly databaseSizeBytes: number;
	readonly rows: RowCounts;
	/** Settings, keys and mails, copied as they are. */
	readonly others: Copied;
}

export interface Manifest {
	readonly format: 1;
	readonly takenAt: string;
	/** How long writers waited for the snapshot, in milliseconds. */
	readonly writersWaitedMs: number;
	readonly sizeBytes: number;
	readonly parts: Readonly<Partial<Record<PartName, PartManifest>>>;
	/** Stored files: contracts, documents, uploads. */
	readonly objects: CopiedShards | null;
	/** One sentence for each thing a restored installation needs that is not in the copy. */
	readonly notCopied: readonly string[];
}

const fileName = 'backup.json';

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
	await replaceFile(path.join(folder, fileName), `${JSON.stringify(manifest, null, '\t')}\n`);
}

/** Throws if the folder is not a complete copy; the message says what to do. */
export async function readManifest(folder: string): Promise<Manifest> {
	const file = path.join(folder, fileName);
	const text = await fs.readFile(file, 'utf8').catch((fault: unknown) => {
		if (!isAbsent(fault)) throw fault;
		throw new Error(`${folder} is no finished backup: it has no ${fileName}`);
	});
	const value = JSON.parse(text) as Manifest;
	if (value.format !== 1) throw new Error(`${file} is of a newer version than this program`);
	return value;
}
