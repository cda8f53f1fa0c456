/** What this service has cosigned of other logs, and by which keys. */
import type { Kysely, Migration } from 'kysely';
import { wholeNumber } from '../../../server/database/table-form';

export const witnesses: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
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
	},
};
