/** Folders, the files kept in them, every version of a file, and the diff reports made of them. */
import { sql, type Kysely, type Migration } from 'kysely';
import { sequence, wholeNumber } from '../../../server/database/table-form';

export const documents: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await createFolders(database);
		await createFiles(database);
		await createVersions(database);
		await database.schema
			.createTable('diff_reports')
			.addColumn('token_hash', 'text', (column) => column.primaryKey())
			.addColumn('file_id', 'text', (column) => column.notNull().references('keeper_files.id'))
			.addColumn('object_id', 'text', (column) => column.notNull())
			.addColumn('file_name', 'text', (column) => column.notNull())
			.addColumn('created_at', 'text', (column) => column.notNull())
			.execute();
	},
};

async function createFolders(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('keeper_folders')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('product_id', 'text', (column) => column.notNull().references('products.id'))
		.addColumn('name', 'text', (column) => column.notNull())
		.addColumn('created_by_email', 'text', (column) => column.notNull())
		.addColumn('created_at', 'text', (column) => column.notNull())
		.execute();
	await database.schema
		.createIndex('keeper_folders_product')
		.on('keeper_folders')
		.columns(['product_id', 'sequence'])
		.execute();
}

async function createFiles(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('keeper_files')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('product_id', 'text', (column) => column.notNull().references('products.id'))
		.addColumn('folder_id', 'text', (column) => column.notNull().references('keeper_folders.id'))
		.addColumn('display_name', 'text', (column) => column.notNull())
		.addColumn('owner_email', 'text', (column) => column.notNull())
		.addColumn('file_type', 'text', (column) =>
			column.notNull().check(sql`file_type in ('Image', 'Text', 'Binary', 'Json', 'Xml', 'Pdf')`),
		)
		.addColumn('accuracy_level', 'text', (column) =>
			column
				.notNull()
				.check(sql`accuracy_level in ('Lowest', 'Low', 'Medium', 'High', 'Excellent')`),
		)
		.addColumn('created_at', 'text', (column) => column.notNull())
		.execute();
	await database.schema
		.createIndex('keeper_files_product')
		.on('keeper_files')
		.columns(['product_id', 'sequence'])
		.execute();
	await database.schema
		.createIndex('keeper_files_folder')
		.on('keeper_files')
		.columns(['folder_id', 'sequence'])
		.execute();
}

async function createVersions(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('keeper_versions')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('file_id', 'text', (column) => column.notNull().references('keeper_files.id'))
		.addColumn('version', wholeNumber(database), (column) =>
			column.notNull().check(sql`version >= 1`),
		)
		.addColumn('object_id', 'text', (column) => column.notNull())
		.addColumn('file_name', 'text', (column) => column.notNull())
		.addColumn('file_hash', 'text', (column) => column.notNull())
		.addColumn('owner_email', 'text', (column) => column.notNull())
		.addColumn('log_sequence', wholeNumber(database), (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', (column) => column.notNull())
		.addUniqueConstraint('keeper_versions_number', ['file_id', 'version'])
		.execute();
}
