/**
 * Whether the entries of the log are one chain: every hash worked out again from the entry and the
 * hash before it. Records are compared with their entries elsewhere.
 */
import { chained, entryHash, genesis } from '../log/record-log';
import type { Finding, Tally } from './finding';
import type { SnapshotReader } from './snapshot-reader';

export async function* chainFindings(reader: SnapshotReader, tally: Tally): AsyncIterable<Finding> {
	const entries = reader.tables.selectFrom('log_entries').selectAll();
	let previous: string = genesis;
	for await (const row of reader.rows(
		entries.where('position', 'is not', null).orderBy('position'),
	)) {
		tally.entries += 1;
		const sides = [
			['previous_hash', previous, row.previous_hash],
			['hash', entryHash(previous, chained(row)), row.hash],
			['status', 'Confirmed', row.status],
		] as const;
		yield* differing(row.sequence, 'does not continue the chain', sides);
		previous = row.hash ?? previous;
	}
	for await (const row of reader.rows(entries.where('position', 'is', null).orderBy('sequence'))) {
		tally.entries += 1;
		const sides = [
			['previous_hash', null, row.previous_hash],
			['hash', null, row.hash],
			['status', 'Unconfirmed', row.status],
		] as const;
		yield* differing(row.sequence, 'has no place in the chain', sides);
	}
}

function* differing(
	sequence: number,
	problem: string,
	sides: readonly (readonly [string, string | null, string | null])[],
): Iterable<Finding> {
	for (const [column, expected, found] of sides) {
		if (expected === found) continue;
		const told = { expected: expected ?? 'none', found: found ?? 'none' };
		yield { record: 'log entry', id: String(sequence), column, problem, ...told };
	}
}
