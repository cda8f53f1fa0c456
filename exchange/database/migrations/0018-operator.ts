/**
 * What the operator needs beside the books: the log of what administrators did, accounts that are
 * frozen or limited, keys with a scope, and the exchange in maintenance. Keys of before may do all.
 */
import type { Kysely, Migration } from 'kysely';
import { keptInKey, sequence, wholeNumber } from '../../../server/database/table-form';

export const operator: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await createActions(database);
		await database.schema
			.alterTable('api_keys')
			.addColumn('scope', 'text', (column) => column.notNull().defaultTo('FULL'))
			.execute();
		await database.schema.alterTable('api_keys').addColumn('made_by', 'text').execute();
		for (const name of ['frozen_at', 'max_num_orders']) {
			await database.schema.alterTable('accounts').addColumn(name, wholeNumber(database)).execute();
		}
		await createLimits(database);
		await database.schema
			.createTable('maintenance')
			.addColumn('id', 'bigint', (column) => column.primaryKey())
			.addColumn('since', 'bigint', (column) => column.notNull())
			.addColumn('reason', 'text', (column) => column.notNull())
			.addColumn('ends_at', 'bigint')
			.execute();
	},
};

async function createActions(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('admin_actions')
		.addColumn('number', ...sequence(database))
		.addColumn('at', 'bigint', (column) => column.notNull())
		.addColumn('actor_kind', 'text', (column) => column.notNull())
		.addColumn('actor_id', 'text')
		.addColumn('actor_name', 'text', (column) => column.notNull())
		.addColumn('action', 'text', (column) => column.notNull())
		.addColumn('subject', 'text', (column) => column.notNull())
		.addColumn('details', 'text', (column) => column.notNull())
		.addColumn('reason', 'text')
		.execute();
	await database.schema
		.createIndex('admin_actions_at')
		.on('admin_actions')
		.columns(['at', 'number'])
		.execute();
	await database.schema
		.createIndex('admin_actions_subject')
		.on('admin_actions')
		.columns(['subject', 'at', 'number'])
		.execute();
}

async function createLimits(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('account_limits')
		.addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
		.addColumn('asset', 'text', (column) => column.notNull().references('assets.code'))
		.addColumn('max_held', 'bigint', (column) => column.notNull())
		.addPrimaryKeyConstraint('account_limits_key', ['account_id', 'asset'])
		.modifyEnd(keptInKey(database))
		.execute();
}
