/**
 * What a frozen account's owner is told, a limit of each single order beside that of all, what
 * comparisons of books and tracker found, and what the operator's lists are read by.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { keptInKey, sequence, wholeNumber } from '../../../server/database/table-form';

export const operating: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema.alterTable('accounts').addColumn('frozen_reason', 'text').execute();
		await database.schema
			.createIndex('accounts_frozen')
			.on('accounts')
			.column('id')
			.where(sql<boolean>`frozen_at is not null`)
			.execute();
		await limitOrders(database);
		await createReconciliations(database);
		await indexLists(database);
	},
};

/** A table of few rows, written anew because either limit may now be absent. */
async function limitOrders(database: Kysely<unknown>): Promise<void> {
	await database.schema.alterTable('account_limits').renameTo('held_limits').execute();
	await database.schema
		.createTable('account_limits')
		.addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
		.addColumn('asset', 'text', (column) => column.notNull().references('assets.code'))
		.addColumn('max_held', wholeNumber(database))
		.addColumn('max_notional', wholeNumber(database))
		.addPrimaryKeyConstraint('account_limits_primary', ['account_id', 'asset'])
		.modifyEnd(keptInKey(database))
		.execute();
	await sql`insert into account_limits (account_id, asset, max_held)
		select account_id, asset, max_held from held_limits`.execute(database);
	await database.schema.dropTable('held_limits').execute();
}

async function createReconciliations(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('reconciliations')
		.addColumn('number', ...sequence(database))
		.addColumn('began_at', whole, (column) => column.notNull())
		.addColumn('ended_at', whole, (column) => column.notNull())
		.addColumn('runs', whole, (column) => column.notNull())
		.addColumn('verdict', 'text', (column) => column.notNull())
		.addColumn('report', 'text', (column) => column.notNull())
		.execute();
}

async function indexLists(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createIndex('alarms_raised')
		.on('alarms')
		.columns(['raised_at', 'id'])
		.execute();
	await database.schema
		.createIndex('intents_account')
		.on('intents')
		.columns(['account_id', 'number'])
		.execute();
	// Few are ever in these states, so their indexes cost the others nothing.
	for (const [name, state] of [
		['intents_held', 'HELD_FOR_REVIEW'],
		['intents_refused', 'REFUSED'],
	] as const) {
		await database.schema
			.createIndex(name)
			.on('intents')
			.column('number')
			.where(sql<boolean>`state = ${sql.lit(state)}`)
			.execute();
	}
}
