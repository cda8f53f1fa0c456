/**
 * What lists are read by: an account's transfers in the order of their times, the trades of an
 * order, and where in a batch the reports of an account stand. Batches of before have no places, so
 * each lane says from where on there are some. And tokens that open streams where no key can be sent.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { keptInKey, wholeNumber } from '../../../server/database/table-form';

export const reading: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createIndex('intents_listed')
			.on('intents')
			.columns(['account_id', 'kind', 'created_at', 'number'])
			.execute();
		for (const role of ['taker', 'maker']) {
			await database.schema
				.createIndex(`trades_${role}_order`)
				.on('trades')
				.columns(['market', `${role}_order_id`, 'trade_id'])
				.execute();
		}
		await createReportPlaces(database);
		await createStreamTokens(database);
	},
};

async function createReportPlaces(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('report_places')
		.addColumn('account_id', 'text', (column) => column.notNull())
		.addColumn('market', 'text', (column) => column.notNull())
		.addColumn('last_sequence', whole, (column) => column.notNull())
		.addColumn('begins_at', whole, (column) => column.notNull())
		.addColumn('characters', whole, (column) => column.notNull())
		.addPrimaryKeyConstraint('report_places_primary', ['account_id', 'market', 'last_sequence'])
		.modifyEnd(keptInKey(database))
		.execute();
	await database.schema
		.alterTable('lanes')
		.addColumn('places_since', whole, (column) => column.notNull().defaultTo(0))
		.execute();
	await sql`update lanes set places_since = cursor`.execute(database);
}

async function createStreamTokens(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('stream_tokens')
		.addColumn('token_hash', 'text', (column) => column.primaryKey())
		.addColumn('key_id', 'text', (column) => column.notNull().references('api_keys.id'))
		.addColumn('expires_at', wholeNumber(database), (column) => column.notNull())
		.execute();
	await database.schema
		.createIndex('stream_tokens_expiring')
		.on('stream_tokens')
		.column('expires_at')
		.execute();
}
