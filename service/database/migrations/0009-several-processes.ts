/**
 * What several processes on one database need: the log's order, which no longer follows from the
 * order of numbers alone; who is bringing an object in; which master key seals.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { wholeNumber } from '../../../server/database/table-form';

export const severalProcesses: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.alterTable('log_entries')
			.addColumn('position', wholeNumber(database))
			.execute();
		await sql`update log_entries set position = sequence where hash is not null`.execute(database);
		await database.schema
			.createIndex('log_entries_position')
			.unique()
			.on('log_entries')
			.column('position')
			.execute();
		await database.schema.alterTable('storage_objects').addColumn('process_id', 'text').execute();
		await database.schema
			.createTable('storage_master_keys')
			.addColumn('name', 'text', (column) => column.primaryKey())
			.addColumn('key_id', 'text', (column) => column.notNull())
			.execute();
	},
};
