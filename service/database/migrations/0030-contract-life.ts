/**
 * The life of a contract beyond its signatures: the order of its signers and their roles, when it ends
 * and is reminded of, and every step of it as an event of its own. Contracts of before are signed in any
 * order, by signers, without an end; what happened to them earlier is in their signatures alone.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { sequence, wholeNumber } from '../../../server/database/table-form';

export const contractLife: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await extendContracts(database);
		await renewSigners(database);
		await createEvents(database);
	},
};

async function extendContracts(database: Kysely<unknown>): Promise<void> {
	for (const name of ['message', 'expires_at']) {
		await database.schema.alterTable('contracts').addColumn(name, 'text').execute();
	}
	await database.schema
		.alterTable('contracts')
		.addColumn('signing_order', 'text', (column) =>
			column
				.notNull()
				.defaultTo('Parallel')
				.check(sql`signing_order in ('Parallel', 'Sequential')`),
		)
		.execute();
	await database.schema
		.alterTable('contracts')
		.addColumn('reminder_days', wholeNumber(database))
		.execute();
	// Set while somebody is waited for, so what is due is found without reading what is over.
	await database.schema.alterTable('contracts').addColumn('due_at', 'text').execute();
	await sql`create index contracts_due on contracts (due_at) where due_at is not null`.execute(
		database,
	);
}

/** Who approves signs without a signature, which the earlier table would not have taken. */
async function renewSigners(database: Kysely<unknown>): Promise<void> {
	await database.schema.dropIndex('contract_signers_signer').execute();
	await database.schema.dropIndex('contract_signers_signature').execute();
	await database.schema.alterTable('contract_signers').renameTo('earlier_signers').execute();
	await database.schema
		.createTable('contract_signers')
		.addColumn('contract_id', 'text', (column) => column.notNull().references('contracts.id'))
		.addColumn('position', wholeNumber(database), (column) => column.notNull())
		.addColumn('email', 'text', (column) => column.notNull())
		.addColumn('address', 'text', (column) => column.notNull())
		.addColumn('signature_id', 'text', (column) => column.references('signatures.id'))
		.addColumn('log_sequence', wholeNumber(database), (column) =>
			column.references('log_entries.sequence'),
		)
		.addColumn('signed_at', 'text')
		.addColumn('role', 'text', (column) =>
			column
				.notNull()
				.defaultTo('Signer')
				.check(sql`role in ('Signer', 'Approver', 'CopyRecipient')`),
		)
		.addPrimaryKeyConstraint('contract_signers_place', ['contract_id', 'position'])
		.addUniqueConstraint('contract_signers_address', ['contract_id', 'email'])
		.addCheckConstraint(
			'contract_signers_done',
			sql`(log_sequence is null) = (signed_at is null)
				and (signature_id is null or signed_at is not null)
				and (signature_id is not null or signed_at is null or role = 'Approver')
				and (role <> 'CopyRecipient' or signed_at is null)`,
		)
		.execute();
	await sql`
		insert into contract_signers (contract_id, position, email, address, signature_id, log_sequence,
			signed_at)
		select contract_id, position, email, address, signature_id, log_sequence, signed_at
		from earlier_signers order by contract_id, position`.execute(database);
	await database.schema.dropTable('earlier_signers').execute();
	await database.schema
		.createIndex('contract_signers_signer')
		.on('contract_signers')
		.columns(['email', 'contract_id'])
		.execute();
	await database.schema
		.createIndex('contract_signers_signature')
		.on('contract_signers')
		.column('signature_id')
		.execute();
}

/** A contract ends once: the database holds what two processes could do at one moment. */
async function createEvents(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('contract_steps')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('contract_id', 'text', (column) => column.notNull().references('contracts.id'))
		.addColumn('kind', 'text', (column) => column.notNull())
		.addColumn('signer_email', 'text')
		.addColumn('actor_email', 'text')
		.addColumn('address', 'text')
		.addColumn('agent', 'text')
		.addColumn('detail', 'text')
		.addColumn('log_sequence', wholeNumber(database), (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', (column) => column.notNull())
		.execute();
	await database.schema
		.createIndex('contract_steps_contract')
		.on('contract_steps')
		.columns(['contract_id', 'sequence'])
		.execute();
	await database.schema
		.createIndex('contract_steps_log')
		.on('contract_steps')
		.column('log_sequence')
		.execute();
	await sql`create unique index contract_steps_ending on contract_steps (contract_id)
		where kind in ('Declined', 'Expired', 'Cancelled')`.execute(database);
}
