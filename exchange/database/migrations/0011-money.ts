/**
 * What keeps one transfer from being credited twice, and one trader from wearing others down: the
 * idempotency key of an intent's calls, which intent each of the tracker's transfers counts for,
 * since when a call is tried, assets whose payouts are stopped, and which keys of traders are
 * theirs at the tracker, too.
 */
import { sql, type Kysely, type Migration } from 'kysely';

export const money: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await extendIntents(database);
		await createClaims(database);
		await database.schema
			.createTable('payout_stops')
			.addColumn('asset', 'text', (column) => column.primaryKey().references('assets.code'))
			.addColumn('short', 'bigint', (column) => column.notNull().check(sql`short > 0`))
			.addColumn('stopped_at', 'bigint', (column) => column.notNull())
			.addColumn('resumed_at', 'bigint')
			.execute();
		// Where a key came from was not written down before, so none is known to be the tracker's.
		await database.schema
			.alterTable('api_keys')
			.addColumn('at_tracker', 'bigint', (column) => column.notNull().defaultTo(0))
			.execute();
	},
};

/**
 * An intent whose id was sent as its key before goes on with that: under another key a call that
 * is in doubt could happen twice.
 */
async function extendIntents(database: Kysely<unknown>): Promise<void> {
	const intents = database.schema.alterTable('intents');
	await intents
		.addColumn('key_number', 'bigint', (column) => column.notNull().defaultTo(1))
		.execute();
	await intents.addColumn('tried_since', 'bigint').execute();
	await sql`update intents set key_number = 0, tried_since = coalesce(first_doubt_at, sent_at)
		where state not in ('SETTLED', 'REFUSED') and attempt > 0`.execute(database);
}

/** Where one transfer has settled two intents already, it counts for the first. */
async function createClaims(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('transfer_claims')
		.addColumn('asset', 'text', (column) => column.notNull())
		.addColumn('transaction_id', 'text', (column) => column.notNull())
		.addColumn('intent_id', 'text', (column) => column.notNull().references('intents.id'))
		.addPrimaryKeyConstraint('transfer_claims_primary', ['asset', 'transaction_id'])
		.execute();
	await sql`insert into transfer_claims (asset, transaction_id, intent_id)
		select asset, transaction_id, id from intents where transaction_id is not null
		order by number on conflict do nothing`.execute(database);
}
