/**
 * The records the interface answers with, as plain data. Names and choices are the vendor's;
 * the storage records keep that product's own capital letters. The keeper's, the tracker's, the platform's
 * and the exchange's are in files of their own and part of the same table.
 */
import type { ModelField } from './description';
import { exchangeModels } from './exchange-models';
import { keeperModels } from './keeper-models';
import { logModels } from './log-models';
import {
	blockchainStatus,
	corrupted,
	creationDate,
	displayName,
	expires,
	id,
	isDeleted,
	ownerEmail,
} from './model-fields';
import { platformModels } from './platform-models';
import { trackerModels } from './tracker-models';

export const models = {
	Contract: {
		id,
		displayName,
		ownerEmail,
		templateId: { type: 'string', optional: true, description: 'The template it is linked to' },
		signerEmails: {
			type: 'string',
			many: true,
			example: 'ben@signers.example',
			description: 'The signers, in the order given',
		},
		signatures: {
			type: 'object',
			many: true,
			beyond: true,
			fields: {
				signerEmail: {
					type: 'string',
					example: 'ben@signers.example',
					description: 'The signer',
				},
				signedDate: {
					type: 'string',
					format: 'date-time',
					example: '2026-01-31T09:30:00.000Z',
					description: 'When it was recorded, ISO 8601 in UTC with milliseconds',
				},
				suppliedByEmail: {
					type: 'string',
					optional: true,
					example: 'ann@harbour.example',
					description:
						'Who gave the signature: the signer, or who created the contract with it; absent where an older version has not kept it',
				},
			},
			description: 'The signatures given so far, in the order of the signers',
		},
		contractStatus: {
			type: 'string',
			choices: ['Unsigned', 'PartiallySigned', 'CurrentlySigning', 'Signed'],
			description: 'How far the signing has come',
		},
		blockchainStatus,
		creationDate,
		isDeleted,
	},
	Template: { id, displayName, ownerEmail, blockchainStatus, creationDate, isDeleted },
	...trackerModels,
	...keeperModels,
	SigningLink: {
		id,
		signerEmail: {
			type: 'string',
			format: 'email',
			example: 'ben@signers.example',
			description: 'The signer it was mailed to',
		},
		status: {
			type: 'string',
			choices: ['Open', 'Used', 'Revoked', 'Expired'],
			description: 'Whether it can be signed by; Used once the signer has signed in any way',
		},
		creationDate,
		expires,
	},
	Product: {
		id,
		name: { type: 'string', example: 'Assets', description: 'Name of the product' },
		product: {
			type: 'string',
			choices: ['Tracker', 'Keeper', 'Sealer'],
			description: 'What the product does',
		},
		available: { type: 'boolean', description: 'Whether it can be used now' },
		idempotencyKeyDays: {
			type: 'integer',
			optional: true,
			example: 30,
			description: 'Days an Idempotency-Key is kept from its first use; of a Tracker',
		},
	},
	Usage: {
		storedBytes: {
			type: 'integer',
			example: 4608,
			description: 'Bytes of all shards of all files of the organisation together',
		},
		storedBytesMax: {
			type: 'integer',
			optional: true,
			example: 1000000000,
			description: 'How many it may be; absent where there is no quota',
		},
	},
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
		blockchainStatus: corrupted,
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
	...platformModels,
	...logModels,
	...exchangeModels,
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;

export type ModelName = keyof typeof models;
