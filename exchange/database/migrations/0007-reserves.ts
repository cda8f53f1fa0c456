/** The latest publication of what is owed and held: one row, read by every process that serves it. */
import type { Kysely, Migration } from 'kysely';

export const reserves: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createTable('reserves')
			.addColumn('id', 'bigint', (column) => column.primaryKey())
			.addColumn('root', 'text', (column) => column.notNull())
			.addColumn('published', 'text', (column) => column.notNull())
			.addColumn('leaves', 'text', (column) => column.notNull())
			.execute();
	},
};
