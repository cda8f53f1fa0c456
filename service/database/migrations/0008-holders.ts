/** An index of what one user holds, which is asked for more often than an asset's holders are. */
import type { Kysely, Migration } from 'kysely';

export const holders: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createIndex('asset_balances_user')
			.on('asset_balances')
			.columns(['user_id', 'sequence'])
			.execute();
	},
};
