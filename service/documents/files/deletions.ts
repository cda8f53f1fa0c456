/**
 * Deletes files and folders. The mark and its log entry are one transaction, after which nothing is
 * compared, added or returned. Deleting a folder only marks the folder, however many files it has. The
 * contents are erased soon after (content-eraser.ts).
 *
 *   a file or folder   entered by   left by
 *   in use             creation     delete
 *   deleted            delete       never; deleting it again changes nothing
 */
import { isoTime, type Clock } from '../../../server/clock';
import { forUpdate } from '../../../server/database/locks';
import { storeFor } from '../../operations/storing';
import type { Caller } from '../../operations/handler';
import type { Database } from '../../database/database';
import { newEntry } from '../../log/record-kind';
import type { RecordLog } from '../../log/record-log';
import { deletionRecord } from './document-entries';

export interface DeletionParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
}

const kinds = { keeper_files: 'file', keeper_folders: 'folder' } as const;

/** Marks an existing file or folder as deleted. Returns false if it was deleted already. */
export async function markDeleted(
	{ database, clock, recordLog }: DeletionParts,
	caller: Caller,
	{ table, id }: { readonly table: keyof typeof kinds; readonly id: string },
): Promise<boolean> {
	const isMarked = await storeFor(database, caller, async (transaction) => {
		const locked = transaction
			.selectFrom(table)
			.select(['id', 'product_id', 'deleted_at'])
			.where('id', '=', id);
		const row = await forUpdate(transaction, locked).executeTakeFirstOrThrow();
		if (row.deleted_at !== null) return false;
		const deleted = { deleted_at: isoTime(clock), deleted_by_email: caller.email };
		const entry = newEntry(deletionRecord, { what: kinds[table], ...row, ...deleted });
		const { sequence } = await recordLog.append(transaction, entry);
		await transaction
			.updateTable(table)
			.set({ ...deleted, deletion_sequence: sequence })
			.where('id', '=', id)
			.execute();
		return true;
	});
	if (isMarked) recordLog.wake();
	return isMarked;
}
