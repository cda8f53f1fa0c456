/** Keys at the tracker that traders allowed when they signed in, and which keys here were made by signing in. */
import type { Kysely, Migration } from 'kysely';
import { notNull } from '../../../server/database/table-form';

export const depositKeys: Migration = {
	async up({ schema }: Kysely<unknown>): Promise<void> {
		await schema
			.createTable('deposit_keys')
			.addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id'))
			.addColumn('email', 'text', notNull)
			.addColumn('sealed', 'text', notNull)
			.execute();
		await schema
			.alterTable('api_keys')
			.addColumn('signed_in', 'bigint', (column) => column.notNull().defaultTo(0))
			.execute();
	},
};
