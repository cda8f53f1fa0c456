/** A value by which the master key in use is recognised; older rows get theirs at the next start. */
import type { Kysely, Migration } from 'kysely';

export const store: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.alterTable('storage_master_keys')
			.addColumn('check_value', 'text')
			.execute();
	},
};
