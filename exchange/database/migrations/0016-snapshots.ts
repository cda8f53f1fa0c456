/** Snapshots in parts: each has some of the open orders, and the row of before closes them. */
import type { Kysely, Migration } from 'kysely';
import { wholeNumber } from '../../../server/database/table-form';

export const snapshots: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createTable('snapshot_parts')
			.addColumn('market', 'text', (column) => column.notNull())
			.addColumn('begun_at', wholeNumber(database), (column) => column.notNull())
			.addColumn('part', wholeNumber(database), (column) => column.notNull())
			.addColumn('body', 'text', (column) => column.notNull())
			.addPrimaryKeyConstraint('snapshot_parts_key', ['market', 'begun_at', 'part'])
			.execute();
		await database.schema
			.alterTable('snapshots')
			.addColumn('begun_at', wholeNumber(database))
			.execute();
		await database.schema
			.alterTable('snapshots')
			.addColumn('open_orders', wholeNumber(database), (column) => column.notNull().defaultTo(0))
			.execute();
	},
};
