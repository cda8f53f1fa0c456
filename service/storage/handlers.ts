/**
 * The storage operations: files of an organisation by their receipts, over the object store. A
 * receipt points to the entry of the log that holds the hash of the file map, and both are written
 * in the transaction that attaches the object.
 */
import type { Model } from '../../api/types';
import { isoTime, newId, type Clock } from '../../server/clock';
import type { Database } from '../database/database';
import {
	admitAll,
	type AreaAdmissions,
	type AreaHandlers,
	type Caller,
	type Upload,
} from '../operations/handler';
import { payloadHash, type RecordLog } from '../log/record-log';
import { listRange } from '../operations/list-range';
import { refuse } from '../../server/refusal';
import { byteRange } from './byte-range';
import type { ObjectStore } from '../objects/object-store';

export interface StorageParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
	readonly objects: ObjectStore;
}

interface StoredFile {
	readonly id: string;
	readonly file_name: string;
	readonly object_id: string;
	readonly log_sequence: number;
	readonly created_at: string;
}

/** Three letters, then the sequence of the log entry in sixteen hex digits. */
export function pointerTo(logSequence: number): string {
	return `LOG${logSequence.toString(16).padStart(16, '0')}`;
}

export function storageHandlers(parts: StorageParts): AreaHandlers<'storage'> {
	const { database, objects } = parts;
	return {
		async uploadFile({ caller }, { file }) {
			return receipt(await keepFile(parts, caller, file));
		},
		async downloadFile({ caller }, { fileId, range: header }) {
			const file = await findFile(database, caller, fileId);
			const { sizeBytes, hash } = await objects.describe(file.object_id);
			const range = byteRange(header, sizeBytes);
			const { bytes } = await objects.read(file.object_id, range);
			return { bytes, fileName: file.file_name, etag: hash, sizeBytes, range };
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
		async listFiles({ caller }, input) {
			const { limit, offset } = listRange(input);
			const rows = await database
				.selectFrom('stored_files')
				.selectAll()
				.where('organisation_id', '=', caller.organisationId)
				.orderBy('sequence')
				.limit(limit)
				.offset(offset)
				.execute();
			return rows.map(receipt);
		},
		async listBucketHealth() {
			const health = await objects.health();
			return health.map(({ host, status, region }) => ({ host, status, region }));
		},
	};
}

/** A role is all that is needed to store a file. */
export const storageAdmissions: AreaAdmissions<'storage'> = { uploadFile: admitAll };

async function keepFile(
	{ database, clock, recordLog }: StorageParts,
	caller: Caller,
	{ fileName, object }: Upload,
): Promise<StoredFile> {
	if (object.sizeBytes === 0) throw refuse('Storage_FileContentEmpty');
	await object.makeDurable();
	const id = newId(clock);
	const createdAt = isoTime(clock);
	const { hash, sizeBytes, storedSizeBytes } = object;
	const file = await database.transaction().execute(async (transaction) => {
		await object.attach(transaction);
		const entry = await recordLog.append(transaction, {
			kind: 'file',
			subjectId: id,
			payloadHash: payloadHash({ id, fileName, hash, storedSizeBytes, sizeBytes, createdAt }),
		});
		const row = {
			id,
			file_name: fileName,
			object_id: object.id,
			log_sequence: entry.sequence,
			created_at: createdAt,
		};
		await transaction
			.insertInto('stored_files')
			.values({ ...row, organisation_id: caller.organisationId, owner_email: caller.email })
			.execute();
		return row;
	});
	recordLog.wake();
	return file;
}

/** The file of that id in the caller's organisation; refuses when there is none. */
async function findFile(database: Database, caller: Caller, fileId: string): Promise<StoredFile> {
	const file = await database
		.selectFrom('stored_files')
		.selectAll()
		.where('organisation_id', '=', caller.organisationId)
		.where('id', '=', fileId)
		.executeTakeFirst();
	if (file === undefined) throw refuse('Storage_FileNotFound', fileId);
	return file;
}

function receipt(file: StoredFile): Model<'Receipt'> {
	return {
		id: file.id,
		pointer: pointerTo(file.log_sequence),
		fileName: file.file_name,
		creationDate: file.created_at,
		queryParams: { app: 'sds' },
	};
}
