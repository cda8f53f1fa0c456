/**
 * What the log says of a record, by its kind: the columns its payload is made of, and whether the
 * record as it stands now is still what its entry commits to. Writers, readers and the verification
 * work it out from here alone, so that none of them can forget a column.
 */
import { commitmentOf, isSalt } from './leaf';
import type { LogRecord } from './entry-rows';
import type { BlockchainStatus } from './record-log';
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
	'log_entries.sequence as entry_sequence',
	'log_entries.kind as entry_kind',
	'log_entries.subject_id as entry_subject',
	'log_entries.form as entry_form',
	'log_entries.salt as entry_salt',
	'log_entries.commitment as entry_commitment',
	'log_entries.status as entry_status',
] as const;

/** All are null where a record has no entry. */
export interface EntryOfRecord {
	readonly entry_sequence: number | null;
	readonly entry_kind: string | null;
	readonly entry_subject: string | null;
	readonly entry_form: number | null;
	readonly entry_salt: string | null;
	readonly entry_commitment: string | null;
	readonly entry_status: string | null;
}

/** The text an entry of that form commits to; the order of keys is part of it. */
export function payloadOf<Row>(kind: RecordKind<Row>, row: Row, form: number): string {
	return JSON.stringify(kind.forms[form - 1]?.(row) ?? null);
}

/** What to enter for a new record. */
export function newEntry<Row>(kind: RecordKind<Row>, row: Row): LogRecord {
	const form = kind.forms.length;
	const payload = payloadOf(kind, row, form);
	return { kind: kind.kindOf(row), subjectId: kind.subjectOf(row), payload, form };
}

/** What of an entry is not what its record gives now, and what that is. */
export interface Difference {
	readonly column: 'kind' | 'subject_id' | 'salt' | 'commitment';
	readonly expected: string;
	readonly found: string;
}

/** Where a record differs from its entry; nothing when it is the one that was entered. */
export function differenceOf<Row>(
	kind: RecordKind<Row>,
	row: Row & EntryOfRecord,
): Difference | undefined {
	const { entry_salt: salt, entry_commitment: commitment } = row;
	// Who could take the salt away and change the record would have it Confirmed.
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

/** The status of a record: Corrupted when it is not what was entered, whatever its entry says. */
export function statusOf<Row>(kind: RecordKind<Row>, row: Row & EntryOfRecord): BlockchainStatus {
	if (differenceOf(kind, row) !== undefined) return 'Corrupted';
	return recordStatus([row.entry_status ?? 'Corrupted']);
}
