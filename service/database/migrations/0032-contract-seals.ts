/**
 * What is sealed of contracts everybody signed, and what is still to be. Contracts that were signed
 * before are sealed as well, after the start.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { wholeNumber } from '../../../server/database/table-form';

export const contractSeals: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createTable('contract_seals')
			.addColumn('contract_id', 'text', (column) => column.primaryKey().references('contracts.id'))
			.addColumn('asked_at', 'text')
			.addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
			.addColumn('next_attempt_at', 'text', (column) => column.notNull())
			.addColumn('last_error', 'text')
			.addColumn('object_id', 'text')
			.addColumn('file_name', 'text')
			.addColumn('file_hash', 'text')
			.addColumn('size_bytes', wholeNumber(database))
			.addColumn('level', 'text')
			.addColumn('certificate_hash', 'text')
			.addColumn('log_sequence', wholeNumber(database), (column) =>
				column.references('log_entries.sequence'),
			)
			.addColumn('sealed_at', 'text')
			.execute();
		await database.schema
			.createIndex('contract_seals_waiting')
			.on('contract_seals')
			.column('next_attempt_at')
			.where(sql.ref('sealed_at'), 'is', null)
			.execute();
		for (const column of ['file_hash', 'log_sequence']) {
			await database.schema
				.createIndex(`contract_seals_${column}`)
				.on('contract_seals')
				.column(column)
				.execute();
		}
		await askForThoseOfBefore(database);
	},
};

async function askForThoseOfBefore(database: Kysely<unknown>): Promise<void> {
	await sql`
		insert into contract_seals (contract_id, next_attempt_at)
		select contracts.id, contracts.created_at from contracts
		where not exists (
			select 1 from contract_signers as signer
			where signer.contract_id = contracts.id and signer.signed_at is null
				and signer.role <> 'CopyRecipient'
		)`.execute(database);
}
