/**
 * The log becomes a Merkle tree: entries get a salted commitment, the hash of their leaf and a place in
 * the tree; beside them stand full tiles, checkpoints, what witnesses said to them, and whose log it
 * is. What the hash chain of before said of an entry goes into a table of its own, until the next
 * start has checked it by its rule and taken the entry into the tree.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { wholeNumber } from '../../../server/database/table-form';

const chainColumns = ['payload_hash', 'previous_hash', 'hash', 'position'] as const;

export const log: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await keepChain(database);
		await renewEntries(database);
		await createTree(database);
	},
};

async function keepChain(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('log_chain')
		.addColumn('sequence', wholeNumber(database), (column) => column.primaryKey())
		.addColumn('position', wholeNumber(database))
		.addColumn('payload_hash', 'text', (column) => column.notNull())
		.addColumn('previous_hash', 'text')
		.addColumn('hash', 'text')
		.execute();
	await sql`insert into log_chain (sequence, position, payload_hash, previous_hash, hash)
		select sequence, position, payload_hash, previous_hash, hash from log_entries`.execute(
		database,
	);
	await database.schema
		.createIndex('log_chain_position')
		.on('log_chain')
		.column('position')
		.execute();
}

async function renewEntries(database: Kysely<unknown>): Promise<void> {
	for (const index of ['log_entries_status', 'log_entries_position', 'log_entries_signature']) {
		await database.schema.dropIndex(index).execute();
	}
	for (const column of chainColumns) {
		await database.schema.alterTable('log_entries').dropColumn(column).execute();
	}
	for (const column of ['salt', 'commitment', 'leaf_hash']) {
		await database.schema.alterTable('log_entries').addColumn(column, 'text').execute();
	}
	await database.schema
		.alterTable('log_entries')
		.addColumn('tree_index', wholeNumber(database))
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
		.where(sql.ref('tree_index'), 'is', null)
		.execute();
	await database.schema
		.createIndex('log_entries_corrupted')
		.on('log_entries')
		.column('sequence')
		.where(sql.ref('status'), '=', sql.lit('Corrupted'))
		.execute();
}

async function createTree(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('log_tiles')
		.addColumn('level', wholeNumber(database), (column) => column.notNull())
		.addColumn('number', wholeNumber(database), (column) => column.notNull())
		.addColumn('hashes', 'text', (column) => column.notNull())
		.addColumn('root_hash', 'text', (column) => column.notNull())
		.addPrimaryKeyConstraint('log_tiles_key', ['level', 'number'])
		.execute();
	await database.schema
		.createTable('log_checkpoints')
		.addColumn('tree_size', wholeNumber(database), (column) => column.primaryKey())
		.addColumn('root_hash', 'text', (column) => column.notNull())
		.addColumn('note', 'text', (column) => column.notNull())
		.execute();
	await database.schema
		.createTable('log_cosignatures')
		.addColumn('tree_size', wholeNumber(database), (column) =>
			column.notNull().references('log_checkpoints.tree_size'),
		)
		.addColumn('witness', 'text', (column) => column.notNull())
		.addColumn('signature', 'text', (column) => column.notNull())
		.addPrimaryKeyConstraint('log_cosignatures_key', ['tree_size', 'witness'])
		.execute();
	await database.schema
		.createTable('log_identity')
		.addColumn('name', 'text', (column) => column.primaryKey())
		.addColumn('origin', 'text', (column) => column.notNull())
		.addColumn('public_key', 'text', (column) => column.notNull())
		.execute();
}
