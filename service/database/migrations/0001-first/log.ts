import { sql, type Kysely } from 'kysely';
import { keptInKey, notNull, sequence, wholeNumber } from '../../../../server/database/table-form';

export async function createLog(database: Kysely<unknown>): Promise<void> {
	await createEntries(database);
	await createTree(database);
	await createWitnesses(database);
	await createAnchors(database);
	await createAnchorTransactions(database);
}

async function createEntries(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('log_entries')
		.addColumn('sequence', ...sequence(database))
		.addColumn('kind', 'text', notNull)
		.addColumn('subject_id', 'text', notNull)
		.addColumn('status', 'text', (column) =>
			column.notNull().check(sql`status in ('Unconfirmed', 'Confirmed', 'Corrupted')`),
		)
		.addColumn('created_at', 'text', notNull)
		.addColumn('form', whole, (column) => column.notNull().defaultTo(1))
		.addColumn('salt', 'text')
		.addColumn('commitment', 'text')
		.addColumn('leaf_hash', 'text')
		.addColumn('tree_index', whole)
		.execute();
	await database.schema
		.createIndex('log_entries_subject')
		.on('log_entries')
		.column('subject_id')
		.execute();
	await database.schema
		.createIndex('log_entries_tree_index')
		.unique()
		.on('log_entries')
		.column('tree_index')
		.execute();
	await database.schema
		.createIndex('log_entries_pending')
		.on('log_entries')
		.column('sequence')
		.where(sql<boolean>`tree_index is null`)
		.execute();
	await database.schema
		.createIndex('log_entries_corrupted')
		.on('log_entries')
		.column('sequence')
		.where(sql<boolean>`status = 'Corrupted'`)
		.execute();
}

async function createTree(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('log_tiles')
		.addColumn('level', whole, notNull)
		.addColumn('number', whole, notNull)
		.addColumn('hashes', 'text', notNull)
		.addColumn('root_hash', 'text', notNull)
		.addPrimaryKeyConstraint('log_tiles_key', ['level', 'number'])
		.execute();
	await database.schema
		.createTable('log_checkpoints')
		.addColumn('tree_size', whole, (column) => column.primaryKey())
		.addColumn('root_hash', 'text', notNull)
		.addColumn('note', 'text', notNull)
		.execute();
	await database.schema
		.createTable('log_cosignatures')
		.addColumn('tree_size', whole, (column) =>
			column.notNull().references('log_checkpoints.tree_size'),
		)
		.addColumn('witness', 'text', notNull)
		.addColumn('signature', 'text', notNull)
		.addPrimaryKeyConstraint('log_cosignatures_key', ['tree_size', 'witness'])
		.execute();
	await database.schema
		.createIndex('log_cosignatures_witness')
		.on('log_cosignatures')
		.columns(['witness', 'tree_size'])
		.execute();
	await database.schema
		.createTable('log_identity')
		.addColumn('name', 'text', (column) => column.primaryKey())
		.addColumn('origin', 'text', notNull)
		.addColumn('public_key', 'text', notNull)
		.execute();
	await database.schema
		.createTable('log_restorations')
		.addColumn('id', 'text', (column) => column.primaryKey())
		.addColumn('lost_checkpoint', 'text', notNull)
		.addColumn('held_checkpoint', 'text')
		.addColumn('log_sequence', whole, (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', notNull)
		.execute();
}

async function createWitnesses(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('log_witnesses')
		.addColumn('vkey', 'text', (column) => column.primaryKey())
		.addColumn('standing', 'text', notNull)
		.addColumn('told_size', whole)
		.addColumn('offered_size', whole)
		.addColumn('message', 'text', notNull)
		.addColumn('since', 'text', notNull)
		.execute();
	await database.schema
		.createTable('witnessed_logs')
		.addColumn('origin', 'text', (column) => column.primaryKey())
		.addColumn('tree_size', whole, notNull)
		.addColumn('root', 'text', notNull)
		.addColumn('checkpoint', 'text')
		.addColumn('cosigned_at_seconds', whole, notNull)
		.addColumn('fork_checkpoint', 'text')
		.execute();
	await database.schema
		.createTable('witness_keys')
		.addColumn('vkey', 'text', (column) => column.primaryKey())
		.addColumn('created_at', 'text', notNull)
		.execute();
}

async function createAnchors(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('anchor_contracts')
		.addColumn('address', 'text', (column) => column.primaryKey())
		.addColumn('chain_id', whole, notNull)
		.addColumn('head_number', whole, notNull)
		.addColumn('looked_at', 'text', notNull)
		.execute();
	await database.schema
		.createTable('anchors')
		.addColumn('contract', 'text', (column) =>
			column.notNull().references('anchor_contracts.address'),
		)
		.addColumn('tree_size', whole, (column) => column.notNull().check(sql`tree_size > 0`))
		.addColumn('root_hash', 'text', notNull)
		.addColumn('state', 'text', (column) =>
			column.notNull().check(sql`state in ('PLANNED', 'SENT', 'MINED', 'CONFIRMED', 'PASSED')`),
		)
		.addColumn('nonce', whole)
		.addColumn('waits_from_block', whole)
		.addColumn('transaction_hash', 'text')
		.addColumn('block_number', whole)
		.addColumn('block_hash', 'text')
		.addColumn('planned_at', 'text', notNull)
		.addColumn('confirmed_at', 'text')
		.addPrimaryKeyConstraint('anchors_key', ['contract', 'tree_size'])
		.addCheckConstraint(
			'anchors_nonce',
			sql`state not in ('SENT', 'MINED', 'CONFIRMED')
				or (nonce is not null and waits_from_block is not null)`,
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
}

/** Every transaction ever signed for an anchor, and open alarms. */
async function createAnchorTransactions(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('anchor_transactions')
		.addColumn('sequence', ...sequence(database))
		.addColumn('hash', 'text', (column) => column.notNull().unique())
		.addColumn('contract', 'text', notNull)
		.addColumn('tree_size', whole, notNull)
		.addColumn('nonce', whole, notNull)
		.addColumn('max_fee_per_gas', 'text', notNull)
		.addColumn('max_priority_fee_per_gas', 'text', notNull)
		.addColumn('raw', 'text', notNull)
		.addColumn('signed_at', 'text', notNull)
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
	await database.schema
		.createTable('anchor_alarms')
		.addColumn('kind', 'text', (column) => column.primaryKey())
		.addColumn('message', 'text', notNull)
		.addColumn('raised_at', 'text', notNull)
		.modifyEnd(keptInKey(database))
		.execute();
}
