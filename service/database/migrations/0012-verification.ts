/** What answers are kept of repeated requests: refusals, too. */
import type { Kysely, Migration } from 'kysely';

export const verification: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema.alterTable('idempotency_keys').addColumn('refusal', 'text').execute();
	},
};
