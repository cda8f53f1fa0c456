/** An index of intents that are not over: those that ended only grow, and books are read often. */
import { sql, type Kysely, type Migration } from 'kysely';

export const unendedIntents: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createIndex('intents_unended')
			.on('intents')
			.columns(['kind', 'asset'])
			.where(sql<boolean>`state not in ('SETTLED', 'REFUSED')`)
			.execute();
	},
};
