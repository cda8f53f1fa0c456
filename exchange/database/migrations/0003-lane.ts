/** The log of commands, the orders in it, and everything the lane derives from the log. */
import { sql, type Kysely, type Migration } from 'kysely';
import { keptInKey } from '../../../server/database/table-form';

export const lane: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await createLog(database);
		await createOrders(database);
		await createTrades(database);
		await createViews(database);
	},
};

async function createLog(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('commands')
		.addColumn('market', 'text', (column) => column.notNull())
		.addColumn('sequence', 'bigint', (column) => column.notNull())
		.addColumn('body', 'text', (column) => column.notNull())
		.addColumn('accepted_at', 'bigint', (column) => column.notNull())
		.addPrimaryKeyConstraint('commands_primary', ['market', 'sequence'])
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.createTable('batches')
		.addColumn('market', 'text', (column) => column.notNull())
		.addColumn('first_sequence', 'bigint', (column) => column.notNull())
		.addColumn('last_sequence', 'bigint', (column) => column.notNull())
		.addColumn('epoch', 'bigint', (column) => column.notNull())
		.addColumn('reports', 'text', (column) => column.notNull())
		.addColumn('levels', 'text', (column) => column.notNull())
		.addColumn('committed_at', 'bigint', (column) => column.notNull())
		.addPrimaryKeyConstraint('batches_primary', ['market', 'last_sequence'])
		.execute();
	await database.schema
		.createTable('snapshots')
		.addColumn('market', 'text', (column) => column.notNull())
		.addColumn('sequence', 'bigint', (column) => column.notNull())
		.addColumn('fingerprint', 'text', (column) => column.notNull())
		.addColumn('body', 'text', (column) => column.notNull())
		.addColumn('taken_at', 'bigint', (column) => column.notNull())
		.addPrimaryKeyConstraint('snapshots_primary', ['market', 'sequence'])
		.execute();
}

async function createOrders(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('orders')
		.addColumn('market', 'text', (column) => column.notNull())
		.addColumn('order_id', 'bigint', (column) => column.notNull())
		.addColumn('account_id', 'text', (column) => column.notNull())
		.addColumn('client_order_id', 'text', (column) => column.notNull())
		.addColumn('request', 'text', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addPrimaryKeyConstraint('orders_primary', ['market', 'order_id'])
		.addUniqueConstraint('orders_client', ['account_id', 'client_order_id'])
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.createIndex('orders_account')
		.on('orders')
		.columns(['account_id', 'market', 'order_id'])
		.execute();
	await database.schema
		.createTable('order_states')
		.addColumn('market', 'text', (column) => column.notNull())
		.addColumn('order_id', 'bigint', (column) => column.notNull())
		.addColumn('account_id', 'text', (column) => column.notNull())
		.addColumn('status', 'text', (column) => column.notNull())
		.addColumn('reason', 'text')
		.addColumn('quantity_lots', 'bigint', (column) => column.notNull())
		.addColumn('executed_lots', 'bigint', (column) => column.notNull())
		.addColumn('leaves_lots', 'bigint', (column) => column.notNull())
		.addColumn('executed_quote', 'bigint', (column) => column.notNull())
		.addColumn('commission', 'bigint', (column) => column.notNull())
		.addColumn('held', 'bigint', (column) => column.notNull().check(sql`held >= 0`))
		.addColumn('expire_time', 'bigint', (column) => column.notNull())
		.addColumn('updated_at', 'bigint', (column) => column.notNull())
		.addPrimaryKeyConstraint('order_states_primary', ['market', 'order_id'])
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.createIndex('order_states_open')
		.on('order_states')
		.columns(['account_id', 'market', 'order_id'])
		.where(sql.ref('status'), 'in', [sql.lit('NEW'), sql.lit('PARTIALLY_FILLED')])
		.execute();
	await sql`create index order_states_expiring on order_states (expire_time) where expire_time > 0 and status in ('NEW', 'PARTIALLY_FILLED')`.execute(
		database,
	);
}

async function createTrades(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('trades')
		.addColumn('market', 'text', (column) => column.notNull())
		.addColumn('trade_id', 'bigint', (column) => column.notNull())
		.addColumn('sequence', 'bigint', (column) => column.notNull())
		.addColumn('price_ticks', 'bigint', (column) => column.notNull())
		.addColumn('quantity_lots', 'bigint', (column) => column.notNull())
		.addColumn('quote_amount', 'bigint', (column) => column.notNull())
		.addColumn('taker_side', 'text', (column) => column.notNull())
		.addColumn('taker_order_id', 'bigint', (column) => column.notNull())
		.addColumn('taker_account_id', 'text', (column) => column.notNull())
		.addColumn('taker_commission', 'bigint', (column) => column.notNull())
		.addColumn('maker_order_id', 'bigint', (column) => column.notNull())
		.addColumn('maker_account_id', 'text', (column) => column.notNull())
		.addColumn('maker_commission', 'bigint', (column) => column.notNull())
		.addColumn('traded_at', 'bigint', (column) => column.notNull())
		.addPrimaryKeyConstraint('trades_primary', ['market', 'trade_id'])
		.modifyEnd(keptInKey(database))
		.execute();
	for (const role of ['taker', 'maker']) {
		await database.schema
			.createIndex(`trades_${role}`)
			.on('trades')
			.columns([`${role}_account_id`, 'market', 'trade_id'])
			.execute();
	}
}

async function createViews(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('levels')
		.addColumn('market', 'text', (column) => column.notNull())
		.addColumn('side', 'text', (column) => column.notNull())
		.addColumn('price_ticks', 'bigint', (column) => column.notNull())
		.addColumn('quantity_lots', 'bigint', (column) => column.notNull())
		.addPrimaryKeyConstraint('levels_primary', ['market', 'side', 'price_ticks'])
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.createTable('candles')
		.addColumn('market', 'text', (column) => column.notNull())
		.addColumn('opened_at', 'bigint', (column) => column.notNull())
		.addColumn('open_ticks', 'bigint', (column) => column.notNull())
		.addColumn('high_ticks', 'bigint', (column) => column.notNull())
		.addColumn('low_ticks', 'bigint', (column) => column.notNull())
		.addColumn('close_ticks', 'bigint', (column) => column.notNull())
		.addColumn('volume_lots', 'text', (column) => column.notNull())
		.addColumn('quote_volume', 'text', (column) => column.notNull())
		.addColumn('trades', 'bigint', (column) => column.notNull())
		.addPrimaryKeyConstraint('candles_primary', ['market', 'opened_at'])
		.modifyEnd(keptInKey(database))
		.execute();
}
