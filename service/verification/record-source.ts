/**
 * The records of one kind as the verification reads them: what of them is not what their entries commit
 * to, and what entries of before the tree will commit to. Which records there are is left to records.ts.
 */
import type { Compilable } from 'kysely';
import type { Database } from '../database/database';
import { differenceOf, payloadOf, type EntryOfRecord, type RecordKind } from '../log/record-kind';
import type { Finding, Tally } from './finding';
import type { SnapshotReader } from './snapshot-reader';

export type Check = (reader: SnapshotReader, tally: Tally) => AsyncIterable<Finding>;

/** A payload that an entry of before the tree has not committed to yet. */
export interface EnteredPayload {
	readonly sequence: number;
	readonly payload: string;
}

/** Records of one kind. */
export interface RecordSource {
	readonly findings: Check;
	/** Those of entries without a commitment. */
	payloads(reader: SnapshotReader): AsyncIterable<EnteredPayload>;
}

export function sourceOf<Row>(
	kind: RecordKind<Row>,
	rowsOf: (reader: SnapshotReader) => AsyncIterable<Row & EntryOfRecord>,
): RecordSource {
	return {
		async *findings(reader, tally) {
			for await (const row of rowsOf(reader)) {
				tally.records += 1;
				yield* changed(kind, row);
			}
		},
		async *payloads(reader) {
			for await (const row of rowsOf(reader)) {
				const { entry_sequence: sequence, entry_commitment: commitment } = row;
				if (sequence === null || commitment !== null) continue;
				yield { sequence, payload: payloadOf(kind, row, row.entry_form ?? 0) };
			}
		},
	};
}

/** Records of one kind, a row each. */
export function recordsOf<Row>(
	kind: RecordKind<Row>,
	query: (tables: Database) => Compilable<Row & EntryOfRecord>,
): RecordSource {
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
