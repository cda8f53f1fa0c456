/**
 * Assets and entities that are renamed and deleted: a row is as it is now, and what it was before stays
 * as a row of its own, each with its entry in the log. Beside it what multi-assets are made of, and the
 * product of movements, whose list is read in their order.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { wholeNumber } from '../../../server/database/table-form';

export const trackerRevisions: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		for (const table of ['assets', 'entities']) await revise(database, table);
		await database.schema.alterTable('assets').addColumn('deleted_at', 'text').execute();
		await database.schema
			.createIndex('assets_name')
			.on('assets')
			.columns(['product_id', 'name', 'sequence'])
			.execute();
		await createRevisions(database);
		await createMembers(database);
		await placeMovements(database);
	},
};

async function revise(database: Kysely<unknown>, table: string): Promise<void> {
	await database.schema
		.alterTable(table)
		.addColumn('revision', wholeNumber(database), (column) => column.notNull().defaultTo(1))
		.execute();
	await database.schema
		.alterTable(table)
		.addColumn('changed_by', 'text', (column) => column.references('users.id'))
		.execute();
	await database.schema.alterTable(table).addColumn('changed_at', 'text').execute();
}

/** Of assets and entities, by their ids. */
async function createRevisions(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('tracker_revisions')
		.addColumn('id', 'text', (column) => column.notNull())
		.addColumn('revision', wholeNumber(database), (column) => column.notNull())
		.addColumn('name', 'text', (column) => column.notNull())
		.addColumn('changed_by', 'text', (column) => column.references('users.id'))
		.addColumn('changed_at', 'text')
		.addColumn('log_sequence', wholeNumber(database), (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addPrimaryKeyConstraint('tracker_revisions_primary', ['id', 'revision'])
		.execute();
}

async function createMembers(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('asset_members')
		.addColumn('multi_id', 'text', (column) => column.notNull().references('assets.id'))
		.addColumn('position', 'integer', (column) => column.notNull())
		.addColumn('asset_id', 'text', (column) => column.notNull().references('assets.id'))
		.addPrimaryKeyConstraint('asset_members_primary', ['multi_id', 'position'])
		.addUniqueConstraint('asset_members_asset', ['asset_id', 'multi_id'])
		.execute();
}

async function placeMovements(database: Kysely<unknown>): Promise<void> {
	await database.schema.alterTable('asset_transactions').addColumn('product_id', 'text').execute();
	await sql`update asset_transactions set product_id = (
		select product_id from assets where assets.id = asset_transactions.asset_id
	)`.execute(database);
	await database.schema
		.createIndex('asset_transactions_product')
		.on('asset_transactions')
		.columns(['product_id', 'sequence'])
		.execute();
}
