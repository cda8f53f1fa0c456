import { sql, type Kysely } from 'kysely';
import { keptInKey, notNull, wholeNumber } from '../../../../server/database/table-form';

export async function createMarkets(database: Kysely<unknown>): Promise<void> {
	await createAssets(database);
	await createMarketRules(database);
	await createLanes(database);
	await createSnapshots(database);
	await createArchive(database);
	await createArchivedSums(database);
	await createMarketEvents(database);
}

async function createAssets(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('assets')
		.addColumn('code', 'text', (column) => column.primaryKey())
		.addColumn('decimals', 'bigint', (column) =>
			column.notNull().check(sql`decimals between 0 and 18`),
		)
		.execute();
}

async function createMarketRules(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('markets')
		.addColumn('symbol', 'text', (column) => column.primaryKey())
		.addColumn('base_asset', 'text', (column) => column.notNull().references('assets.code'))
		.addColumn('quote_asset', 'text', (column) => column.notNull().references('assets.code'))
		.addColumn('tick_size', 'text', notNull)
		.addColumn('step_size', 'text', notNull)
		.addColumn('max_price', 'text', notNull)
		.addColumn('min_qty', 'text', notNull)
		.addColumn('max_qty', 'text', notNull)
		.addColumn('min_notional', 'text', notNull)
		.addColumn('maker_fee_bps', 'bigint', notNull)
		.addColumn('taker_fee_bps', 'bigint', notNull)
		.addColumn('status', 'text', notNull)
		.addColumn('created_at', 'bigint', notNull)
		.addColumn('self_trade_prevention_mode', 'text', (column) => column.notNull().defaultTo('NONE'))
		.addColumn('first_rules', 'text')
		.addColumn('rules', 'text')
		.addColumn('reference_ticks', whole)
		.addColumn('paused_until', whole)
		.addCheckConstraint('markets_two_assets', sql`base_asset <> quote_asset`)
		.execute();
}

async function createLanes(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('logs')
		.addColumn('market', 'text', (column) => column.primaryKey())
		.addColumn('last_sequence', 'bigint', notNull)
		.addColumn('last_time', 'bigint', notNull)
		.execute();
	await database.schema
		.createTable('lanes')
		.addColumn('market', 'text', (column) => column.primaryKey())
		.addColumn('epoch', 'bigint', notNull)
		.addColumn('cursor', 'bigint', notNull)
		.addColumn('places_since', wholeNumber(database), (column) => column.notNull().defaultTo(0))
		.execute();
	await database.schema
		.createTable('commands')
		.addColumn('market', 'text', notNull)
		.addColumn('sequence', 'bigint', notNull)
		.addColumn('body', 'text', notNull)
		.addColumn('accepted_at', 'bigint', notNull)
		.addPrimaryKeyConstraint('commands_primary', ['market', 'sequence'])
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.createTable('batches')
		.addColumn('market', 'text', notNull)
		.addColumn('first_sequence', 'bigint', notNull)
		.addColumn('last_sequence', 'bigint', notNull)
		.addColumn('epoch', 'bigint', notNull)
		.addColumn('reports', 'text', notNull)
		.addColumn('levels', 'text', notNull)
		.addColumn('committed_at', 'bigint', notNull)
		.addPrimaryKeyConstraint('batches_primary', ['market', 'last_sequence'])
		.execute();
}

/** Each part has some of the open orders; the row of the snapshot completes them. */
async function createSnapshots(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('snapshots')
		.addColumn('market', 'text', notNull)
		.addColumn('sequence', 'bigint', notNull)
		.addColumn('fingerprint', 'text', notNull)
		.addColumn('body', 'text', notNull)
		.addColumn('taken_at', 'bigint', notNull)
		.addColumn('begun_at', whole)
		.addColumn('open_orders', whole, (column) => column.notNull().defaultTo(0))
		.addPrimaryKeyConstraint('snapshots_primary', ['market', 'sequence'])
		.execute();
	await database.schema
		.createTable('snapshot_parts')
		.addColumn('market', 'text', notNull)
		.addColumn('begun_at', whole, notNull)
		.addColumn('part', whole, notNull)
		.addColumn('body', 'text', notNull)
		.addPrimaryKeyConstraint('snapshot_parts_key', ['market', 'begun_at', 'part'])
		.execute();
}

/** Archived segments, and how far each market's rows have left. */
async function createArchive(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('archive_segments')
		.addColumn('market', 'text', notNull)
		.addColumn('number', whole, notNull)
		.addColumn('first_sequence', whole, notNull)
		.addColumn('last_sequence', whole, notNull)
		.addColumn('last_time', whole, notNull)
		.addColumn('sha256', 'text', notNull)
		.addColumn('size_bytes', whole, notNull)
		.addColumn('place', 'text', notNull)
		.addColumn('archived_at', whole, notNull)
		.addPrimaryKeyConstraint('archive_segments_primary', ['market', 'number'])
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.createTable('archives')
		.addColumn('market', 'text', (column) => column.primaryKey())
		.addColumn('archived_to', whole, notNull)
		.addColumn('removed_to', whole, notNull)
		.addColumn('last_time', whole, notNull)
		.modifyEnd(keptInKey(database))
		.execute();
}

/** Sums of archived postings, and hashed client ids of archived orders. */
async function createArchivedSums(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('archived_sums')
		.addColumn('market', 'text', notNull)
		.addColumn('account_id', 'text', notNull)
		.addColumn('asset', 'text', notNull)
		.addColumn('available', whole, notNull)
		.addColumn('held', whole, notNull)
		.addPrimaryKeyConstraint('archived_sums_primary', ['market', 'account_id', 'asset'])
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.createTable('archived_ids')
		.addColumn('hash', whole, (column) => column.primaryKey())
		.execute();
}

/** Sequence numbers of order events. */
async function createMarketEvents(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('market_events')
		.addColumn('market', 'text', notNull)
		.addColumn('first_sequence', whole, notNull)
		.addColumn('places', whole, notNull)
		.addColumn('batch', whole, notNull)
		.addColumn('placed_at', whole, notNull)
		.addPrimaryKeyConstraint('market_events_primary', ['market', 'first_sequence'])
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.createIndex('market_events_batch')
		.unique()
		.on('market_events')
		.columns(['market', 'batch'])
		.execute();
}
