import type { ModelField } from '../language/description';
import { blockchainStatus, corrupted, creationDate, id, isDeleted } from '../language/model-fields';

const timestamp = (description: string) =>
	({
		type: 'integer',
		isMoment: true,
		example: 1769851800000,
		description,
	}) as const satisfies ModelField;

/** What a movement is for. */
const purpose = {
	reference: {
		type: 'string',
		optional: true,
		beyond: true,
		example: 'Invoice 2026-0042',
		description: 'What it is for',
	},
	metadata: {
		type: 'object',
		optional: true,
		beyond: true,
		example: { order: '4711', costCentre: 'Harbour' },
		description: 'Further facts: texts by name',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

const assetTransaction = {
	id,
	assetId: {
		type: 'string',
		example: '65f0c0ffee0123456789abce',
		description: 'The asset moved',
	},
	assetDisplayName: { type: 'string', example: 'Wind energy', description: 'Name of the asset' },
	batchId: {
		type: 'string',
		optional: true,
		description: 'The batch it is of; absent when it drew on several',
	},
	amount: { type: 'integer', example: 25, description: 'Whole units moved' },
	senderDisplayName: {
		type: 'string',
		example: 'ann@harbour.example',
		description: 'E-mail address of the sender',
	},
	recipientDisplayName: {
		type: 'string',
		example: 'ben@harbour.example',
		description: 'E-mail address of the recipient; empty for a burn',
	},
	timestamp: timestamp('When it happened, milliseconds since 1970 in UTC'),
	blockchainStatus,
	isReverted: { type: 'boolean', description: 'Whether it was reversed later' },
	type: {
		type: 'string',
		optional: true,
		beyond: true,
		choices: ['Issue', 'Transfer', 'Reversal', 'Burn'],
		example: 'Transfer',
		description: 'What kind of movement it is',
	},
	reason: {
		type: 'string',
		optional: true,
		beyond: true,
		example: 'Journeys of 2026',
		description: 'What the units of a burn were used up for',
	},
	...purpose,
} as const satisfies Readonly<Record<string, ModelField>>;

const asset = {
	id,
	name: { type: 'string', example: 'Wind energy', description: 'Name chosen by the creator' },
	blockchainStatus,
	creationDate,
	isDeleted,
} as const satisfies Readonly<Record<string, ModelField>>;

const assetDisplayName = {
	type: 'string',
	example: 'Wind energy',
	description: 'Name of the asset',
} as const;

const batchId = {
	type: 'string',
	example: '65f0c0ffee0123456789abd2',
	description: 'The batch, by the issue that made it',
} as const;

const entityId = {
	type: 'string',
	example: '65f0c0ffee0123456789abd3',
	description: 'Identifier of the entity',
} as const;

const entityName = {
	type: 'string',
	example: 'Warehouse 3',
	description: 'Name of the entity',
} as const;

const item = {
	assetId: {
		type: 'string',
		optional: true,
		example: '65f0c0ffee0123456789abce',
		description: 'The asset',
	},
	recipientEmail: {
		type: 'string',
		optional: true,
		example: 'ben@harbour.example',
		description: 'Who receives it',
	},
	amount: { type: 'integer', optional: true, example: 25, description: 'Whole units' },
} as const satisfies Readonly<Record<string, ModelField>>;

const multiStatusResult = {
	statusCode: {
		type: 'integer',
		example: 200,
		description: 'What it would be answered with by itself',
	},
	error: {
		type: 'object',
		optional: true,
		fields: {
			errorCode: { type: 'string', example: 'User_NotFound', description: 'Code of the refusal' },
			message: { type: 'string', example: 'What happened', description: 'What happened' },
			arguments: {
				type: 'string',
				many: true,
				example: 'ben@harbour.example',
				description: 'Its values',
			},
		},
		description: 'Why it was refused',
	},
	transaction: {
		type: 'object',
		optional: true,
		beyond: true,
		fields: {
			id: { type: 'string', example: '65f0c0ffee0123456789abcd', description: 'Its identifier' },
			batchId: { type: 'string', optional: true, description: 'The batch, when it is one' },
			...purpose,
		},
		description: 'The transaction it became',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

export const trackerModels = {
	TrackerAsset: asset,
	AssetTransaction: assetTransaction,
	TrackerAssetIssueResponse: {
		issueRequest: { type: 'object', fields: item, description: 'The item of the request' },
		issueResult: {
			type: 'object',
			fields: multiStatusResult,
			description: 'What became of it',
		},
	},
	TrackerBatchTransferBulkResponse: {
		batchTransferBulkRequest: {
			type: 'object',
			fields: {
				...item,
				batchIds: {
					type: 'string',
					many: true,
					optional: true,
					description: 'The batches it names',
				},
			},
			description: 'The item of the request',
		},
		transferResult: {
			type: 'object',
			fields: multiStatusResult,
			description: 'What became of it',
		},
	},
	AssetBalance: {
		id: {
			type: 'string',
			example: '65f0c0ffee0123456789abce',
			description: 'Identifier of the asset',
		},
		displayName: { type: 'string', example: 'Wind energy', description: 'Name of the asset' },
		amount: { type: 'integer', example: 75, description: 'Whole units held, exact at any size' },
		type: { type: 'string', choices: ['Asset', 'MultiAsset'], description: 'Kind of asset' },
		blockchainStatus: corrupted,
	},
	TrackerMultiAsset: {
		...asset,
		name: {
			type: 'string',
			example: 'All green energy',
			description: 'Name chosen by the creator',
		},
		assets: {
			type: 'object',
			many: true,
			fields: {
				id: {
					type: 'string',
					example: '65f0c0ffee0123456789abce',
					description: 'Identifier of the asset',
				},
				displayName: assetDisplayName,
			},
			description: 'The assets it is made of, in the order given',
		},
	},
	Batch: {
		batchId,
		amount: {
			type: 'integer',
			example: 75,
			description: 'Whole units held of it, exact at any size',
		},
		timestamp: timestamp('When it was issued, milliseconds since 1970 in UTC'),
		blockchainStatus: corrupted,
	},
	IssuedBatchesResponse: {
		assetDisplayName,
		batches: {
			type: 'object',
			many: true,
			fields: assetTransaction,
			description: 'The issues that made the batches, the oldest first',
		},
	},
	IssuedBatchTransactionsResponse: {
		batchTimestamp: timestamp('When the batch was issued, milliseconds since 1970 in UTC'),
		assetDisplayName,
		transactions: {
			type: 'object',
			many: true,
			fields: assetTransaction,
			description:
				'The transactions that moved some of the batch, each with the amount of it alone',
		},
	},
	NonUser: {
		id: entityId,
		identifier: entityName,
		ownerIdentifier: {
			type: 'string',
			example: 'ann@harbour.example',
			description: 'E-mail address of the user it belongs to',
		},
		status: blockchainStatus,
	},
	NonUserResponse: {
		id: entityId,
		status: blockchainStatus,
		ownerIdentityId: {
			type: 'string',
			example: '65f0c0ffee0123456789abd4',
			description: 'Identifier of the user it belongs to',
		},
		ownerIdentityDisplayName: {
			type: 'string',
			example: 'ann@harbour.example',
			description: 'E-mail address of the user it belongs to',
		},
		ownedIdentityId: entityId,
		ownedIdentityDisplayName: entityName,
		timestamp: timestamp('When it was created, milliseconds since 1970 in UTC'),
	},
	AssetHolder: {
		id: {
			type: 'string',
			example: '65f0c0ffee0123456789abd4',
			description: 'Identifier of the user or the entity that holds',
		},
		displayName: {
			type: 'string',
			example: 'ben@harbour.example',
			description: 'E-mail address of the user, or name of the entity',
		},
		ownerDisplayName: {
			type: 'string',
			optional: true,
			description: 'E-mail address of the user an entity belongs to',
		},
		amount: { type: 'integer', example: 75, description: 'Whole units held, exact at any size' },
		blockchainStatus: corrupted,
	},
	TrackerStatsResponse: {
		transactionCount: { type: 'integer', example: 2, description: 'Transactions, issues included' },
		volume: {
			type: 'integer',
			example: 125,
			description: 'Whole units issued and moved, of all assets together, exact at any size',
		},
		activeUsers: {
			type: 'integer',
			example: 3,
			description: 'Users who issued, gave or received, themselves or by an entity',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
