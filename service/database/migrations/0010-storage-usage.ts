/** Whose an object is and what its shards take, and the sum of that for each owner. */
import { sql, type Kysely, type Migration } from 'kysely';

/** What refers to an object, with the organisation it belongs to. */
const references = [
	'select object_id, organisation_id from stored_files',
	'select object_id, organisation_id from signatures',
	`select object_id, organisation_id from contracts
		join products on products.id = contracts.product_id`,
	`select object_id, organisation_id from templates
		join products on products.id = templates.product_id`,
	`select object_id, organisation_id from keeper_versions
		join keeper_files on keeper_files.id = keeper_versions.file_id
		join products on products.id = keeper_files.product_id`,
	`select object_id, organisation_id from diff_reports
		join keeper_files on keeper_files.id = diff_reports.file_id
		join products on products.id = keeper_files.product_id`,
];

export const storageUsage: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema.alterTable('storage_objects').addColumn('owner_id', 'text').execute();
		await database.schema
			.alterTable('storage_objects')
			.addColumn('stored_size_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
			.execute();
		await database.schema
			.createTable('storage_usage')
			.addColumn('owner_id', 'text', (column) => column.primaryKey())
			.addColumn('stored_bytes', 'bigint', (column) =>
				column.notNull().check(sql`stored_bytes >= 0`),
			)
			.execute();
		await measureObjects(database);
		for (const reference of references) {
			await sql`
				update storage_objects set owner_id = reference.organisation_id
				from (${sql.raw(reference)}) as reference
				where storage_objects.id = reference.object_id`.execute(database);
		}
		await sql`
			insert into storage_usage (owner_id, stored_bytes)
			select owner_id, sum(stored_size_bytes) from storage_objects
			where owner_id is not null group by owner_id`.execute(database);
	},
};

/**
 * Every shard is a header of 64 bytes and, for each stripe, a hash of 32 and a block; a stripe holds
 * a tag of 16 bytes besides its plain ones, and only the block of the last is shorter.
 */
async function measureObjects(database: Kysely<unknown>): Promise<void> {
	const stripe = sql`(data_shards * block_size_bytes - 16)`;
	const before = sql`((size_bytes - 1) / ${stripe})`;
	const last = sql`((size_bytes - ${before} * ${stripe} + 16 + data_shards - 1) / data_shards)`;
	await sql`
		update storage_objects set stored_size_bytes = (data_shards + parity_shards)
			* (64 + ${before} * (32 + block_size_bytes) + 32 + ${last})
		where size_bytes > 0`.execute(database);
}
