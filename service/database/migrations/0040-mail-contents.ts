/**
 * What mails about contracts say and bring: their language and time zone, the sealed file with them or
 * behind a link of its own, and, where a product names links, each link wrapped by the master key.
 */
import { sql, type Kysely, type Migration } from 'kysely';

export const mailContents: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		const texts: readonly (readonly [string, string])[] = [
			['contracts', 'language'],
			['contracts', 'time_zone'],
			['mails', 'attachment_id'],
			['mails', 'attachment_name'],
			['sign_links', 'wrapped_token'],
			['sign_links', 'master_key_id'],
		];
		for (const [table, name] of texts) {
			await database.schema.alterTable(table).addColumn(name, 'text').execute();
		}
		await database.schema
			.alterTable('products')
			.addColumn('names_links', 'integer', (column) =>
				column
					.notNull()
					.defaultTo(0)
					.check(sql`names_links in (0, 1)`),
			)
			.execute();
		await database.schema
			.createTable('sealed_links')
			.addColumn('token_hash', 'text', (column) => column.primaryKey())
			.addColumn('contract_id', 'text', (column) => column.notNull().references('contracts.id'))
			.addColumn('expires_at', 'text', (column) => column.notNull())
			.addColumn('created_at', 'text', (column) => column.notNull())
			.execute();
	},
};
