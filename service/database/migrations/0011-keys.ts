/**
 * What ends: keys, signing links and reports by time or by hand, users and what they could do. Links
 * and reports get ids to be ended by; a report of before gets its end when the service starts.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { lowerCase, sequence, wholeNumber } from '../../../server/database/table-form';

export const keys: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		for (const name of ['disabled_at', 'deleted_at']) await addText(database, 'users', name);
		for (const name of ['first_name', 'last_name']) {
			await database.schema
				.alterTable('users')
				.addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
				.execute();
		}
		await addText(database, 'api_keys', 'expires_at');
		await database.schema.createIndex('api_keys_user').on('api_keys').column('user_id').execute();
		await createInvitations(database);
		await createKeyLinks(database);
		await giveIds(database, 'sign_links');
		await addText(database, 'sign_links', 'revoked_at');
		await giveIds(database, 'diff_reports');
		for (const name of ['expires_at', 'revoked_at', 'erased_at']) {
			await addText(database, 'diff_reports', name);
		}
		await indexLinks(database);
	},
};

async function addText(database: Kysely<unknown>, table: string, name: string): Promise<void> {
	await database.schema.alterTable(table).addColumn(name, 'text').execute();
}

/** Ids of rows that had none: as long as others, and as little of a secret as the hash they are of. */
async function giveIds(database: Kysely<unknown>, table: string): Promise<void> {
	await addText(database, table, 'id');
	await sql`update ${sql.table(table)} set id = substr(token_hash, 1, 24)`.execute(database);
	await database.schema.createIndex(`${table}_id`).unique().on(table).column('id').execute();
}

async function createInvitations(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('invitations')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('organisation_id', 'text', (column) =>
			column.notNull().references('organisations.id'),
		)
		.addColumn('email', 'text', (column) =>
			column.notNull().check(sql`email = ${lowerCase(database, 'email')}`),
		)
		.addColumn('roles', 'text', (column) => column.notNull())
		.addColumn('created_by', 'text', (column) => column.references('users.id'))
		.addColumn('token_hash', 'text', (column) => column.notNull().unique())
		.addColumn('expires_at', 'text', (column) => column.notNull())
		.addColumn('accepted_at', 'text')
		.addColumn('deleted_at', 'text')
		.addColumn('created_at', 'text', (column) => column.notNull())
		.execute();
	await database.schema
		.createIndex('invitations_organisation')
		.on('invitations')
		.columns(['organisation_id', 'sequence'])
		.execute();
}

async function createKeyLinks(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('key_links')
		.addColumn('token_hash', 'text', (column) => column.primaryKey())
		.addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
		.addColumn('lifetime_days', wholeNumber(database))
		.addColumn('expires_at', 'text', (column) => column.notNull())
		.addColumn('used_at', 'text')
		.addColumn('ended_at', 'text')
		.addColumn('created_at', 'text', (column) => column.notNull())
		.execute();
	await database.schema.createIndex('key_links_user').on('key_links').column('user_id').execute();
}

async function indexLinks(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createIndex('sign_links_contract')
		.on('sign_links')
		.column('contract_id')
		.execute();
	await database.schema
		.createIndex('diff_reports_file')
		.on('diff_reports')
		.columns(['file_id', 'created_at'])
		.execute();
	await database.schema
		.createIndex('diff_reports_end')
		.on('diff_reports')
		.columns(['erased_at', 'expires_at'])
		.execute();
}
