/** Passkeys of people, and the challenges that browsers answer with them. */
import { type Kysely, type Migration } from 'kysely';

export const passkeys: Migration = {
	async up({ schema }: Kysely<unknown>): Promise<void> {
		await schema
			.createTable('passkeys')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
			.addColumn('public_key', 'text', (column) => column.notNull())
			.addColumn('counter', 'bigint', (column) => column.notNull())
			.addColumn('transports', 'text', (column) => column.notNull())
			.addColumn('agent', 'text', (column) => column.notNull())
			.addColumn('created_at', 'text', (column) => column.notNull())
			.addColumn('used_at', 'text')
			.execute();
		await schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute();
		await schema
			.createTable('passkey_challenges')
			.addColumn('challenge_hash', 'text', (column) => column.primaryKey())
			.addColumn('expires_at', 'text', (column) => column.notNull())
			.execute();
	},
};
