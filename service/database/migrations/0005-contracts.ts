/** Contracts with their signers, the templates they link to, signature files and sign links. */
import { sql, type Kysely, type Migration } from 'kysely';
import { sequence, wholeNumber } from '../../../server/database/table-form';

export const contracts: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await createTemplates(database);
		await createContracts(database);
		await createSignatures(database);
		await createSigners(database);
		await database.schema
			.createTable('sign_links')
			.addColumn('token_hash', 'text', (column) => column.primaryKey())
			.addColumn('contract_id', 'text', (column) => column.notNull().references('contracts.id'))
			.addColumn('email', 'text', (column) => column.notNull())
			.addColumn('expires_at', 'text', (column) => column.notNull())
			.addColumn('created_at', 'text', (column) => column.notNull())
			.execute();
	},
};

async function createTemplates(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('templates')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('product_id', 'text', (column) => column.notNull().references('products.id'))
		.addColumn('display_name', 'text', (column) => column.notNull())
		.addColumn('owner_email', 'text', (column) => column.notNull())
		.addColumn('object_id', 'text', (column) => column.notNull())
		.addColumn('file_name', 'text', (column) => column.notNull())
		.addColumn('file_hash', 'text', (column) => column.notNull())
		.addColumn('log_sequence', wholeNumber(database), (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', (column) => column.notNull())
		.execute();
	await database.schema
		.createIndex('templates_product')
		.on('templates')
		.columns(['product_id', 'sequence'])
		.execute();
}

async function createContracts(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('contracts')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('product_id', 'text', (column) => column.notNull().references('products.id'))
		.addColumn('template_id', 'text', (column) => column.references('templates.id'))
		.addColumn('display_name', 'text', (column) => column.notNull())
		.addColumn('owner_email', 'text', (column) => column.notNull())
		.addColumn('object_id', 'text', (column) => column.notNull())
		.addColumn('file_name', 'text', (column) => column.notNull())
		.addColumn('file_hash', 'text', (column) => column.notNull())
		.addColumn('size_bytes', wholeNumber(database), (column) => column.notNull())
		.addColumn('log_sequence', wholeNumber(database), (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', (column) => column.notNull())
		.execute();
	await database.schema
		.createIndex('contracts_product')
		.on('contracts')
		.columns(['product_id', 'sequence'])
		.execute();
}

async function createSignatures(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('signatures')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('organisation_id', 'text', (column) =>
			column.notNull().references('organisations.id'),
		)
		.addColumn('email', 'text', (column) => column.notNull())
		.addColumn('object_id', 'text', (column) => column.notNull())
		.addColumn('file_name', 'text', (column) => column.notNull())
		.addColumn('file_hash', 'text', (column) => column.notNull())
		.addColumn('created_at', 'text', (column) => column.notNull())
		.execute();
	await database.schema
		.createIndex('signatures_signer')
		.on('signatures')
		.columns(['organisation_id', 'email', 'sequence'])
		.execute();
}

/** A signer has either signed, with a signature and a log entry, or none of the three is set. */
async function createSigners(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('contract_signers')
		.addColumn('contract_id', 'text', (column) => column.notNull().references('contracts.id'))
		.addColumn('position', wholeNumber(database), (column) => column.notNull())
		.addColumn('email', 'text', (column) => column.notNull())
		.addColumn('address', 'text', (column) => column.notNull())
		.addColumn('signature_id', 'text', (column) => column.references('signatures.id'))
		.addColumn('log_sequence', wholeNumber(database), (column) =>
			column.references('log_entries.sequence'),
		)
		.addColumn('signed_at', 'text')
		.addPrimaryKeyConstraint('contract_signers_primary', ['contract_id', 'position'])
		.addUniqueConstraint('contract_signers_email', ['contract_id', 'email'])
		.addCheckConstraint(
			'contract_signers_signed',
			sql`(signature_id is null) = (signed_at is null) and (log_sequence is null) = (signed_at is null)`,
		)
		.execute();
	await database.schema
		.createIndex('contract_signers_signer')
		.on('contract_signers')
		.columns(['email', 'contract_id'])
		.execute();
}
