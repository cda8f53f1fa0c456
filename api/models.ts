/**
 * The records the interface answers with, as plain data. Names and choices are the vendor's;
 * the storage records keep that product's own capital letters. The tracker's, the platform's and the
 * exchange's are in files of their own and part of the same table.
 */
import type { ModelField } from './description';
import { exchangeModels } from './exchange-models';
import { logModels } from './log-models';
import {
	blockchainStatus,
	corrupted,
	creationDate,
	displayName,
	id,
	isDeleted,
	ownerEmail,
} from './model-fields';
import { platformModels } from './platform-models';
import { trackerModels } from './tracker-models';

const expires = {
	type: 'string',
	format: 'date-time',
	example: '2026-03-02T09:30:00.000Z',
	description: 'When the link ends, ISO 8601 in UTC',
} as const satisfies ModelField;

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
	KeeperFolder: {
		id,
		createdByEmail: {
			type: 'string',
			format: 'email',
			example: 'ann@harbour.example',
			description: 'E-mail address of the user who created it',
		},
		name: { type: 'string', example: 'Agreements', description: 'Name of the folder' },
		fileQuantity: { type: 'integer', example: 3, description: 'Files in the folder' },
		blockchainStatus: corrupted,
		creationDate,
		isDeleted,
	},
	KeeperFile: {
		id,
		folderId: {
			type: 'string',
			example: '65f0c0ffee0123456789abcf',
			description: 'The folder it lies in',
		},
		displayName,
		ownerEmail,
		fileName: {
			type: 'string',
			example: 'terms.txt',
			description: 'File name of the first version',
		},
		fileType: {
			type: 'string',
			choices: ['Image', 'Text', 'Binary', 'Json', 'Xml', 'Pdf'],
			description: 'What kind of content it is compared as',
		},
		accuracyLevel: {
			type: 'string',
			choices: ['Lowest', 'Low', 'Medium', 'High', 'Excellent'],
			description: 'How fine the comparison is',
		},
		versionQuantity: {
			type: 'integer',
			example: 2,
			description: 'Versions kept, the first included',
		},
		blockchainStatus,
		creationDate,
		isDeleted,
	},
	KeeperFileVersion: {
		id,
		version: { type: 'integer', example: 2, description: 'Number of the version, from 1' },
		ownerEmail,
		blockchainStatus,
		creationDate,
	},
	CompareResponse: {
		accuracy: {
			type: 'number',
			example: 0.98,
			description: 'Similarity from 0 to 1; 1 only for equal content at the level of the file',
		},
		fileUrl: {
			type: 'string',
			format: 'uri',
			optional: true,
			example: 'http://localhost:8080/reports/5dM0sTtYbC3vQvVbq7c1uXv8oJr2aYx0hZkD4m9nE6w',
			description: 'Address of the diff report, when one was asked for and the type allows it',
		},
		reportId: {
			type: 'string',
			optional: true,
			example: '65f0c0ffee0123456789abd0',
			description: 'Identifier of the diff report, by which its link is revoked',
		},
		expires: {
			...expires,
			optional: true,
			description: 'When the address of the diff report ends',
		},
		proofUrl: {
			type: 'string',
			format: 'uri',
			optional: true,
			beyond: true,
			example:
				'http://localhost:8080/keeper/65f0c0ffee0123456789abc1/files/65f0c0ffee0123456789abd2/versions/65f0c0ffee0123456789abd2/proof',
			description:
				'Where the proof lies of the version that was compared, beside a diff report; it asks for a key as the version does',
		},
	},
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
	DiffReport: {
		id,
		fileName: {
			type: 'string',
			example: 'Terms - differences.html',
			description: 'What a browser saves it as',
		},
		status: {
			type: 'string',
			choices: ['Open', 'Revoked', 'Expired'],
			description: 'Whether its link works; where it does not, the report is erased',
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
