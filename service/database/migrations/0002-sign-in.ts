/** Sessions of people beside the keys of programs, and the links by which people sign in. */
import { sql, type Kysely, type Migration } from 'kysely';

export const signIn: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		const { schema } = database;
		await schema
			.alterTable('api_keys')
			.addColumn('kind', 'text', (column) =>
				column
					.notNull()
					.defaultTo('KEY')
					.check(sql`kind in ('KEY', 'SESSION')`),
			)
			.execute();
		await schema.alterTable('api_keys').addColumn('used_at', 'text').execute();
		await schema.alterTable('users').addColumn('signed_in_at', 'text').execute();
		await schema
			.createTable('sign_in_links')
			.addColumn('token_hash', 'text', (column) => column.primaryKey())
			.addColumn('user_id', 'text', (column) => column.references('users.id'))
			.addColumn('created_at', 'text', (column) => column.notNull())
			.addColumn('expires_at', 'text', (column) => column.notNull())
			.addColumn('used_at', 'text')
			.addColumn('ended_at', 'text')
			.execute();
		await schema
			.createIndex('sign_in_links_user')
			.on('sign_in_links')
			.columns(['user_id', 'created_at'])
			.execute();
	},
};
