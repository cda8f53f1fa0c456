/**
 * Contracts, templates and signatures that are deleted: their rows and entries stay, their files go with
 * the mark. A signature that was added and signs nothing yet has an entry of its own.
 */
import type { Kysely, Migration } from 'kysely';
import { wholeNumber } from '../../../server/database/table-form';

export const sealerDeletions: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		for (const table of ['contracts', 'templates', 'signatures']) {
			await database.schema.alterTable(table).addColumn('deleted_at', 'text').execute();
		}
		await database.schema.alterTable('templates').addColumn('deleted_by_email', 'text').execute();
		await addEntry(database, 'templates', 'deletion_sequence');
		await addEntry(database, 'signatures', 'deletion_sequence');
		await addEntry(database, 'signatures', 'log_sequence');
		await database.schema
			.createIndex('contracts_template')
			.on('contracts')
			.column('template_id')
			.execute();
	},
};

async function addEntry(database: Kysely<unknown>, table: string, column: string): Promise<void> {
	await database.schema
		.alterTable(table)
		.addColumn(column, wholeNumber(database), (added) => added.references('log_entries.sequence'))
		.execute();
}
