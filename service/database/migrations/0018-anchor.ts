/**
 * Anchors of the log on an EVM chain: the contracts they lie in, the anchors with where each of them
 * stands, every transaction that was ever signed for one, and what keeps anchoring from going on.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { keptInKey, sequence, wholeNumber } from '../../../server/database/table-form';

export const anchor: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		const number = wholeNumber(database);
		await database.schema
			.createTable('anchor_contracts')
			.addColumn('address', 'text', (column) => column.primaryKey())
			.addColumn('chain_id', number, (column) => column.notNull())
			.addColumn('head_number', number, (column) => column.notNull())
			.addColumn('looked_at', 'text', (column) => column.notNull())
			.execute();
		await database.schema
			.createTable('anchors')
			.addColumn('contract', 'text', (column) =>
				column.notNull().references('anchor_contracts.address'),
			)
			.addColumn('tree_size', number, (column) => column.notNull().check(sql`tree_size > 0`))
			.addColumn('root_hash', 'text', (column) => column.notNull())
			.addColumn('state', 'text', (column) =>
				column.notNull().check(sql`state in ('PLANNED', 'SENT', 'MINED', 'CONFIRMED', 'PASSED')`),
			)
			.addColumn('nonce', number)
			.addColumn('waits_from_block', number)
			.addColumn('transaction_hash', 'text')
			.addColumn('block_number', number)
			.addColumn('block_hash', 'text')
			.addColumn('planned_at', 'text', (column) => column.notNull())
			.addColumn('confirmed_at', 'text')
			.addPrimaryKeyConstraint('anchors_key', ['contract', 'tree_size'])
			.addCheckConstraint(
				'anchors_nonce',
				sql`state not in ('SENT', 'MINED', 'CONFIRMED') or (nonce is not null and waits_from_block is not null)`,
			)
			.addCheckConstraint(
				'anchors_block',
				sql`(state in ('MINED', 'CONFIRMED')) = (block_hash is not null)`,
			)
			.execute();
		await database.schema
			.createIndex('anchors_state')
			.on('anchors')
			.columns(['contract', 'state', 'tree_size'])
			.execute();
		await createTransactions(database);
		await database.schema
			.createTable('anchor_alarms')
			.addColumn('kind', 'text', (column) => column.primaryKey())
			.addColumn('message', 'text', (column) => column.notNull())
			.addColumn('raised_at', 'text', (column) => column.notNull())
			.modifyEnd(keptInKey(database))
			.execute();
	},
};

async function createTransactions(database: Kysely<unknown>): Promise<void> {
	const number = wholeNumber(database);
	await database.schema
		.createTable('anchor_transactions')
		.addColumn('sequence', ...sequence(database))
		.addColumn('hash', 'text', (column) => column.notNull().unique())
		.addColumn('contract', 'text', (column) => column.notNull())
		.addColumn('tree_size', number, (column) => column.notNull())
		.addColumn('nonce', number, (column) => column.notNull())
		.addColumn('max_fee_per_gas', 'text', (column) => column.notNull())
		.addColumn('max_priority_fee_per_gas', 'text', (column) => column.notNull())
		.addColumn('raw', 'text', (column) => column.notNull())
		.addColumn('signed_at', 'text', (column) => column.notNull())
		.addForeignKeyConstraint('anchor_transactions_anchor', ['contract', 'tree_size'], 'anchors', [
			'contract',
			'tree_size',
		])
		.execute();
	await database.schema
		.createIndex('anchor_transactions_anchor_index')
		.on('anchor_transactions')
		.columns(['contract', 'tree_size'])
		.execute();
}
