/**
 * Recomputes every payload, sum and hash from the records and reports differences. Reads one
 * snapshot of the database while the service runs; the storage check reads the bytes of files. It
 * finds edits, also of somebody who rewrites records and log consistently, up to the checkpoint beside the
 * log's key; not those of whoever has that folder, too.
 */
import type { Checkpoint } from '../../proof/checkpoint';
import { anchorFindings } from './anchors';
import type { Finding, Tally } from './finding';
import { ledgerFindings } from './ledger';
import { recordChecks } from './records';
import type { SnapshotReader } from './snapshot-reader';
import { notedKey, treeFindings } from './tree';
import { witnessFindings } from './witnesses';

/** `kept` is the checkpoint beside the log's key, read before the snapshot began. */
export async function* verify(
	reader: SnapshotReader,
	tally: Tally,
	kept: Checkpoint | 'lost' | undefined,
): AsyncIterable<Finding> {
	const scope = { key: await notedKey(reader), checkpoints: 'all', kept } as const;
	for await (const { isOfTree: _, ...finding } of treeFindings(reader, tally, scope)) yield finding;
	for (const check of recordChecks) yield* check(reader, tally);
	yield* ledgerFindings(reader, tally);
	yield* anchorFindings(reader);
	yield* witnessFindings(reader);
}
