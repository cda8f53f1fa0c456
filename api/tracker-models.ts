/** The tracker's records: assets, what was moved of them, and what somebody holds. */
import type { ModelField } from './description';
import { blockchainStatus, corrupted, creationDate, id, isDeleted } from './model-fields';

export const trackerModels = {
	TrackerAsset: {
		id,
		name: { type: 'string', example: 'Wind energy', description: 'Name chosen by the creator' },
		blockchainStatus,
		creationDate,
		isDeleted,
	},
	AssetTransaction: {
		id,
		assetId: {
			type: 'string',
			example: '65f0c0ffee0123456789abce',
			description: 'The asset moved',
		},
		assetDisplayName: { type: 'string', example: 'Wind energy', description: 'Name of the asset' },
		batchId: { type: 'string', optional: true, description: 'The batch an issue makes' },
		amount: { type: 'integer', example: 25, description: 'Whole units moved' },
		senderDisplayName: {
			type: 'string',
			example: 'ann@harbour.example',
			description: 'E-mail address of the sender',
		},
		recipientDisplayName: {
			type: 'string',
			example: 'ben@harbour.example',
			description: 'E-mail address of the recipient',
		},
		timestamp: {
			type: 'integer',
			example: 1769851800000,
			description: 'When it happened, milliseconds since 1970 in UTC',
		},
		blockchainStatus,
		isReverted: { type: 'boolean', description: 'Whether it was reversed later' },
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
			description: 'Users who issued, gave or received',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
