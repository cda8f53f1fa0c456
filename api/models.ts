/**
 * The records the interface answers with, as plain data. Names and choices are the vendor's;
 * the storage records keep that product's own capital letters.
 */
import type { ModelField } from './description';

const blockchainStatus = {
	type: 'string',
	choices: ['Unconfirmed', 'Confirmed', 'Corrupted'],
	description: 'Whether the record stands in the verifiable log',
} as const satisfies ModelField;

const creationDate = {
	type: 'string',
	format: 'date-time',
	description: 'When it was created, ISO 8601 in UTC with milliseconds',
} as const satisfies ModelField;

const isDeleted = { type: 'boolean', description: 'Whether it was deleted' } as const;

const id = { type: 'string', description: 'Identifier, 24 characters' } as const;

const ownerEmail = {
	type: 'string',
	format: 'email',
	description: 'E-mail address of the user who created it',
} as const satisfies ModelField;

const displayName = { type: 'string', description: 'Name shown to people' } as const;

export const models = {
	Contract: {
		id,
		displayName,
		ownerEmail,
		templateId: { type: 'string', optional: true, description: 'The template it is linked to' },
		signerEmails: { type: 'string', many: true, description: 'The signers, in the order given' },
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
	TrackerAsset: {
		id,
		name: { type: 'string', description: 'Name chosen by the creator' },
		blockchainStatus,
		creationDate,
		isDeleted,
	},
	AssetTransaction: {
		id,
		assetId: { type: 'string', description: 'The asset moved' },
		assetDisplayName: { type: 'string', description: 'Name of the asset' },
		batchId: { type: 'string', optional: true, description: 'The batch an issue makes' },
		amount: { type: 'integer', description: 'Whole units moved' },
		senderDisplayName: { type: 'string', description: 'E-mail address of the sender' },
		recipientDisplayName: { type: 'string', description: 'E-mail address of the recipient' },
		timestamp: { type: 'integer', description: 'When it happened, milliseconds since 1970 in UTC' },
		blockchainStatus,
		isReverted: { type: 'boolean', description: 'Whether it was reversed later' },
	},
	AssetBalance: {
		id: { type: 'string', description: 'Identifier of the asset' },
		displayName: { type: 'string', description: 'Name of the asset' },
		amount: { type: 'integer', description: 'Whole units held, exact at any size' },
		type: { type: 'string', choices: ['Asset', 'MultiAsset'], description: 'Kind of asset' },
	},
	KeeperFolder: {
		id,
		createdByEmail: {
			type: 'string',
			format: 'email',
			description: 'E-mail address of the user who created it',
		},
		name: { type: 'string', description: 'Name of the folder' },
		fileQuantity: { type: 'integer', description: 'Files in the folder' },
		creationDate,
		isDeleted,
	},
	KeeperFile: {
		id,
		folderId: { type: 'string', description: 'The folder it lies in' },
		displayName,
		ownerEmail,
		fileName: { type: 'string', description: 'File name of the first version' },
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
		versionQuantity: { type: 'integer', description: 'Versions kept, the first included' },
		blockchainStatus,
		creationDate,
		isDeleted,
	},
	KeeperFileVersion: {
		id,
		version: { type: 'integer', description: 'Number of the version, from 1' },
		ownerEmail,
		blockchainStatus,
		creationDate,
	},
	CompareResponse: {
		accuracy: {
			type: 'number',
			description: 'Similarity from 0 to 1; 1 only for equal content at the level of the file',
		},
		fileUrl: {
			type: 'string',
			format: 'uri',
			optional: true,
			description: 'Address of the diff report, when one was asked for and the type allows it',
		},
	},
	Product: {
		id,
		name: { type: 'string', description: 'Name of the product' },
		product: {
			type: 'string',
			choices: ['Tracker', 'Keeper', 'Sealer'],
			description: 'What the product does',
		},
		available: { type: 'boolean', description: 'Whether it can be used now' },
	},
	Receipt: {
		id,
		pointer: { type: 'string', description: 'Pointer to the record of the file map' },
		fileName: { type: 'string', description: 'Name of the uploaded file' },
		creationDate,
		queryParams: {
			type: 'object',
			fields: { app: { type: 'string', description: 'The application that posted the data' } },
			description: 'Context of the receipt',
		},
	},
	FileMap: {
		FileName: { type: 'string', description: 'Name of the uploaded file' },
		FileIds: {
			type: 'string',
			many: true,
			description: 'Name of the shard in each bucket, in the order of the buckets',
		},
		Hash: { type: 'string', description: 'BLAKE2b-256 of the file, lower-case hex' },
		Size: { type: 'integer', description: 'Bytes of all shards together' },
		UnencryptedSize: { type: 'integer', description: 'Bytes of the file itself' },
		Status: {
			type: 'string',
			choices: ['complete', 'degraded'],
			description: 'Whether every shard lies in its bucket',
		},
	},
	BucketHealth: {
		host: { type: 'string', description: 'The bucket' },
		status: {
			type: 'string',
			choices: ['up', 'degraded', 'down'],
			description: 'Whether it answers; degraded while shards of its own are not in it',
		},
		region: { type: 'string', description: 'Where it lies' },
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;

export type ModelName = keyof typeof models;
