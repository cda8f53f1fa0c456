import { sql, type Kysely } from 'kysely';
import { keptInKey, notNull, wholeNumber } from '../../../../server/database/table-form';

export async function createTrading(database: Kysely<unknown>): Promise<void> {
	await createOrders(database);
	await createOrderStates(database);
	await createOrderLists(database);
	await createCancelTimers(database);
	await createTrades(database);
	await createReportPlaces(database);
	await createLevels(database);
}

async function createOrders(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('orders')
		.addColumn('market', 'text', notNull)
		.addColumn('order_id', 'bigint', notNull)
		.addColumn('account_id', 'text', notNull)
		.addColumn('client_order_id', 'text', notNull)
		.addColumn('request', 'text', notNull)
		.addColumn('created_at', 'bigint', notNull)
		.addPrimaryKeyConstraint('orders_primary', ['market', 'order_id'])
		.addUniqueConstraint('orders_client', ['account_id', 'client_order_id'])
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.createIndex('orders_account')
		.on('orders')
		.columns(['account_id', 'market', 'order_id'])
		.execute();
}

async function createOrderStates(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('order_states')
		.addColumn('market', 'text', notNull)
		.addColumn('order_id', 'bigint', notNull)
		.addColumn('account_id', 'text', notNull)
		.addColumn('status', 'text', notNull)
		.addColumn('reason', 'text')
		.addColumn('quantity_lots', 'bigint', notNull)
		.addColumn('executed_lots', 'bigint', notNull)
		.addColumn('leaves_lots', 'bigint', notNull)
		.addColumn('executed_quote', 'bigint', notNull)
		.addColumn('commission', 'bigint', notNull)
		.addColumn('held', 'bigint', (column) => column.notNull().check(sql`held >= 0`))
		.addColumn('expire_time', 'bigint', notNull)
		.addColumn('updated_at', 'bigint', notNull)
		.addPrimaryKeyConstraint('order_states_primary', ['market', 'order_id'])
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.createIndex('order_states_open')
		.on('order_states')
		.columns(['account_id', 'market', 'order_id'])
		.where(sql<boolean>`status in ('NEW', 'PARTIALLY_FILLED')`)
		.execute();
	await database.schema
		.createIndex('order_states_expiring')
		.on('order_states')
		.column('expire_time')
		.where(sql<boolean>`expire_time > 0 and status in ('NEW', 'PARTIALLY_FILLED')`)
		.execute();
}

/** Lists of two orders, of which at most one trades. */
async function createOrderLists(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('order_lists')
		.addColumn('market', 'text', (column) => column.notNull().references('markets.symbol'))
		.addColumn('order_list_id', 'bigint', notNull)
		.addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
		.addColumn('list_client_order_id', 'text', notNull)
		.addColumn('created_at', 'bigint', notNull)
		.addPrimaryKeyConstraint('order_lists_primary', ['market', 'order_list_id'])
		.addUniqueConstraint('order_lists_client', ['account_id', 'list_client_order_id'])
		.execute();
	await database.schema
		.createIndex('order_lists_account')
		.on('order_lists')
		.columns(['account_id', 'created_at', 'market', 'order_list_id'])
		.execute();
}

/** Timers that cancel an account's orders unless they are set again. */
async function createCancelTimers(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('cancel_timers')
		.addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
		.addColumn('market', 'text', notNull)
		.addColumn('countdown_ms', whole, notNull)
		.addColumn('due_at', whole, notNull)
		.addColumn('triggered_at', whole)
		.addPrimaryKeyConstraint('cancel_timers_primary', ['account_id', 'market'])
		.execute();
	await database.schema
		.createIndex('cancel_timers_running')
		.on('cancel_timers')
		.column('due_at')
		.where(sql<boolean>`triggered_at is null`)
		.execute();
}

async function createTrades(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('trades')
		.addColumn('market', 'text', notNull)
		.addColumn('trade_id', 'bigint', notNull)
		.addColumn('sequence', 'bigint', notNull)
		.addColumn('price_ticks', 'bigint', notNull)
		.addColumn('quantity_lots', 'bigint', notNull)
		.addColumn('quote_amount', 'bigint', notNull)
		.addColumn('taker_side', 'text', notNull)
		.addColumn('taker_order_id', 'bigint', notNull)
		.addColumn('taker_account_id', 'text', notNull)
		.addColumn('taker_commission', 'bigint', notNull)
		.addColumn('maker_order_id', 'bigint', notNull)
		.addColumn('maker_account_id', 'text', notNull)
		.addColumn('maker_commission', 'bigint', notNull)
		.addColumn('traded_at', 'bigint', notNull)
		.addPrimaryKeyConstraint('trades_primary', ['market', 'trade_id'])
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.createIndex('trades_taker')
		.on('trades')
		.columns(['taker_account_id', 'market', 'trade_id'])
		.execute();
	await database.schema
		.createIndex('trades_maker')
		.on('trades')
		.columns(['maker_account_id', 'market', 'trade_id'])
		.execute();
	await database.schema
		.createIndex('trades_taker_order')
		.on('trades')
		.columns(['market', 'taker_order_id', 'trade_id'])
		.execute();
	await database.schema
		.createIndex('trades_maker_order')
		.on('trades')
		.columns(['market', 'maker_order_id', 'trade_id'])
		.execute();
}

/** Positions of an account's reports in the reports of a batch. */
async function createReportPlaces(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('report_places')
		.addColumn('account_id', 'text', notNull)
		.addColumn('market', 'text', notNull)
		.addColumn('last_sequence', whole, notNull)
		.addColumn('begins_at', whole, notNull)
		.addColumn('characters', whole, notNull)
		.addPrimaryKeyConstraint('report_places_primary', ['account_id', 'market', 'last_sequence'])
		.modifyEnd(keptInKey(database))
		.execute();
}

/**
 * Candles of hours and days are stored beside those of minutes, so that a long range needs few
 * rows.
 */
async function createLevels(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('levels')
		.addColumn('market', 'text', notNull)
		.addColumn('side', 'text', notNull)
		.addColumn('price_ticks', 'bigint', notNull)
		.addColumn('quantity_lots', 'bigint', notNull)
		.addPrimaryKeyConstraint('levels_primary', ['market', 'side', 'price_ticks'])
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.createTable('candles')
		.addColumn('market', 'text', notNull)
		.addColumn('span_ms', 'bigint', notNull)
		.addColumn('opened_at', 'bigint', notNull)
		.addColumn('open_ticks', 'bigint', notNull)
		.addColumn('high_ticks', 'bigint', notNull)
		.addColumn('low_ticks', 'bigint', notNull)
		.addColumn('close_ticks', 'bigint', notNull)
		.addColumn('volume_lots', 'text', notNull)
		.addColumn('quote_volume', 'text', notNull)
		.addColumn('trades', 'bigint', notNull)
		.addPrimaryKeyConstraint('candles_key', ['market', 'span_ms', 'opened_at'])
		.modifyEnd(keptInKey(database))
		.execute();
}
