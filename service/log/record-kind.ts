/**
 * What the log says of a record, by its kind: the columns its payload is made of, and whether the
 * record as it stands now still gives the hash of its entry. Writers, readers and the verification
 * work it out from here alone, so that none of them can forget a column. Which records there are is
 * left to the areas.
 */
import { hash } from 'node:crypto';
import type { BlockchainStatus, LogRecord } from './record-log';
import { recordStatus } from './record-status';

export interface RecordKind<Row> {
	/** The kind of its entry. */
	kindOf(row: Row): string;
	/** What its entry is about. */
	subjectOf(row: Row): string;
	/**
	 * Its payload as it was first, then as later versions have it. A new entry has the last form; an
	 * entry keeps its own, so a form that was released never changes. The order of keys is part of it.
	 */
	readonly forms: readonly ((row: Row) => object)[];
}

/** The columns of an entry that a record is compared with, beside the record's own. */
export const entryColumns = [
	'log_entries.kind as entry_kind',
	'log_entries.subject_id as entry_subject',
	'log_entries.form as entry_form',
	'log_entries.payload_hash as entry_hash',
	'log_entries.status as entry_status',
] as const;

/** All are null where a record has no entry. */
export interface EntryOfRecord {
	readonly entry_kind: string | null;
	readonly entry_subject: string | null;
	readonly entry_form: number | null;
	readonly entry_hash: string | null;
	readonly entry_status: string | null;
}

/** SHA-256 of `JSON.stringify(payload)`, lower-case hex; the writer fixes the key order. */
export function payloadHash(payload: unknown): string {
	return hash('sha256', JSON.stringify(payload));
}

/** What to enter for a new record. */
export function newEntry<Row>(kind: RecordKind<Row>, row: Row): LogRecord {
	const payload = kind.forms.at(-1)?.(row);
	return {
		kind: kind.kindOf(row),
		subjectId: kind.subjectOf(row),
		payloadHash: payloadHash(payload),
		form: kind.forms.length,
	};
}

/** What of an entry is not what its record gives now, and what that is. */
export interface Difference {
	readonly column: 'kind' | 'subject_id' | 'payload_hash';
	readonly expected: string;
	readonly found: string;
}

/** Where a record differs from its entry; nothing when it is the one that was entered. */
export function differenceOf<Row>(
	kind: RecordKind<Row>,
	row: Row & EntryOfRecord,
): Difference | undefined {
	const payload = kind.forms[(row.entry_form ?? 0) - 1]?.(row);
	const sides = [
		['payload_hash', row.entry_hash, payloadHash(payload ?? null)],
		['kind', row.entry_kind, kind.kindOf(row)],
		['subject_id', row.entry_subject, kind.subjectOf(row)],
	] as const;
	for (const [column, expected, found] of sides) {
		if (expected !== found) return { column, expected: expected ?? 'no entry', found };
	}
	return undefined;
}

/** The status of a record: Corrupted when it is not what was entered, whatever its entry says. */
export function statusOf<Row>(kind: RecordKind<Row>, row: Row & EntryOfRecord): BlockchainStatus {
	if (differenceOf(kind, row) !== undefined) return 'Corrupted';
	return recordStatus([row.entry_status ?? 'Corrupted']);
}
