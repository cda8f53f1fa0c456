/** Keeper: the versions of a file. */
import type { EndpointDescription } from '../language/description';
import { fileId, paging, productId, proof, proofErrors, range } from '../language/fields';
import { productErrors, uploadErrors, versionId } from './fields';

export const keeperVersions = {
	addVersion: {
		number: 'beyond',
		method: 'POST',
		path: '/keeper/{productId}/files/{fileId}/versions',
		summary: 'Add a version to a file',
		caller: ['KeeperAdmin'],
		fields: {
			productId,
			fileId,
			file: { in: 'form', type: 'file', required: true, description: 'The new version' },
		},
		reply: { status: 201, kind: 'record', model: 'KeeperFileVersion' },
		errors: [
			...productErrors,
			...uploadErrors,
			'Breadcrumbing_FileNotFound',
			'Breadcrumbing_FileTypesDoNotMatch',
			'Keeper_Deleted',
			'Core_RecordCorrupted',
		],
	},
	listVersions: {
		number: 'beyond',
		method: 'GET',
		path: '/keeper/{productId}/files/{fileId}/versions',
		summary: 'List the versions of a file, a deleted one too',
		caller: ['KeeperAdmin'],
		fields: { productId, fileId, ...paging },
		reply: { status: 200, kind: 'list', model: 'KeeperFileVersion' },
		errors: [...productErrors, 'Breadcrumbing_FileNotFound'],
	},
	downloadVersion: {
		number: 'beyond',
		method: 'GET',
		path: '/keeper/{productId}/files/{fileId}/versions/{versionId}/content',
		summary: 'Fetch a version, byte for byte as it was kept',
		caller: ['KeeperAdmin'],
		fields: {
			productId,
			fileId,
			versionId,
			range,
		},
		reply: { status: 200, kind: 'bytes' },
		otherReplies: [{ status: 206, kind: 'bytes', when: 'A range of bytes was asked for' }],
		errors: [
			...productErrors,
			'Breadcrumbing_FileNotFound',
			'Keeper_VersionNotFound',
			'Keeper_Deleted',
			'Keeper_ContentNotKept',
			'Request_PreconditionFailed',
			'Storage_RangeNotSatisfiable',
			'Storage_TooFewBucketsToRead',
			'Core_RecordCorrupted',
		],
	},
	approveVersion: {
		number: 'beyond',
		method: 'POST',
		path: '/keeper/{productId}/files/{fileId}/versions/{versionId}/approve',
		summary: 'Mark a version as seen: it is what the file is compared with as the approved one',
		caller: ['KeeperAdmin'],
		fields: { productId, fileId, versionId },
		reply: { status: 200, kind: 'record', model: 'KeeperFileVersion' },
		errors: [
			...productErrors,
			'Breadcrumbing_FileNotFound',
			'Keeper_VersionNotFound',
			'Keeper_Deleted',
			'Core_RecordCorrupted',
		],
	},
	getVersionProof: {
		number: 'beyond',
		method: 'GET',
		path: '/keeper/{productId}/files/{fileId}/versions/{versionId}/proof',
		summary:
			'Fetch the proof that the log holds a version of a file; the first stands for the file itself, and has its id',
		caller: ['KeeperAdmin'],
		fields: { productId, fileId, versionId },
		reply: proof,
		errors: [
			...productErrors,
			'Breadcrumbing_FileNotFound',
			'Keeper_VersionNotFound',
			...proofErrors,
		],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
