/**
 * Checks that every record matches its entry, every entry has its record, and every file hash is
 * that of its object. The areas define payloads; a record of a kind that is missing here shows up
 * as an entry without a record.
 */
import { sql } from 'kysely';
import {
	assetColumns,
	assetRecord,
	earlierAssetColumns,
	movementRecord,
} from '../assets/register/entries';
import { movementRecords } from '../assets/ledger/movements';
import {
	contractColumns,
	contractRecord,
	signatureRecord,
	signedColumns,
	templateColumns,
	templateRecord,
	type ContractRow,
	type SignerRow,
} from '../contracts/record/entries';
import type { FileRow } from '../contracts/record/contract-files';
import { sealCertificateRecord, sealCertificates } from '../contracts/record/seal-certificates';
import { stepColumns, stepRecord } from '../contracts/record/steps';
import { earlierEntityColumns, entityColumns, entityRecord } from '../assets/register/entities';
import type { Database } from '../database/database';
import {
	approvalColumns,
	approvalRecord,
	deletionColumns,
	deletionRecord,
	folderColumns,
	folderRecord,
	rulesColumns,
	rulesRecord,
	versionColumns,
	versionRecord,
} from '../documents/files/document-entries';
import { entryColumns, type EntryOfRecord } from '../log/record-kind';
import { restorationColumns, restorationRecord } from '../log/restorations';
import {
	fileColumns,
	fileDeletionColumns,
	fileDeletionRecord,
	fileRecord,
	mapColumns,
} from '../storage/file-entries';
import { erasureChecks } from './erasures';
import { recordsOf, sourceOf, type Check } from './record-source';
import {
	addedSignatures,
	contractDeletions,
	contractSizes,
	furtherFiles,
	sealedFiles,
	sealerDeletions,
	seals,
	unusedSignatures,
} from './contract-files';

const contractQuery = (tables: Database) =>
	tables
		.selectFrom('contracts')
		.leftJoin('log_entries', 'log_entries.sequence', 'contracts.log_sequence')
		.leftJoin('contract_signers as signer', 'signer.contract_id', 'contracts.id')
		.leftJoin('contract_files as further', 'further.contract_id', 'contracts.id')
		.select(contractColumns)
		.select(entryColumns)
		.select(['signer.position', 'signer.email', 'signer.address', 'signer.role', 'signer.code'])
		.select(['further.file_number', 'further.object_id as further_object'])
		.select(['further.file_name as further_name', 'further.file_hash as further_hash'])
		.select('further.size_bytes as further_size')
		.orderBy('contracts.sequence')
		.orderBy('signer.position')
		.orderBy('further.file_number');

type ContractLine = Awaited<
	ReturnType<ReturnType<typeof contractQuery>['executeTakeFirstOrThrow']>
>;

type Contract = ContractRow &
	EntryOfRecord & { readonly signers: SignerRow[]; readonly moreFiles: FileRow[] };

/** A contract has a row for each signer and each further file. */
const contracts = sourceOf(contractRecord, async function* (reader) {
	let current: Contract | undefined;
	for await (const line of reader.rows(contractQuery(reader.tables))) {
		if (current?.id !== line.id) {
			if (current !== undefined) yield current;
			current = { ...line, signers: [], moreFiles: [] };
		}
		const { signers, moreFiles } = current;
		const known = signers.at(-1);
		if (known?.position !== line.position) signers.push(...signersOf(line));
		if (signers.length <= 1) moreFiles.push(...furtherOf(line));
	}
	if (current !== undefined) yield current;
});

function furtherOf(line: ContractLine): readonly FileRow[] {
	const { file_number, further_object, further_name, further_hash, further_size } = line;
	if (file_number === null) return [];
	return [
		{
			file_number,
			object_id: further_object ?? '',
			file_name: further_name ?? '',
			file_hash: further_hash ?? '',
			size_bytes: further_size ?? 0,
		},
	];
}

function signersOf({ position, email, address, role, code }: ContractLine): readonly SignerRow[] {
	return position === null || email === null || address === null || role === null
		? []
		: [{ position, email, address, role, code }];
}

/** Every column with which a record names an entry. */
const entryNames = [
	...[
		...['assets', 'tracker_revisions', 'entities', 'asset_transactions', 'contracts'],
		...['contract_signers', 'contract_steps', 'contract_seals', 'templates', 'signatures'],
		...[
			'seal_certificates',
			'keeper_folders',
			'keeper_versions',
			'keeper_approvals',
			'keeper_rules',
		],
		...['stored_files', 'log_restorations'],
	].map((table) => ({ table, column: 'log_sequence' })),
	...['templates', 'signatures', 'keeper_files', 'keeper_folders', 'stored_files'].map((table) => ({
		table,
		column: 'deletion_sequence',
	})),
];

/** Entries without a record: the record or its reference was removed. */
const missing: Check = async function* (reader) {
	const named = entryNames.map(({ table, column }, at) => ({
		table: sql`${sql.table(table)} as ${sql.ref(`record_${at}`)}`,
		column: sql.ref(`record_${at}.${column}`),
	}));
	const joins = named.map(
		({ table, column }) => sql`left join ${table} on ${column} = entry.sequence`,
	);
	const absences = named.map(({ column }) => sql`${column} is null`);
	const absent = sql<{ sequence: number; kind: string; id: string }>`
		select entry.sequence, entry.kind, entry.subject_id as id from log_entries as entry
		${sql.join(joins, sql` `)} where ${sql.join(absences, sql` and `)} order by entry.sequence`;
	const query = { compile: () => absent.compile(reader.tables) };
	for await (const { sequence, kind, id } of reader.rows(query)) {
		const problem = 'stands in the log and is not there';
		yield { record: kind, id, problem, expected: `log entry ${sequence}`, found: 'no record' };
	}
};

const tablesWithFiles = ['contracts', 'templates', 'signatures', 'keeper_versions'] as const;

/** Files whose object has another hash, or is absent although not erased. */
function filesOf(table: (typeof tablesWithFiles)[number]): Check {
	const isVersion = table === 'keeper_versions';
	const kept = isVersion ? sql`kept.erased_at is null` : sql`kept.deleted_at is null`;
	// If only fingerprints are kept, the object holds these.
	const hash = isVersion ? sql`coalesce(kept.prints_hash, kept.file_hash)` : sql`kept.file_hash`;
	const different = sql<{ id: string; file_hash: string; hash: string | null }>`
		select kept.id, ${hash} as file_hash, object.hash
		from ${sql.table(table)} as kept
		left join storage_objects as object on object.id = kept.object_id and object.state = 'STORED'
		where ${kept} and (object.hash is null or object.hash <> ${hash})`;
	return async function* (reader) {
		const query = { compile: () => different.compile(reader.tables) };
		for await (const { id, file_hash: expected, hash } of reader.rows(query)) {
			const problem = 'does not have the hash of the object that holds its file';
			yield { record: table, id, column: 'file_hash', problem, expected, found: hash ?? 'none' };
		}
	};
}

/** Movements whose product differs from their asset's. */
const movementProducts: Check = async function* (reader) {
	const query = reader.tables
		.selectFrom('asset_transactions as movement')
		.innerJoin('assets', 'assets.id', 'movement.asset_id')
		.select(['movement.id', 'movement.product_id as found', 'assets.product_id as expected'])
		.where((where) =>
			where.or([
				where('movement.product_id', 'is', null),
				where('movement.product_id', '<>', where.ref('assets.product_id')),
			]),
		);
	for await (const { id, expected, found } of reader.rows(query)) {
		const problem = 'is not in the product of its asset';
		const told = { column: 'product_id', problem, expected, found: found ?? 'none' };
		yield { record: 'transaction', id, ...told };
	}
};

/** An earlier revision is never deleted. */
const undeleted = sql<null>`null`.as('deleted_at');

/** Revisions without an asset or entity. */
const strayRevisions: Check = async function* (reader) {
	const query = reader.tables
		.selectFrom('tracker_revisions')
		.leftJoin('assets', 'assets.id', 'tracker_revisions.id')
		.leftJoin('entities', 'entities.id', 'tracker_revisions.id')
		.select('tracker_revisions.id')
		.where('assets.id', 'is', null)
		.where('entities.id', 'is', null);
	for await (const { id } of reader.rows(query)) {
		const problem = 'is an earlier revision of nothing';
		yield { record: 'revision', id, problem, expected: 'an asset or an entity', found: 'none' };
	}
};

/** Files without their first version, which has the entry of both. */
const strayFiles: Check = async function* (reader) {
	const query = reader.tables
		.selectFrom('keeper_files')
		.leftJoin('keeper_versions', 'keeper_versions.id', 'keeper_files.id')
		.select('keeper_files.id')
		.where('keeper_versions.id', 'is', null);
	for await (const { id } of reader.rows(query)) {
		const problem = 'has no first version';
		yield { record: 'keeper_files', id, problem, expected: 'a version', found: 'none' };
	}
};

/** Includes rows that have only a mark or only an entry. */
const deletions = recordsOf(deletionRecord, (tables) =>
	tables
		.selectFrom((from) =>
			from
				.selectFrom('keeper_files')
				.select(deletionColumns)
				.select(sql<'file' | 'folder'>`'file'`.as('what'))
				.unionAll(
					from
						.selectFrom('keeper_folders')
						.select(deletionColumns)
						.select(sql<'file' | 'folder'>`'folder'`.as('what')),
				)
				.as('deleted'),
		)
		.leftJoin('log_entries', 'log_entries.sequence', 'deleted.deletion_sequence')
		.selectAll('deleted')
		.select(entryColumns)
		.where((where) =>
			where.or([
				where('deleted.deleted_at', 'is not', null),
				where('deleted.deletion_sequence', 'is not', null),
				where('deleted.deleted_by_email', 'is not', null),
			]),
		),
);

export const recordChecks: readonly Check[] = [
	recordsOf(assetRecord, (tables) =>
		tables
			.selectFrom('assets')
			.leftJoin('log_entries', 'log_entries.sequence', 'assets.log_sequence')
			.select(assetColumns)
			.select(entryColumns),
	),
	recordsOf(assetRecord, (tables) =>
		tables
			.selectFrom('tracker_revisions')
			.innerJoin('assets', 'assets.id', 'tracker_revisions.id')
			.leftJoin('log_entries', 'log_entries.sequence', 'tracker_revisions.log_sequence')
			.select(earlierAssetColumns)
			.select(undeleted)
			.select(entryColumns),
	),
	recordsOf(entityRecord, (tables) =>
		tables
			.selectFrom('entities')
			.leftJoin('log_entries', 'log_entries.sequence', 'entities.log_sequence')
			.select(entityColumns)
			.select(entryColumns),
	),
	recordsOf(entityRecord, (tables) =>
		tables
			.selectFrom('tracker_revisions')
			.innerJoin('entities', 'entities.id', 'tracker_revisions.id')
			.leftJoin('log_entries', 'log_entries.sequence', 'tracker_revisions.log_sequence')
			.select(earlierEntityColumns)
			.select(undeleted)
			.select(entryColumns),
	),
	recordsOf(movementRecord, movementRecords),
	contracts,
	recordsOf(signatureRecord, (tables) =>
		tables
			.selectFrom('contract_signers')
			.leftJoin('signatures', 'signatures.id', 'contract_signers.signature_id')
			.leftJoin('log_entries', 'log_entries.sequence', 'contract_signers.log_sequence')
			.select(signedColumns)
			.select(entryColumns)
			.where((where) =>
				where.or([
					where('contract_signers.signed_at', 'is not', null),
					where('contract_signers.signature_id', 'is not', null),
					where('contract_signers.log_sequence', 'is not', null),
					where('contract_signers.field_values', 'is not', null),
					where('contract_signers.code_proof', 'is not', null),
				]),
			),
	),
	recordsOf(stepRecord, (tables) =>
		tables
			.selectFrom('contract_steps')
			.leftJoin('log_entries', 'log_entries.sequence', 'contract_steps.log_sequence')
			.select(stepColumns)
			.select(entryColumns),
	),
	seals,
	recordsOf(sealCertificateRecord, sealCertificates),
	addedSignatures,
	sealerDeletions,
	recordsOf(templateRecord, (tables) =>
		tables
			.selectFrom('templates')
			.leftJoin('log_entries', 'log_entries.sequence', 'templates.log_sequence')
			.select(templateColumns)
			.select(entryColumns),
	),
	recordsOf(folderRecord, (tables) =>
		tables
			.selectFrom('keeper_folders')
			.leftJoin('log_entries', 'log_entries.sequence', 'keeper_folders.log_sequence')
			.select(folderColumns)
			.select(entryColumns),
	),
	recordsOf(versionRecord, (tables) =>
		tables
			.selectFrom('keeper_versions')
			.leftJoin('keeper_files', 'keeper_files.id', 'keeper_versions.file_id')
			.leftJoin('log_entries', 'log_entries.sequence', 'keeper_versions.log_sequence')
			.select(versionColumns)
			.select(entryColumns),
	),
	deletions,
	recordsOf(approvalRecord, (tables) =>
		tables
			.selectFrom('keeper_approvals')
			.leftJoin('log_entries', 'log_entries.sequence', 'keeper_approvals.log_sequence')
			.select(approvalColumns)
			.select(entryColumns),
	),
	recordsOf(rulesRecord, (tables) =>
		tables
			.selectFrom('keeper_rules')
			.leftJoin('log_entries', 'log_entries.sequence', 'keeper_rules.log_sequence')
			.select(rulesColumns)
			.select(entryColumns),
	),
	recordsOf(fileRecord, (tables) =>
		tables
			.selectFrom('stored_files')
			// A file whose object is a draft is given up by itself.
			.leftJoin('storage_objects', (join) =>
				join
					.onRef('storage_objects.id', '=', 'stored_files.object_id')
					.on('storage_objects.state', '=', sql.lit('STORED')),
			)
			.leftJoin('log_entries', 'log_entries.sequence', 'stored_files.log_sequence')
			.select(fileColumns)
			.select(entryColumns),
	),
	recordsOf(fileDeletionRecord, (tables) =>
		tables
			.selectFrom('stored_files')
			.leftJoin('log_entries', 'log_entries.sequence', 'stored_files.deletion_sequence')
			.select(fileDeletionColumns)
			.select(entryColumns)
			.where((where) =>
				where.or([
					where('stored_files.deleted_at', 'is not', null),
					where('stored_files.deletion_sequence', 'is not', null),
					where('stored_files.deleted_by_email', 'is not', null),
					// What only a deleted file keeps of its object.
					...mapColumns.map((column) => where(`stored_files.${column}`, 'is not', null)),
				]),
			),
	),
	recordsOf(restorationRecord, (tables) =>
		tables
			.selectFrom('log_restorations')
			.leftJoin('log_entries', 'log_entries.sequence', 'log_restorations.log_sequence')
			.select(restorationColumns)
			.select(entryColumns),
	),
	movementProducts,
	strayRevisions,
	strayFiles,
	missing,
	...tablesWithFiles.map(filesOf),
	sealedFiles,
	...erasureChecks,
	contractSizes,
	furtherFiles,
	unusedSignatures,
	contractDeletions,
];
