/**
 * What the database keeps of the history it has handed to the archive: which segments there are and
 * their hashes, how far each market's history has left, what its postings came to, and the ids of
 * clients that orders had. Nothing leaves by the migration itself.
 */
import type { Kysely, Migration } from 'kysely';
import { keptInKey, wholeNumber } from '../../../server/database/table-form';

export const archive: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		const whole = wholeNumber(database);
		await createSegments(database);
		await database.schema
			.createTable('archives')
			.addColumn('market', 'text', (column) => column.primaryKey())
			.addColumn('archived_to', whole, (column) => column.notNull())
			.addColumn('removed_to', whole, (column) => column.notNull())
			.addColumn('last_time', whole, (column) => column.notNull())
			.modifyEnd(keptInKey(database))
			.execute();
		await database.schema
			.createTable('archived_sums')
			.addColumn('market', 'text', (column) => column.notNull())
			.addColumn('account_id', 'text', (column) => column.notNull())
			.addColumn('asset', 'text', (column) => column.notNull())
			.addColumn('available', whole, (column) => column.notNull())
			.addColumn('held', whole, (column) => column.notNull())
			.addPrimaryKeyConstraint('archived_sums_primary', ['market', 'account_id', 'asset'])
			.modifyEnd(keptInKey(database))
			.execute();
		await database.schema
			.createTable('archived_ids')
			.addColumn('hash', whole, (column) => column.primaryKey())
			.execute();
	},
};

async function createSegments(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('archive_segments')
		.addColumn('market', 'text', (column) => column.notNull())
		.addColumn('number', whole, (column) => column.notNull())
		.addColumn('first_sequence', whole, (column) => column.notNull())
		.addColumn('last_sequence', whole, (column) => column.notNull())
		.addColumn('last_time', whole, (column) => column.notNull())
		.addColumn('sha256', 'text', (column) => column.notNull())
		.addColumn('size_bytes', whole, (column) => column.notNull())
		.addColumn('place', 'text', (column) => column.notNull())
		.addColumn('archived_at', whole, (column) => column.notNull())
		.addPrimaryKeyConstraint('archive_segments_primary', ['market', 'number'])
		.modifyEnd(keptInKey(database))
		.execute();
}
