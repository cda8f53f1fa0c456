/**
 * Balances and the movements between them. The constraint is the last line of defence: whatever
 * the code does, no trader's balance is committed below nothing. Only the outside world, from
 * which deposits come, stands below it, by what all accounts together have.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { keptInKey } from '../../../server/database/table-form';

export const ledger: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createTable('balances')
			.addColumn('account_id', 'text', (column) => column.notNull())
			.addColumn('asset', 'text', (column) => column.notNull().references('assets.code'))
			.addColumn('available', 'bigint', (column) => column.notNull())
			.addColumn('held', 'bigint', (column) => column.notNull())
			.addPrimaryKeyConstraint('balances_primary', ['account_id', 'asset'])
			.addCheckConstraint(
				'balances_never_negative',
				sql`held >= 0 and (available >= 0 or account_id = 'external')`,
			)
			.modifyEnd(keptInKey(database))
			.execute();
		await database.schema
			.createTable('postings')
			.addColumn('journal', 'text', (column) => column.notNull())
			.addColumn('sequence', 'bigint', (column) => column.notNull())
			.addColumn('position', 'bigint', (column) => column.notNull())
			.addColumn('kind', 'text', (column) => column.notNull())
			.addColumn('asset', 'text', (column) => column.notNull())
			.addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
			.addColumn('from_account', 'text', (column) => column.notNull())
			.addColumn('to_account', 'text', (column) => column.notNull())
			.addColumn('order_id', 'bigint')
			.addPrimaryKeyConstraint('postings_primary', ['journal', 'sequence', 'position'])
			.modifyEnd(keptInKey(database))
			.execute();
		await database.schema
			.createTable('deposits')
			.addColumn('sequence', 'bigint', (column) => column.primaryKey())
			.addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
			.addColumn('asset', 'text', (column) => column.notNull().references('assets.code'))
			.addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
			.addColumn('reference', 'text', (column) => column.notNull().unique())
			.addColumn('created_at', 'bigint', (column) => column.notNull())
			.execute();
	},
};
