/** Gets an entry and all that proves it, and works the proof out. */
import { fromHex } from '../../proof/bytes';
import type { Checkpoint } from '../../proof/checkpoint';
import { whyNoChecking } from '../parts/checking-here';
import { climbed, type Climb } from './climb';
import { readEntry, readInclusion, readLog, treeEntryOf, type LoggedEntry } from './log';
import { checkpointOf } from './seen-log';
import { readStore } from './seen-store';

export interface EntryInTree {
	readonly index: number;
	readonly climb: Climb;
	readonly checkpoint: Checkpoint;
	/** Whether the root that was written to a chain covers the entry; undefined where none was. */
	readonly anchor: AnchoredEntry | undefined;
}

export interface AnchoredEntry {
	readonly treeSize: number;
	readonly holds: boolean;
}

export interface EntryInHand {
	readonly entry: LoggedEntry;
	/** Undefined where no checkpoint covers it yet, or the browser cannot check. */
	readonly tree: EntryInTree | undefined;
}

export async function provenEntry(index: number): Promise<EntryInHand> {
	const [entry, { vkey, note }] = await Promise.all([readEntry(index), readLog()]);
	if (note === undefined || (await whyNoChecking()) !== undefined) {
		return { entry, tree: undefined };
	}
	// By the key this browser knows the log by, where it does.
	const known = readStore(localStorage).seen?.vkey ?? vkey;
	const checkpoint = await checkpointOf({ vkey: known, note });
	const { treeSize, rootHash } = checkpoint;
	if (index >= treeSize) return { entry, tree: undefined };
	const path = await readInclusion(index, treeSize);
	const climb = await climbed({ entry: treeEntryOf(entry), index, treeSize, path, rootHash });
	const anchor = await anchored(entry, index, treeSize);
	return { entry, tree: { index, climb, checkpoint, anchor } };
}

async function anchored(
	entry: LoggedEntry,
	index: number,
	logSize: number,
): Promise<AnchoredEntry | undefined> {
	if (entry.anchor === undefined) return undefined;
	const treeSize = Number(entry.anchor.treeSize);
	// A log that was set back has no hashes up to there.
	if (treeSize > logSize) return { treeSize, holds: false };
	const path = await readInclusion(index, treeSize);
	const rootHash = fromHex(entry.anchor.rootHash) ?? new Uint8Array();
	const climb = await climbed({ entry: treeEntryOf(entry), index, treeSize, path, rootHash });
	return { treeSize, holds: climb.holds };
}
