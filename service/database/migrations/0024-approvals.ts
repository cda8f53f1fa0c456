/** Versions of kept files that somebody has looked at and approved, each time as a row of its own. */
import type { Kysely, Migration } from 'kysely';
import { sequence, wholeNumber } from '../../../server/database/table-form';

export const approvals: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createTable('keeper_approvals')
			.addColumn('sequence', ...sequence(database))
			.addColumn('id', 'text', (column) => column.notNull().unique())
			.addColumn('file_id', 'text', (column) => column.notNull().references('keeper_files.id'))
			.addColumn('version_id', 'text', (column) =>
				column.notNull().references('keeper_versions.id'),
			)
			.addColumn('approved_by_email', 'text', (column) => column.notNull())
			.addColumn('log_sequence', wholeNumber(database), (column) =>
				column.notNull().references('log_entries.sequence'),
			)
			.addColumn('created_at', 'text', (column) => column.notNull())
			.execute();
		for (const column of ['file_id', 'version_id']) {
			await database.schema
				.createIndex(`keeper_approvals_${column}`)
				.on('keeper_approvals')
				.columns([column, 'sequence'])
				.execute();
		}
	},
};
