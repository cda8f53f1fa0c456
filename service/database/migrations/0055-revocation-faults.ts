/** Why a seal brings along less about its certificates than it should. */
import type { Kysely, Migration } from 'kysely';

export const revocationFaults: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.alterTable('contract_seals')
			.addColumn('revocation_fault', 'text')
			.execute();
	},
};
