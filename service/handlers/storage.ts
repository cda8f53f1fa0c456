/**
 * Operations on stored files. A receipt points to the log entry with the hash of the file map;
 * both are written in the transaction that attaches the object.
 */
import type { Model } from '../../api/types';
import { isoTime, newId, type Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';
import {
	admitAll,
	type AreaAdmissions,
	type AreaHandlers,
	type Caller,
	type RequestContext,
	type Upload,
} from '../operations/handler';
import { countAway, tellShards } from '../objects/file-events';
import { entryColumns, newEntry, statusOf, type EntryOfRecord } from '../log/record-kind';
import type { RecordLog } from '../log/record-log';
import { listRange } from '../operations/list-range';
import { readList } from '../database/list-reading';
import { storeOnce } from '../operations/once';
import { addEvent } from '../../server/events/record/events';
import { refuse } from '../../server/refusal';
import { fileColumns, fileRecord, type FileRow } from '../storage/file-entries';
import type { RecordProofs } from '../proofs/record-proofs';
import type { ObjectStore } from '../objects/object-store';

export interface StorageParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
	readonly objects: ObjectStore;
	readonly proofs: RecordProofs;
}

type StoredFile = FileRow & EntryOfRecord & { readonly log_sequence: number };

/** Three letters, then the sequence of the log entry in sixteen hex digits. */
export function pointerTo(logSequence: number): string {
	return `LOG${logSequence.toString(16).padStart(16, '0')}`;
}

export function storageHandlers(parts: StorageParts): AreaHandlers<'storage'> {
	const { database, objects, proofs } = parts;
	return {
		uploadFile(context, { file, displayName }) {
			// As with file names, only the last part of a path is used.
			const fileName = displayName?.split(/[/\\]/).at(-1) || file.fileName;
			return keepFile(parts, context, { ...file, fileName });
		},
		async downloadFile({ caller }, { fileId }) {
			const file = await findFile(database, caller, fileId);
			const { sizeBytes, hash } = await objects.describe(file.object_id);
			return {
				fileName: file.file_name,
				etag: hash,
				sizeBytes,
				modifiedAt: new Date(file.created_at),
				proofPath: `${encodeURIComponent(file.id)}/proof`,
				read: async (range) => (await objects.read(file.object_id, range)).bytes,
			};
		},
		async getFileInfo({ caller }, { fileId }) {
			const file = await findFile(database, caller, fileId);
			const info = await objects.info(file.object_id);
			return {
				FileName: file.file_name,
				FileIds: info.shardKeys,
				Hash: info.hash,
				Size: info.storedSizeBytes,
				UnencryptedSize: info.sizeBytes,
				Status: info.status,
			};
		},
		async getFileProof({ caller }, { fileId }) {
			const file = await findFile(database, caller, fileId);
			return proofs.of(fileRecord, file, `file '${file.id}'`);
		},
		async listFiles({ caller }, input) {
			const query = fileRows(database).where(
				'stored_files.organisation_id',
				'=',
				caller.organisationId,
			);
			return readList(query, { by: 'stored_files.sequence' }, listRange(input), (rows) =>
				rows.map(receipt),
			);
		},
		async listBucketHealth() {
			const health = await objects.health();
			return health.map(({ host, status, region }) => ({ host, status, region }));
		},
	};
}

export const storageAdmissions: AreaAdmissions<'storage'> = { uploadFile: admitAll };

async function keepFile(
	{ database, clock, recordLog }: StorageParts,
	context: RequestContext,
	{ fileName, object }: Upload,
): Promise<Model<'Receipt'>> {
	if (object.sizeBytes === 0) throw refuse('Storage_FileContentEmpty');
	await object.makeDurable();
	const { caller } = context;
	const row = {
		id: newId(clock),
		organisation_id: caller.organisationId,
		owner_email: caller.email,
		file_name: fileName,
		object_id: object.id,
		created_at: isoTime(clock),
	};
	const record = await storeOnce(database, context, async (transaction) => {
		await object.attach(transaction);
		const map = await transaction
			.selectFrom('storage_objects')
			.select(['hash', 'size_bytes', 'data_shards', 'parity_shards', 'block_size_bytes'])
			.where('id', '=', object.id)
			.executeTakeFirstOrThrow();
		const entry = newEntry(fileRecord, { ...row, ...map });
		const { sequence } = await recordLog.append(transaction, entry);
		await transaction
			.insertInto('stored_files')
			.values({ ...row, log_sequence: sequence })
			.execute();
		await tellStored(transaction, clock, row);
		const stored = fileRows(transaction).where('stored_files.id', '=', row.id);
		return receipt(await stored.executeTakeFirstOrThrow());
	});
	recordLog.wake();
	return record;
}

/** Adds the event; a file whose buckets failed is degraded from the start. */
async function tellStored(
	transaction: Transaction,
	clock: Clock,
	row: { id: string; organisation_id: string; file_name: string; object_id: string },
): Promise<void> {
	const missingShards = await countAway(transaction, row.object_id);
	await addEvent(transaction, clock, {
		type: 'storage.stored',
		owner: row.organisation_id,
		subject: row.id,
		data: { fileId: row.id, fileName: row.file_name, missingShards },
	});
	await tellShards(transaction, row.object_id, { awayBefore: 0 });
}

function fileRows(connection: Database | Transaction) {
	return connection
		.selectFrom('stored_files')
		.innerJoin('storage_objects', 'storage_objects.id', 'stored_files.object_id')
		.innerJoin('log_entries', 'log_entries.sequence', 'stored_files.log_sequence')
		.select(fileColumns)
		.select(entryColumns)
		.select('stored_files.log_sequence');
}

/**
 * A file of the caller's organisation; refuses an unknown id, and a corrupted row, because
 * downloads are checked against its hash.
 */
async function findFile(database: Database, caller: Caller, fileId: string): Promise<StoredFile> {
	const file = await fileRows(database)
		.where('stored_files.organisation_id', '=', caller.organisationId)
		.where('stored_files.id', '=', fileId)
		.executeTakeFirst();
	if (file === undefined) throw refuse('Storage_FileNotFound', fileId);
	if (isCorrupted(file)) throw refuse('Core_RecordCorrupted', `file '${fileId}'`);
	return file;
}

function isCorrupted(file: StoredFile): boolean {
	return statusOf(fileRecord, file) === 'Corrupted';
}

function receipt(file: StoredFile): Model<'Receipt'> {
	return {
		id: file.id,
		pointer: pointerTo(file.log_sequence),
		fileName: file.file_name,
		creationDate: file.created_at,
		queryParams: { app: 'sds' },
		...(isCorrupted(file) && { blockchainStatus: 'Corrupted' }),
	};
}
