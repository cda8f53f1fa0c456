/** A contract has several files, each sealed by itself. The first file of a contract stays in its row. */
import { sql, type Kysely, type Migration } from 'kysely';
import { notNull, wholeNumber } from '../../../server/database/table-form';

export const contractFiles: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		const whole = wholeNumber(database);
		const { schema } = database;
		await schema
			.createTable('contract_files')
			.addColumn('contract_id', 'text', (column) => column.notNull().references('contracts.id'))
			.addColumn('file_number', 'integer', (column) => column.notNull().check(sql`file_number > 1`))
			.addColumn('object_id', 'text', notNull)
			.addColumn('file_name', 'text', notNull)
			.addColumn('file_hash', 'text', notNull)
			.addColumn('size_bytes', whole, notNull)
			.addPrimaryKeyConstraint('contract_files_place', ['contract_id', 'file_number'])
			.execute();
		await schema
			.createIndex('contract_files_hash')
			.on('contract_files')
			.column('file_hash')
			.execute();
		await schema
			.alterTable('sealed_links')
			.addColumn('file_number', 'integer', (column) => column.notNull().defaultTo(1))
			.execute();
		await addNumberToSeals(database);
	},
};

/** SQLite changes no primary key, so the rows move to a new table in both databases. */
async function addNumberToSeals(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	const { schema } = database;
	for (const index of ['waiting', 'file_hash', 'log_sequence']) {
		await schema.dropIndex(`contract_seals_${index}`).execute();
	}
	await schema.alterTable('contract_seals').renameTo('contract_seals_before').execute();
	await schema
		.createTable('contract_seals')
		.addColumn('contract_id', 'text', (column) => column.notNull().references('contracts.id'))
		.addColumn('file_number', 'integer', (column) => column.notNull().defaultTo(1))
		.addColumn('asked_at', 'text')
		.addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
		.addColumn('next_attempt_at', 'text', notNull)
		.addColumn('last_error', 'text')
		.addColumn('object_id', 'text')
		.addColumn('file_name', 'text')
		.addColumn('file_hash', 'text')
		.addColumn('size_bytes', whole)
		.addColumn('level', 'text')
		.addColumn('certificate_hash', 'text')
		.addColumn('log_sequence', whole, (column) => column.references('log_entries.sequence'))
		.addColumn('sealed_at', 'text')
		.addColumn('time_stamped_at', 'text')
		.addColumn('revocation_fault', 'text')
		.addPrimaryKeyConstraint('contract_seals_file', ['contract_id', 'file_number'])
		.execute();
	const columns = sql.join(
		[
			...['contract_id', 'asked_at', 'attempts', 'next_attempt_at', 'last_error', 'object_id'],
			...['file_name', 'file_hash', 'size_bytes', 'level', 'certificate_hash', 'log_sequence'],
			...['sealed_at', 'time_stamped_at', 'revocation_fault'],
		].map((name) => sql.ref(name)),
	);
	await sql`insert into contract_seals (${columns}) select ${columns} from contract_seals_before`.execute(
		database,
	);
	await schema.dropTable('contract_seals_before').execute();
	await schema
		.createIndex('contract_seals_waiting')
		.on('contract_seals')
		.column('next_attempt_at')
		.where(sql<boolean>`sealed_at is null`)
		.execute();
	for (const column of ['file_hash', 'log_sequence']) {
		await schema
			.createIndex(`contract_seals_${column}`)
			.on('contract_seals')
			.column(column)
			.execute();
	}
}
