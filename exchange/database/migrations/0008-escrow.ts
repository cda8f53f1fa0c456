/** Which escrow account transfers under way belong to, by its address at the tracker. */
import type { Kysely, Migration } from 'kysely';

export const escrow: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.alterTable('settlement_state')
			.addColumn('escrow_email', 'text')
			.execute();
	},
};
