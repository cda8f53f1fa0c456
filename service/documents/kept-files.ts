/**
 * The files kept, and their versions. A file is its versions: the first one has the file's own
 * id, name and log entry, and a comparison is made with the latest.
 */
import type { Model } from '../../api/types';
import { isoTime, newId, type Clock } from '../../server/clock';
import { forUpdate } from '../../server/database/locks';
import type { Database, Transaction } from '../database/database';
import type { Upload } from '../operations/handler';
import { payloadHash, type BlockchainStatus, type RecordLog } from '../log/record-log';
import type { ListRange } from '../operations/list-range';
import { refuse } from '../../server/refusal';
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
	const fileHash = file.object.hash;
	const creationDate = isoTime(clock);
	const { sequence } = await recordLog.append(transaction, {
		kind: 'file-version',
		subjectId: id,
		payloadHash: payloadHash({ fileId, version, fileHash, ownerEmail, creationDate }),
	});
	await file.object.attach(transaction);
	await transaction
		.insertInto('keeper_versions')
		.values({
			id,
			file_id: fileId,
			version,
			object_id: file.object.id,
			file_name: file.fileName,
			file_hash: fileHash,
			owner_email: ownerEmail,
			log_sequence: sequence,
			created_at: creationDate,
		})
		.execute();
	return { id, version, ownerEmail, blockchainStatus: 'Unconfirmed', creationDate };
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
	let query = fileRows(connection)
		.where('keeper_files.product_id', '=', filter.productId)
		.orderBy('keeper_files.sequence')
		.limit(range.limit)
		.offset(range.offset);
	if (filter.folderId !== undefined) {
		query = query.where('keeper_files.folder_id', '=', filter.folderId);
	}
	return (await query.execute()).map(wireFile);
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
		.innerJoin('keeper_versions as original', 'original.id', 'keeper_files.id')
		.innerJoin('log_entries', 'log_entries.sequence', 'original.log_sequence')
		.select([
			'keeper_files.id',
			'keeper_files.folder_id',
			'keeper_files.display_name',
			'keeper_files.owner_email',
			'keeper_files.file_type',
			'keeper_files.accuracy_level',
			'keeper_files.created_at',
			'original.file_name',
			'log_entries.status',
		])
		.select((column) =>
			column
				.selectFrom('keeper_versions')
				.select((versions) => versions.fn.countAll().as('count'))
				.whereRef('keeper_versions.file_id', '=', 'keeper_files.id')
				.as('version_count'),
		);
}

type FileRow = Awaited<ReturnType<ReturnType<typeof fileRows>['executeTakeFirstOrThrow']>>;

function wireFile(row: FileRow): Model<'KeeperFile'> {
	return {
		id: row.id,
		folderId: row.folder_id,
		displayName: row.display_name,
		ownerEmail: row.owner_email,
		fileName: row.file_name,
		fileType: row.file_type as FileType,
		accuracyLevel: row.accuracy_level as Level,
		versionQuantity: Number(row.version_count),
		blockchainStatus: row.status as BlockchainStatus,
		creationDate: row.created_at,
		isDeleted: false,
	};
}

/** The versions of a file, the first one first. */
export async function listVersions(
	connection: Connection,
	fileId: string,
	range: ListRange,
): Promise<readonly Model<'KeeperFileVersion'>[]> {
	const rows = await connection
		.selectFrom('keeper_versions')
		.innerJoin('log_entries', 'log_entries.sequence', 'keeper_versions.log_sequence')
		.select([
			'keeper_versions.id',
			'keeper_versions.version',
			'keeper_versions.owner_email',
			'keeper_versions.created_at',
			'log_entries.status',
		])
		.where('keeper_versions.file_id', '=', fileId)
		.orderBy('keeper_versions.version')
		.limit(range.limit)
		.offset(range.offset)
		.execute();
	return rows.map((row) => ({
		id: row.id,
		version: row.version,
		ownerEmail: row.owner_email,
		blockchainStatus: row.status as BlockchainStatus,
		creationDate: row.created_at,
	}));
}

export interface KeptVersion {
	readonly version: number;
	readonly objectId: string;
	readonly fileName: string;
	readonly hash: string;
	readonly createdAt: string;
}

/** The version comparisons are made with; a file has at least its first one. */
export async function latestVersion(connection: Connection, fileId: string): Promise<KeptVersion> {
	const row = await connection
		.selectFrom('keeper_versions')
		.select(['version', 'object_id', 'file_name', 'file_hash', 'created_at'])
		.where('file_id', '=', fileId)
		.orderBy('version', 'desc')
		.limit(1)
		.executeTakeFirstOrThrow();
	return {
		version: row.version,
		objectId: row.object_id,
		fileName: row.file_name,
		hash: row.file_hash,
		createdAt: row.created_at,
	};
}
