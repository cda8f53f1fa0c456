/**
 * Works out every payload, sum and hash again from the records, and tells what differs. It reads one
 * moment of the database alone, row by row, while the service runs; the bytes of files are the
 * storage check's. Whoever may write to the database can make records and log agree again from end
 * to end, and then nothing here tells: it finds edits, not an operator who covers them.
 */
import { anchorFindings } from './anchors';
import type { Finding, Tally } from './finding';
import { ledgerFindings } from './ledger';
import { recordChecks } from './records';
import type { SnapshotReader } from './snapshot-reader';
import { notedKey, treeFindings } from './tree';
import { witnessFindings } from './witnesses';

export async function* verify(reader: SnapshotReader, tally: Tally): AsyncIterable<Finding> {
	const scope = { key: await notedKey(reader), checkpoints: 'all' } as const;
	for await (const { isOfTree: _, ...finding } of treeFindings(reader, tally, scope)) yield finding;
	for (const check of recordChecks) yield* check(reader, tally);
	yield* ledgerFindings(reader, tally);
	yield* anchorFindings(reader);
	yield* witnessFindings(reader);
}
