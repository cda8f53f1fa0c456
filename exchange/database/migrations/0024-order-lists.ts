/** Lists of two orders, of which at most one trades. */
import type { Kysely, Migration } from 'kysely';

export const orderLists: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createTable('order_lists')
			.addColumn('market', 'text', (column) => column.notNull().references('markets.symbol'))
			.addColumn('order_list_id', 'bigint', (column) => column.notNull())
			.addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
			.addColumn('list_client_order_id', 'text', (column) => column.notNull())
			.addColumn('created_at', 'bigint', (column) => column.notNull())
			.addPrimaryKeyConstraint('order_lists_primary', ['market', 'order_list_id'])
			.addUniqueConstraint('order_lists_client', ['account_id', 'list_client_order_id'])
			.execute();
		await database.schema
			.createIndex('order_lists_account')
			.on('order_lists')
			.columns(['account_id', 'created_at', 'market', 'order_list_id'])
			.execute();
	},
};
