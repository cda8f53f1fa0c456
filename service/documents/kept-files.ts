/**
 * The files kept, and their versions. A file is its versions: the first one has the file's own
 * id, name and log entry, and a comparison is made with the latest.
 */
import type { Model } from '../../api/types';
import { isoTime, newId, type Clock } from '../../server/clock';
import { forUpdate } from '../../server/database/locks';
import type { Database, Transaction } from '../database/database';
import type { Upload } from '../operations/handler';
import { entryColumns, newEntry, statusOf } from '../log/record-kind';
import type { RecordLog } from '../log/record-log';
import type { ListRange } from '../operations/list-range';
import { readList } from '../database/list-reading';
import { refuse } from '../../server/refusal';
import { versionColumns, versionRecord } from './document-entries';
import type { FileType } from './file-type';
import type { Level } from './levels';

type Connection = Database | Transaction;

interface KeepingParts {
	readonly clock: Clock;
	readonly recordLog: RecordLog;
}

export interface NewFile {
	readonly productId: string;
	readonly folderId: string;
	readonly displayName: string;
	readonly ownerEmail: string;
	readonly fileType: FileType;
	readonly accuracyLevel: Level;
	readonly file: Upload;
}

/** Keeps a file as its first version; its object must be durable and its folder known. */
export async function insertFile(
	transaction: Transaction,
	parts: KeepingParts,
	file: NewFile,
): Promise<Model<'KeeperFile'>> {
	const id = newId(parts.clock);
	await transaction
		.insertInto('keeper_files')
		.values({
			id,
			product_id: file.productId,
			folder_id: file.folderId,
			display_name: file.displayName,
			owner_email: file.ownerEmail,
			file_type: file.fileType,
			accuracy_level: file.accuracyLevel,
			created_at: isoTime(parts.clock),
		})
		.execute();
	await insertVersion(transaction, parts, {
		...{ id, fileId: id, version: 1, ownerEmail: file.ownerEmail, file: file.file },
	});
	return wireFile(
		await fileRows(transaction).where('keeper_files.id', '=', id).executeTakeFirstOrThrow(),
	);
}

export interface NewVersion {
	readonly id: string;
	readonly fileId: string;
	readonly version: number;
	readonly ownerEmail: string;
	readonly file: Upload;
}

async function insertVersion(
	transaction: Transaction,
	{ clock, recordLog }: KeepingParts,
	{ id, fileId, version, ownerEmail, file }: NewVersion,
): Promise<Model<'KeeperFileVersion'>> {
	const row = {
		id,
		file_id: fileId,
		version,
		object_id: file.object.id,
		file_name: file.fileName,
		file_hash: file.object.hash,
		owner_email: ownerEmail,
		created_at: isoTime(clock),
	};
	const entry = newEntry(versionRecord, { ...row, ...(await fileColumns(transaction, fileId)) });
	const { sequence } = await recordLog.append(transaction, entry);
	await file.object.attach(transaction);
	await transaction
		.insertInto('keeper_versions')
		.values({ ...row, log_sequence: sequence })
		.execute();
	return {
		...{ id, version, ownerEmail },
		blockchainStatus: 'Unconfirmed',
		creationDate: row.created_at,
	};
}

function fileColumns(transaction: Transaction, fileId: string) {
	return transaction
		.selectFrom('keeper_files')
		.select(['product_id', 'folder_id', 'display_name', 'owner_email as file_owner_email'])
		.select(['file_type', 'accuracy_level', 'created_at as file_created_at'])
		.where('id', '=', fileId)
		.executeTakeFirstOrThrow();
}

/** Keeps a file as the next version of a known one; its object must be durable. */
export async function insertNextVersion(
	transaction: Transaction,
	parts: KeepingParts,
	next: Pick<NewVersion, 'fileId' | 'ownerEmail' | 'file'>,
): Promise<Model<'KeeperFileVersion'>> {
	// Whoever adds one at the same time waits, so that numbers have no gap and no repetition.
	const file = transaction.selectFrom('keeper_files').select('id').where('id', '=', next.fileId);
	await forUpdate(transaction, file).execute();
	const latest = await latestVersion(transaction, next.fileId);
	return insertVersion(transaction, parts, {
		...next,
		id: newId(parts.clock),
		version: latest.version + 1,
	});
}

/** The files of a product, or of one of its folders, in order of creation. */
export async function listFiles(
	connection: Connection,
	filter: { readonly productId: string; readonly folderId?: string },
	range: ListRange,
): Promise<readonly Model<'KeeperFile'>[]> {
	let query = fileRows(connection).where('keeper_files.product_id', '=', filter.productId);
	if (filter.folderId !== undefined) {
		query = query.where('keeper_files.folder_id', '=', filter.folderId);
	}
	return readList(query, { by: 'keeper_files.sequence' }, range, (rows) => rows.map(wireFile));
}

/** A file of the product; refuses an unknown one. */
export async function findFile(
	connection: Connection,
	productId: string,
	fileId: string,
): Promise<Model<'KeeperFile'>> {
	const row = await fileRows(connection)
		.where('keeper_files.product_id', '=', productId)
		.where('keeper_files.id', '=', fileId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Breadcrumbing_FileNotFound', fileId);
	return wireFile(row);
}

function fileRows(connection: Connection) {
	return connection
		.selectFrom('keeper_files')
		.innerJoin('keeper_versions', 'keeper_versions.id', 'keeper_files.id')
		.innerJoin('log_entries', 'log_entries.sequence', 'keeper_versions.log_sequence')
		.select(versionColumns)
		.select(entryColumns)
		.select((column) =>
			column
				.selectFrom('keeper_versions as all_versions')
				.select((versions) => versions.fn.countAll().as('count'))
				.whereRef('all_versions.file_id', '=', 'keeper_files.id')
				.as('version_count'),
		);
}

type FileRow = Awaited<ReturnType<ReturnType<typeof fileRows>['executeTakeFirstOrThrow']>>;

function wireFile(row: FileRow): Model<'KeeperFile'> {
	return {
		id: row.id,
		folderId: row.folder_id,
		displayName: row.display_name,
		ownerEmail: row.file_owner_email,
		fileName: row.file_name,
		fileType: row.file_type as FileType,
		accuracyLevel: row.accuracy_level as Level,
		versionQuantity: Number(row.version_count),
		blockchainStatus: statusOf(versionRecord, row),
		creationDate: row.file_created_at,
		isDeleted: false,
	};
}

/** The versions of a file, the first one first. */
export async function listVersions(
	connection: Connection,
	fileId: string,
	range: ListRange,
): Promise<readonly Model<'KeeperFileVersion'>[]> {
	const query = connection
		.selectFrom('keeper_versions')
		.innerJoin('keeper_files', 'keeper_files.id', 'keeper_versions.file_id')
		.innerJoin('log_entries', 'log_entries.sequence', 'keeper_versions.log_sequence')
		.select(versionColumns)
		.select(entryColumns)
		.where('keeper_versions.file_id', '=', fileId);
	return readList(query, { by: 'keeper_versions.version' }, range, (rows) =>
		rows.map((row) => ({
			id: row.id,
			version: row.version,
			ownerEmail: row.owner_email,
			blockchainStatus: statusOf(versionRecord, row),
			creationDate: row.created_at,
		})),
	);
}

export interface KeptVersion {
	readonly id: string;
	readonly version: number;
	readonly objectId: string;
	readonly fileName: string;
	readonly hash: string;
	readonly createdAt: string;
}

/**
 * The version comparisons are made with; a file has at least its first one. Refuses one that is not
 * as the log has it.
 */
export async function latestVersion(connection: Connection, fileId: string): Promise<KeptVersion> {
	const row = await connection
		.selectFrom('keeper_versions')
		.innerJoin('keeper_files', 'keeper_files.id', 'keeper_versions.file_id')
		.innerJoin('log_entries', 'log_entries.sequence', 'keeper_versions.log_sequence')
		.select(versionColumns)
		.select(entryColumns)
		.where('keeper_versions.file_id', '=', fileId)
		.orderBy('keeper_versions.version', 'desc')
		.limit(1)
		.executeTakeFirstOrThrow();
	if (statusOf(versionRecord, row) === 'Corrupted') {
		throw refuse('Core_RecordCorrupted', `version ${row.version} of file '${fileId}'`);
	}
	return {
		id: row.id,
		version: row.version,
		objectId: row.object_id,
		fileName: row.file_name,
		hash: row.file_hash,
		createdAt: row.created_at,
	};
}
