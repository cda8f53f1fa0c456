/** What keeps an intent's calls apart from others is called its slot; only markets have lanes. */
import type { Kysely, Migration } from 'kysely';

export const intentSlots: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		const intents = database.schema.alterTable('intents');
		await intents.renameColumn('lane', 'slot').execute();
		await intents.renameColumn('exclusive_lane', 'exclusive_slot').execute();
	},
};
