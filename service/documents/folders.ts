/** The folders that files are kept in. */
import type { Model } from '../../api/types';
import { isoTime, newId, type Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';
import type { ListRange } from '../operations/list-range';
import { refuse } from '../../server/refusal';

export async function createFolder(
	{ database, clock }: { readonly database: Database; readonly clock: Clock },
	folder: { readonly productId: string; readonly name: string; readonly createdByEmail: string },
): Promise<Model<'KeeperFolder'>> {
	const id = newId(clock);
	const creationDate = isoTime(clock);
	const { productId, name, createdByEmail } = folder;
	await database
		.insertInto('keeper_folders')
		.values({
			id,
			product_id: productId,
			name,
			created_by_email: createdByEmail,
			created_at: creationDate,
		})
		.execute();
	return { id, createdByEmail, name, fileQuantity: 0, creationDate, isDeleted: false };
}

/** The folders of a product in order of creation, with the count of their files. */
export async function listFolders(
	database: Database,
	productId: string,
	range: ListRange,
): Promise<readonly Model<'KeeperFolder'>[]> {
	const rows = await database
		.selectFrom('keeper_folders')
		.select(['id', 'name', 'created_by_email', 'created_at'])
		.select((column) =>
			column
				.selectFrom('keeper_files')
				.select((files) => files.fn.countAll().as('count'))
				.whereRef('keeper_files.folder_id', '=', 'keeper_folders.id')
				.as('file_count'),
		)
		.where('product_id', '=', productId)
		.orderBy('sequence')
		.limit(range.limit)
		.offset(range.offset)
		.execute();
	return rows.map((row) => ({
		id: row.id,
		createdByEmail: row.created_by_email,
		name: row.name,
		fileQuantity: Number(row.file_count),
		creationDate: row.created_at,
		isDeleted: false,
	}));
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
