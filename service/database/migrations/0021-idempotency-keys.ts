/** Keys whose time is over are found by their age, however many there are. */
import type { Kysely, Migration } from 'kysely';

export const idempotencyKeys: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createIndex('idempotency_keys_age')
			.on('idempotency_keys')
			.column('created_at')
			.execute();
	},
};
