import { sql, type Kysely } from 'kysely';
import { keptInKey, notNull, sequence, wholeNumber } from '../../../../server/database/table-form';
import { createSums, isDecimal } from './ledger-sums';
export async function createTracker(database: Kysely<unknown>): Promise<void> {
	await createAssets(database);
	await createEntities(database);
	await createRevisions(database);
	await createAccounts(database);
	await createMovements(database);
	await createBatches(database);
	await createBalances(database);
	await createRepeats(database);
	await createSums(database);
}

async function createAssets(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('assets')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('product_id', 'text', (column) => column.notNull().references('products.id'))
		.addColumn('name', 'text', notNull)
		.addColumn('log_sequence', whole, (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', notNull)
		.addColumn('kind', 'text', (column) =>
			column
				.notNull()
				.defaultTo('single')
				.check(sql`kind in ('single', 'multi')`),
		)
		.addColumn('revision', whole, (column) => column.notNull().defaultTo(1))
		.addColumn('changed_by', 'text', (column) => column.references('users.id'))
		.addColumn('changed_at', 'text')
		.addColumn('deleted_at', 'text')
		.execute();
	await database.schema
		.createIndex('assets_name')
		.on('assets')
		.columns(['product_id', 'name', 'sequence'])
		.execute();
	await database.schema
		.createTable('asset_members')
		.addColumn('multi_id', 'text', (column) => column.notNull().references('assets.id'))
		.addColumn('position', 'integer', notNull)
		.addColumn('asset_id', 'text', (column) => column.notNull().references('assets.id'))
		.addPrimaryKeyConstraint('asset_members_primary', ['multi_id', 'position'])
		.addUniqueConstraint('asset_members_asset', ['asset_id', 'multi_id'])
		.execute();
}

async function createEntities(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('entities')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('product_id', 'text', (column) => column.notNull().references('products.id'))
		.addColumn('owner_id', 'text', (column) => column.notNull().references('users.id'))
		.addColumn('name', 'text', notNull)
		.addColumn('log_sequence', whole, (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', notNull)
		.addColumn('deleted_at', 'text')
		.addColumn('revision', whole, (column) => column.notNull().defaultTo(1))
		.addColumn('changed_by', 'text', (column) => column.references('users.id'))
		.addColumn('changed_at', 'text')
		.execute();
	await database.schema
		.createIndex('entities_owner')
		.on('entities')
		.columns(['owner_id', 'sequence'])
		.execute();
}

/** Earlier revisions of assets and entities. */
async function createRevisions(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('tracker_revisions')
		.addColumn('id', 'text', notNull)
		.addColumn('revision', whole, notNull)
		.addColumn('name', 'text', notNull)
		.addColumn('changed_by', 'text', (column) => column.references('users.id'))
		.addColumn('changed_at', 'text')
		.addColumn('log_sequence', whole, (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addPrimaryKeyConstraint('tracker_revisions_primary', ['id', 'revision'])
		.execute();
}

/** An account has the id of its user, its entity, or the asset that is issued from it. */
async function createAccounts(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('asset_accounts')
		.addColumn('id', 'text', (column) => column.primaryKey())
		.addColumn('user_id', 'text', (column) => column.references('users.id'))
		.addColumn('entity_id', 'text', (column) => column.references('entities.id'))
		.addColumn('asset_id', 'text', (column) => column.references('assets.id'))
		.addCheckConstraint(
			'asset_accounts_holder',
			sql`case
				when user_id is not null then user_id = id and entity_id is null and asset_id is null
				when entity_id is not null then entity_id = id and asset_id is null
				else asset_id is not null and asset_id = id
			end`,
		)
		.modifyEnd(keptInKey(database))
		.execute();
}

async function createMovements(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('asset_transactions')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('asset_id', 'text', (column) => column.notNull().references('assets.id'))
		.addColumn('kind', 'text', (column) =>
			column.notNull().check(sql`kind in ('issue', 'transfer', 'burn', 'reversal')`),
		)
		.addColumn('giver_id', 'text', (column) => column.notNull().references('asset_accounts.id'))
		.addColumn('taker_id', 'text', (column) => column.notNull().references('asset_accounts.id'))
		.addColumn('caller_id', 'text', (column) => column.notNull().references('users.id'))
		.addColumn('reverses_id', 'text', (column) => column.references('asset_transactions.id'))
		.addColumn('amount', 'text', (column) => column.notNull().check(isDecimal(database)))
		.addColumn('log_sequence', wholeNumber(database), (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', notNull)
		.addColumn('product_id', 'text')
		.addColumn('reason', 'text')
		.addCheckConstraint(
			'asset_transactions_kind',
			sql`(kind = 'issue') = (giver_id = asset_id)
				and (kind = 'burn') = (taker_id = asset_id)
				and (kind = 'burn') = (reason is not null)
				and (kind = 'reversal') = (reverses_id is not null)`,
		)
		.execute();
	await database.schema
		.createIndex('asset_transactions_asset')
		.on('asset_transactions')
		.columns(['asset_id', 'sequence'])
		.execute();
	await database.schema
		.createIndex('asset_transactions_reverses')
		.unique()
		.on('asset_transactions')
		.column('reverses_id')
		.where(sql<boolean>`reverses_id is not null`)
		.execute();
	await database.schema
		.createIndex('asset_transactions_product')
		.on('asset_transactions')
		.columns(['product_id', 'sequence'])
		.execute();
}

async function createBatches(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('asset_batches')
		.addColumn('id', 'text', (column) => column.primaryKey().references('asset_transactions.id'))
		.addColumn('asset_id', 'text', (column) => column.notNull().references('assets.id'))
		.addColumn('amount', 'text', (column) => column.notNull().check(isDecimal(database)))
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.createTable('asset_transaction_batches')
		.addColumn('transaction_id', 'text', (column) =>
			column.notNull().references('asset_transactions.id'),
		)
		.addColumn('position', 'integer', notNull)
		.addColumn('batch_id', 'text', (column) => column.notNull().references('asset_batches.id'))
		.addColumn('amount', 'text', (column) => column.notNull().check(isDecimal(database)))
		.addPrimaryKeyConstraint('asset_transaction_batches_primary', ['transaction_id', 'position'])
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.createIndex('asset_transaction_batches_batch')
		.on('asset_transaction_batches')
		.column('batch_id')
		.execute();
}

async function createBalances(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('asset_balances')
		.addColumn('sequence', ...sequence(database))
		.addColumn('asset_id', 'text', (column) => column.notNull().references('assets.id'))
		.addColumn('account_id', 'text', (column) => column.notNull().references('asset_accounts.id'))
		.addColumn('amount', 'text', notNull)
		.addColumn('amount_hash', 'text', notNull)
		.addUniqueConstraint('asset_balances_account', ['asset_id', 'account_id'])
		.addCheckConstraint('asset_balances_amount', isDecimal(database))
		.execute();
	await database.schema
		.createIndex('asset_balances_holder')
		.on('asset_balances')
		.columns(['account_id', 'sequence'])
		.execute();
	await database.schema
		.createIndex('asset_balances_asset')
		.on('asset_balances')
		.columns(['asset_id', 'sequence'])
		.execute();
	await database.schema
		.createTable('asset_holdings')
		.addColumn('sequence', ...sequence(database))
		.addColumn('batch_id', 'text', (column) => column.notNull().references('asset_batches.id'))
		.addColumn('account_id', 'text', (column) => column.notNull().references('asset_accounts.id'))
		.addColumn('asset_id', 'text', (column) => column.notNull().references('assets.id'))
		.addColumn('amount', 'text', (column) => column.notNull().check(isDecimal(database)))
		.addColumn('amount_hash', 'text', notNull)
		.addUniqueConstraint('asset_holdings_holder', ['batch_id', 'account_id'])
		.execute();
	await database.schema
		.createIndex('asset_holdings_account')
		.on('asset_holdings')
		.columns(['account_id', 'asset_id', 'sequence'])
		.execute();
}

async function createRepeats(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('idempotency_keys')
		.addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
		.addColumn('key', 'text', notNull)
		.addColumn('request_hash', 'text', notNull)
		.addColumn('answer', 'text', notNull)
		.addColumn('created_at', 'text', notNull)
		.addColumn('refusal', 'text')
		.addPrimaryKeyConstraint('idempotency_keys_primary', ['user_id', 'key'])
		.execute();
	await database.schema
		.createIndex('idempotency_keys_age')
		.on('idempotency_keys')
		.column('created_at')
		.execute();
	await database.schema
		.createTable('ledger_audits')
		.addColumn('name', 'text', (column) => column.primaryKey())
		.addColumn('ended_at', 'text', notNull)
		.addColumn('findings', wholeNumber(database), notNull)
		.addColumn('first_finding', 'text')
		.modifyEnd(keptInKey(database))
		.execute();
}
