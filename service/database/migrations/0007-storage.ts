/** Objects cut into shards, where each shard lies, the buckets taken in, and the files of E11. */
import { sql, type Kysely, type Migration } from 'kysely';
import { sequence, wholeNumber } from '../../../server/database/table-form';

export const storage: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await createObjects(database);
		await createFiles(database);
		await database.schema
			.createTable('storage_buckets')
			.addColumn('name', 'text', (column) => column.primaryKey())
			.addColumn('identity', 'text', (column) => column.notNull())
			.addColumn('created_at', 'text', (column) => column.notNull())
			.execute();
		await database.schema
			.createTable('storage_scrubs')
			.addColumn('name', 'text', (column) => column.primaryKey())
			.addColumn('last_object_id', 'text', (column) => column.notNull())
			.addColumn('finished_at', 'text')
			.execute();
	},
};

async function createObjects(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('storage_objects')
		.addColumn('id', 'text', (column) => column.primaryKey())
		.addColumn('state', 'text', (column) =>
			column.notNull().check(sql`state in ('STAGED', 'STORED')`),
		)
		.addColumn('data_shards', wholeNumber(database), (column) => column.notNull())
		.addColumn('parity_shards', wholeNumber(database), (column) => column.notNull())
		.addColumn('block_size_bytes', wholeNumber(database), (column) => column.notNull())
		.addColumn('bucket_names', 'text', (column) => column.notNull())
		.addColumn('size_bytes', 'bigint', (column) => column.notNull())
		.addColumn('hash', 'text', (column) => column.notNull())
		.addColumn('master_key_id', 'text', (column) => column.notNull())
		.addColumn('wrapped_key', 'text', (column) => column.notNull())
		.addColumn('created_at', 'text', (column) => column.notNull())
		.execute();
	await database.schema
		.createTable('storage_shards')
		.addColumn('object_id', 'text', (column) => column.notNull().references('storage_objects.id'))
		.addColumn('shard', wholeNumber(database), (column) => column.notNull())
		.addColumn('bucket', 'text', (column) => column.notNull())
		.addColumn('state', 'text', (column) =>
			column.notNull().check(sql`state in ('STORED', 'OUTBOX', 'MISSING')`),
		)
		.addPrimaryKeyConstraint('storage_shards_primary', ['object_id', 'shard'])
		.execute();
	await database.schema
		.createIndex('storage_shards_state')
		.on('storage_shards')
		.columns(['state', 'object_id'])
		.execute();
}

async function createFiles(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('stored_files')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('organisation_id', 'text', (column) =>
			column.notNull().references('organisations.id'),
		)
		.addColumn('owner_email', 'text', (column) => column.notNull())
		.addColumn('file_name', 'text', (column) => column.notNull())
		.addColumn('object_id', 'text', (column) => column.notNull().references('storage_objects.id'))
		.addColumn('log_sequence', wholeNumber(database), (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', (column) => column.notNull())
		.execute();
	await database.schema
		.createIndex('stored_files_organisation')
		.on('stored_files')
		.columns(['organisation_id', 'sequence'])
		.execute();
}
