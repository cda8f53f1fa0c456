/** Contracts with their signers, templates, signatures, links and sealed files. */
import { sql, type Kysely } from 'kysely';
import { notNull, sequence, wholeNumber } from '../../../../server/database/table-form';

export async function createSealer(database: Kysely<unknown>): Promise<void> {
	await createTemplates(database);
	await createContracts(database);
	await createSignatures(database);
	await createSigners(database);
	await createSteps(database);
	await createLinks(database);
	await createSeals(database);
}

async function createTemplates(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('templates')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('product_id', 'text', (column) => column.notNull().references('products.id'))
		.addColumn('display_name', 'text', notNull)
		.addColumn('owner_email', 'text', notNull)
		.addColumn('object_id', 'text', notNull)
		.addColumn('file_name', 'text', notNull)
		.addColumn('file_hash', 'text', notNull)
		.addColumn('log_sequence', whole, (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', notNull)
		.addColumn('fields', 'text')
		.addColumn('deleted_at', 'text')
		.addColumn('deleted_by_email', 'text')
		.addColumn('deletion_sequence', whole, (column) => column.references('log_entries.sequence'))
		.execute();
	await database.schema
		.createIndex('templates_product')
		.on('templates')
		.columns(['product_id', 'sequence'])
		.execute();
}

/** `due_at` is set while the contract waits for somebody, so the index holds open contracts alone. */
async function createContracts(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('contracts')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('product_id', 'text', (column) => column.notNull().references('products.id'))
		.addColumn('template_id', 'text', (column) => column.references('templates.id'))
		.addColumn('display_name', 'text', notNull)
		.addColumn('owner_email', 'text', notNull)
		.addColumn('object_id', 'text', notNull)
		.addColumn('file_name', 'text', notNull)
		.addColumn('file_hash', 'text', notNull)
		.addColumn('size_bytes', whole, notNull)
		.addColumn('log_sequence', whole, (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', notNull)
		.addColumn('message', 'text')
		.addColumn('expires_at', 'text')
		.addColumn('signing_order', 'text', (column) =>
			column
				.notNull()
				.defaultTo('Parallel')
				.check(sql`signing_order in ('Parallel', 'Sequential')`),
		)
		.addColumn('reminder_days', whole)
		.addColumn('due_at', 'text')
		.addColumn('language', 'text')
		.addColumn('time_zone', 'text')
		.addColumn('fields', 'text')
		.addColumn('deleted_at', 'text')
		.execute();
	await database.schema
		.createIndex('contracts_product')
		.on('contracts')
		.columns(['product_id', 'sequence'])
		.execute();
	await database.schema
		.createIndex('contracts_due')
		.on('contracts')
		.column('due_at')
		.where(sql<boolean>`due_at is not null`)
		.execute();
	await database.schema
		.createIndex('contracts_file')
		.on('contracts')
		.columns(['product_id', 'file_hash', 'id'])
		.execute();
	await database.schema
		.createIndex('contracts_template')
		.on('contracts')
		.column('template_id')
		.execute();
}

async function createSignatures(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('signatures')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('organisation_id', 'text', (column) =>
			column.notNull().references('organisations.id'),
		)
		.addColumn('email', 'text', notNull)
		.addColumn('object_id', 'text', notNull)
		.addColumn('file_name', 'text', notNull)
		.addColumn('file_hash', 'text', notNull)
		.addColumn('created_at', 'text', notNull)
		.addColumn('supplied_by_email', 'text')
		.addColumn('deleted_at', 'text')
		.addColumn('deletion_sequence', whole, (column) => column.references('log_entries.sequence'))
		.addColumn('log_sequence', whole, (column) => column.references('log_entries.sequence'))
		.execute();
	await database.schema
		.createIndex('signatures_signer')
		.on('signatures')
		.columns(['organisation_id', 'email', 'sequence'])
		.execute();
}

/** An approver signs without a signature; a copy recipient never signs. */
async function createSigners(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('contract_signers')
		.addColumn('contract_id', 'text', (column) => column.notNull().references('contracts.id'))
		.addColumn('position', whole, notNull)
		.addColumn('email', 'text', notNull)
		.addColumn('address', 'text', notNull)
		.addColumn('signature_id', 'text', (column) => column.references('signatures.id'))
		.addColumn('log_sequence', whole, (column) => column.references('log_entries.sequence'))
		.addColumn('signed_at', 'text')
		.addColumn('role', 'text', (column) =>
			column
				.notNull()
				.defaultTo('Signer')
				.check(sql`role in ('Signer', 'Approver', 'CopyRecipient')`),
		)
		.addColumn('field_values', 'text')
		.addPrimaryKeyConstraint('contract_signers_place', ['contract_id', 'position'])
		.addUniqueConstraint('contract_signers_address', ['contract_id', 'email'])
		.addCheckConstraint(
			'contract_signers_done',
			sql`(log_sequence is null) = (signed_at is null)
				and (signature_id is null or signed_at is not null)
				and (signature_id is not null or signed_at is null or role = 'Approver')
				and (role <> 'CopyRecipient' or signed_at is null)`,
		)
		.execute();
	await database.schema
		.createIndex('contract_signers_signer')
		.on('contract_signers')
		.columns(['email', 'contract_id'])
		.execute();
	await database.schema
		.createIndex('contract_signers_signature')
		.on('contract_signers')
		.column('signature_id')
		.execute();
}

/** A unique index ensures that a contract ends once, even with two processes. */
async function createSteps(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('contract_steps')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('contract_id', 'text', (column) => column.notNull().references('contracts.id'))
		.addColumn('kind', 'text', notNull)
		.addColumn('signer_email', 'text')
		.addColumn('actor_email', 'text')
		.addColumn('address', 'text')
		.addColumn('agent', 'text')
		.addColumn('detail', 'text')
		.addColumn('log_sequence', wholeNumber(database), (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', notNull)
		.execute();
	await database.schema
		.createIndex('contract_steps_contract')
		.on('contract_steps')
		.columns(['contract_id', 'sequence'])
		.execute();
	await database.schema
		.createIndex('contract_steps_log')
		.on('contract_steps')
		.column('log_sequence')
		.execute();
	await database.schema
		.createIndex('contract_steps_ending')
		.unique()
		.on('contract_steps')
		.column('contract_id')
		.where(sql<boolean>`kind in ('Declined', 'Expired', 'Cancelled')`)
		.execute();
}

async function createLinks(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('sign_links')
		.addColumn('token_hash', 'text', (column) => column.primaryKey())
		.addColumn('contract_id', 'text', (column) => column.notNull().references('contracts.id'))
		.addColumn('email', 'text', notNull)
		.addColumn('expires_at', 'text', notNull)
		.addColumn('created_at', 'text', notNull)
		.addColumn('id', 'text')
		.addColumn('revoked_at', 'text')
		.addColumn('wrapped_token', 'text')
		.addColumn('master_key_id', 'text')
		.execute();
	await database.schema
		.createIndex('sign_links_id')
		.unique()
		.on('sign_links')
		.column('id')
		.execute();
	await database.schema
		.createIndex('sign_links_contract')
		.on('sign_links')
		.column('contract_id')
		.execute();
	await database.schema
		.createTable('sealed_links')
		.addColumn('token_hash', 'text', (column) => column.primaryKey())
		.addColumn('contract_id', 'text', (column) => column.notNull().references('contracts.id'))
		.addColumn('expires_at', 'text', notNull)
		.addColumn('created_at', 'text', notNull)
		.execute();
}

async function createSeals(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('contract_seals')
		.addColumn('contract_id', 'text', (column) => column.primaryKey().references('contracts.id'))
		.addColumn('asked_at', 'text')
		.addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
		.addColumn('next_attempt_at', 'text', notNull)
		.addColumn('last_error', 'text')
		.addColumn('object_id', 'text')
		.addColumn('file_name', 'text')
		.addColumn('file_hash', 'text')
		.addColumn('size_bytes', whole)
		.addColumn('level', 'text')
		.addColumn('certificate_hash', 'text')
		.addColumn('log_sequence', whole, (column) => column.references('log_entries.sequence'))
		.addColumn('sealed_at', 'text')
		.addColumn('time_stamped_at', 'text')
		.addColumn('revocation_fault', 'text')
		.execute();
	await database.schema
		.createIndex('contract_seals_waiting')
		.on('contract_seals')
		.column('next_attempt_at')
		.where(sql<boolean>`sealed_at is null`)
		.execute();
	await database.schema
		.createIndex('contract_seals_file_hash')
		.on('contract_seals')
		.column('file_hash')
		.execute();
	await database.schema
		.createIndex('contract_seals_log_sequence')
		.on('contract_seals')
		.column('log_sequence')
		.execute();
	await database.schema
		.createTable('seal_certificates')
		.addColumn('hash', 'text', (column) => column.primaryKey())
		.addColumn('subject', 'text', notNull)
		.addColumn('created_at', 'text', notNull)
		.addColumn('log_sequence', whole, (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.execute();
}
