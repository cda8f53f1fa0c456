/**
 * The versions of files: kept in the log one after the other, listed, and found to be compared or
 * given back. Whose file it is, and whether it is in use, is asked before.
 */
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

/** A file that was sent, as far as it is compared and kept. */
export interface SentFile {
	readonly fileName: string;
	readonly object: Pick<
		Upload['object'],
		'id' | 'hash' | 'sizeBytes' | 'read' | 'makeDurable' | 'attach'
	>;
}

/** A file that is to be kept: by its bytes, or by its fingerprints, which are an object of their own. */
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

/** Keeps a version; its object must be durable. */
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
		...{ productId: ofFile.product_id, subject: fileId },
		data: {
			...{ fileId, folderId: ofFile.folder_id, displayName: ofFile.display_name },
			...{ versionId: id, version },
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

/** Keeps a file as the next version of a known one; its object must be durable. */
export async function insertNextVersion(
	transaction: Transaction,
	parts: KeepingParts,
	next: NextVersion,
): Promise<Model<'KeeperFileVersion'>> {
	await lockFile(transaction, next.fileId);
	return insertBehind(transaction, parts, next, await latestVersion(transaction, next.fileId));
}

/** The same, unless another version has come behind the one that was the latest. */
export async function insertVersionAfter(
	transaction: Transaction,
	parts: KeepingParts,
	next: NextVersion & { readonly after: KeptVersion },
): Promise<Model<'KeeperFileVersion'> | undefined> {
	await lockFile(transaction, next.fileId);
	const latest = await latestVersion(transaction, next.fileId);
	if (latest.id !== next.after.id) return undefined;
	return insertBehind(transaction, parts, next, latest);
}

function insertBehind(
	transaction: Transaction,
	parts: KeepingParts,
	next: NextVersion,
	latest: KeptVersion,
): Promise<Model<'KeeperFileVersion'>> {
	const { fileId, ownerEmail, file } = next;
	return insertVersion(transaction, parts, {
		...{ fileId, ownerEmail, file },
		id: newId(parts.clock),
		version: latest.version + 1,
	});
}

/**
 * Whoever adds a version at the same time waits, so that numbers have no gap and no repetition; whoever
 * deletes the file came before or comes after.
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

/** The versions of a file, the first one first. */
export async function listVersions(
	connection: Connection,
	fileId: string,
	range: ListRange,
): Promise<readonly Model<'KeeperFileVersion'>[]> {
	const query = versionRows(connection, fileId);
	return readList(query, { by: 'keeper_versions.version' }, range, (rows) => rows.map(wireVersion));
}

/** Some versions of a file, in no order. */
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
					'approval.sequence',
					'=',
					on
						.selectFrom('keeper_approvals as newer')
						.select((newer) => newer.fn.max('newer.sequence').as('sequence'))
						.whereRef('newer.version_id', '=', 'keeper_versions.id'),
				),
			),
		)
		.select(['approval.approved_by_email', 'approval.created_at as approved_at'])
		.select((column) =>
			column
				.selectFrom('keeper_approvals as last')
				.select((last) => last.fn.max('last.sequence').as('sequence'))
				.whereRef('last.file_id', '=', 'keeper_versions.file_id')
				.as('last_approval'),
		)
		.select('approval.sequence as own_approval')
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

/** The latest before it of the same bytes. */
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
				...{ approvedByEmail: row.approved_by_email, approvalDate: row.approved_at },
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
	/** Of its bytes. */
	readonly hash: string;
	/** Of one that is kept by its fingerprints: their own hash, and the key they were made with. */
	readonly prints?: { readonly hash: string; readonly key: string };
	readonly createdAt: string;
}

/** A version as the wire has it; refuses one that is not of the file. */
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

/** The version comparisons are made with; a file has at least its first one. */
export async function latestVersion(connection: Connection, fileId: string): Promise<KeptVersion> {
	const row = await versionRows(connection, fileId)
		.orderBy('keeper_versions.version', 'desc')
		.limit(1)
		.executeTakeFirstOrThrow();
	return soundVersion(row);
}

/** The first version of a file, which has its id. */
export function originalVersion(connection: Connection, fileId: string): Promise<KeptVersion> {
	return findVersion(connection, fileId, fileId);
}

/** The version that came before another; a first one has none. */
export async function versionBefore(
	connection: Connection,
	fileId: string,
	{ version }: Pick<KeptVersion, 'version'>,
): Promise<KeptVersion> {
	const row = await versionRows(connection, fileId)
		.where('keeper_versions.version', '=', version - 1)
		.executeTakeFirstOrThrow();
	return soundVersion(row);
}

/** The version of that id; refuses one that is not of the file. */
export async function findVersion(
	connection: Connection,
	fileId: string,
	versionId: string,
): Promise<KeptVersion> {
	const row = await versionRows(connection, fileId)
		.where('keeper_versions.id', '=', versionId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Keeper_VersionNotFound', versionId);
	return soundVersion(row);
}

/** Refuses one that is not as the log has it. */
function soundVersion(row: VersionRow): KeptVersion {
	if (statusOf(versionRecord, row) === 'Corrupted') {
		throw refuse('Core_RecordCorrupted', `version ${row.version} of file '${row.file_id}'`);
	}
	return {
		id: row.id,
		version: row.version,
		objectId: row.object_id,
		fileName: row.file_name,
		hash: row.file_hash,
		// The key goes after the last of the fingerprints.
		...(row.prints_hash !== null && {
			prints: { hash: row.prints_hash, key: row.print_key ?? '' },
		}),
		createdAt: row.created_at,
	};
}
