/**
 * Events, subscriptions and deliveries. Movements of assets are taken from the log, from where it ends
 * now: what happened before there were events is
 * none. Files are found by their objects, whose shards come and go.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { createEventTables } from '../../../server/events/tables';

export const events: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await createEventTables(database);
		await database.schema
			.createIndex('stored_files_object')
			.on('stored_files')
			.column('object_id')
			.execute();
		await sql`insert into event_cursors (name, position)
			select 'movements', max(tree_index) + 1 from log_entries having max(tree_index) is not null`.execute(
			database,
		);
	},
};
