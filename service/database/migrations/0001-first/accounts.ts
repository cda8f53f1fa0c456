/** Organisations with their users and products, keys, invitations and links to keys. */
import { sql, type Kysely } from 'kysely';
import { lowerCase, notNull, sequence, wholeNumber } from '../../../../server/database/table-form';

export async function createAccounts(database: Kysely<unknown>): Promise<void> {
	await createUsers(database);
	await createKeys(database);
	await createInvitations(database);
}

async function createUsers(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('organisations')
		.addColumn('id', 'text', (column) => column.primaryKey())
		.addColumn('name', 'text', notNull)
		.addColumn('created_at', 'text', notNull)
		.execute();
	await database.schema
		.createTable('users')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('organisation_id', 'text', (column) =>
			column.notNull().references('organisations.id'),
		)
		.addColumn('email', 'text', (column) =>
			column.notNull().check(sql`email = ${lowerCase(database, 'email')}`),
		)
		.addColumn('roles', 'text', notNull)
		.addColumn('created_at', 'text', notNull)
		.addColumn('disabled_at', 'text')
		.addColumn('deleted_at', 'text')
		.addColumn('first_name', 'text', (column) => column.notNull().defaultTo(''))
		.addColumn('last_name', 'text', (column) => column.notNull().defaultTo(''))
		.addUniqueConstraint('users_email', ['organisation_id', 'email'])
		.execute();
	await database.schema
		.createTable('products')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('organisation_id', 'text', (column) =>
			column.notNull().references('organisations.id'),
		)
		.addColumn('kind', 'text', (column) =>
			column.notNull().check(sql`kind in ('Sealer', 'Tracker', 'Keeper')`),
		)
		.addColumn('name', 'text', notNull)
		.addColumn('created_at', 'text', notNull)
		.addColumn('names_links', 'integer', (column) =>
			column
				.notNull()
				.defaultTo(0)
				.check(sql`names_links in (0, 1)`),
		)
		.execute();
}

async function createKeys(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('api_keys')
		.addColumn('id', 'text', (column) => column.primaryKey())
		.addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
		.addColumn('key_hash', 'text', (column) => column.notNull().unique())
		.addColumn('label', 'text', notNull)
		.addColumn('created_at', 'text', notNull)
		.addColumn('revoked_at', 'text')
		.addColumn('expires_at', 'text')
		.execute();
	await database.schema.createIndex('api_keys_user').on('api_keys').column('user_id').execute();
	await database.schema
		.createTable('key_links')
		.addColumn('token_hash', 'text', (column) => column.primaryKey())
		.addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
		.addColumn('lifetime_days', wholeNumber(database))
		.addColumn('expires_at', 'text', notNull)
		.addColumn('used_at', 'text')
		.addColumn('ended_at', 'text')
		.addColumn('created_at', 'text', notNull)
		.execute();
	await database.schema.createIndex('key_links_user').on('key_links').column('user_id').execute();
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
		.addColumn('roles', 'text', notNull)
		.addColumn('created_by', 'text', (column) => column.references('users.id'))
		.addColumn('token_hash', 'text', (column) => column.notNull().unique())
		.addColumn('expires_at', 'text', notNull)
		.addColumn('accepted_at', 'text')
		.addColumn('deleted_at', 'text')
		.addColumn('created_at', 'text', notNull)
		.execute();
	await database.schema
		.createIndex('invitations_organisation')
		.on('invitations')
		.columns(['organisation_id', 'sequence'])
		.execute();
}
