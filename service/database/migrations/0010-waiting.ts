/** What waits for people in other programs of the operator, as those reported it last. */
import { type Kysely, type Migration } from 'kysely';
import { notNull } from '../../../server/database/table-form';

export const waiting: Migration = {
	async up({ schema }: Kysely<unknown>): Promise<void> {
		await schema
			.createTable('program_waiting')
			.addColumn('organisation_id', 'text', (column) =>
				column.notNull().references('organisations.id'),
			)
			.addColumn('program', 'text', notNull)
			.addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
			.addColumn('page', 'text', notNull)
			.addColumn('held_transfers', 'integer', notNull)
			.addColumn('waiting_payouts', 'integer', notNull)
			.addColumn('open_alarms', 'integer', notNull)
			.addColumn('alarm', 'text')
			.addColumn('reported_at', 'text', notNull)
			.addPrimaryKeyConstraint('program_waiting_primary', ['organisation_id', 'program'])
			.execute();
	},
};
