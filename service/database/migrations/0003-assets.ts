/** Assets, who holds how much, every movement, and the answers kept for repeated requests. */
import { sql, type Kysely, type Migration } from 'kysely';
import { sequence, wholeNumber } from '../../../server/database/table-form';

export const assets: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createTable('assets')
			.addColumn('sequence', ...sequence(database))
			.addColumn('id', 'text', (column) => column.notNull().unique())
			.addColumn('product_id', 'text', (column) => column.notNull().references('products.id'))
			.addColumn('name', 'text', (column) => column.notNull())
			.addColumn('log_sequence', wholeNumber(database), (column) =>
				column.notNull().references('log_entries.sequence'),
			)
			.addColumn('created_at', 'text', (column) => column.notNull())
			.execute();
		await database.schema
			.createTable('asset_balances')
			.addColumn('sequence', ...sequence(database))
			.addColumn('asset_id', 'text', (column) => column.notNull().references('assets.id'))
			.addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
			.addColumn('amount', 'text', (column) =>
				column.notNull().check(sql`amount not like '-%' and amount <> ''`),
			)
			.addUniqueConstraint('asset_balances_holder', ['asset_id', 'user_id'])
			.execute();
		await createTransactions(database);
		await database.schema
			.createTable('idempotency_keys')
			.addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
			.addColumn('key', 'text', (column) => column.notNull())
			.addColumn('request_hash', 'text', (column) => column.notNull())
			.addColumn('answer', 'text', (column) => column.notNull())
			.addColumn('created_at', 'text', (column) => column.notNull())
			.addPrimaryKeyConstraint('idempotency_keys_primary', ['user_id', 'key'])
			.execute();
	},
};

async function createTransactions(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('asset_transactions')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('asset_id', 'text', (column) => column.notNull().references('assets.id'))
		.addColumn('batch_id', 'text')
		.addColumn('sender_id', 'text', (column) => column.references('users.id'))
		.addColumn('issuer_id', 'text', (column) => column.references('users.id'))
		.addColumn('recipient_id', 'text', (column) => column.notNull().references('users.id'))
		.addColumn('amount', 'text', (column) => column.notNull())
		.addColumn('log_sequence', wholeNumber(database), (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', (column) => column.notNull())
		.execute();
	await database.schema
		.createIndex('asset_transactions_asset')
		.on('asset_transactions')
		.columns(['asset_id', 'sequence'])
		.execute();
}
