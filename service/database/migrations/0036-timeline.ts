/**
 * What the timeline of a file asks for: its versions, approvals and comparisons by time, and versions by
 * content, so that a return to an earlier one is found. Files beside a report say what they are.
 */
import { sql, type Kysely, type Migration } from 'kysely';

const orders = {
	keeper_versions_time: ['keeper_versions', 'file_id', 'created_at'],
	keeper_versions_content: ['keeper_versions', 'file_id', 'file_hash', 'version'],
	keeper_approvals_time: ['keeper_approvals', 'file_id', 'created_at'],
	keeper_comparisons_time: ['keeper_comparisons', 'file_id', 'created_at'],
} as const;

export const timeline: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		for (const [name, [table, ...columns]] of Object.entries(orders)) {
			await database.schema.createIndex(name).on(table).columns(columns).execute();
		}
		await database.schema.alterTable('diff_report_files').addColumn('kind', 'text').execute();
		// Until now the media type alone has told it.
		await sql`update diff_report_files set kind = case
			when media_type = 'text/x-diff' then 'unifiedDiff'
			when media_type = 'application/json-patch+json' then 'jsonPatch'
			when media_type = 'application/pdf' then 'markedPdf'
			when media_type = 'image/png' then 'overlay'
			when media_type like 'text/csv%' then 'changes'
			else 'trackedChanges' end`.execute(database);
	},
};
