/** What comparisons of a kept file leave out, as JSON; none are kept where there is no text. */
import type { Kysely, Migration } from 'kysely';

export const comparisonRules: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema.alterTable('keeper_files').addColumn('rules', 'text').execute();
	},
};
