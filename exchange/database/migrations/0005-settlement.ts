/**
 * What settlement keeps: which tracker asset stands for which of ours, one row for every transfer
 * that must happen at most once, and what is due to traders. Two constraints hold what the code
 * relies on: one intent under each reference, and one call in doubt at a time in each lane that
 * must be exclusive.
 */
import { sql, type Kysely, type Migration } from 'kysely';

export const settlement: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await extendAccounts(database);
		await createIntents(database);
		await createWindows(database);
		await createState(database);
	},
};

async function extendAccounts(database: Kysely<unknown>): Promise<void> {
	await database.schema.alterTable('accounts').addColumn('email', 'text').execute();
	await database.schema
		.alterTable('accounts')
		.addColumn('payouts', 'text', (column) => column.notNull().defaultTo('AUTOMATIC'))
		.execute();
	await database.schema
		.createIndex('accounts_email')
		.on('accounts')
		.column('email')
		.unique()
		.execute();
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
		.addColumn('kind', 'text', (column) => column.notNull())
		.addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
		.addColumn('asset', 'text', (column) => column.notNull().references('asset_links.asset'))
		.addColumn('units', 'bigint', (column) => column.notNull().check(sql`units > 0`))
		.addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
		.addColumn('reference', 'text', (column) => column.notNull())
		.addColumn('window_number', 'bigint')
		.addColumn('trader_email', 'text')
		.addColumn('lane', 'text', (column) => column.notNull())
		.addColumn('exclusive_lane', 'text')
		.addColumn('state', 'text', (column) => column.notNull())
		.addColumn('leg', 'text', (column) => column.notNull())
		.addColumn('attempt', 'bigint', (column) => column.notNull())
		.addColumn('transit_email', 'text')
		.addColumn('sent_at', 'bigint')
		.addColumn('first_doubt_at', 'bigint')
		.addColumn('last_doubt_at', 'bigint')
		.addColumn('units_before', 'text')
		.addColumn('transaction_id', 'text')
		.addColumn('reason', 'text')
		.addColumn('due_at', 'bigint', (column) => column.notNull())
		.addColumn('version', 'bigint', (column) => column.notNull())
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.addColumn('ended_at', 'bigint')
		.addUniqueConstraint('intents_reference', ['account_id', 'kind', 'reference'])
		.execute();
	const open = sql<boolean>`state in ('PLANNED', 'SENDING', 'UNKNOWN')`;
	const inDoubt = sql<boolean>`state in ('SENDING', 'UNKNOWN')`;
	await database.schema
		.createIndex('intents_open')
		.on('intents')
		.columns(['lane', 'due_at', 'number'])
		.where(open)
		.execute();
	await database.schema
		.createIndex('intents_exclusive')
		.on('intents')
		.column('exclusive_lane')
		.unique()
		.where(inDoubt)
		.execute();
	await database.schema
		.createIndex('intents_transaction')
		.on('intents')
		.columns(['asset', 'transaction_id'])
		.execute();
	await database.schema
		.createTable('sealed_keys')
		.addColumn('intent_id', 'text', (column) => column.primaryKey().references('intents.id'))
		.addColumn('sealed', 'text', (column) => column.notNull())
		.execute();
	await database.schema
		.createTable('intent_steps')
		.addColumn('intent_id', 'text', (column) => column.notNull().references('intents.id'))
		.addColumn('version', 'bigint', (column) => column.notNull())
		.addColumn('state', 'text', (column) => column.notNull())
		.addColumn('note', 'text')
		.addColumn('at', 'bigint', (column) => column.notNull())
		.addPrimaryKeyConstraint('intent_steps_primary', ['intent_id', 'version'])
		.execute();
}

async function createWindows(database: Kysely<unknown>): Promise<void> {
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
		.addColumn('sequence', 'bigint', (column) => column.notNull())
		.execute();
	await database.schema
		.createTable('payout_windows')
		.addColumn('number', 'bigint', (column) => column.primaryKey())
		.addColumn('closed_at', 'bigint', (column) => column.notNull())
		.addColumn('trades', 'bigint', (column) => column.notNull())
		.addColumn('credits', 'bigint', (column) => column.notNull())
		.addColumn('payouts', 'bigint', (column) => column.notNull())
		.execute();
}

async function createState(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('transit_accounts')
		.addColumn('email', 'text', (column) => column.primaryKey())
		.addColumn('state', 'text', (column) => column.notNull())
		.addColumn('intent_id', 'text')
		.addColumn('rest_until', 'bigint', (column) => column.notNull())
		.execute();
	await database.schema
		.createTable('settlement_state')
		.addColumn('id', 'bigint', (column) => column.primaryKey())
		.addColumn('last_number', 'bigint', (column) => column.notNull())
		.addColumn('last_window', 'bigint', (column) => column.notNull())
		.addColumn('window_opened_at', 'bigint', (column) => column.notNull())
		.addColumn('payouts_stopped', 'text')
		.execute();
	await sql`insert into settlement_state (id, last_number, last_window, window_opened_at)
		values (1, 0, 0, 0)`.execute(database);
	await database.schema
		.createTable('alarms')
		.addColumn('id', 'text', (column) => column.primaryKey())
		.addColumn('kind', 'text', (column) => column.notNull())
		.addColumn('message', 'text', (column) => column.notNull())
		.addColumn('raised_at', 'bigint', (column) => column.notNull())
		.addColumn('cleared_at', 'bigint')
		.execute();
}
