/** Objects cut into shards, buckets, what each owner uses, and the files of the storage product. */
import { sql, type Kysely } from 'kysely';
import { notNull, sequence, wholeNumber } from '../../../../server/database/table-form';

export async function createStorage(database: Kysely<unknown>): Promise<void> {
	await createObjects(database);
	await createBuckets(database);
	await createUsage(database);
	await createFiles(database);
}

async function createObjects(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('storage_objects')
		.addColumn('id', 'text', (column) => column.primaryKey())
		.addColumn('state', 'text', (column) =>
			column.notNull().check(sql`state in ('STAGED', 'STORED')`),
		)
		.addColumn('data_shards', whole, notNull)
		.addColumn('parity_shards', whole, notNull)
		.addColumn('block_size_bytes', whole, notNull)
		.addColumn('bucket_names', 'text', notNull)
		.addColumn('size_bytes', 'bigint', notNull)
		.addColumn('hash', 'text', notNull)
		.addColumn('master_key_id', 'text', notNull)
		.addColumn('wrapped_key', 'text', notNull)
		.addColumn('created_at', 'text', notNull)
		.addColumn('process_id', 'text')
		.addColumn('owner_id', 'text')
		.addColumn('stored_size_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
		.execute();
	await database.schema
		.createTable('storage_shards')
		.addColumn('object_id', 'text', (column) => column.notNull().references('storage_objects.id'))
		.addColumn('shard', whole, notNull)
		.addColumn('bucket', 'text', notNull)
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

async function createBuckets(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('storage_buckets')
		.addColumn('name', 'text', (column) => column.primaryKey())
		.addColumn('identity', 'text', notNull)
		.addColumn('created_at', 'text', notNull)
		.execute();
	await database.schema
		.createTable('storage_scrubs')
		.addColumn('name', 'text', (column) => column.primaryKey())
		.addColumn('last_object_id', 'text', notNull)
		.addColumn('finished_at', 'text')
		.execute();
	await database.schema
		.createTable('storage_master_keys')
		.addColumn('name', 'text', (column) => column.primaryKey())
		.addColumn('key_id', 'text', notNull)
		.addColumn('check_value', 'text')
		.execute();
}

async function createUsage(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('storage_usage')
		.addColumn('owner_id', 'text', (column) => column.primaryKey())
		.addColumn('stored_bytes', 'bigint', (column) => column.notNull().check(sql`stored_bytes >= 0`))
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
		.addColumn('owner_email', 'text', notNull)
		.addColumn('file_name', 'text', notNull)
		.addColumn('object_id', 'text', (column) => column.notNull().references('storage_objects.id'))
		.addColumn('log_sequence', wholeNumber(database), (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', notNull)
		.execute();
	await database.schema
		.createIndex('stored_files_organisation')
		.on('stored_files')
		.columns(['organisation_id', 'sequence'])
		.execute();
	await database.schema
		.createIndex('stored_files_object')
		.on('stored_files')
		.column('object_id')
		.execute();
}
