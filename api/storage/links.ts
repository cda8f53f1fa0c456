/** Links to a stored file, for people and programs without a key. */
import type { EndpointDescription } from '../language/description';
import { fileId, paging, path } from '../language/fields';

/** The most minutes a link works, which are 366 days, and those of one without a given end: a week. */
export const linkMinutes = { max: 527_040, usual: 10_080 } as const;

const linkId = path('Identifier of the link');

export const fileLinks = {
	createFileLink: {
		number: 'beyond',
		method: 'POST',
		path: '/files/{fileId}/links',
		summary: 'Make a link by which a file is downloaded without a key, until it ends',
		caller: ['StorageWrite'],
		fields: {
			fileId,
			expiresInMinutes: {
				in: 'json',
				type: 'integer',
				minimum: 1,
				maximum: linkMinutes.max,
				description: 'Minutes the link works; those of a week when no end is given',
			},
			expiresAt: {
				in: 'json',
				type: 'string',
				format: 'date-time',
				maxLength: 40,
				description:
					'When the link ends, at most 366 days from now: ISO 8601, in UTC where it names no zone; the earlier counts beside expiresInMinutes',
			},
			downloadsMax: {
				in: 'json',
				type: 'integer',
				minimum: 1,
				maximum: 1_000_000,
				description: 'Downloads after which the link ends; any number when absent',
			},
		},
		reply: { status: 201, kind: 'record', model: 'FileLink' },
		errors: [
			'Auth_RoleMissing',
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Storage_FileNotFound',
		],
	},
	listFileLinks: {
		number: 'beyond',
		method: 'GET',
		path: '/files/{fileId}/links',
		summary: 'List the links to a file, also those that have ended, without their addresses',
		caller: ['StorageRead', 'StorageWrite'],
		fields: { fileId, ...paging },
		reply: { status: 200, kind: 'list', model: 'FileLink' },
		errors: ['Auth_RoleMissing', 'Storage_FileNotFound'],
	},
	revokeFileLink: {
		number: 'beyond',
		method: 'DELETE',
		path: '/files/{fileId}/links/{linkId}',
		summary: 'Revoke a link to a file; a download that began goes on',
		caller: ['StorageWrite'],
		fields: { fileId, linkId },
		reply: { status: 200, kind: 'record', model: 'FileLink' },
		errors: ['Auth_RoleMissing', 'Storage_FileNotFound', 'Storage_LinkNotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
