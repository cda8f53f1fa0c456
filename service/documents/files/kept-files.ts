/**
 * Files. The first version has the file's id, name and log entry. A file counts as deleted if it
 * or its folder was deleted.
 */
import { sql } from 'kysely';
import type { Model } from '../../../api/types';
import { present } from '../../../server/at';
import { isoTime, newId } from '../../../server/clock';
import { refuse } from '../../../server/refusal';
import type { CompareRules } from '../../../comparison/core/rules';
import type { Database, Transaction } from '../../database/database';
import { readList } from '../../database/list-reading';
import { hasText } from '../../database/text-search';
import { entryColumns, statusOf } from '../../log/record-kind';
import { recordStatus } from '../../log/record-status';
import type { ListRange } from '../../operations/list-range';
import { unlessGone } from '../../operations/unless-gone';
import { versionColumns, versionRecord } from './document-entries';
import type { FileType } from './file-type';
import { holdFolder } from './folders';
import { hasRules, insertRules, rulesOfFiles, type SetRules } from './file-rules';
import { insertVersion, type FileToKeep, type KeepingParts } from './kept-versions';
import type { Level } from '../../../comparison/core/level';

type Connection = Database | Transaction;

export interface NewFile {
	readonly productId: string;
	readonly folderId: string;
	readonly displayName: string;
	readonly ownerEmail: string;
	readonly fileType: FileType;
	readonly accuracyLevel: Level;
	readonly rules: CompareRules;
	readonly file: FileToKeep;
	/** Key of its fingerprints, if only these are kept. */
	readonly printKey?: string;
}

/** Inserts a file with its first version; the object must be durable, the folder must exist. */
export async function insertFile(
	transaction: Transaction,
	parts: KeepingParts,
	file: NewFile,
): Promise<Model<'KeeperFile'>> {
	await holdFolder(transaction, file.folderId);
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
			print_key: file.printKey ?? null,
			created_at: isoTime(parts.clock),
		})
		.execute();
	await insertVersion(transaction, parts, {
		id,
		fileId: id,
		version: 1,
		ownerEmail: file.ownerEmail,
		file: file.file,
	});
	if (Object.keys(file.rules).length > 0) {
		const { rules, ownerEmail: setByEmail } = file;
		await insertRules(transaction, parts, { fileId: id, rules, setByEmail });
	}
	const row = await fileRows(transaction)
		.where('keeper_files.id', '=', id)
		.executeTakeFirstOrThrow();
	return wireFile(transaction, row);
}

/** The fingerprint key of a file in use; undefined if its bytes are kept. */
export async function printKeyOf(
	connection: Connection,
	fileId: string,
): Promise<string | undefined> {
	const { print_key } = await connection
		.selectFrom('keeper_files')
		.select('print_key')
		.where('id', '=', fileId)
		.executeTakeFirstOrThrow();
	return print_key ?? undefined;
}

export interface FileFilter {
	readonly productId: string;
	readonly folderId?: string;
	/** Exact match. */
	readonly displayName?: string;
	/** Text in the display name. */
	readonly search?: string;
	/** The newest version is not the first one, and differs from the approved one, if any is. */
	readonly awaitsApproval?: boolean;
	readonly isDeleted?: boolean;
}

/** A version equals the approved one by its hash. */
const newestUnapproved = sql<boolean>`exists (select 1 from keeper_versions newest
	where newest.file_id = keeper_files.id and newest.version > 1
	and not exists (select 1 from keeper_versions later
		where later.file_id = newest.file_id and later.version > newest.version)
	and newest.file_hash <> coalesce((select approved.file_hash from keeper_approvals
		inner join keeper_versions approved on approved.id = keeper_approvals.version_id
		where keeper_approvals.file_id = newest.file_id
		order by keeper_approvals.log_sequence desc limit 1), ''))`;

/** The files of a product, or of one of its folders, in order of creation. */
export async function listFiles(
	connection: Connection,
	{ productId, folderId, displayName, search, awaitsApproval, isDeleted = false }: FileFilter,
	range: ListRange,
): Promise<readonly Model<'KeeperFile'>[]> {
	let query = fileRows(connection)
		.where('keeper_files.product_id', '=', productId)
		.where(deletedAt, isDeleted ? 'is not' : 'is', null);
	if (folderId !== undefined) query = query.where('keeper_files.folder_id', '=', folderId);
	if (displayName !== undefined) {
		query = query.where('keeper_files.display_name', '=', displayName);
	}
	if (search !== undefined) query = query.where(hasText(['keeper_files.display_name'], search));
	if (awaitsApproval === true) query = query.where(newestUnapproved);
	return readList(query, { by: 'keeper_files.sequence' }, range, (rows) =>
		wireFiles(connection, rows),
	);
}

/** A file of the product, also a deleted one; refuses an unknown one. */
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
	return wireFile(connection, row);
}

/** Like findFile, but refuses a deleted file. */
export async function findFileInUse(
	connection: Connection,
	productId: string,
	fileId: string,
): Promise<Model<'KeeperFile'>> {
	const file = await findFile(connection, productId, fileId);
	if (file.isDeleted) throw refuse('Keeper_Deleted', `file '${fileId}'`);
	return file;
}

/**
 * Reads contents of a file; if that fails because the file was deleted meanwhile, refuses it as
 * deleted.
 */
export async function unlessDeleted<Result>(
	connection: Connection,
	fileId: string,
	read: () => Promise<Result>,
): Promise<Result> {
	return unlessGone(async () => {
		const row = await fileRows(connection)
			.where('keeper_files.id', '=', fileId)
			.executeTakeFirstOrThrow();
		if (row.deleted_at !== null) throw refuse('Keeper_Deleted', `file '${fileId}'`);
	}, read);
}

export interface SearchedFile {
	readonly productId: string;
	readonly folderId?: string;
	readonly accuracy: Level;
	/** BLAKE2b-256, lower-case hex. */
	readonly hash: string;
}

const foundMax = 100;

/** Files in use with a version of this hash, the oldest first. */
export async function filesOfHash(
	connection: Connection,
	{ productId, folderId, accuracy, hash }: SearchedFile,
): Promise<readonly string[]> {
	let query = connection
		.selectFrom('keeper_versions')
		.innerJoin('keeper_files', 'keeper_files.id', 'keeper_versions.file_id')
		.innerJoin('keeper_folders', 'keeper_folders.id', 'keeper_files.folder_id')
		.select(['keeper_files.id', 'keeper_files.sequence'])
		.distinct()
		.where('keeper_versions.file_hash', '=', hash)
		.where('keeper_files.product_id', '=', productId)
		.where('keeper_files.accuracy_level', '=', accuracy)
		.where(deletedAt, 'is', null);
	if (folderId !== undefined) query = query.where('keeper_files.folder_id', '=', folderId);
	const rows = await query.orderBy('keeper_files.sequence').limit(foundMax).execute();
	return rows.map(({ id }) => id);
}

const deletedAt = sql<string | null>`coalesce(keeper_files.deleted_at, keeper_folders.deleted_at)`;

function fileRows(connection: Connection) {
	return connection
		.selectFrom('keeper_files')
		.innerJoin('keeper_folders', 'keeper_folders.id', 'keeper_files.folder_id')
		.innerJoin('keeper_versions', 'keeper_versions.id', 'keeper_files.id')
		.innerJoin('log_entries', 'log_entries.sequence', 'keeper_versions.log_sequence')
		.select(versionColumns)
		.select(entryColumns)
		.select(deletedAt.as('deleted_at'))
		.select((column) =>
			column
				.selectFrom('keeper_versions as all_versions')
				.select((versions) => versions.fn.countAll().as('count'))
				.whereRef('all_versions.file_id', '=', 'keeper_files.id')
				.as('version_count'),
		);
}

type FileRow = Awaited<ReturnType<ReturnType<typeof fileRows>['executeTakeFirstOrThrow']>>;

async function wireFile(connection: Connection, row: FileRow): Promise<Model<'KeeperFile'>> {
	const [file] = await wireFiles(connection, [row]);
	return present(file, 'the record of a row');
}

async function wireFiles(
	connection: Connection,
	rows: readonly FileRow[],
): Promise<ReadonlyArray<Model<'KeeperFile'>>> {
	const rules = await rulesOfFiles(
		connection,
		rows.map(({ id }) => id),
	);
	return rows.map((row) => withRules(row, rules.get(row.id)));
}

function withRules(row: FileRow, set: SetRules | undefined): Model<'KeeperFile'> {
	const statuses = [statusOf(versionRecord, row), set?.blockchainStatus ?? 'Confirmed'];
	return {
		id: row.id,
		folderId: row.folder_id,
		displayName: row.display_name,
		ownerEmail: row.file_owner_email,
		fileName: row.file_name,
		fileType: row.file_type as FileType,
		accuracyLevel: row.accuracy_level as Level,
		versionQuantity: Number(row.version_count),
		...(hasRules(set) && { rules: set.rules }),
		blockchainStatus: recordStatus(statuses),
		creationDate: row.file_created_at,
		isDeleted: row.deleted_at !== null,
	};
}
