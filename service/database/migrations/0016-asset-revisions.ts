/**
 * Assets that are renamed and deleted: the row of an asset is as it is now, and what it was before
 * stays in a row of its own, each with its entry in the log. Movements know their product, whose list
 * is read in their order.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { wholeNumber } from '../../../server/database/table-form';

export const assetRevisions: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await reviseAssets(database);
		await database.schema
			.createTable('asset_revisions')
			.addColumn('asset_id', 'text', (column) => column.notNull().references('assets.id'))
			.addColumn('revision', wholeNumber(database), (column) => column.notNull())
			.addColumn('name', 'text', (column) => column.notNull())
			.addColumn('changed_by', 'text', (column) => column.references('users.id'))
			.addColumn('changed_at', 'text')
			.addColumn('log_sequence', wholeNumber(database), (column) =>
				column.notNull().references('log_entries.sequence'),
			)
			.addPrimaryKeyConstraint('asset_revisions_primary', ['asset_id', 'revision'])
			.execute();
		await placeMovements(database);
	},
};

async function reviseAssets(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.alterTable('assets')
		.addColumn('revision', wholeNumber(database), (column) => column.notNull().defaultTo(1))
		.execute();
	await database.schema
		.alterTable('assets')
		.addColumn('changed_by', 'text', (column) => column.references('users.id'))
		.execute();
	for (const column of ['changed_at', 'deleted_at']) {
		await database.schema.alterTable('assets').addColumn(column, 'text').execute();
	}
	await database.schema
		.createIndex('assets_name')
		.on('assets')
		.columns(['product_id', 'name', 'sequence'])
		.execute();
}

async function placeMovements(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.alterTable('asset_transactions')
		.addColumn('product_id', 'text', (column) => column.references('products.id'))
		.execute();
	await sql`update asset_transactions set product_id = (
		select product_id from assets where assets.id = asset_transactions.asset_id
	)`.execute(database);
	await database.schema
		.createIndex('asset_transactions_product')
		.on('asset_transactions')
		.columns(['product_id', 'sequence'])
		.execute();
}
