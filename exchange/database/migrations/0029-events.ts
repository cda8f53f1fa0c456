/**
 * Events, subscriptions and deliveries, and where the events of orders stand among them. Orders are told
 * of from where each market stands now: what happened before there were events is none.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { keptInKey, wholeNumber } from '../../../server/database/table-form';
import { createEventTables } from '../../../server/events/tables';

export const events: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await createEventTables(database);
		await createMarketEvents(database);
		await sql`insert into event_cursors (name, position)
			select 'market ' || market, cursor from lanes`.execute(database);
	},
};

async function createMarketEvents(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('market_events')
		.addColumn('market', 'text', (column) => column.notNull())
		.addColumn('first_sequence', whole, (column) => column.notNull())
		.addColumn('places', whole, (column) => column.notNull())
		.addColumn('batch', whole, (column) => column.notNull())
		.addColumn('placed_at', whole, (column) => column.notNull())
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
