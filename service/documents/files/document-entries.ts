/**
 * Log entries of folders, versions, approvals, rules and deletions. The entry of the first version is
 * also that of its file.
 */
import type { RecordKind } from '../../log/record-kind';

export interface FolderRow {
	readonly id: string;
	readonly product_id: string;
	readonly name: string;
	readonly keeps_content: number;
	readonly created_by_email: string;
	readonly created_at: string;
}

export const folderColumns = [
	'keeper_folders.id',
	'keeper_folders.product_id',
	'keeper_folders.name',
	'keeper_folders.keeps_content',
	'keeper_folders.created_by_email',
	'keeper_folders.created_at',
] as const;

export const folderRecord: RecordKind<FolderRow> = {
	kindOf: () => 'folder',
	subjectOf: ({ id }) => id,
	forms: [
		(row) => ({
			id: row.id,
			productId: row.product_id,
			name: row.name,
			// Left out if content is kept, like in entries from before the field existed.
			...(row.keeps_content !== 1 && { keepsContent: false }),
			createdByEmail: row.created_by_email,
			createdAt: row.created_at,
		}),
	],
};

export interface DeletionRow {
	readonly what: 'file' | 'folder';
	readonly id: string;
	readonly product_id: string;
	readonly deleted_at: string | null;
	readonly deleted_by_email: string | null;
}

/** Columns of both tables. */
export const deletionColumns = [
	'id',
	'product_id',
	'deleted_at',
	'deleted_by_email',
	'deletion_sequence',
] as const;

export const deletionRecord: RecordKind<DeletionRow> = {
	kindOf: ({ what }) => `${what}-deletion`,
	subjectOf: ({ id }) => id,
	forms: [
		(row) => ({
			id: row.id,
			productId: row.product_id,
			deletedByEmail: row.deleted_by_email,
			deletedAt: row.deleted_at,
		}),
	],
};

export interface VersionRow {
	readonly id: string;
	readonly file_id: string;
	readonly version: number;
	readonly object_id: string;
	readonly file_name: string;
	readonly file_hash: string;
	readonly prints_hash: string | null;
	readonly owner_email: string;
	readonly created_at: string;
	readonly product_id: string;
	readonly folder_id: string;
	readonly display_name: string;
	readonly file_owner_email: string;
	readonly file_type: string;
	readonly accuracy_level: string;
	readonly file_created_at: string;
}

export const versionColumns = [
	'keeper_versions.id',
	'keeper_versions.file_id',
	'keeper_versions.version',
	'keeper_versions.object_id',
	'keeper_versions.file_name',
	'keeper_versions.file_hash',
	'keeper_versions.prints_hash',
	'keeper_versions.owner_email',
	'keeper_versions.created_at',
	'keeper_files.product_id',
	'keeper_files.folder_id',
	'keeper_files.display_name',
	'keeper_files.owner_email as file_owner_email',
	'keeper_files.file_type',
	'keeper_files.accuracy_level',
	'keeper_files.created_at as file_created_at',
] as const;

export const versionRecord: RecordKind<VersionRow> = {
	kindOf: () => 'file-version',
	subjectOf: ({ id }) => id,
	forms: [
		(row) => ({
			id: row.id,
			fileId: row.file_id,
			version: row.version,
			objectId: row.object_id,
			fileName: row.file_name,
			fileHash: row.file_hash,
			...(row.prints_hash !== null && { printsHash: row.prints_hash }),
			ownerEmail: row.owner_email,
			createdAt: row.created_at,
			file: row.version === 1 ? fileOf(row) : null,
		}),
	],
};

function fileOf(row: VersionRow): object {
	return {
		productId: row.product_id,
		folderId: row.folder_id,
		displayName: row.display_name,
		ownerEmail: row.file_owner_email,
		fileType: row.file_type,
		accuracyLevel: row.accuracy_level,
		createdAt: row.file_created_at,
	};
}

export interface ApprovalRow {
	readonly id: string;
	readonly file_id: string;
	readonly version_id: string;
	readonly approved_by_email: string;
	readonly created_at: string;
}

export const approvalColumns = [
	'keeper_approvals.id',
	'keeper_approvals.file_id',
	'keeper_approvals.version_id',
	'keeper_approvals.approved_by_email',
	'keeper_approvals.created_at',
] as const;

export const approvalRecord: RecordKind<ApprovalRow> = {
	kindOf: () => 'version-approval',
	subjectOf: ({ version_id }) => version_id,
	forms: [
		(row) => ({
			id: row.id,
			fileId: row.file_id,
			versionId: row.version_id,
			approvedByEmail: row.approved_by_email,
			createdAt: row.created_at,
		}),
	],
};

export interface RulesRow {
	readonly id: string;
	readonly file_id: string;
	readonly rules: string;
	readonly set_by_email: string;
	readonly created_at: string;
}

export const rulesColumns = [
	'keeper_rules.id',
	'keeper_rules.file_id',
	'keeper_rules.rules',
	'keeper_rules.set_by_email',
	'keeper_rules.created_at',
] as const;

export const rulesRecord: RecordKind<RulesRow> = {
	kindOf: () => 'file-rules',
	subjectOf: ({ file_id }) => file_id,
	forms: [
		(row) => ({
			id: row.id,
			fileId: row.file_id,
			rules: row.rules,
			setByEmail: row.set_by_email,
			createdAt: row.created_at,
		}),
	],
};
