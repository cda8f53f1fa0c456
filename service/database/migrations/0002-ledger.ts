/** The hash-chained log: an entry is pending until its hash is set. */
import { sql, type Kysely, type Migration } from 'kysely';
import { sequence } from '../../../server/database/table-form';

export const ledger: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createTable('log_entries')
			.addColumn('sequence', ...sequence(database))
			.addColumn('kind', 'text', (column) => column.notNull())
			.addColumn('subject_id', 'text', (column) => column.notNull())
			.addColumn('payload_hash', 'text', (column) => column.notNull())
			.addColumn('status', 'text', (column) =>
				column.notNull().check(sql`status in ('Unconfirmed', 'Confirmed', 'Corrupted')`),
			)
			.addColumn('previous_hash', 'text')
			.addColumn('hash', 'text')
			.addColumn('created_at', 'text', (column) => column.notNull())
			.execute();
		await database.schema
			.createIndex('log_entries_status')
			.on('log_entries')
			.columns(['status', 'sequence'])
			.execute();
	},
};
