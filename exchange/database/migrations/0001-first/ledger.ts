import { sql, type Kysely } from 'kysely';
import { keptInKey, notNull, sequence, wholeNumber } from '../../../../server/database/table-form';

export async function createLedger(database: Kysely<unknown>): Promise<void> {
	await createBalances(database);
	await createPostings(database);
	await createReserves(database);
}

/**
 * The constraint is the last line of defence: no trader's balance can be committed below zero. Only
 * `external`, from which deposits come, may be negative.
 */
async function createBalances(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('balances')
		.addColumn('account_id', 'text', notNull)
		.addColumn('asset', 'text', (column) => column.notNull().references('assets.code'))
		.addColumn('available', 'bigint', notNull)
		.addColumn('held', 'bigint', notNull)
		.addPrimaryKeyConstraint('balances_primary', ['account_id', 'asset'])
		.addCheckConstraint(
			'balances_never_negative',
			sql`held >= 0 and (available >= 0 or account_id = 'external')`,
		)
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.createTable('account_limits')
		.addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
		.addColumn('asset', 'text', (column) => column.notNull().references('assets.code'))
		.addColumn('max_held', whole)
		.addColumn('max_notional', whole)
		.addPrimaryKeyConstraint('account_limits_primary', ['account_id', 'asset'])
		.modifyEnd(keptInKey(database))
		.execute();
}

async function createPostings(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('postings')
		.addColumn('journal', 'text', notNull)
		.addColumn('sequence', 'bigint', notNull)
		.addColumn('position', 'bigint', notNull)
		.addColumn('kind', 'text', notNull)
		.addColumn('asset', 'text', notNull)
		.addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
		.addColumn('from_account', 'text', notNull)
		.addColumn('to_account', 'text', notNull)
		.addColumn('order_id', 'bigint')
		.addPrimaryKeyConstraint('postings_primary', ['journal', 'sequence', 'position'])
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.createTable('deposits')
		.addColumn('sequence', 'bigint', (column) => column.primaryKey())
		.addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
		.addColumn('asset', 'text', (column) => column.notNull().references('assets.code'))
		.addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
		.addColumn('reference', 'text', (column) => column.notNull().unique())
		.addColumn('created_at', 'bigint', notNull)
		.execute();
}

/** The latest published reserves (one row), and results of reconciliations. */
async function createReserves(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('reserves')
		.addColumn('id', 'bigint', (column) => column.primaryKey())
		.addColumn('root', 'text', notNull)
		.addColumn('published', 'text', notNull)
		.addColumn('leaves', 'text', notNull)
		.execute();
	await database.schema
		.createTable('reconciliations')
		.addColumn('number', ...sequence(database))
		.addColumn('began_at', whole, notNull)
		.addColumn('ended_at', whole, notNull)
		.addColumn('runs', whole, notNull)
		.addColumn('verdict', 'text', notNull)
		.addColumn('report', 'text', notNull)
		.execute();
}
