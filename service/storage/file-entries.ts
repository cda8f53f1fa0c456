/** The log entries of a stored file: its receipt with the map of its object, and its deletion. */
import { sql } from 'kysely';
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
	readonly expires_at: string | null;
}

/** What the row says of a deleted file, and the object of one that is there. */
function mapColumn<Value extends string | number>(name: keyof FileMap) {
	const column = sql.raw(name);
	return sql<Value>`coalesce(stored_files.${column}, storage_objects.${column})`;
}

/** The columns that a deleted file keeps of its object. */
export type FileMap = Pick<FileRow, (typeof mapColumns)[number]>;

export const mapColumns = [
	'hash',
	'size_bytes',
	'data_shards',
	'parity_shards',
	'block_size_bytes',
] as const;

/** Of `stored_files`, joined with the objects that are there. */

export const fileColumns = [
	'stored_files.id',
	'stored_files.organisation_id',
	'stored_files.owner_email',
	'stored_files.file_name',
	'stored_files.object_id',
	'stored_files.created_at',
	'stored_files.expires_at',
	mapColumn<string>('hash').as('hash'),
	mapColumn<number>('size_bytes').as('size_bytes'),
	mapColumn<number>('data_shards').as('data_shards'),
	mapColumn<number>('parity_shards').as('parity_shards'),
	mapColumn<number>('block_size_bytes').as('block_size_bytes'),
] as const;

export const fileRecord: RecordKind<FileRow> = {
	kindOf: () => 'file',
	subjectOf: ({ id }) => id,
	forms: [firstForm, (row) => ({ ...firstForm(row), expiresAt: row.expires_at })],
};

function firstForm(row: FileRow) {
	return {
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
	};
}

export interface FileDeletionRow {
	readonly id: string;
	readonly organisation_id: string;
	readonly deleted_at: string | null;
	/** Null if the file's own time was over. */
	readonly deleted_by_email: string | null;
}

export const fileDeletionColumns = [
	'stored_files.id',
	'stored_files.organisation_id',
	'stored_files.deleted_at',
	'stored_files.deleted_by_email',
] as const;

export const fileDeletionRecord: RecordKind<FileDeletionRow> = {
	kindOf: () => 'stored-file-deletion',
	subjectOf: ({ id }) => id,
	forms: [
		(row) => ({
			id: row.id,
			organisationId: row.organisation_id,
			deletedByEmail: row.deleted_by_email,
			deletedAt: row.deleted_at,
		}),
	],
};
