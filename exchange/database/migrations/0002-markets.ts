/** Assets and the markets between them. The rules of a market never change; its status does. */
import { sql, type Kysely, type Migration } from 'kysely';

export const markets: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createTable('assets')
			.addColumn('code', 'text', (column) => column.primaryKey())
			.addColumn('decimals', 'bigint', (column) =>
				column.notNull().check(sql`decimals between 0 and 18`),
			)
			.execute();
		await database.schema
			.createTable('markets')
			.addColumn('symbol', 'text', (column) => column.primaryKey())
			.addColumn('base_asset', 'text', (column) => column.notNull().references('assets.code'))
			.addColumn('quote_asset', 'text', (column) => column.notNull().references('assets.code'))
			.addColumn('tick_size', 'text', (column) => column.notNull())
			.addColumn('step_size', 'text', (column) => column.notNull())
			.addColumn('max_price', 'text', (column) => column.notNull())
			.addColumn('min_qty', 'text', (column) => column.notNull())
			.addColumn('max_qty', 'text', (column) => column.notNull())
			.addColumn('min_notional', 'text', (column) => column.notNull())
			.addColumn('maker_fee_bps', 'bigint', (column) => column.notNull())
			.addColumn('taker_fee_bps', 'bigint', (column) => column.notNull())
			.addColumn('status', 'text', (column) => column.notNull())
			.addColumn('created_at', 'bigint', (column) => column.notNull())
			.addCheckConstraint('markets_two_assets', sql`base_asset <> quote_asset`)
			.execute();
		await database.schema
			.createTable('logs')
			.addColumn('market', 'text', (column) => column.primaryKey())
			.addColumn('last_sequence', 'bigint', (column) => column.notNull())
			.addColumn('last_time', 'bigint', (column) => column.notNull())
			.execute();
		await database.schema
			.createTable('lanes')
			.addColumn('market', 'text', (column) => column.primaryKey())
			.addColumn('epoch', 'bigint', (column) => column.notNull())
			.addColumn('cursor', 'bigint', (column) => column.notNull())
			.execute();
	},
};
