/**
 * What is reserved for orders that fund themselves, transfers whose transaction is still to be
 * named, what may be paid out without a person, and the account commissions are paid out from.
 */
import { sql, type Kysely, type Migration } from 'kysely';

export const reservations: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await createReservations(database);
		await createUnnamed(database);
		await addCommissions(database);
		await createPayoutLimits(database);
	},
};

async function createReservations(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('reservations')
		.addColumn('number', 'bigint', (column) => column.primaryKey())
		.addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
		.addColumn('client_order_id', 'text', (column) => column.notNull())
		.addColumn('market', 'text', (column) => column.notNull().references('markets.symbol'))
		.addColumn('asset', 'text', (column) => column.notNull().references('assets.code'))
		.addColumn('request', 'text', (column) => column.notNull())
		.addColumn('intent_id', 'text', (column) => column.references('intents.id'))
		.addColumn('state', 'text', (column) => column.notNull())
		.addColumn('held', 'bigint', (column) => column.notNull().check(sql`held >= 0`))
		.addColumn('moves', 'bigint', (column) => column.notNull())
		.addColumn('due_at', 'bigint', (column) => column.notNull())
		.execute();
	await database.schema
		.createIndex('reservations_order')
		.on('reservations')
		.columns(['account_id', 'client_order_id', 'number'])
		.execute();
	const isOpen = sql<boolean>`state = 'OPEN'`;
	await database.schema
		.createIndex('reservations_open')
		.on('reservations')
		.columns(['account_id', 'client_order_id'])
		.unique()
		.where(isOpen)
		.execute();
	await database.schema
		.createIndex('reservations_due')
		.on('reservations')
		.columns(['due_at', 'number'])
		.where(isOpen)
		.execute();
	await database.schema
		.createIndex('reservations_intent')
		.on('reservations')
		.column('intent_id')
		.execute();
	await database.schema
		.createTable('reservation_moves')
		.addColumn('number', 'bigint', (column) => column.notNull().references('reservations.number'))
		.addColumn('position', 'bigint', (column) => column.notNull())
		.addColumn('account_id', 'text', (column) => column.notNull())
		.addColumn('at', 'bigint', (column) => column.notNull())
		.addPrimaryKeyConstraint('reservation_moves_primary', ['number', 'position'])
		.execute();
	await database.schema
		.createIndex('reservation_moves_account')
		.on('reservation_moves')
		.columns(['account_id', 'at', 'number', 'position'])
		.execute();
}

/** Those that ended without a name before are looked up, too. */
async function createUnnamed(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('unnamed_transfers')
		.addColumn('intent_id', 'text', (column) => column.primaryKey().references('intents.id'))
		.addColumn('look_at', 'bigint', (column) => column.notNull())
		.addColumn('looks', 'bigint', (column) => column.notNull())
		.execute();
	await database.schema
		.createIndex('unnamed_transfers_look_at')
		.on('unnamed_transfers')
		.column('look_at')
		.execute();
	await sql`insert into unnamed_transfers (intent_id, look_at, looks)
		select id, 0, 0 from intents
		where state = 'SETTLED' and transaction_id is null`.execute(database);
}

/** What commissions go to is no trader: it has no name, and is disabled, so it never has a key. */
async function addCommissions(database: Kysely<unknown>): Promise<void> {
	await sql`insert into accounts (id, name, created_at, payouts, disabled_at)
		values ('fees', '', 0, 'ON_DEMAND', 0)`.execute(database);
}

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
		.createIndex('intents_waiting')
		.on('intents')
		.column('number')
		.where(sql<boolean>`state = 'PENDING_APPROVAL'`)
		.execute();
}
