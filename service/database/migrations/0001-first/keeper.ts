/** Folders, files with every version, their approvals and rules, comparisons and their reports. */
import { sql, type Kysely } from 'kysely';
import { notNull, sequence, wholeNumber } from '../../../../server/database/table-form';

export async function createKeeper(database: Kysely<unknown>): Promise<void> {
	await createFolders(database);
	await createFiles(database);
	await createVersions(database);
	await createApprovals(database);
	await createRules(database);
	await createComparisons(database);
	await createReports(database);
	await createReportFiles(database);
}

async function createFolders(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('keeper_folders')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('product_id', 'text', (column) => column.notNull().references('products.id'))
		.addColumn('name', 'text', notNull)
		.addColumn('created_by_email', 'text', notNull)
		.addColumn('created_at', 'text', notNull)
		.addColumn('log_sequence', whole)
		.addColumn('deleted_at', 'text')
		.addColumn('deleted_by_email', 'text')
		.addColumn('erased_at', 'text')
		.addColumn('deletion_sequence', whole, (column) => column.references('log_entries.sequence'))
		.addColumn('keeps_content', 'integer', (column) =>
			column
				.notNull()
				.defaultTo(1)
				.check(sql`keeps_content in (0, 1)`),
		)
		.execute();
	await database.schema
		.createIndex('keeper_folders_product')
		.on('keeper_folders')
		.columns(['product_id', 'sequence'])
		.execute();
	await database.schema
		.createIndex('keeper_folders_erasing')
		.on('keeper_folders')
		.column('sequence')
		.where(sql<boolean>`deleted_at is not null and erased_at is null`)
		.execute();
}

async function createFiles(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('keeper_files')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('product_id', 'text', (column) => column.notNull().references('products.id'))
		.addColumn('folder_id', 'text', (column) => column.notNull().references('keeper_folders.id'))
		.addColumn('display_name', 'text', notNull)
		.addColumn('owner_email', 'text', notNull)
		.addColumn('file_type', 'text', (column) =>
			column.notNull().check(sql`file_type in ('Image', 'Text', 'Binary', 'Json', 'Xml', 'Pdf')`),
		)
		.addColumn('accuracy_level', 'text', (column) =>
			column
				.notNull()
				.check(sql`accuracy_level in ('Lowest', 'Low', 'Medium', 'High', 'Excellent')`),
		)
		.addColumn('created_at', 'text', notNull)
		.addColumn('deleted_at', 'text')
		.addColumn('deleted_by_email', 'text')
		.addColumn('erased_at', 'text')
		.addColumn('deletion_sequence', wholeNumber(database), (column) =>
			column.references('log_entries.sequence'),
		)
		.addColumn('print_key', 'text')
		.execute();
	await database.schema
		.createIndex('keeper_files_product')
		.on('keeper_files')
		.columns(['product_id', 'sequence'])
		.execute();
	await database.schema
		.createIndex('keeper_files_folder')
		.on('keeper_files')
		.columns(['folder_id', 'sequence'])
		.execute();
	await database.schema
		.createIndex('keeper_files_erasing')
		.on('keeper_files')
		.column('sequence')
		.where(sql<boolean>`deleted_at is not null and erased_at is null`)
		.execute();
	await database.schema
		.createIndex('keeper_files_name')
		.on('keeper_files')
		.columns(['product_id', 'display_name', 'sequence'])
		.execute();
}

async function createVersions(database: Kysely<unknown>): Promise<void> {
	const whole = wholeNumber(database);
	await database.schema
		.createTable('keeper_versions')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('file_id', 'text', (column) => column.notNull().references('keeper_files.id'))
		.addColumn('version', whole, (column) => column.notNull().check(sql`version >= 1`))
		.addColumn('object_id', 'text', notNull)
		.addColumn('file_name', 'text', notNull)
		.addColumn('file_hash', 'text', notNull)
		.addColumn('owner_email', 'text', notNull)
		.addColumn('log_sequence', whole, (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', notNull)
		.addColumn('erased_at', 'text')
		.addColumn('prints_hash', 'text')
		.addUniqueConstraint('keeper_versions_number', ['file_id', 'version'])
		.execute();
	await database.schema
		.createIndex('keeper_versions_hash')
		.on('keeper_versions')
		.column('file_hash')
		.execute();
	await database.schema
		.createIndex('keeper_versions_time')
		.on('keeper_versions')
		.columns(['file_id', 'created_at'])
		.execute();
	await database.schema
		.createIndex('keeper_versions_content')
		.on('keeper_versions')
		.columns(['file_id', 'file_hash', 'version'])
		.execute();
}

async function createApprovals(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('keeper_approvals')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('file_id', 'text', (column) => column.notNull().references('keeper_files.id'))
		.addColumn('version_id', 'text', (column) => column.notNull().references('keeper_versions.id'))
		.addColumn('approved_by_email', 'text', notNull)
		.addColumn('log_sequence', wholeNumber(database), (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', notNull)
		.execute();
	await database.schema
		.createIndex('keeper_approvals_file_id')
		.on('keeper_approvals')
		.columns(['file_id', 'log_sequence'])
		.execute();
	await database.schema
		.createIndex('keeper_approvals_version_id')
		.on('keeper_approvals')
		.columns(['version_id', 'log_sequence'])
		.execute();
	await database.schema
		.createIndex('keeper_approvals_time')
		.on('keeper_approvals')
		.columns(['file_id', 'created_at'])
		.execute();
}

async function createRules(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('keeper_rules')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('file_id', 'text', (column) => column.notNull().references('keeper_files.id'))
		.addColumn('rules', 'text', notNull)
		.addColumn('set_by_email', 'text', notNull)
		.addColumn('log_sequence', wholeNumber(database), (column) =>
			column.notNull().references('log_entries.sequence'),
		)
		.addColumn('created_at', 'text', notNull)
		.execute();
	await database.schema
		.createIndex('keeper_rules_file_id')
		.on('keeper_rules')
		.columns(['file_id', 'log_sequence'])
		.execute();
	await database.schema
		.createIndex('keeper_rules_time')
		.on('keeper_rules')
		.columns(['file_id', 'created_at'])
		.execute();
}

/** The index of open comparisons stays small however long the history is. */
async function createComparisons(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('keeper_comparisons')
		.addColumn('sequence', ...sequence(database))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('file_id', 'text', (column) => column.notNull().references('keeper_files.id'))
		.addColumn('organisation_id', 'text', (column) =>
			column.notNull().references('organisations.id'),
		)
		.addColumn('operation', 'text', notNull)
		.addColumn('version_id', 'text', (column) => column.notNull().references('keeper_versions.id'))
		.addColumn('other_version_id', 'text', (column) => column.references('keeper_versions.id'))
		.addColumn('sent_file_name', 'text')
		.addColumn('sent_hash', 'text')
		.addColumn('created_by_email', 'text', notNull)
		.addColumn('created_at', 'text', notNull)
		.addColumn('state', 'text', (column) =>
			column.notNull().check(sql`state in ('Queued', 'Running', 'Done', 'Failed', 'Cancelled')`),
		)
		.addColumn('request', 'text')
		.addColumn('sent_object_id', 'text')
		.addColumn('process_id', 'text')
		.addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
		.addColumn('progress_percent', 'integer', (column) => column.notNull().defaultTo(0))
		.addColumn('started_at', 'text')
		.addColumn('ended_at', 'text')
		.addColumn('figures', 'text')
		.addColumn('kept_version_id', 'text', (column) => column.references('keeper_versions.id'))
		.addColumn('report_id', 'text')
		.addColumn('result_object_id', 'text')
		.addColumn('error', 'text')
		.execute();
	await database.schema
		.createIndex('keeper_comparisons_file')
		.on('keeper_comparisons')
		.columns(['file_id', 'sequence'])
		.execute();
	await database.schema
		.createIndex('keeper_comparisons_open')
		.on('keeper_comparisons')
		.columns(['state', 'organisation_id', 'sequence'])
		.where(sql<boolean>`ended_at is null`)
		.execute();
	await database.schema
		.createIndex('keeper_comparisons_sent')
		.on('keeper_comparisons')
		.column('sequence')
		.where(sql<boolean>`sent_object_id is not null`)
		.execute();
	await database.schema
		.createIndex('keeper_comparisons_results')
		.on('keeper_comparisons')
		.column('ended_at')
		.where(sql<boolean>`result_object_id is not null`)
		.execute();
	await database.schema
		.createIndex('keeper_comparisons_time')
		.on('keeper_comparisons')
		.columns(['file_id', 'created_at'])
		.execute();
}

/** A report is of a kept file, a contract, a template or a signature, or of files that are not kept. */
async function createReports(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('diff_reports')
		.addColumn('token_hash', 'text', (column) => column.primaryKey())
		.addColumn('file_id', 'text', (column) => column.references('keeper_files.id'))
		.addColumn('contract_id', 'text', (column) => column.references('contracts.id'))
		.addColumn('template_id', 'text', (column) => column.references('templates.id'))
		.addColumn('signature_id', 'text', (column) => column.references('signatures.id'))
		.addColumn('id', 'text', (column) => column.notNull().unique())
		.addColumn('object_id', 'text', notNull)
		.addColumn('file_name', 'text', notNull)
		.addColumn('created_at', 'text', notNull)
		.addColumn('expires_at', 'text')
		.addColumn('revoked_at', 'text')
		.addColumn('erased_at', 'text')
		.addCheckConstraint(
			'diff_reports_owner',
			sql`case when file_id is null then 0 else 1 end
				+ case when contract_id is null then 0 else 1 end
				+ case when template_id is null then 0 else 1 end
				+ case when signature_id is null then 0 else 1 end <= 1`,
		)
		.execute();
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

async function createReportFiles(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('diff_report_files')
		.addColumn('id', 'text', (column) => column.primaryKey())
		.addColumn('report_id', 'text', (column) => column.notNull().references('diff_reports.id'))
		.addColumn('name', 'text', notNull)
		.addColumn('media_type', 'text', notNull)
		.addColumn('object_id', 'text', notNull)
		.addColumn('erased_at', 'text')
		.addColumn('kind', 'text')
		.execute();
	await database.schema
		.createIndex('diff_report_files_name')
		.unique()
		.on('diff_report_files')
		.columns(['report_id', 'name'])
		.execute();
	await database.schema
		.createTable('diff_report_links')
		.addColumn('token_hash', 'text', (column) => column.primaryKey())
		.addColumn('report_id', 'text', notNull)
		.addColumn('created_by_email', 'text', notNull)
		.addColumn('created_at', 'text', notNull)
		.execute();
	await database.schema
		.createIndex('diff_report_links_report')
		.on('diff_report_links')
		.column('report_id')
		.execute();
}
