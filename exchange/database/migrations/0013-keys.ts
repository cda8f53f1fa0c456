/** Keys that end by their time, and accounts that are disabled. */
import type { Kysely, Migration } from 'kysely';
import { wholeNumber } from '../../../server/database/table-form';

export const keys: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.alterTable('api_keys')
			.addColumn('expires_at', wholeNumber(database))
			.execute();
		await database.schema
			.createIndex('api_keys_account')
			.on('api_keys')
			.column('account_id')
			.execute();
		await database.schema
			.alterTable('accounts')
			.addColumn('disabled_at', wholeNumber(database))
			.execute();
	},
};
