/** What the last audit of the tracker's ledger found, for every process to tell. */
import type { Kysely, Migration } from 'kysely';
import { keptInKey, wholeNumber } from '../../../server/database/table-form';

export const ledgerAudits: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createTable('ledger_audits')
			.addColumn('name', 'text', (column) => column.primaryKey())
			.addColumn('ended_at', 'text', (column) => column.notNull())
			.addColumn('findings', wholeNumber(database), (column) => column.notNull())
			.addColumn('first_finding', 'text')
			.modifyEnd(keptInKey(database))
			.execute();
	},
};
