/** What signers fill in: where it stands on a contract or a template, and what each of them filled in. */
import type { Kysely, Migration } from 'kysely';

export const contractFields: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		for (const table of ['contracts', 'templates']) {
			await database.schema.alterTable(table).addColumn('fields', 'text').execute();
		}
		await database.schema
			.alterTable('contract_signers')
			.addColumn('field_values', 'text')
			.execute();
	},
};
