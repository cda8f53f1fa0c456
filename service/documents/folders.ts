/** The folders that files are kept in. */
import type { Model } from '../../api/types';
import { isoTime, newId, type Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';
import { entryColumns, newEntry, statusOf } from '../log/record-kind';
import type { RecordLog } from '../log/record-log';
import type { ListRange } from '../operations/list-range';
import { readList } from '../database/list-reading';
import { refuse } from '../../server/refusal';
import { folderColumns, folderRecord } from './document-entries';

export interface FolderParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
}

export async function createFolder(
	{ database, clock, recordLog }: FolderParts,
	folder: { readonly productId: string; readonly name: string; readonly createdByEmail: string },
): Promise<Model<'KeeperFolder'>> {
	const { productId, name, createdByEmail } = folder;
	const row = {
		id: newId(clock),
		product_id: productId,
		name,
		created_by_email: createdByEmail,
		created_at: isoTime(clock),
	};
	await database.transaction().execute(async (transaction) => {
		const { sequence } = await recordLog.append(transaction, newEntry(folderRecord, row));
		await transaction
			.insertInto('keeper_folders')
			.values({ ...row, log_sequence: sequence })
			.execute();
	});
	recordLog.wake();
	const creationDate = row.created_at;
	return { id: row.id, createdByEmail, name, fileQuantity: 0, creationDate, isDeleted: false };
}

/** The folders of a product in order of creation, with the count of their files. */
export async function listFolders(
	database: Database,
	productId: string,
	range: ListRange,
): Promise<readonly Model<'KeeperFolder'>[]> {
	const query = database
		.selectFrom('keeper_folders')
		.innerJoin('log_entries', 'log_entries.sequence', 'keeper_folders.log_sequence')
		.select(folderColumns)
		.select(entryColumns)
		.select((column) =>
			column
				.selectFrom('keeper_files')
				.select((files) => files.fn.countAll().as('count'))
				.whereRef('keeper_files.folder_id', '=', 'keeper_folders.id')
				.as('file_count'),
		)
		.where('keeper_folders.product_id', '=', productId);
	return readList(query, { by: 'keeper_folders.sequence' }, range, (rows) =>
		rows.map((row) => ({
			id: row.id,
			createdByEmail: row.created_by_email,
			name: row.name,
			fileQuantity: Number(row.file_count),
			...(statusOf(folderRecord, row) === 'Corrupted' && { blockchainStatus: 'Corrupted' }),
			creationDate: row.created_at,
			isDeleted: false,
		})),
	);
}

/** Refuses a folder that is not one of the product. */
export async function requireFolder(
	connection: Database | Transaction,
	productId: string,
	folderId: string,
): Promise<void> {
	const row = await connection
		.selectFrom('keeper_folders')
		.select('id')
		.where('id', '=', folderId)
		.where('product_id', '=', productId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Keeper_FolderNotFound', folderId);
}
