import type { ByteReply } from '../../../server/http/files/file-reply';
import { refuse } from '../../../server/refusal';
import type { Database } from '../../database/database';
import { entryColumns } from '../../log/record-kind';
import type { AreaHandlers } from '../../operations/handler';
import type { RecordProofs } from '../../proofs/record-proofs';
import {
	approvalColumns,
	approvalRecord,
	deletionColumns,
	deletionRecord,
	folderColumns,
	folderRecord,
	rulesRecord,
	versionColumns,
	versionRecord,
	type DeletionRow,
} from '../../documents/files/document-entries';
import { lastRules } from '../../documents/files/file-rules';
import { requireFolder } from '../../documents/files/folders';
import { findFile } from '../../documents/files/kept-files';
import { readVersion } from '../../documents/files/kept-versions';

interface ProofParts {
	readonly database: Database;
	readonly proofs: RecordProofs;
}

type ProofOperation =
	| 'getVersionProof'
	| 'getFolderProof'
	| 'getApprovalProof'
	| 'getRulesProof'
	| 'getFileDeletionProof'
	| 'getFolderDeletionProof';

export function documentProofHandlers({
	database,
	proofs,
}: ProofParts): Pick<AreaHandlers<'keeper'>, ProofOperation> {
	return {
		async getVersionProof(_context, { productId, fileId, versionId }) {
			const file = await findFile(database, productId, fileId);
			const row = await database
				.selectFrom('keeper_versions')
				.innerJoin('keeper_files', 'keeper_files.id', 'keeper_versions.file_id')
				.innerJoin('log_entries', 'log_entries.sequence', 'keeper_versions.log_sequence')
				.select(versionColumns)
				.select(entryColumns)
				.where('keeper_versions.file_id', '=', file.id)
				.where('keeper_versions.id', '=', versionId)
				.executeTakeFirst();
			if (row === undefined) throw refuse('Keeper_VersionNotFound', versionId);
			return proofs.of(versionRecord, row, `version ${row.version} of file '${file.id}'`);
		},
		async getFolderProof(_context, { productId, folderId }) {
			const row = await database
				.selectFrom('keeper_folders')
				.innerJoin('log_entries', 'log_entries.sequence', 'keeper_folders.log_sequence')
				.select(folderColumns)
				.select(entryColumns)
				.where('keeper_folders.product_id', '=', productId)
				.where('keeper_folders.id', '=', folderId)
				.executeTakeFirst();
			if (row === undefined) throw refuse('Keeper_FolderNotFound', folderId);
			return proofs.of(folderRecord, row, `folder '${row.id}'`);
		},
		async getApprovalProof(_context, { productId, fileId, versionId }) {
			const file = await findFile(database, productId, fileId);
			await readVersion(database, file.id, versionId);
			const row = await database
				.selectFrom('keeper_approvals')
				.innerJoin('log_entries', 'log_entries.sequence', 'keeper_approvals.log_sequence')
				.select(approvalColumns)
				.select(entryColumns)
				.where('keeper_approvals.file_id', '=', file.id)
				.where('keeper_approvals.version_id', '=', versionId)
				.orderBy('keeper_approvals.log_sequence', 'desc')
				.limit(1)
				.executeTakeFirst();
			if (row === undefined) throw refuse('Keeper_VersionNotApproved', versionId);
			return proofs.of(approvalRecord, row, `approval of version '${versionId}'`);
		},
		async getRulesProof(_context, { productId, fileId }) {
			const file = await findFile(database, productId, fileId);
			const row = await lastRules(database, file.id);
			if (row === undefined) throw refuse('Keeper_RulesNeverSet', fileId);
			return proofs.of(rulesRecord, row, `rules of file '${fileId}'`);
		},
		async getFileDeletionProof(_context, { productId, fileId }) {
			const { id } = await findFile(database, productId, fileId);
			return deletionProof({ database, proofs }, { what: 'file', table: 'keeper_files', id });
		},
		async getFolderDeletionProof(_context, { productId, folderId }) {
			await requireFolder(database, productId, folderId);
			const folder = { what: 'folder', table: 'keeper_folders', id: folderId } as const;
			return deletionProof({ database, proofs }, folder);
		},
	};
}

async function deletionProof(
	{ database, proofs }: ProofParts,
	{
		what,
		table,
		id,
	}: Pick<DeletionRow, 'what' | 'id'> & {
		readonly table: 'keeper_files' | 'keeper_folders';
	},
): Promise<ByteReply> {
	const row = await database
		.selectFrom(database.dynamic.table(table).as('deleted'))
		.innerJoin('log_entries', 'log_entries.sequence', 'deleted.deletion_sequence')
		.select(deletionColumns.map((column) => `deleted.${column}` as const))
		.select(entryColumns)
		.where('deleted.id', '=', id)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Core_NotDeleted', `${what} '${id}'`);
	return proofs.of(deletionRecord, { ...row, what }, `deletion of ${what} '${id}'`);
}
