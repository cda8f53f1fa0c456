/** What the log says of a stored file: its receipt and the map of the object that holds its bytes. */
import type { RecordKind } from '../log/record-kind';
import { shardBytes, shardCount } from '../objects/code/layout';

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
			fileName: row.file_name,
			hash: row.hash,
			storedSizeBytes: storedSizeBytes(row),
			sizeBytes: row.size_bytes,
			createdAt: row.created_at,
		}),
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

/** Nothing where an edit has left sizes that no object can have. */
function storedSizeBytes(row: FileRow): number {
	if (row.size_bytes < 0 || row.data_shards < 1 || row.block_size_bytes < 1) return 0;
	const { data_shards: dataShards, parity_shards: parityShards } = row;
	const scheme = { dataShards, parityShards, blockSizeBytes: row.block_size_bytes };
	return shardCount(scheme) * shardBytes(scheme, row.size_bytes);
}
