/** The holders of an asset are listed in the order in which they first held it. */
import type { Kysely, Migration } from 'kysely';

export const assetHolders: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createIndex('asset_balances_asset')
			.on('asset_balances')
			.columns(['asset_id', 'sequence'])
			.execute();
	},
};
