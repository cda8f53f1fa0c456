/** Versions of files. Callers check the file and its product first. */
import { sql } from 'kysely';
import type { Model } from '../../../api/types';
import { isoTime, newId, type Clock } from '../../../server/clock';
import { forUpdate } from '../../../server/database/locks';
import { refuse } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';
import { readList } from '../../database/list-reading';
import { entryColumns, newEntry, statusOf } from '../../log/record-kind';
import type { RecordLog } from '../../log/record-log';
import type { ListRange } from '../../operations/list-range';
import type { Upload } from '../../operations/handler';
import { versionColumns, versionRecord } from './document-entries';
import { addProductEvent } from '../../events/product-event';
import { holdFolder } from './folders';

type Connection = Database | Transaction;

export interface KeepingParts {
	readonly clock: Clock;
	readonly recordLog: RecordLog;
}

/** A sent file, with the parts of its object that comparing and keeping need. */
export interface SentFile {
	readonly fileName: string;
	readonly object: Pick<
		Upload['object'],
		'id' | 'hash' | 'sizeBytes' | 'read' | 'makeDurable' | 'attach'
	>;
}

/** A file to keep by its bytes, or by its fingerprints, which are a separate object. */
export interface FileToKeep extends SentFile {
	readonly prints?: Pick<SentFile['object'], 'id' | 'hash' | 'attach'>;
}

export interface NewVersion {
	readonly id: string;
	readonly fileId: string;
	readonly version: number;
	readonly ownerEmail: string;
	readonly file: FileToKeep;
}

/** Inserts a version; its object must be durable. */
export async function insertVersion(
	transaction: Transaction,
	{ clock, recordLog }: KeepingParts,
	{ id, fileId, version, ownerEmail, file }: NewVersion,
): Promise<Model<'KeeperFileVersion'>> {
	const content = file.prints ?? file.object;
	const row = {
		id,
		file_id: fileId,
		version,
		object_id: content.id,
		file_name: file.fileName,
		file_hash: file.object.hash,
		prints_hash: file.prints?.hash ?? null,
		owner_email: ownerEmail,
		created_at: isoTime(clock),
	};
	const ofFile = await fileColumns(transaction, fileId);
	const entry = newEntry(versionRecord, { ...row, ...ofFile });
	const { sequence } = await recordLog.append(transaction, entry);
	await content.attach(transaction);
	await transaction
		.insertInto('keeper_versions')
		.values({ ...row, log_sequence: sequence })
		.execute();
	await addProductEvent(transaction, clock, {
		type: version === 1 ? 'file.added' : 'version.added',
		productId: ofFile.product_id,
		subject: fileId,
		data: {
			fileId,
			folderId: ofFile.folder_id,
			displayName: ofFile.display_name,
			versionId: id,
			version,
		},
	});
	return wireVersion(
		await versionRows(transaction, fileId)
			.where('keeper_versions.id', '=', id)
			.executeTakeFirstOrThrow(),
	);
}

function fileColumns(transaction: Transaction, fileId: string) {
	return transaction
		.selectFrom('keeper_files')
		.select(['product_id', 'folder_id', 'display_name', 'owner_email as file_owner_email'])
		.select(['file_type', 'accuracy_level', 'created_at as file_created_at'])
		.where('id', '=', fileId)
		.executeTakeFirstOrThrow();
}

type NextVersion = Pick<NewVersion, 'fileId' | 'ownerEmail' | 'file'>;

/** Inserts the next version of a file; the object must be durable. */
export async function insertNextVersion(
	transaction: Transaction,
	parts: KeepingParts,
	next: NextVersion,
): Promise<Model<'KeeperFileVersion'>> {
	await lockFile(transaction, next.fileId);
	return insertAfter(transaction, parts, next, await latestVersion(transaction, next.fileId));
}

/** Like insertNextVersion; undefined if `after` is no longer the latest version. */
export async function insertVersionAfter(
	transaction: Transaction,
	parts: KeepingParts,
	next: NextVersion & { readonly after: KeptVersion },
): Promise<Model<'KeeperFileVersion'> | undefined> {
	await lockFile(transaction, next.fileId);
	const latest = await latestVersion(transaction, next.fileId);
	if (latest.id !== next.after.id) return undefined;
	return insertAfter(transaction, parts, next, latest);
}

function insertAfter(
	transaction: Transaction,
	parts: KeepingParts,
	next: NextVersion,
	latest: KeptVersion,
): Promise<Model<'KeeperFileVersion'>> {
	const { fileId, ownerEmail, file } = next;
	return insertVersion(transaction, parts, {
		fileId,
		ownerEmail,
		file,
		id: newId(parts.clock),
		version: latest.version + 1,
	});
}

/**
 * Locks a file until the transaction ends, so that version numbers have no gaps and no repeats and
 * the file cannot be deleted; refuses a deleted file.
 */
export async function lockFile(transaction: Transaction, fileId: string): Promise<void> {
	const locked = transaction
		.selectFrom('keeper_files')
		.select(['deleted_at', 'folder_id'])
		.where('id', '=', fileId);
	const file = await forUpdate(transaction, locked).executeTakeFirstOrThrow();
	if (file.deleted_at !== null) throw refuse('Keeper_Deleted', `file '${fileId}'`);
	await holdFolder(transaction, file.folder_id);
}

/** The versions of a file, the oldest first. */
export async function listVersions(
	connection: Connection,
	fileId: string,
	range: ListRange,
): Promise<readonly Model<'KeeperFileVersion'>[]> {
	const query = versionRows(connection, fileId);
	return readList(query, { by: 'keeper_versions.version' }, range, (rows) => rows.map(wireVersion));
}

/** Versions by id, unordered. */
export async function versionsOfIds(
	connection: Connection,
	fileId: string,
	ids: readonly string[],
): Promise<ReadonlyArray<Model<'KeeperFileVersion'>>> {
	const rows = versionRows(connection, fileId).where('keeper_versions.id', 'in', ids);
	return (await rows.execute()).map(wireVersion);
}

function versionRows(connection: Connection, fileId: string) {
	return connection
		.selectFrom('keeper_versions')
		.innerJoin('keeper_files', 'keeper_files.id', 'keeper_versions.file_id')
		.innerJoin('keeper_folders', 'keeper_folders.id', 'keeper_files.folder_id')
		.innerJoin('log_entries', 'log_entries.sequence', 'keeper_versions.log_sequence')
		.leftJoin('keeper_approvals as approval', (join) =>
			join.on((on) =>
				on(
					'approval.log_sequence',
					'=',
					on
						.selectFrom('keeper_approvals as newer')
						.select((newer) => newer.fn.max('newer.log_sequence').as('sequence'))
						.whereRef('newer.version_id', '=', 'keeper_versions.id'),
				),
			),
		)
		.select(['approval.approved_by_email', 'approval.created_at as approved_at'])
		.select((column) =>
			column
				.selectFrom('keeper_approvals as last')
				.select((last) => last.fn.max('last.log_sequence').as('sequence'))
				.whereRef('last.file_id', '=', 'keeper_versions.file_id')
				.as('last_approval'),
		)
		.select('approval.log_sequence as own_approval')
		.select('keeper_files.print_key')
		.select(sameContent.as('same_as_version'))
		.select(versionColumns)
		.select(entryColumns)
		.select((column) =>
			column.fn
				.coalesce(
					'keeper_versions.erased_at',
					'keeper_files.deleted_at',
					'keeper_folders.deleted_at',
				)
				.as('gone_at'),
		)
		.where('keeper_versions.file_id', '=', fileId);
}

/** The latest earlier version with the same bytes. */
const sameContent = sql<number | null>`(select max(earlier.version) from keeper_versions earlier
	where earlier.file_id = keeper_versions.file_id
	and earlier.file_hash = keeper_versions.file_hash
	and earlier.version < keeper_versions.version)`;

type VersionRow = Awaited<ReturnType<ReturnType<typeof versionRows>['executeTakeFirstOrThrow']>>;

function wireVersion(row: VersionRow): Model<'KeeperFileVersion'> {
	return {
		id: row.id,
		version: row.version,
		ownerEmail: row.owner_email,
		fileName: row.file_name,
		fileHash: row.file_hash,
		...(row.same_as_version !== null && { sameAsVersion: Number(row.same_as_version) }),
		hasContent: row.gone_at === null && row.prints_hash === null,
		isApproved: row.own_approval !== null && row.own_approval === row.last_approval,
		...(row.approved_by_email !== null &&
			row.approved_at !== null && {
				approvedByEmail: row.approved_by_email,
				approvalDate: row.approved_at,
			}),
		blockchainStatus: statusOf(versionRecord, row),
		creationDate: row.created_at,
	};
}

export interface KeptVersion {
	readonly id: string;
	readonly version: number;
	readonly objectId: string;
	readonly fileName: string;
	/** BLAKE2b-256 of the file's bytes. */
	readonly hash: string;
	/** Set if only fingerprints are kept: hash of their object, and their key. */
	readonly prints?: { readonly hash: string; readonly key: string };
	readonly createdAt: string;
}

/** A version as replies show it; refuses one of another file. */
export async function readVersion(
	connection: Connection,
	fileId: string,
	versionId: string,
): Promise<Model<'KeeperFileVersion'>> {
	const row = await versionRows(connection, fileId)
		.where('keeper_versions.id', '=', versionId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Keeper_VersionNotFound', versionId);
	return wireVersion(row);
}

/** The latest version of a file; there is always one. */
export async function latestVersion(connection: Connection, fileId: string): Promise<KeptVersion> {
	const row = await versionRows(connection, fileId)
		.orderBy('keeper_versions.version', 'desc')
		.limit(1)
		.executeTakeFirstOrThrow();
	return checkedVersion(row);
}

/** The first version of a file, which has its id. */
export function originalVersion(connection: Connection, fileId: string): Promise<KeptVersion> {
	return findVersion(connection, fileId, fileId);
}

/** The version before another, which must not be the first. */
export async function versionBefore(
	connection: Connection,
	fileId: string,
	{ version }: Pick<KeptVersion, 'version'>,
): Promise<KeptVersion> {
	const row = await versionRows(connection, fileId)
		.where('keeper_versions.version', '=', version - 1)
		.executeTakeFirstOrThrow();
	return checkedVersion(row);
}

/** A version by id; refuses one of another file. */
export async function findVersion(
	connection: Connection,
	fileId: string,
	versionId: string,
): Promise<KeptVersion> {
	const row = await versionRows(connection, fileId)
		.where('keeper_versions.id', '=', versionId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Keeper_VersionNotFound', versionId);
	return checkedVersion(row);
}

/** Refuses a corrupted version. */
function checkedVersion(row: VersionRow): KeptVersion {
	if (statusOf(versionRecord, row) === 'Corrupted') {
		throw refuse('Core_RecordCorrupted', `version ${row.version} of file '${row.file_id}'`);
	}
	return {
		id: row.id,
		version: row.version,
		objectId: row.object_id,
		fileName: row.file_name,
		hash: row.file_hash,
		// The key is erased after the last fingerprint.
		...(row.prints_hash !== null && {
			prints: { hash: row.prints_hash, key: row.print_key ?? '' },
		}),
		createdAt: row.created_at,
	};
}
