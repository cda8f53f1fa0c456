/**
 * Changes an asset or an entity: keeps the earlier revision and enters the new one into the log.
 * Callers decide what may change and who may change it.
 */
import { isoTime, type Clock } from '../../../server/clock';
import { forUpdate } from '../../../server/database/locks';
import { refuse } from '../../../server/refusal';
import type { Transaction } from '../../database/database';
import { newEntry, statusOf, type EntryOfRecord, type RecordKind } from '../../log/record-kind';
import type { RecordLog } from '../../log/record-log';

/** Columns that an asset and an entity have alike. */
export interface RevisedRow {
	readonly id: string;
	readonly name: string;
	/** Counts from 1. */
	readonly revision: number;
	/** User id and time of this revision; null in the first one. */
	readonly changed_by: string | null;
	readonly changed_at: string | null;
	readonly deleted_at: string | null;
}

export type StoredRow<Row extends RevisedRow> = Row &
	EntryOfRecord & { readonly log_sequence: number };

export interface Revision<Row extends RevisedRow> {
	readonly table: 'assets' | 'entities';
	readonly kind: RecordKind<Row>;
	readonly before: StoredRow<Row>;
	readonly changed: Partial<Pick<RevisedRow, 'name' | 'deleted_at'>>;
	readonly changerId: string;
}

export interface RevisionParts {
	readonly clock: Clock;
	readonly recordLog: RecordLog;
}

/** Locks the row until the transaction ends. */
export async function lockRow(
	transaction: Transaction,
	table: 'assets' | 'entities',
	id: string,
): Promise<void> {
	const locked = transaction.selectFrom(table).select('id').where('id', '=', id);
	await forUpdate(transaction, locked).execute();
}

/** Refuses an edited row: a new revision would put the edit into the log. */
export function refuseCorrupted<Row extends RevisedRow>(
	what: 'asset' | 'entity',
	kind: RecordKind<Row>,
	row: StoredRow<Row>,
): void {
	if (statusOf(kind, row) !== 'Corrupted') return;
	throw refuse('Core_RecordCorrupted', `${what} '${row.id}'`);
}

export async function revise<Row extends RevisedRow>(
	transaction: Transaction,
	{ clock, recordLog }: RevisionParts,
	{ table, kind, before, changed, changerId }: Revision<Row>,
): Promise<void> {
	const { id, revision, name, changed_by, changed_at, log_sequence } = before;
	await transaction
		.insertInto('tracker_revisions')
		.values({ id, revision, name, changed_by, changed_at, log_sequence })
		.execute();
	const made = { revision: revision + 1, changed_by: changerId, changed_at: isoTime(clock) };
	const after = { ...before, ...changed, ...made };
	const entry = await recordLog.append(transaction, newEntry(kind, after));
	await transaction
		.updateTable(table)
		.set({ ...changed, ...made, log_sequence: entry.sequence })
		.where('id', '=', id)
		.execute();
}
