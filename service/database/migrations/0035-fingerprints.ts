/** Folders that keep no content: of their files only fingerprints are kept, made with a secret of each file. */
import { sql, type Kysely, type Migration } from 'kysely';

export const fingerprints: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.alterTable('keeper_folders')
			.addColumn('keeps_content', 'integer', (column) =>
				column
					.notNull()
					.defaultTo(1)
					.check(sql`keeps_content in (0, 1)`),
			)
			.execute();
		await database.schema.alterTable('keeper_files').addColumn('print_key', 'text').execute();
		await database.schema.alterTable('keeper_versions').addColumn('prints_hash', 'text').execute();
	},
};
