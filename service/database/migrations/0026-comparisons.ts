/**
 * Comparisons as records, of files kept in the object store as long as they wait for their turn; and
 * further links to a report, each ending with it.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { sequence } from '../../../server/database/table-form';

export const comparisons: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await createComparisons(database);
		const named = 'keeper_comparisons';
		await database.schema
			.createIndex('keeper_comparisons_file')
			.on(named)
			.columns(['file_id', 'sequence'])
			.execute();
		// Few at any time, however long the history is.
		for (const [name, columns, condition] of [
			['open', 'state, organisation_id, sequence', `ended_at is null`],
			['sent', 'sequence', `sent_object_id is not null`],
			['results', 'ended_at', `result_object_id is not null`],
		] as const) {
			await sql`create index ${sql.ref(`${named}_${name}`)} on ${sql.table(named)}
				(${sql.raw(columns)}) where ${sql.raw(condition)}`.execute(database);
		}
		await createReportLinks(database);
	},
};

async function createComparisons(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('keeper_comparisons')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('file_id', 'text', (column) => column.notNull().references('keeper_files.id'))
		.addColumn('organisation_id', 'text', (column) =>
			column.notNull().references('organisations.id'),
		)
		.addColumn('operation', 'text', (column) => column.notNull())
		.addColumn('version_id', 'text', (column) => column.notNull().references('keeper_versions.id'))
		.addColumn('other_version_id', 'text', (column) => column.references('keeper_versions.id'))
		.addColumn('sent_file_name', 'text')
		.addColumn('sent_hash', 'text')
		.addColumn('created_by_email', 'text', (column) => column.notNull())
		.addColumn('created_at', 'text', (column) => column.notNull())
		.addColumn('state', 'text', (column) =>
			column.notNull().check(sql`state in ('Queued', 'Running', 'Done', 'Failed', 'Cancelled')`),
		)
		.addColumn('request', 'text')
		.addColumn('sent_object_id', 'text')
		.addColumn('process_id', 'text')
		.addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
		.addColumn('progress_percent', 'integer', (column) => column.notNull().defaultTo(0))
		.addColumn('started_at', 'text')
		.addColumn('ended_at', 'text')
		.addColumn('figures', 'text')
		.addColumn('kept_version_id', 'text', (column) => column.references('keeper_versions.id'))
		.addColumn('report_id', 'text')
		.addColumn('result_object_id', 'text')
		.addColumn('error', 'text')
		.execute();
}

async function createReportLinks(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('diff_report_links')
		.addColumn('token_hash', 'text', (column) => column.primaryKey())
		.addColumn('report_id', 'text', (column) => column.notNull())
		.addColumn('created_by_email', 'text', (column) => column.notNull())
		.addColumn('created_at', 'text', (column) => column.notNull())
		.execute();
	await database.schema
		.createIndex('diff_report_links_report')
		.on('diff_report_links')
		.column('report_id')
		.execute();
}
