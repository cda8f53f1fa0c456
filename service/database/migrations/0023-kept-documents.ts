/**
 * Files and folders that are deleted: their rows, fingerprints and entries in the log stay, their
 * contents go, and a row says when that was done.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { wholeNumber } from '../../../server/database/table-form';

export const keptDocuments: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		for (const table of ['keeper_files', 'keeper_folders']) await addDeletion(database, table);
		await database.schema.alterTable('keeper_versions').addColumn('erased_at', 'text').execute();
		await database.schema
			.createIndex('keeper_versions_hash')
			.on('keeper_versions')
			.column('file_hash')
			.execute();
		await database.schema
			.createIndex('keeper_files_name')
			.on('keeper_files')
			.columns(['product_id', 'display_name', 'sequence'])
			.execute();
	},
};

async function addDeletion(database: Kysely<unknown>, table: string): Promise<void> {
	for (const column of ['deleted_at', 'deleted_by_email', 'erased_at']) {
		await database.schema.alterTable(table).addColumn(column, 'text').execute();
	}
	await database.schema
		.alterTable(table)
		.addColumn('deletion_sequence', wholeNumber(database), (column) =>
			column.references('log_entries.sequence'),
		)
		.execute();
	await sql`create index ${sql.ref(`${table}_erasing`)} on ${sql.table(table)} (sequence)
		where deleted_at is not null and erased_at is null`.execute(database);
}
