/** The files of an organisation. One whose time is over counts as deleted, also before its shards are erased. */
import { isoTime, type Clock } from '../../server/clock';
import { refuse } from '../../server/refusal';
import type { Database, Transaction } from '../database/database';
import { entryColumns, statusOf, type EntryOfRecord } from '../log/record-kind';
import { fileColumns, fileRecord, type FileRow } from './file-entries';

export type StoredFile = FileRow &
	EntryOfRecord & { readonly log_sequence: number; readonly deleted_at: string | null };

export interface FilePlace {
	readonly organisationId: string;
	readonly fileId: string;
}

/** All of them, also deleted ones. */
export function fileRows(connection: Database | Transaction) {
	return connection
		.selectFrom('stored_files')
		.leftJoin('storage_objects', 'storage_objects.id', 'stored_files.object_id')
		.innerJoin('log_entries', 'log_entries.sequence', 'stored_files.log_sequence')
		.select(fileColumns)
		.select(entryColumns)
		.select(['stored_files.log_sequence', 'stored_files.deleted_at']);
}

/** A file that is there or was deleted; refuses an unknown id. */
export async function findReceipt(database: Database, place: FilePlace): Promise<StoredFile> {
	const file = await fileRows(database)
		.where('stored_files.organisation_id', '=', place.organisationId)
		.where('stored_files.id', '=', place.fileId)
		.executeTakeFirst();
	if (file === undefined) throw refuse('Storage_FileNotFound', place.fileId);
	return file;
}

export interface FileParts {
	readonly database: Database;
	readonly clock: Clock;
}

/** A file that is there; refuses an unknown id and one that is deleted. */
export async function findFile(
	{ database, clock }: FileParts,
	place: FilePlace,
): Promise<StoredFile> {
	const file = await findReceipt(database, place);
	if (hasEnded(file, isoTime(clock))) throw refuse('Storage_FileNotFound', place.fileId);
	return file;
}

export function hasEnded(
	file: { readonly deleted_at: string | null; readonly expires_at: string | null },
	now: string,
): boolean {
	return file.deleted_at !== null || (file.expires_at !== null && file.expires_at <= now);
}

/** Refuses a corrupted row, because downloads are checked against its hash. */
export function requireSound(file: StoredFile): StoredFile {
	if (isCorrupted(file)) throw refuse('Core_RecordCorrupted', `file '${file.id}'`);
	return file;
}

export function isCorrupted(file: StoredFile): boolean {
	return statusOf(fileRecord, file) === 'Corrupted';
}
