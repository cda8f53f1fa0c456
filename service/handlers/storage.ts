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
import { entryColumns, newEntry } from '../log/record-kind';
import type { RecordLog } from '../log/record-log';
import { listRange } from '../operations/list-range';
import { readList } from '../database/list-reading';
import { hasText } from '../database/text-search';
import { storeOnce } from '../operations/once';
import { addEvent } from '../../server/events/record/events';
import { instantOf } from '../../server/instant';
import { refuse } from '../../server/refusal';
import { deleteFile } from '../storage/deletions';
import { byteReply, unlessDeleted } from '../storage/downloads';
import {
	fileDeletionColumns,
	fileDeletionRecord,
	fileRecord,
	mapColumns,
} from '../storage/file-entries';
import { createFileLink, listFileLinks, revokeFileLink } from '../storage/file-links';
import {
	fileRows,
	findFile,
	findReceipt,
	isCorrupted,
	requireSound,
	type FilePlace,
	type StoredFile,
} from '../storage/stored-files';
import type { RecordProofs } from '../proofs/record-proofs';
import type { ObjectStore } from '../objects/object-store';

export interface StorageParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
	readonly objects: ObjectStore;
	readonly proofs: RecordProofs;
}

/** Three letters, then the sequence of the log entry in sixteen hex digits. */
export function pointerTo(logSequence: number): string {
	return `LOG${logSequence.toString(16).padStart(16, '0')}`;
}

export function storageHandlers(parts: StorageParts): AreaHandlers<'storage'> {
	const { database, clock, objects, proofs } = parts;
	return {
		uploadFile(context, { file, displayName, expiresAt }) {
			// As with file names, only the last part of a path is used.
			const fileName = displayName?.split(/[/\\]/).at(-1) || file.fileName;
			return keepFile(parts, context, { ...file, fileName }, expiresAt);
		},
		async downloadFile({ caller }, { fileId }) {
			const file = requireSound(await findFile(parts, placeOf(caller, fileId)));
			const proofPath = `${encodeURIComponent(file.id)}/proof`;
			return { ...(await byteReply(parts, file)), proofPath };
		},
		async getFileInfo({ caller }, { fileId }) {
			const file = requireSound(await findFile(parts, placeOf(caller, fileId)));
			const info = await unlessDeleted(parts, file, () => objects.info(file.object_id));
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
			const file = await findReceipt(database, placeOf(caller, fileId));
			return proofs.of(fileRecord, file, `file '${file.id}'`);
		},
		async listFiles({ caller }, input) {
			const now = isoTime(clock);
			let query = fileRows(database)
				.where('stored_files.organisation_id', '=', caller.organisationId)
				.where(({ and, or, eb }) =>
					input.isDeleted === true
						? or([
								eb('stored_files.deleted_at', 'is not', null),
								eb('stored_files.expires_at', '<=', now),
							])
						: and([
								eb('stored_files.deleted_at', 'is', null),
								or([
									eb('stored_files.expires_at', 'is', null),
									eb('stored_files.expires_at', '>', now),
								]),
							]),
				);
			if (input.search !== undefined) {
				query = query.where(hasText(['stored_files.file_name'], input.search));
			}
			const order = { by: 'stored_files.sequence', isNewestFirst: input.newestFirst ?? false };
			return readList(query, order, listRange(input), (rows) => rows.map(receipt));
		},
		...endHandlers(parts),
		async listBucketHealth() {
			const health = await objects.health();
			return health.map(({ host, status, region }) => ({ host, status, region }));
		},
	};
}

type EndOperation =
	| 'deleteFile'
	| 'getFileDeletionProof'
	| 'createFileLink'
	| 'listFileLinks'
	| 'revokeFileLink';

/** The end of a file, and links that end. */
function endHandlers(parts: StorageParts): Pick<AreaHandlers<'storage'>, EndOperation> {
	const { database, proofs } = parts;
	return {
		async deleteFile({ caller }, { fileId }) {
			await deleteFile(parts, (await findFile(parts, placeOf(caller, fileId))).id, caller);
		},
		async getFileDeletionProof({ caller }, { fileId }) {
			const { id } = await findReceipt(database, placeOf(caller, fileId));
			const row = await database
				.selectFrom('stored_files')
				.innerJoin('log_entries', 'log_entries.sequence', 'stored_files.deletion_sequence')
				.select(fileDeletionColumns)
				.select(entryColumns)
				.where('stored_files.id', '=', id)
				.executeTakeFirst();
			if (row === undefined) throw refuse('Core_NotDeleted', `file '${id}'`);
			return proofs.of(fileDeletionRecord, row, `deletion of file '${id}'`);
		},
		async createFileLink({ caller, publicUrl }, asked) {
			await findFile(parts, placeOf(caller, asked.fileId));
			const { link, token } = await createFileLink(parts, caller, asked);
			return { ...link, url: `${publicUrl}/files/${token}` };
		},
		async listFileLinks({ caller }, input) {
			const { id } = await findFile(parts, placeOf(caller, input.fileId));
			return listFileLinks(parts, id, listRange(input));
		},
		async revokeFileLink({ caller }, asked) {
			await findFile(parts, placeOf(caller, asked.fileId));
			return revokeFileLink(parts, caller, asked);
		},
	};
}

function placeOf({ organisationId }: Caller, fileId: string): FilePlace {
	return { organisationId, fileId };
}

export const storageAdmissions: AreaAdmissions<'storage'> = { uploadFile: admitAll };

async function keepFile(
	{ database, clock, recordLog }: StorageParts,
	context: RequestContext,
	{ fileName, object }: Upload,
	expiresAt: string | undefined,
): Promise<Model<'Receipt'>> {
	if (object.sizeBytes === 0) throw refuse('Storage_FileContentEmpty');
	await object.makeDurable();
	const { caller } = context;
	const record = await storeOnce(database, context, async (transaction) => {
		const row = {
			id: newId(clock),
			organisation_id: caller.organisationId,
			owner_email: caller.email,
			file_name: fileName,
			object_id: object.id,
			created_at: isoTime(clock),
			// Only here: a request that is repeated after this moment is answered as the first one was.
			expires_at: endOf(expiresAt, clock),
		};
		await object.attach(transaction);
		const map = await transaction
			.selectFrom('storage_objects')
			.select(mapColumns)
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

/** Null for a file that stays. */
function endOf(expiresAt: string | undefined, clock: Clock): string | null {
	if (expiresAt === undefined) return null;
	const moment = instantOf(expiresAt) ?? '';
	if (moment > isoTime(clock)) return moment;
	throw refuse('Request_Invalid', 'expiresAt', 'must be in the future');
}

function receipt(file: StoredFile): Model<'Receipt'> {
	const { expires_at: expiresAt, deleted_at: deletionDate } = file;
	return {
		id: file.id,
		pointer: pointerTo(file.log_sequence),
		fileName: file.file_name,
		creationDate: file.created_at,
		queryParams: { app: 'sds' },
		sizeBytes: file.size_bytes,
		...(expiresAt !== null && { expiresAt }),
		...(deletionDate !== null && { deletionDate }),
		...(isCorrupted(file) && { blockchainStatus: 'Corrupted' }),
	};
}
