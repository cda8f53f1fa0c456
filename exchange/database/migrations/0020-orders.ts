/** Timers of traders' programs that cancel their orders unless they are set again. */
import { sql, type Kysely, type Migration } from 'kysely';
import { wholeNumber } from '../../../server/database/table-form';

export const orders: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		const whole = wholeNumber(database);
		await database.schema
			.createTable('cancel_timers')
			.addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
			.addColumn('market', 'text', (column) => column.notNull())
			.addColumn('countdown_ms', whole, (column) => column.notNull())
			.addColumn('due_at', whole, (column) => column.notNull())
			.addColumn('triggered_at', whole)
			.addPrimaryKeyConstraint('cancel_timers_primary', ['account_id', 'market'])
			.execute();
		await sql`create index cancel_timers_running on cancel_timers (due_at)
			where triggered_at is null`.execute(database);
	},
};
