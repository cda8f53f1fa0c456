/** Accounts of traders, and the keys that speak for them or for the administrator. */
import type { Kysely, Migration } from 'kysely';

export const accounts: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createTable('accounts')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('name', 'text', (column) => column.notNull().unique())
			.addColumn('created_at', 'bigint', (column) => column.notNull())
			.execute();
		await database.schema
			.createTable('api_keys')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('key_hash', 'text', (column) => column.notNull().unique())
			.addColumn('account_id', 'text', (column) => column.references('accounts.id'))
			.addColumn('label', 'text', (column) => column.notNull())
			.addColumn('created_at', 'bigint', (column) => column.notNull())
			.addColumn('revoked_at', 'bigint')
			.execute();
	},
};
