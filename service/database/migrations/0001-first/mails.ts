import { sql, type Kysely } from 'kysely';
import { notNull, sequence, wholeNumber } from '../../../../server/database/table-form';

export async function createMails(database: Kysely<unknown>): Promise<void> {
	await createOutbox(database);
}

/** Partial indexes find waiting mails without reading old ones. */
async function createOutbox(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('mails')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('recipient', 'text', notNull)
		.addColumn('recipient_form', 'text', notNull)
		.addColumn('subject', 'text', notNull)
		.addColumn('text_body', 'text', notNull)
		.addColumn('html_body', 'text', notNull)
		.addColumn('sent_at', 'text')
		.addColumn('attempts', wholeNumber(database), (column) => column.notNull().defaultTo(0))
		.addColumn('last_error', 'text')
		.addColumn('created_at', 'text', notNull)
		.addColumn('next_at', 'text')
		.addColumn('claimed_by', 'text')
		.addColumn('refused_at', 'text')
		.addColumn('contract_id', 'text')
		.addColumn('signer_email', 'text')
		.addColumn('attachment_id', 'text')
		.addColumn('attachment_name', 'text')
		.addColumn('organisation_id', 'text')
		.execute();
	await database.schema
		.createIndex('mails_waiting')
		.on('mails')
		.columns(['next_at', 'sequence'])
		.where(sql<boolean>`sent_at is null and refused_at is null`)
		.execute();
	await database.schema
		.createIndex('mails_refused')
		.on('mails')
		.column('refused_at')
		.where(sql<boolean>`refused_at is not null`)
		.execute();
	await database.schema
		.createIndex('mails_contract')
		.on('mails')
		.columns(['contract_id', 'sequence'])
		.where(sql<boolean>`contract_id is not null`)
		.execute();
	// Limits count the mails of a day.
	await database.schema
		.createIndex('mails_organisation_day')
		.on('mails')
		.columns(['organisation_id', 'created_at'])
		.execute();
	await database.schema
		.createIndex('mails_recipient_day')
		.on('mails')
		.columns(['organisation_id', 'recipient_form', 'created_at'])
		.execute();
	await database.schema
		.createIndex('mails_organisation')
		.on('mails')
		.columns(['organisation_id', 'sequence'])
		.execute();
}
