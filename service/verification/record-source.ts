/** Compares the records of one kind with their entries. */
import type { Compilable } from 'kysely';
import type { Database } from '../database/database';
import { differenceOf, type EntryOfRecord, type RecordKind } from '../log/record-kind';
import type { Finding, Tally } from './finding';
import type { SnapshotReader } from './snapshot-reader';

export type Check = (reader: SnapshotReader, tally: Tally) => AsyncIterable<Finding>;

export function sourceOf<Row>(
	kind: RecordKind<Row>,
	rowsOf: (reader: SnapshotReader) => AsyncIterable<Row & EntryOfRecord>,
): Check {
	return async function* (reader, tally) {
		for await (const row of rowsOf(reader)) {
			tally.records += 1;
			yield* changed(kind, row);
		}
	};
}

/** A check of records with one row each. */
export function recordsOf<Row>(
	kind: RecordKind<Row>,
	query: (tables: Database) => Compilable<Row & EntryOfRecord>,
): Check {
	return sourceOf(kind, (reader) => reader.rows(query(reader.tables)));
}

function* changed<Row>(kind: RecordKind<Row>, row: Row & EntryOfRecord): Iterable<Finding> {
	const difference = differenceOf(kind, row);
	if (difference === undefined) return;
	const { column, expected, found } = difference;
	const named = { record: kind.kindOf(row), id: kind.subjectOf(row) };
	if (column === 'commitment') {
		yield { ...named, problem: 'is no longer what its entry commits to', expected, found };
	} else if (column === 'salt') {
		yield {
			...named,
			column,
			problem: 'has an entry that nothing can be compared with',
			expected,
			found,
		};
	} else {
		yield { ...named, column, problem: 'has the entry of another record', expected, found };
	}
}
