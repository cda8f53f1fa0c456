/**
 * Both sides of witnessing: what this service has cosigned of other logs, and by which keys; and how
 * the witnesses of its own log stand to it, beside the cosignatures, which are the log's.
 */
import type { Kysely, Migration } from 'kysely';
import { wholeNumber } from '../../../server/database/table-form';

export const witnesses: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await asWitness(database);
		await asLog(database);
	},
};

async function asWitness(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('witnessed_logs')
		.addColumn('origin', 'text', (column) => column.primaryKey())
		.addColumn('tree_size', wholeNumber(database), (column) => column.notNull())
		.addColumn('root', 'text', (column) => column.notNull())
		.addColumn('checkpoint', 'text')
		.addColumn('cosigned_at_seconds', wholeNumber(database), (column) => column.notNull())
		.addColumn('fork_checkpoint', 'text')
		.execute();
	await database.schema
		.createTable('witness_keys')
		.addColumn('vkey', 'text', (column) => column.primaryKey())
		.addColumn('created_at', 'text', (column) => column.notNull())
		.execute();
}

async function asLog(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createIndex('log_cosignatures_witness')
		.on('log_cosignatures')
		.columns(['witness', 'tree_size'])
		.execute();
	await database.schema
		.createTable('log_witnesses')
		.addColumn('vkey', 'text', (column) => column.primaryKey())
		.addColumn('standing', 'text', (column) => column.notNull())
		.addColumn('told_size', wholeNumber(database))
		.addColumn('offered_size', wholeNumber(database))
		.addColumn('message', 'text', (column) => column.notNull())
		.addColumn('since', 'text', (column) => column.notNull())
		.execute();
}
