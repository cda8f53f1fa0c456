/**
 * Distributed Storage: files as shards over several buckets. Paths are below the storage's own
 * address.
 */
import type { EndpointDescription } from '../language/description';
import {
	creationKey,
	displayName,
	done,
	fileId,
	idempotencyErrors,
	newestFirst,
	paging,
	proof,
	proofErrors,
	searchIn,
	range,
} from '../language/fields';
import { fileLinks } from './links';

export const storage = {
	uploadFile: {
		number: 'E11',
		method: 'POST',
		path: '/files',
		summary: 'Store a file as shards over the buckets',
		caller: ['StorageWrite'],
		fields: {
			file: { in: 'form', type: 'file', required: true, description: 'The file to store' },
			displayName: {
				...displayName,
				required: undefined,
				description:
					'Name to store it under, in place of that of the file; of a path, its last part',
			},
			expiresAt: {
				in: 'form',
				type: 'string',
				format: 'date-time',
				maxLength: 40,
				description:
					'When the file is deleted by itself: ISO 8601, in UTC where it names no zone; never when absent',
			},
			'idempotency-key': creationKey,
		},
		reply: { status: 201, kind: 'record', model: 'Receipt' },
		errors: [
			'Auth_RoleMissing',
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Storage_FileContentEmpty',
			'Request_UploadsTooMany',
			'Storage_QuotaExceeded',
			'Storage_TooFewBucketsToWrite',
			...idempotencyErrors,
		],
	},
	downloadFile: {
		number: 'E12',
		method: 'GET',
		path: '/files/{fileId}',
		summary: 'Fetch a file, byte for byte as it was uploaded',
		caller: ['StorageRead', 'StorageWrite'],
		fields: {
			fileId,
			range,
		},
		reply: { status: 200, kind: 'bytes' },
		otherReplies: [{ status: 206, kind: 'bytes', when: 'A range of bytes was asked for' }],
		errors: [
			'Auth_RoleMissing',
			'Storage_FileNotFound',
			'Request_PreconditionFailed',
			'Storage_RangeNotSatisfiable',
			'Storage_TooFewBucketsToRead',
			'Core_RecordCorrupted',
		],
	},
	getFileInfo: {
		number: 'E13',
		method: 'GET',
		path: '/files/info/{fileId}',
		summary: 'Fetch the map of a file, with the hash that later downloads are checked against',
		caller: ['StorageRead', 'StorageWrite'],
		fields: { fileId },
		reply: { status: 200, kind: 'record', model: 'FileMap' },
		errors: ['Auth_RoleMissing', 'Storage_FileNotFound', 'Core_RecordCorrupted'],
	},
	listFiles: {
		number: 'E14',
		method: 'GET',
		path: '/files/',
		summary: 'List the receipts of the stored files',
		caller: ['StorageRead', 'StorageWrite'],
		fields: {
			...paging,
			newestFirst,
			search: searchIn('their file name'),
			isDeleted: {
				in: 'query',
				type: 'boolean',
				description:
					'Whether to list the receipts of deleted files, in place of those that are there',
			},
		},
		reply: { status: 200, kind: 'list', model: 'Receipt' },
		errors: ['Auth_RoleMissing'],
	},
	deleteFile: {
		number: 'beyond',
		method: 'DELETE',
		path: '/files/{fileId}',
		summary: 'Delete a file: its shards are erased, its receipt and its proofs stay',
		caller: ['StorageWrite'],
		fields: { fileId },
		reply: done,
		errors: ['Auth_RoleMissing', 'Storage_FileNotFound'],
	},
	getFileProof: {
		number: 'beyond',
		method: 'GET',
		path: '/files/{fileId}/proof',
		summary: 'Fetch the proof that the log holds the receipt of a file',
		caller: ['StorageRead', 'StorageWrite'],
		fields: { fileId },
		reply: proof,
		errors: ['Auth_RoleMissing', 'Storage_FileNotFound', ...proofErrors],
	},
	getFileDeletionProof: {
		number: 'beyond',
		method: 'GET',
		path: '/files/{fileId}/deletion/proof',
		summary: 'Fetch the proof that the log holds the deletion of a file',
		caller: ['StorageRead', 'StorageWrite'],
		fields: { fileId },
		reply: proof,
		errors: ['Auth_RoleMissing', 'Storage_FileNotFound', 'Core_NotDeleted', ...proofErrors],
	},
	...fileLinks,
	listBucketHealth: {
		number: 'beyond',
		method: 'GET',
		path: '/health',
		summary: 'List the buckets and whether they answer',
		caller: [],
		fields: {},
		reply: { status: 200, kind: 'list', model: 'BucketHealth' },
		errors: [],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
