/** What a movement is for: a reference, and pairs of metadata. */
import { sql, type Kysely, type Migration } from 'kysely';
import { isPostgres } from '../../../server/database/database';

export const references: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		const { schema } = database;
		const typeOf = sql.raw(
			isPostgres(database) ? 'json_typeof(metadata::json)' : 'json_type(metadata)',
		);
		await schema.alterTable('asset_transactions').addColumn('reference', 'text').execute();
		await schema
			.alterTable('asset_transactions')
			.addColumn('metadata', 'text', (column) => column.check(sql`${typeOf} = 'object'`))
			.execute();
		await schema
			.createIndex('asset_transactions_reference')
			.on('asset_transactions')
			.columns(['product_id', 'reference', 'sequence'])
			.where(sql<boolean>`reference is not null`)
			.execute();
	},
};
