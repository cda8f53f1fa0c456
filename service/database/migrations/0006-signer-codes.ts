/** Codes that signers enter at their signing links. */
import { sql, type Kysely, type Migration } from 'kysely';

export const signerCodes: Migration = {
	async up({ schema }: Kysely<unknown>): Promise<void> {
		await schema
			.alterTable('contract_signers')
			.addColumn('code', 'text', (column) => column.check(sql`code in ('Mail', 'Given')`))
			.execute();
		await schema.alterTable('contract_signers').addColumn('code_proof', 'text').execute();
		await schema
			.createTable('signer_codes')
			.addColumn('contract_id', 'text', (column) => column.notNull().references('contracts.id'))
			.addColumn('email', 'text', (column) => column.notNull())
			.addColumn('code_hash', 'text')
			.addColumn('expires_at', 'text')
			.addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
			.addColumn('tries_max', 'integer', (column) => column.notNull())
			.addPrimaryKeyConstraint('signer_codes_signer', ['contract_id', 'email'])
			.execute();
		await schema
			.createTable('signer_code_secrets')
			.addColumn('secret_hash', 'text', (column) => column.primaryKey())
			.addColumn('contract_id', 'text', (column) => column.notNull().references('contracts.id'))
			.addColumn('email', 'text', (column) => column.notNull())
			.addColumn('confirmed_at', 'text', (column) => column.notNull())
			.addColumn('expires_at', 'text', (column) => column.notNull())
			.execute();
		await schema
			.createIndex('signer_code_secrets_signer')
			.on('signer_code_secrets')
			.columns(['contract_id', 'email'])
			.execute();
	},
};
