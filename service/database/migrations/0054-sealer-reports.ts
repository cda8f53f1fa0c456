/**
 * Diff reports of the sealer beside those of the keeper: of a contract, a template or a signature. The two
 * tables are made anew, for SQLite takes no condition off a column.
 */
import { sql, type Kysely, type Migration } from 'kysely';

const owners = {
	file_id: 'keeper_files.id',
	contract_id: 'contracts.id',
	template_id: 'templates.id',
	signature_id: 'signatures.id',
} as const;

export const sealerReports: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		// That of the ids goes with its table: the files beside refer to it.
		for (const index of ['file', 'end']) {
			await database.schema.dropIndex(`diff_reports_${index}`).execute();
		}
		await database.schema.dropIndex('diff_report_files_name').execute();
		await database.schema.alterTable('diff_report_files').renameTo('earlier_files').execute();
		await database.schema.alterTable('diff_reports').renameTo('earlier_reports').execute();
		await createReports(database);
		await createFiles(database);
		await database.schema.dropTable('earlier_files').execute();
		await database.schema.dropTable('earlier_reports').execute();
	},
};

async function createReports(database: Kysely<unknown>): Promise<void> {
	let table = database.schema
		.createTable('diff_reports')
		.addColumn('token_hash', 'text', (column) => column.primaryKey());
	for (const [name, target] of Object.entries(owners)) {
		table = table.addColumn(name, 'text', (column) => column.references(target));
	}
	table = table.addColumn('id', 'text', (column) => column.notNull().unique());
	for (const name of ['object_id', 'file_name', 'created_at']) {
		table = table.addColumn(name, 'text', (column) => column.notNull());
	}
	for (const name of ['expires_at', 'revoked_at', 'erased_at']) {
		table = table.addColumn(name, 'text');
	}
	const owned = Object.keys(owners).map((name) => `case when ${name} is null then 0 else 1 end`);
	await table
		.addCheckConstraint('diff_reports_owner', sql.raw(`${owned.join(' + ')} = 1`))
		.execute();
	const columns =
		'token_hash, file_id, object_id, file_name, created_at, id, expires_at, revoked_at, erased_at';
	await sql
		.raw(`insert into diff_reports (${columns}) select ${columns} from earlier_reports`)
		.execute(database);
	await database.schema
		.createIndex('diff_reports_file')
		.on('diff_reports')
		.columns(['file_id', 'created_at'])
		.execute();
	await database.schema
		.createIndex('diff_reports_end')
		.on('diff_reports')
		.columns(['erased_at', 'expires_at'])
		.execute();
}

async function createFiles(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('diff_report_files')
		.addColumn('id', 'text', (column) => column.primaryKey())
		.addColumn('report_id', 'text', (column) => column.notNull().references('diff_reports.id'))
		.addColumn('name', 'text', (column) => column.notNull())
		.addColumn('media_type', 'text', (column) => column.notNull())
		.addColumn('object_id', 'text', (column) => column.notNull())
		.addColumn('erased_at', 'text')
		.addColumn('kind', 'text')
		.execute();
	const columns = 'id, report_id, name, media_type, object_id, erased_at, kind';
	await sql
		.raw(`insert into diff_report_files (${columns}) select ${columns} from earlier_files`)
		.execute(database);
	await database.schema
		.createIndex('diff_report_files_name')
		.unique()
		.on('diff_report_files')
		.columns(['report_id', 'name'])
		.execute();
}
