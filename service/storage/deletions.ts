/**
 * Deletes stored files: by their owners, or by themselves when their time is over. Mark, log entry and release of the
 * object are one transaction; the shards are erased after it, those in buckets that are away later.
 *
 *   a file    entered by                    left by
 *   in use    upload                        delete; its time
 *   deleted   delete; its time              never; it is found no more, but for its receipt and proofs
 */
import { isoTime } from '../../server/clock';
import { forUpdate } from '../../server/database/locks';
import { refuse } from '../../server/refusal';
import { newEntry } from '../log/record-kind';
import type { RecordLog } from '../log/record-log';
import type { ObjectStore } from '../objects/object-store';
import type { Caller } from '../operations/handler';
import { fileDeletionRecord, mapColumns } from './file-entries';
import type { FileParts } from './stored-files';

export interface DeletionParts extends FileParts {
	readonly recordLog: RecordLog;
	readonly objects: ObjectStore;
}

/** Deletes a file, without a caller because its time is over; refuses one that is deleted. */
export async function deleteFile(
	{ database, clock, recordLog, objects }: DeletionParts,
	fileId: string,
	caller?: Caller,
): Promise<void> {
	const file = await database
		.selectFrom('stored_files')
		.select(['id', 'organisation_id', 'object_id'])
		.where('id', '=', fileId)
		.executeTakeFirstOrThrow();
	await objects.remove([file.object_id], async (transaction) => {
		await caller?.requireStill(transaction);
		const row = transaction
			.selectFrom('stored_files')
			.select('deleted_at')
			.where('id', '=', fileId);
		const { deleted_at } = await forUpdate(transaction, row).executeTakeFirstOrThrow();
		if (deleted_at !== null) throw refuse('Storage_FileNotFound', fileId);
		const map = await transaction
			.selectFrom('storage_objects')
			.select(mapColumns)
			.where('id', '=', file.object_id)
			.executeTakeFirst();
		const deleted = { deleted_at: isoTime(clock), deleted_by_email: caller?.email ?? null };
		const entry = newEntry(fileDeletionRecord, { ...file, ...deleted });
		const { sequence } = await recordLog.append(transaction, entry);
		await transaction
			.updateTable('stored_files')
			.set({ ...map, ...deleted, deletion_sequence: sequence })
			.where('id', '=', fileId)
			.execute();
	});
	recordLog.wake();
}

/** Files whose time is over, for the rounds that erase. */
export function expiredFiles(parts: DeletionParts) {
	return {
		async find(limit: number): Promise<readonly string[]> {
			const rows = await parts.database
				.selectFrom('stored_files')
				.select('id')
				.where('expires_at', '<=', isoTime(parts.clock))
				.where('deleted_at', 'is', null)
				.orderBy('expires_at')
				.limit(limit)
				.execute();
			return rows.map(({ id }) => id);
		},
		erase: (fileId: string) => deleteFile(parts, fileId),
	};
}
