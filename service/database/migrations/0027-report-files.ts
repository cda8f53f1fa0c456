/** The files beside a diff report, each an object of its own. */
import type { Kysely, Migration } from 'kysely';

export const reportFiles: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createTable('diff_report_files')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('report_id', 'text', (column) => column.notNull().references('diff_reports.id'))
			.addColumn('name', 'text', (column) => column.notNull())
			.addColumn('media_type', 'text', (column) => column.notNull())
			.addColumn('object_id', 'text', (column) => column.notNull())
			.addColumn('erased_at', 'text')
			.execute();
		await database.schema
			.createIndex('diff_report_files_name')
			.unique()
			.on('diff_report_files')
			.columns(['report_id', 'name'])
			.execute();
	},
};
