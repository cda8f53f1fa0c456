import type { Input, Model } from '../../../api/types';
import { isoTime, newId, type Clock } from '../../../server/clock';
import { forShare } from '../../../server/database/locks';
import type { Database, Transaction } from '../../database/database';
import type { Caller, Upload } from '../../operations/handler';
import { storeOnce, type Creating } from '../../operations/once';
import { entryColumns, newEntry, statusOf } from '../../log/record-kind';
import type { RecordLog } from '../../log/record-log';
import type { ListRange } from '../../operations/list-range';
import { readList } from '../../database/list-reading';
import { refuse } from '../../../server/refusal';
import { folderColumns, folderRecord } from './document-entries';

export interface FolderParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
}

export async function createFolder(
	{ database, clock, recordLog }: FolderParts,
	context: Creating & { readonly caller: Pick<Caller, 'email'> },
	{ productId, name, keepsContent = true }: Input<'keeper', 'createFolder', Upload>,
): Promise<Model<'KeeperFolder'>> {
	const row = {
		id: newId(clock),
		product_id: productId,
		name,
		keeps_content: keepsContent ? 1 : 0,
		created_by_email: context.caller.email,
		created_at: isoTime(clock),
	};
	const record = await storeOnce(database, context, async (transaction) => {
		const { sequence } = await recordLog.append(transaction, newEntry(folderRecord, row));
		await transaction
			.insertInto('keeper_folders')
			.values({ ...row, log_sequence: sequence })
			.execute();
		return findFolder(transaction, productId, row.id);
	});
	recordLog.wake();
	return record;
}

export interface FolderFilter {
	readonly productId: string;
	/** Exact match. */
	readonly name?: string;
	readonly isDeleted?: boolean;
}

/** The folders of a product in order of creation, with the count of their files. */
export async function listFolders(
	database: Database,
	{ productId, name, isDeleted = false }: FolderFilter,
	range: ListRange,
): Promise<readonly Model<'KeeperFolder'>[]> {
	let query = folderRows(database)
		.where('keeper_folders.product_id', '=', productId)
		.where('keeper_folders.deleted_at', isDeleted ? 'is not' : 'is', null);
	if (name !== undefined) query = query.where('keeper_folders.name', '=', name);
	return readList(query, { by: 'keeper_folders.sequence' }, range, (rows) => rows.map(wireFolder));
}

/** A folder of the product, also a deleted one; refuses an unknown one. */
export async function findFolder(
	database: Database | Transaction,
	productId: string,
	folderId: string,
): Promise<Model<'KeeperFolder'>> {
	const row = await folderRows(database)
		.where('keeper_folders.product_id', '=', productId)
		.where('keeper_folders.id', '=', folderId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Keeper_FolderNotFound', folderId);
	return wireFolder(row);
}

function folderRows(connection: Database | Transaction) {
	return connection
		.selectFrom('keeper_folders')
		.innerJoin('log_entries', 'log_entries.sequence', 'keeper_folders.log_sequence')
		.select(folderColumns)
		.select('keeper_folders.deleted_at')
		.select(entryColumns)
		.select((column) =>
			column
				.selectFrom('keeper_files')
				.select((files) => files.fn.countAll().as('count'))
				.whereRef('keeper_files.folder_id', '=', 'keeper_folders.id')
				.where('keeper_files.deleted_at', 'is', null)
				.as('file_count'),
		);
}

type FolderRow = Awaited<ReturnType<ReturnType<typeof folderRows>['executeTakeFirstOrThrow']>>;

function wireFolder(row: FolderRow): Model<'KeeperFolder'> {
	return {
		id: row.id,
		createdByEmail: row.created_by_email,
		name: row.name,
		keepsContent: row.keeps_content === 1,
		fileQuantity: row.deleted_at === null ? Number(row.file_count) : 0,
		...(statusOf(folderRecord, row) === 'Corrupted' && { blockchainStatus: 'Corrupted' }),
		creationDate: row.created_at,
		isDeleted: row.deleted_at !== null,
	};
}

/** Refuses an unknown folder, not a deleted one. */
export async function requireFolder(
	connection: Database | Transaction,
	productId: string,
	folderId: string,
): Promise<void> {
	await folderState(connection, productId, folderId);
}

/** Refuses an unknown or deleted folder; returns whether it keeps content, which never changes. */
export async function requireFolderInUse(
	connection: Database | Transaction,
	productId: string,
	folderId: string,
): Promise<{ readonly keepsContent: boolean }> {
	const { deleted_at, keeps_content } = await folderState(connection, productId, folderId);
	if (deleted_at !== null) throw refuse('Keeper_Deleted', `folder '${folderId}'`);
	return { keepsContent: keeps_content === 1 };
}

/** Locks a folder against deletion until the transaction ends; refuses a deleted one. */
export async function holdFolder(transaction: Transaction, folderId: string): Promise<void> {
	const held = transaction
		.selectFrom('keeper_folders')
		.select('deleted_at')
		.where('id', '=', folderId);
	const { deleted_at } = await forShare(transaction, held).executeTakeFirstOrThrow();
	if (deleted_at !== null) throw refuse('Keeper_Deleted', `folder '${folderId}'`);
}

async function folderState(
	connection: Database | Transaction,
	productId: string,
	folderId: string,
): Promise<{ readonly deleted_at: string | null; readonly keeps_content: number }> {
	const row = await connection
		.selectFrom('keeper_folders')
		.select(['deleted_at', 'keeps_content'])
		.where('id', '=', folderId)
		.where('product_id', '=', productId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Keeper_FolderNotFound', folderId);
	return row;
}
