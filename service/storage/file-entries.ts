/** The log entry of a stored file: its receipt and the map of its object. */
import type { RecordKind } from '../log/record-kind';

export interface FileRow {
	readonly id: string;
	readonly organisation_id: string;
	readonly owner_email: string;
	readonly file_name: string;
	readonly object_id: string;
	readonly created_at: string;
	readonly hash: string;
	readonly size_bytes: number;
	readonly data_shards: number;
	readonly parity_shards: number;
	readonly block_size_bytes: number;
}

export const fileColumns = [
	'stored_files.id',
	'stored_files.organisation_id',
	'stored_files.owner_email',
	'stored_files.file_name',
	'stored_files.object_id',
	'stored_files.created_at',
	'storage_objects.hash',
	'storage_objects.size_bytes',
	'storage_objects.data_shards',
	'storage_objects.parity_shards',
	'storage_objects.block_size_bytes',
] as const;

export const fileRecord: RecordKind<FileRow> = {
	kindOf: () => 'file',
	subjectOf: ({ id }) => id,
	forms: [
		(row) => ({
			id: row.id,
			organisationId: row.organisation_id,
			ownerEmail: row.owner_email,
			fileName: row.file_name,
			objectId: row.object_id,
			hash: row.hash,
			sizeBytes: row.size_bytes,
			dataShards: row.data_shards,
			parityShards: row.parity_shards,
			blockSizeBytes: row.block_size_bytes,
			createdAt: row.created_at,
		}),
	],
};
