/**
 * Stored files end, by deletion or by themselves, and links lead to them. A deleted file outlives its object, so it
 * refers to none any more and keeps what its receipt says of it.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { notNull, sequence, wholeNumber } from '../../../server/database/table-form';

export const storage: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		const whole = wholeNumber(database);
		const { schema } = database;
		// The same in both databases: SQLite drops no constraint, but a column with it.
		await schema.dropIndex('stored_files_object').execute();
		const files = () => schema.alterTable('stored_files');
		await files()
			.addColumn('kept_object_id', 'text', (column) => column.notNull().defaultTo(''))
			.execute();
		await sql`update stored_files set kept_object_id = object_id`.execute(database);
		await files().dropColumn('object_id').execute();
		await files().renameColumn('kept_object_id', 'object_id').execute();
		await schema
			.createIndex('stored_files_object')
			.on('stored_files')
			.column('object_id')
			.execute();
		for (const name of ['expires_at', 'deleted_at', 'deleted_by_email', 'hash']) {
			await files().addColumn(name, 'text').execute();
		}
		for (const name of ['size_bytes', 'data_shards', 'parity_shards', 'block_size_bytes']) {
			await files().addColumn(name, whole).execute();
		}
		await files()
			.addColumn('deletion_sequence', whole, (column) => column.references('log_entries.sequence'))
			.execute();
		await schema
			.createIndex('stored_files_expiry')
			.on('stored_files')
			.column('expires_at')
			.where(sql<boolean>`expires_at is not null and deleted_at is null`)
			.execute();
		await createLinks(database);
	},
};

async function createLinks(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('file_links')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('file_id', 'text', (column) => column.notNull().references('stored_files.id'))
		.addColumn('token_hash', 'text', (column) => column.notNull().unique())
		.addColumn('created_by_email', 'text', notNull)
		.addColumn('created_at', 'text', notNull)
		.addColumn('expires_at', 'text', notNull)
		.addColumn('revoked_at', 'text')
		.addColumn('downloads_max', whole)
		.addColumn('downloads', whole, (column) => column.notNull().defaultTo(0))
		.addColumn('last_download_at', 'text')
		.addColumn('last_client_hash', 'text')
		.execute();
	await database.schema
		.createIndex('file_links_file')
		.on('file_links')
		.columns(['file_id', 'sequence'])
		.execute();
}
