/** Organisations, their users and products, and the hashes of the users' keys. */
import { sql, type Kysely, type Migration } from 'kysely';
import { lowerCase, sequence } from '../../../server/database/table-form';

export const accounts: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createTable('organisations')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('name', 'text', (column) => column.notNull())
			.addColumn('created_at', 'text', (column) => column.notNull())
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
			.addColumn('roles', 'text', (column) => column.notNull())
			.addColumn('created_at', 'text', (column) => column.notNull())
			.addUniqueConstraint('users_email', ['organisation_id', 'email'])
			.execute();
		await database.schema
			.createTable('api_keys')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
			.addColumn('key_hash', 'text', (column) => column.notNull().unique())
			.addColumn('label', 'text', (column) => column.notNull())
			.addColumn('created_at', 'text', (column) => column.notNull())
			.addColumn('revoked_at', 'text')
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
			.addColumn('name', 'text', (column) => column.notNull())
			.addColumn('created_at', 'text', (column) => column.notNull())
			.execute();
	},
};
