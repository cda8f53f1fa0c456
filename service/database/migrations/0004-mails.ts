/** The outbox: a mail is written with what caused it and delivered afterwards. */
import type { Kysely, Migration } from 'kysely';
import { sequence, wholeNumber } from '../../../server/database/table-form';

export const mails: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createTable('mails')
			.addColumn('sequence', ...sequence(database))
			.addColumn('id', 'text', (column) => column.notNull().unique())
			.addColumn('recipient', 'text', (column) => column.notNull())
			.addColumn('subject', 'text', (column) => column.notNull())
			.addColumn('text_body', 'text', (column) => column.notNull())
			.addColumn('html_body', 'text', (column) => column.notNull())
			.addColumn('sent_at', 'text')
			.addColumn('attempts', wholeNumber(database), (column) => column.notNull().defaultTo(0))
			.addColumn('last_error', 'text')
			.addColumn('created_at', 'text', (column) => column.notNull())
			.execute();
		await database.schema
			.createIndex('mails_waiting')
			.on('mails')
			.columns(['sent_at', 'sequence'])
			.execute();
	},
};
