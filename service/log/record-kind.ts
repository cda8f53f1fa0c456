/**
 * Defines the log entry of each kind of record: the columns of its payload, and whether a record
 * still matches its entry. Writers, readers and verification all use it, so none of them can
 * forget a column.
 */
import { commitmentOf, isSalt } from './leaf';
import type { LogRecord } from './entry-rows';
import type { BlockchainStatus } from './record-log';
import { recordStatus } from './record-status';

export interface RecordKind<Row> {
	/** Kind of its entry. */
	kindOf(row: Row): string;
	/** Id of the record its entry is about. */
	subjectOf(row: Row): string;
	/**
	 * Payloads by version, the first version first. A new entry has the last form and keeps it, so a
	 * released form never changes. The order of keys matters.
	 */
	readonly forms: readonly ((row: Row) => object)[];
}

/** Columns of the entry, selected beside the record's own. */
export const entryColumns = [
	'log_entries.sequence as entry_sequence',
	'log_entries.kind as entry_kind',
	'log_entries.subject_id as entry_subject',
	'log_entries.form as entry_form',
	'log_entries.salt as entry_salt',
	'log_entries.commitment as entry_commitment',
	'log_entries.status as entry_status',
] as const;

/** All are null if a record has no entry. */
export interface EntryOfRecord {
	readonly entry_sequence: number | null;
	readonly entry_kind: string | null;
	readonly entry_subject: string | null;
	readonly entry_form: number | null;
	readonly entry_salt: string | null;
	readonly entry_commitment: string | null;
	readonly entry_status: string | null;
}

/** The text an entry of that form commits to; the order of keys matters. */
export function payloadOf<Row>(kind: RecordKind<Row>, row: Row, form: number): string {
	return JSON.stringify(kind.forms[form - 1]?.(row) ?? null);
}

export function newEntry<Row>(kind: RecordKind<Row>, row: Row): LogRecord {
	const form = kind.forms.length;
	const payload = payloadOf(kind, row, form);
	return { kind: kind.kindOf(row), subjectId: kind.subjectOf(row), payload, form };
}

/** The column in which an entry differs from its record. */
export interface Difference {
	readonly column: 'kind' | 'subject_id' | 'salt' | 'commitment';
	readonly expected: string;
	readonly found: string;
}

/** Where a record differs from its entry; undefined if it matches. */
export function differenceOf<Row>(
	kind: RecordKind<Row>,
	row: Row & EntryOfRecord,
): Difference | undefined {
	const { entry_salt: salt, entry_commitment: commitment } = row;
	// Otherwise removing the salt would allow changing the record.
	if (commitment !== null && !isSalt(salt ?? '')) {
		return { column: 'salt', expected: 'the salt of its entry', found: salt ?? 'none' };
	}
	const payload = payloadOf(kind, row, row.entry_form ?? 0);
	const sides = [
		['commitment', commitment, commitmentOf(salt ?? '', payload)],
		['kind', row.entry_kind, kind.kindOf(row)],
		['subject_id', row.entry_subject, kind.subjectOf(row)],
	] as const;
	for (const [column, expected, found] of sides) {
		if (expected !== found) return { column, expected: expected ?? 'no entry', found };
	}
	return undefined;
}

/**
 * The status of a record: Corrupted if it differs from its entry, whatever the entry's status is.
 */
export function statusOf<Row>(kind: RecordKind<Row>, row: Row & EntryOfRecord): BlockchainStatus {
	if (differenceOf(kind, row) !== undefined) return 'Corrupted';
	return recordStatus([row.entry_status ?? 'Corrupted']);
}
