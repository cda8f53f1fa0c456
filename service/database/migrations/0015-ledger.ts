/**
 * The tracker as a ledger: accounts that hold, movements from one account to another, what each
 * account holds of each batch. What the database itself holds is in `0015-constraints.ts`; which
 * batches earlier movements drew from is worked out in `0015-earlier-movements.ts`.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { isPostgres } from '../../../server/database/database';
import { keptInKey, sequence, wholeNumber } from '../../../server/database/table-form';
import { isDecimal, holdSums } from './0015-constraints';
import { enterBatches } from './0015-earlier-movements';

export const assetLedger: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.alterTable('assets')
			.addColumn('kind', 'text', (column) =>
				column
					.notNull()
					.defaultTo('single')
					.check(sql`kind in ('single', 'multi')`),
			)
			.execute();
		await createEntities(database);
		await createAccounts(database);
		await renewMovements(database);
		await createBatches(database);
		await renewBalances(database);
		await enterBatches(database);
		await holdSums(database);
	},
};

/** Holders who are no users; each belongs to one. */
async function createEntities(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('entities')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('product_id', 'text', (column) => column.notNull().references('products.id'))
		.addColumn('owner_id', 'text', (column) => column.notNull().references('users.id'))
		.addColumn('name', 'text', (column) => column.notNull())
		.addColumn('log_sequence', wholeNumber(database), (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', (column) => column.notNull())
		.addColumn('deleted_at', 'text')
		.execute();
	await database.schema
		.createIndex('entities_owner')
		.on('entities')
		.columns(['owner_id', 'sequence'])
		.execute();
}

/** An account has the id of what it is of: a user, an entity, or the asset that is issued from it. */
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
	await sql`insert into asset_accounts (id, user_id) select id, id from users`.execute(database);
	await sql`insert into asset_accounts (id, asset_id) select id, id from assets`.execute(database);
}

async function renewMovements(database: Kysely<unknown>): Promise<void> {
	await database.schema.dropIndex('asset_transactions_asset').execute();
	await database.schema.alterTable('asset_transactions').renameTo('earlier_movements').execute();
	await database.schema
		.createTable('asset_transactions')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('asset_id', 'text', (column) => column.notNull().references('assets.id'))
		.addColumn('kind', 'text', (column) =>
			column.notNull().check(sql`kind in ('issue', 'transfer', 'reversal')`),
		)
		.addColumn('giver_id', 'text', (column) => column.notNull().references('asset_accounts.id'))
		.addColumn('taker_id', 'text', (column) => column.notNull().references('asset_accounts.id'))
		.addColumn('caller_id', 'text', (column) => column.notNull().references('users.id'))
		.addColumn('reverses_id', 'text', (column) => column.references('asset_transactions.id'))
		.addColumn('amount', 'text', (column) => column.notNull().check(isDecimal(database)))
		.addColumn('log_sequence', wholeNumber(database), (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', (column) => column.notNull())
		.addCheckConstraint(
			'asset_transactions_kind',
			sql`(kind = 'issue') = (giver_id = asset_id) and (kind = 'reversal') = (reverses_id is not null)`,
		)
		.execute();
	await sql`
		insert into asset_transactions (sequence, id, asset_id, kind, giver_id, taker_id, caller_id,
			amount, log_sequence, created_at)
		select sequence, id, asset_id, case when sender_id is null then 'issue' else 'transfer' end,
			coalesce(sender_id, asset_id), recipient_id, coalesce(sender_id, issuer_id, recipient_id),
			${decimalOf(database)}, log_sequence, created_at
		from earlier_movements order by sequence`.execute(database);
	await continueSequence(database, 'asset_transactions', 'earlier_movements');
	await database.schema.dropTable('earlier_movements').execute();
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
		.where(sql.ref('reverses_id'), 'is not', null)
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
		.addColumn('position', 'integer', (column) => column.notNull())
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
	await database.schema
		.createTable('asset_holdings')
		.addColumn('sequence', ...sequence(database))
		.addColumn('batch_id', 'text', (column) => column.notNull().references('asset_batches.id'))
		.addColumn('account_id', 'text', (column) => column.notNull().references('asset_accounts.id'))
		.addColumn('asset_id', 'text', (column) => column.notNull().references('assets.id'))
		.addColumn('amount', 'text', (column) => column.notNull().check(isDecimal(database)))
		.addColumn('amount_hash', 'text', (column) => column.notNull())
		.addUniqueConstraint('asset_holdings_holder', ['batch_id', 'account_id'])
		.execute();
	await database.schema
		.createIndex('asset_holdings_account')
		.on('asset_holdings')
		.columns(['account_id', 'asset_id', 'sequence'])
		.execute();
}

async function renewBalances(database: Kysely<unknown>): Promise<void> {
	await database.schema.dropIndex('asset_balances_user').execute();
	await database.schema.alterTable('asset_balances').renameTo('earlier_balances').execute();
	await database.schema
		.createTable('asset_balances')
		.addColumn('sequence', ...sequence(database))
		.addColumn('asset_id', 'text', (column) => column.notNull().references('assets.id'))
		.addColumn('account_id', 'text', (column) => column.notNull().references('asset_accounts.id'))
		.addColumn('amount', 'text', (column) => column.notNull())
		.addColumn('amount_hash', 'text', (column) => column.notNull())
		.addUniqueConstraint('asset_balances_account', ['asset_id', 'account_id'])
		.addCheckConstraint('asset_balances_amount', isDecimal(database))
		.execute();
	await sql`
		insert into asset_balances (sequence, asset_id, account_id, amount, amount_hash)
		select sequence, asset_id, user_id, ${decimalOf(database)}, amount_hash
		from earlier_balances order by sequence`.execute(database);
	await continueSequence(database, 'asset_balances', 'earlier_balances');
	await database.schema.dropTable('earlier_balances').execute();
	await database.schema
		.createIndex('asset_balances_holder')
		.on('asset_balances')
		.columns(['account_id', 'sequence'])
		.execute();
}

/** Nothing where an edit has left no number; hash and log tell of it as before. */
function decimalOf(database: Kysely<unknown>) {
	return sql`case when ${isDecimal(database)} then amount else '0' end`;
}

/** The next row gets the number it would have got in the table before. */
async function continueSequence(
	database: Kysely<unknown>,
	table: string,
	before: string,
): Promise<void> {
	if (isPostgres(database)) {
		const of = (name: string) => sql`pg_get_serial_sequence(${sql.lit(name)}, 'sequence')`;
		await sql`select setval(${of(table)}, nextval(${of(before)}), false)`.execute(database);
		return;
	}
	await sql`delete from sqlite_sequence where name = ${sql.lit(table)}`.execute(database);
	await sql`
		insert into sqlite_sequence (name, seq)
		select ${sql.lit(table)}, seq from sqlite_sequence where name = ${sql.lit(before)}`.execute(
		database,
	);
}
