import { refuse } from '../../../server/refusal';
import type { Database } from '../../database/database';
import { entryColumns } from '../../log/record-kind';
import type { AreaHandlers } from '../../operations/handler';
import type { RecordProofs } from '../../proofs/record-proofs';
import {
	folderColumns,
	folderRecord,
	versionColumns,
	versionRecord,
} from '../../documents/files/document-entries';
import { findFile } from '../../documents/files/kept-files';

interface ProofParts {
	readonly database: Database;
	readonly proofs: RecordProofs;
}

export function documentProofHandlers({
	database,
	proofs,
}: ProofParts): Pick<AreaHandlers<'keeper'>, 'getVersionProof' | 'getFolderProof'> {
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
	};
}
