/** Property names begin with a capital letter, as the vendor's do. */
import type { ModelField } from '../language/description';
import { corrupted, creationDate, expires, id, ownerEmail } from '../language/model-fields';

export const storageModels = {
	Receipt: {
		id,
		pointer: {
			type: 'string',
			example: 'RCP0123456789abcdef',
			description: 'Pointer to the record of the file map',
		},
		fileName: { type: 'string', example: 'hello.txt', description: 'Name of the uploaded file' },
		creationDate,
		queryParams: {
			type: 'object',
			fields: {
				app: {
					type: 'string',
					example: 'sds',
					description: 'The application that posted the data',
				},
			},
			description: 'Context of the receipt',
		},
		sizeBytes: {
			type: 'integer',
			optional: true,
			beyond: true,
			example: 12,
			description: 'Bytes of the file',
		},
		expiresAt: {
			type: 'string',
			format: 'date-time',
			optional: true,
			beyond: true,
			description: 'When the file is deleted by itself, ISO 8601 in UTC with milliseconds',
		},
		deletionDate: {
			type: 'string',
			format: 'date-time',
			optional: true,
			beyond: true,
			description: 'When the file was deleted, ISO 8601 in UTC with milliseconds',
		},
		blockchainStatus: corrupted,
	},
	FileLink: {
		id,
		fileId: {
			type: 'string',
			example: '65f0c0ffee0123456789abcd',
			description: 'Identifier of the file',
		},
		url: {
			type: 'string',
			format: 'uri',
			optional: true,
			example: 'http://localhost:8080/files/5dM0sTtYbC3vQvVbq7c1uXv8oJr2aYx0hZkD4m9nE6w',
			description: 'The address of the link, told this once; whoever has it can download the file',
		},
		status: {
			type: 'string',
			choices: ['Open', 'Expired', 'UsedUp', 'Revoked'],
			description: 'Whether it leads to the file, or why it has ended',
		},
		creationDate,
		createdByEmail: { ...ownerEmail, description: 'E-mail address of the user who made it' },
		expires,
		downloads: { type: 'integer', example: 0, description: 'Downloads that began' },
		downloadsMax: {
			type: 'integer',
			optional: true,
			example: 3,
			description: 'Downloads after which it ends; any number when absent',
		},
		lastDownloadDate: {
			type: 'string',
			format: 'date-time',
			optional: true,
			description: 'When the last download began, ISO 8601 in UTC with milliseconds',
		},
	},
	FileMap: {
		FileName: { type: 'string', example: 'hello.txt', description: 'Name of the uploaded file' },
		FileIds: {
			type: 'string',
			many: true,
			example: '3f0c9a1be27d4456',
			description: 'Name of the shard in each bucket, in the order of the buckets',
		},
		Hash: {
			type: 'string',
			example: '256c83b297114d201b30179f3f0ef0cace9783622da5974326b436178aeef610',
			description: 'BLAKE2b-256 of the file, lower-case hex',
		},
		Size: { type: 'integer', example: 384, description: 'Bytes of all shards together' },
		UnencryptedSize: { type: 'integer', example: 12, description: 'Bytes of the file itself' },
		Status: {
			type: 'string',
			choices: ['complete', 'degraded'],
			description: 'Whether every shard lies in its bucket',
		},
	},
	BucketHealth: {
		host: { type: 'string', example: 'bucket-1', description: 'The bucket' },
		status: {
			type: 'string',
			choices: ['up', 'degraded', 'down'],
			description: 'Whether it answers; degraded while shards of its own are not in it',
		},
		region: { type: 'string', example: 'local', description: 'Where it lies' },
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
