/** When a time stamping authority had the signature of a seal, by its own word. */
import type { Kysely, Migration } from 'kysely';

export const timeStamps: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.alterTable('contract_seals')
			.addColumn('time_stamped_at', 'text')
			.execute();
	},
};
