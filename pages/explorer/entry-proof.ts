/** Fetches an entry and its proof, and verifies the proof. */
import { fromHex } from '../../proof/bytes';
import type { Checkpoint } from '../../proof/checkpoint';
import { checkObstacle } from '../parts/checking-here';
import { computePath, type InclusionPath } from './inclusion-path';
import { readEntry, readInclusion, readLog, treeEntryOf, type LoggedEntry } from './log';
import { checkpointOf } from './seen-log';
import { readStore } from './seen-store';

export interface EntryInTree {
	readonly index: number;
	readonly inclusion: InclusionPath;
	readonly checkpoint: Checkpoint;
	/** Whether an anchored root covers the entry; undefined if none was anchored. */
	readonly anchor: AnchoredEntry | undefined;
}

export interface AnchoredEntry {
	readonly treeSize: number;
	readonly holds: boolean;
}

export interface LoadedEntry {
	readonly entry: LoggedEntry;
	/** Undefined if no checkpoint covers it yet, or the browser cannot check. */
	readonly tree: EntryInTree | undefined;
}

export async function loadEntryProof(index: number): Promise<LoadedEntry> {
	const [entry, { vkey, note }] = await Promise.all([readEntry(index), readLog()]);
	if (note === undefined || (await checkObstacle()) !== undefined) {
		return { entry, tree: undefined };
	}
	// Prefers the key that this browser has stored.
	const known = readStore(localStorage).seen?.vkey ?? vkey;
	const checkpoint = await checkpointOf({ vkey: known, note });
	const { treeSize, rootHash } = checkpoint;
	if (index >= treeSize) return { entry, tree: undefined };
	const path = await readInclusion(index, treeSize);
	const inclusion = await computePath({
		entry: treeEntryOf(entry),
		index,
		treeSize,
		path,
		rootHash,
	});
	const anchor = await anchored(entry, index, treeSize);
	return { entry, tree: { index, inclusion, checkpoint, anchor } };
}

async function anchored(
	entry: LoggedEntry,
	index: number,
	logSize: number,
): Promise<AnchoredEntry | undefined> {
	if (entry.anchor === undefined) return undefined;
	const treeSize = Number(entry.anchor.treeSize);
	// A log that was rolled back has no hashes up to that size.
	if (treeSize > logSize) return { treeSize, holds: false };
	const path = await readInclusion(index, treeSize);
	const rootHash = fromHex(entry.anchor.rootHash) ?? new Uint8Array();
	const inclusion = await computePath({
		entry: treeEntryOf(entry),
		index,
		treeSize,
		path,
		rootHash,
	});
	return { treeSize, holds: inclusion.holds };
}
