import { sql, type Kysely } from 'kysely';
import { notNull, wholeNumber } from '../../../../server/database/table-form';

export async function createAccounts(database: Kysely<unknown>): Promise<void> {
	await createTraders(database);
	await createKeys(database);
	await createActions(database);
	await createMaintenance(database);
}

/**
 * The account `fees` collects commissions. It has no name and is disabled, so it never gets a key.
 */
async function createTraders(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('accounts')
		.addColumn('id', 'text', (column) => column.primaryKey())
		.addColumn('name', 'text', (column) => column.notNull().unique())
		.addColumn('created_at', 'bigint', notNull)
		.addColumn('email', 'text')
		.addColumn('payouts', 'text', (column) => column.notNull().defaultTo('AUTOMATIC'))
		.addColumn('disabled_at', whole)
		.addColumn('frozen_at', whole)
		.addColumn('max_num_orders', whole)
		.addColumn('frozen_reason', 'text')
		.execute();
	await database.schema
		.createIndex('accounts_email')
		.unique()
		.on('accounts')
		.column('email')
		.execute();
	await database.schema
		.createIndex('accounts_frozen')
		.on('accounts')
		.column('id')
		.where(sql<boolean>`frozen_at is not null`)
		.execute();
	await sql`insert into accounts (id, name, created_at, payouts, disabled_at)
		values ('fees', '', 0, 'ON_DEMAND', 0)`.execute(database);
}

/** Stream tokens open streams where no key can be sent. */
async function createKeys(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('api_keys')
		.addColumn('id', 'text', (column) => column.primaryKey())
		.addColumn('key_hash', 'text', (column) => column.unique())
		.addColumn('public_key', 'text')
		.addColumn('account_id', 'text', (column) => column.references('accounts.id'))
		.addColumn('label', 'text', notNull)
		.addColumn('created_at', 'bigint', notNull)
		.addColumn('revoked_at', 'bigint')
		.addColumn('at_tracker', 'bigint', (column) => column.notNull().defaultTo(0))
		.addColumn('expires_at', whole)
		.addColumn('scope', 'text', (column) => column.notNull().defaultTo('FULL'))
		.addColumn('made_by', 'text')
		.addColumn('networks', 'text')
		.execute();
	await database.schema
		.createIndex('api_keys_account')
		.on('api_keys')
		.column('account_id')
		.execute();
	await database.schema
		.createTable('stream_tokens')
		.addColumn('token_hash', 'text', (column) => column.primaryKey())
		.addColumn('key_id', 'text', (column) => column.notNull().references('api_keys.id'))
		.addColumn('expires_at', whole, notNull)
		.execute();
	await database.schema
		.createIndex('stream_tokens_expiring')
		.on('stream_tokens')
		.column('expires_at')
		.execute();
}

/** Every act is numbered by its writer and has the hash of the one before in its own. */
async function createActions(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('admin_actions')
		.addColumn('number', wholeNumber(database), (column) => column.primaryKey())
		.addColumn('at', 'bigint', notNull)
		.addColumn('actor_kind', 'text', notNull)
		.addColumn('actor_id', 'text')
		.addColumn('actor_name', 'text', notNull)
		.addColumn('action', 'text', notNull)
		.addColumn('subject', 'text', notNull)
		.addColumn('details', 'text', notNull)
		.addColumn('reason', 'text')
		.addColumn('hash', 'text', notNull)
		.execute();
	await database.schema
		.createIndex('admin_actions_at')
		.on('admin_actions')
		.columns(['at', 'number'])
		.execute();
	await database.schema
		.createIndex('admin_actions_subject')
		.on('admin_actions')
		.columns(['subject', 'at', 'number'])
		.execute();
}

async function createMaintenance(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('maintenance')
		.addColumn('id', 'bigint', (column) => column.primaryKey())
		.addColumn('since', 'bigint', notNull)
		.addColumn('reason', 'text', notNull)
		.addColumn('ends_at', 'bigint')
		.execute();
}
