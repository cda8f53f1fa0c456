/**
 * Asset links, intents and dues. The code relies on two constraints: one intent per reference, and
 * at most one call in doubt in each exclusive slot.
 */
import { sql, type Kysely } from 'kysely';
import { notNull } from '../../../../server/database/table-form';

export async function createSettlement(database: Kysely<unknown>): Promise<void> {
	await createAssetLinks(database);
	await createIntents(database);
	await indexIntents(database);
	await createIntentParts(database);
	await createReservations(database);
	await createDues(database);
	await createPayoutLimits(database);
	await createState(database);
	await createAlarms(database);
}

async function createAssetLinks(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('asset_links')
		.addColumn('asset', 'text', (column) => column.primaryKey().references('assets.code'))
		.addColumn('tracker_asset_id', 'text', (column) => column.notNull().unique())
		.addColumn('unit', 'bigint', (column) => column.notNull().check(sql`unit > 0`))
		.execute();
}

async function createIntents(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('intents')
		.addColumn('id', 'text', (column) => column.primaryKey())
		.addColumn('number', 'bigint', (column) => column.notNull().unique())
		.addColumn('kind', 'text', notNull)
		.addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
		.addColumn('asset', 'text', (column) => column.notNull().references('asset_links.asset'))
		.addColumn('units', 'bigint', (column) => column.notNull().check(sql`units > 0`))
		.addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
		.addColumn('reference', 'text', notNull)
		.addColumn('window_number', 'bigint')
		.addColumn('trader_email', 'text')
		.addColumn('slot', 'text', notNull)
		.addColumn('exclusive_slot', 'text')
		.addColumn('state', 'text', notNull)
		.addColumn('leg', 'text', notNull)
		.addColumn('attempt', 'bigint', notNull)
		.addColumn('transit_email', 'text')
		.addColumn('sent_at', 'bigint')
		.addColumn('first_doubt_at', 'bigint')
		.addColumn('last_doubt_at', 'bigint')
		.addColumn('units_before', 'text')
		.addColumn('transaction_id', 'text')
		.addColumn('reason', 'text')
		.addColumn('due_at', 'bigint', notNull)
		.addColumn('version', 'bigint', notNull)
		.addColumn('created_at', 'bigint', notNull)
		.addColumn('ended_at', 'bigint')
		.addColumn('key_number', 'bigint', (column) => column.notNull().defaultTo(1))
		.addColumn('tried_since', 'bigint')
		.addUniqueConstraint('intents_reference', ['account_id', 'kind', 'reference'])
		.execute();
}

/** Few intents are ever open, held or refused, so their indexes cost the others nothing. */
async function indexIntents(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createIndex('intents_open')
		.on('intents')
		.columns(['slot', 'due_at', 'number'])
		.where(sql<boolean>`state in ('PLANNED', 'SENDING', 'UNKNOWN')`)
		.execute();
	await database.schema
		.createIndex('intents_exclusive')
		.unique()
		.on('intents')
		.column('exclusive_slot')
		.where(sql<boolean>`state in ('SENDING', 'UNKNOWN')`)
		.execute();
	await database.schema
		.createIndex('intents_transaction')
		.on('intents')
		.columns(['asset', 'transaction_id'])
		.execute();
	await database.schema
		.createIndex('intents_unended')
		.on('intents')
		.columns(['kind', 'asset'])
		.where(sql<boolean>`state not in ('SETTLED', 'REFUSED')`)
		.execute();
	await database.schema
		.createIndex('intents_listed')
		.on('intents')
		.columns(['account_id', 'kind', 'created_at', 'number'])
		.execute();
	await database.schema
		.createIndex('intents_waiting')
		.on('intents')
		.column('number')
		.where(sql<boolean>`state = 'PENDING_APPROVAL'`)
		.execute();
	await database.schema
		.createIndex('intents_account')
		.on('intents')
		.columns(['account_id', 'number'])
		.execute();
	await database.schema
		.createIndex('intents_held')
		.on('intents')
		.column('number')
		.where(sql<boolean>`state = 'HELD_FOR_REVIEW'`)
		.execute();
	await database.schema
		.createIndex('intents_refused')
		.on('intents')
		.column('number')
		.where(sql<boolean>`state = 'REFUSED'`)
		.execute();
}

/** A claim says to which intent a tracker transfer belongs. */
async function createIntentParts(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('sealed_keys')
		.addColumn('intent_id', 'text', (column) => column.primaryKey().references('intents.id'))
		.addColumn('sealed', 'text', notNull)
		.execute();
	await database.schema
		.createTable('intent_steps')
		.addColumn('intent_id', 'text', (column) => column.notNull().references('intents.id'))
		.addColumn('version', 'bigint', notNull)
		.addColumn('state', 'text', notNull)
		.addColumn('note', 'text')
		.addColumn('at', 'bigint', notNull)
		.addPrimaryKeyConstraint('intent_steps_primary', ['intent_id', 'version'])
		.execute();
	await database.schema
		.createTable('unnamed_transfers')
		.addColumn('intent_id', 'text', (column) => column.primaryKey().references('intents.id'))
		.addColumn('look_at', 'bigint', notNull)
		.addColumn('looks', 'bigint', notNull)
		.execute();
	await database.schema
		.createIndex('unnamed_transfers_look_at')
		.on('unnamed_transfers')
		.column('look_at')
		.execute();
	await database.schema
		.createTable('transfer_claims')
		.addColumn('asset', 'text', notNull)
		.addColumn('transaction_id', 'text', notNull)
		.addColumn('intent_id', 'text', (column) => column.notNull().references('intents.id'))
		.addPrimaryKeyConstraint('transfer_claims_primary', ['asset', 'transaction_id'])
		.execute();
}

/** Reservations for orders that fund themselves. */
async function createReservations(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('reservations')
		.addColumn('number', 'bigint', (column) => column.primaryKey())
		.addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
		.addColumn('client_order_id', 'text', notNull)
		.addColumn('market', 'text', (column) => column.notNull().references('markets.symbol'))
		.addColumn('asset', 'text', (column) => column.notNull().references('assets.code'))
		.addColumn('request', 'text', notNull)
		.addColumn('intent_id', 'text', (column) => column.references('intents.id'))
		.addColumn('state', 'text', notNull)
		.addColumn('held', 'bigint', (column) => column.notNull().check(sql`held >= 0`))
		.addColumn('moves', 'bigint', notNull)
		.addColumn('due_at', 'bigint', notNull)
		.execute();
	await database.schema
		.createIndex('reservations_order')
		.on('reservations')
		.columns(['account_id', 'client_order_id', 'number'])
		.execute();
	await database.schema
		.createIndex('reservations_open')
		.unique()
		.on('reservations')
		.columns(['account_id', 'client_order_id'])
		.where(sql<boolean>`state = 'OPEN'`)
		.execute();
	await database.schema
		.createIndex('reservations_due')
		.on('reservations')
		.columns(['due_at', 'number'])
		.where(sql<boolean>`state = 'OPEN'`)
		.execute();
	await database.schema
		.createIndex('reservations_intent')
		.on('reservations')
		.column('intent_id')
		.execute();
	await database.schema
		.createTable('reservation_moves')
		.addColumn('number', 'bigint', (column) => column.notNull().references('reservations.number'))
		.addColumn('position', 'bigint', notNull)
		.addColumn('account_id', 'text', notNull)
		.addColumn('at', 'bigint', notNull)
		.addPrimaryKeyConstraint('reservation_moves_primary', ['number', 'position'])
		.execute();
	await database.schema
		.createIndex('reservation_moves_account')
		.on('reservation_moves')
		.columns(['account_id', 'at', 'number', 'position'])
		.execute();
}

async function createDues(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('dues')
		.addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
		.addColumn('asset', 'text', (column) => column.notNull().references('assets.code'))
		.addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount >= 0`))
		.addPrimaryKeyConstraint('dues_primary', ['account_id', 'asset'])
		.execute();
	await database.schema
		.createTable('due_cursors')
		.addColumn('market', 'text', (column) => column.primaryKey().references('markets.symbol'))
		.addColumn('sequence', 'bigint', notNull)
		.execute();
	await database.schema
		.createTable('payout_windows')
		.addColumn('number', 'bigint', (column) => column.primaryKey())
		.addColumn('closed_at', 'bigint', notNull)
		.addColumn('trades', 'bigint', notNull)
		.addColumn('credits', 'bigint', notNull)
		.addColumn('payouts', 'bigint', notNull)
		.execute();
}

/** Payouts allowed without approval, and assets whose payouts are stopped. */
async function createPayoutLimits(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('payout_limits')
		.addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
		.addColumn('asset', 'text', (column) => column.notNull().references('assets.code'))
		.addColumn('day_max', 'bigint')
		.addColumn('approval_above', 'bigint')
		.addPrimaryKeyConstraint('payout_limits_primary', ['account_id', 'asset'])
		.execute();
	await database.schema
		.createTable('payout_stops')
		.addColumn('asset', 'text', (column) => column.primaryKey().references('assets.code'))
		.addColumn('short', 'bigint', (column) => column.notNull().check(sql`short > 0`))
		.addColumn('stopped_at', 'bigint', notNull)
		.addColumn('resumed_at', 'bigint')
		.execute();
}

async function createState(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('transit_accounts')
		.addColumn('email', 'text', (column) => column.primaryKey())
		.addColumn('state', 'text', notNull)
		.addColumn('intent_id', 'text')
		.addColumn('rest_until', 'bigint', notNull)
		.execute();
	await database.schema
		.createTable('settlement_state')
		.addColumn('id', 'bigint', (column) => column.primaryKey())
		.addColumn('last_number', 'bigint', notNull)
		.addColumn('last_window', 'bigint', notNull)
		.addColumn('window_opened_at', 'bigint', notNull)
		.addColumn('payouts_stopped', 'text')
		.addColumn('escrow_email', 'text')
		.execute();
	await sql`insert into settlement_state (id, last_number, last_window, window_opened_at)
		values (1, 0, 0, 0)`.execute(database);
}

async function createAlarms(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('alarms')
		.addColumn('id', 'text', (column) => column.primaryKey())
		.addColumn('kind', 'text', notNull)
		.addColumn('message', 'text', notNull)
		.addColumn('raised_at', 'bigint', notNull)
		.addColumn('cleared_at', 'bigint')
		.addColumn('intent_id', 'text', (column) => column.references('intents.id'))
		.execute();
	await database.schema
		.createIndex('alarms_raised')
		.on('alarms')
		.columns(['raised_at', 'id'])
		.execute();
}
