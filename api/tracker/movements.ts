/** Tracker: issues, transfers, burns and reversals. */
import type { EndpointDescription } from '../language/description';
import {
	assetId,
	idempotencyErrors,
	idempotencyKey,
	path,
	productId,
	recipientEmail,
} from '../language/fields';
import { givingEntity, movingEntityErrors, ownedId, purpose, transferringEntities } from './fields';

const transferAmount = {
	in: 'json',
	type: 'integer',
	required: true,
	minimum: 1,
	maximum: 9007199254740991,
	codes: {
		minimum: 'Factory_TransferAmountCantBeZero',
		maximum: 'Factory_TransferAmountTooHigh',
	},
	description: 'Whole units to transfer',
} as const;

const issueAmount = {
	in: 'json',
	type: 'integer',
	required: true,
	minimum: 1,
	maximum: 2147483647,
	codes: {
		minimum: 'Factory_IssueAmountCantBeZero',
		maximum: 'Factory_IssueAmountTooHigh',
	},
	description: 'Whole units to issue',
} as const;

const batchIds = {
	in: 'json',
	type: 'string',
	many: true,
	minLength: 1,
	maxLength: 200,
	itemsMax: 1000,
	description: 'Batches to draw from, in this order',
} as const;

const itemAssetId = {
	in: 'json',
	type: 'string',
	required: true,
	minLength: 1,
	maxLength: 200,
	description: 'Identifier of the asset',
} as const;

/** Fields of one issue or one transfer in a bulk request. */
export const bulkIssueFields = {
	assetId: itemAssetId,
	recipientEmail,
	amount: issueAmount,
	...purpose,
	ownedId,
} as const;
export const bulkTransferFields = {
	assetId: itemAssetId,
	recipientEmail,
	amount: transferAmount,
	...purpose,
	batchIds,
} as const;

/** Most items of a bulk request. */
export const bulkItemsMax = 1000;

const items = {
	in: 'json',
	type: 'object',
	required: true,
	many: true,
	itemsMax: bulkItemsMax,
} as const;

const bodyErrors = [
	'Auth_RoleMissing',
	'Product_NotFound',
	'Request_TooLarge',
	'Request_UnsupportedMediaType',
	...idempotencyErrors,
] as const;

/** Error codes of every movement of one asset to a recipient. */
const movingErrors = [
	'Factory_FactoryNotFound',
	'Factory_FactoryNotConfirmed',
	'Tracker_AssetDeleted',
	...movingEntityErrors,
	'User_NotFound',
	'Core_RecordCorrupted',
] as const;

export const trackerMovements = {
	issueAsset: {
		number: 'E6',
		method: 'POST',
		path: '/tracker/{productId}/assets/{assetId}/issue',
		summary: 'Issue an amount of an asset to a recipient',
		caller: ['TrackerAdmin'],
		fields: {
			productId,
			assetId,
			recipientEmail,
			amount: issueAmount,
			...purpose,
			ownedId,
			'idempotency-key': idempotencyKey,
		},
		reply: { status: 200, kind: 'list', model: 'AssetTransaction' },
		errors: [
			...bodyErrors,
			'Factory_IssueAmountCantBeZero',
			'Factory_IssueAmountTooHigh',
			...movingErrors,
		],
	},
	transferAsset: {
		number: 'E7',
		method: 'POST',
		path: '/tracker/{productId}/assets/{assetId}/transfer',
		summary: 'Transfer an amount of an asset from the caller to another user',
		caller: ['TrackerAdmin', 'TrackerUser'],
		fields: {
			productId,
			assetId,
			recipientEmail,
			amount: transferAmount,
			...purpose,
			...transferringEntities,
			'idempotency-key': idempotencyKey,
		},
		reply: { status: 200, kind: 'list', model: 'AssetTransaction' },
		errors: [
			...bodyErrors,
			'Factory_TransferAmountCantBeZero',
			'Factory_TransferAmountTooHigh',
			'Factory_FactoryTransferInsufficientFund',
			...movingErrors,
		],
	},
	transferBatches: {
		number: 'beyond',
		method: 'POST',
		path: '/tracker/{productId}/assets/{assetId}/batches/transfer',
		summary: 'Transfer an amount of an asset out of batches the caller names',
		caller: ['TrackerAdmin', 'TrackerUser'],
		fields: {
			productId,
			assetId,
			recipientEmail,
			amount: transferAmount,
			...purpose,
			batchIds: { ...batchIds, required: true },
			...transferringEntities,
			'idempotency-key': idempotencyKey,
		},
		reply: { status: 200, kind: 'list', model: 'AssetTransaction' },
		errors: [
			...bodyErrors,
			'Factory_TransferAmountCantBeZero',
			'Factory_TransferAmountTooHigh',
			'Factory_FactoryTransferInsufficientFund',
			...movingErrors,
		],
	},
	issueAssets: {
		number: 'beyond',
		method: 'POST',
		path: '/tracker/{productId}/assets/issue/bulk',
		summary: `Issue up to ${bulkItemsMax} amounts in one commit; each is answered for itself, in the order of the request`,
		caller: ['TrackerAdmin'],
		fields: {
			productId,
			items: {
				...items,
				fields: bulkIssueFields,
				description: 'The issues; a body that is a list is taken for them',
			},
			'idempotency-key': idempotencyKey,
		},
		reply: { status: 200, kind: 'list', model: 'TrackerAssetIssueResponse' },
		errors: bodyErrors,
	},
	transferAssets: {
		number: 'beyond',
		method: 'POST',
		path: '/tracker/{productId}/assets/transfer/bulk',
		summary: `Transfer up to ${bulkItemsMax} amounts in one commit; each is answered for itself, in the order of the request`,
		caller: ['TrackerAdmin', 'TrackerUser'],
		fields: {
			productId,
			items: {
				...items,
				fields: bulkTransferFields,
				description: 'The transfers; a body that is a list is taken for them',
			},
			...transferringEntities,
			'idempotency-key': idempotencyKey,
		},
		reply: { status: 200, kind: 'list', model: 'TrackerBatchTransferBulkResponse' },
		errors: bodyErrors,
	},
	burnAsset: {
		number: 'beyond',
		method: 'POST',
		path: '/tracker/{productId}/assets/{assetId}/burn',
		summary: 'Burn an amount of an asset that the caller holds: it is used up for good',
		caller: ['TrackerAdmin', 'TrackerUser'],
		fields: {
			productId,
			assetId,
			amount: { ...transferAmount, codes: {}, description: 'Whole units to burn' },
			reason: {
				in: 'json',
				type: 'string',
				required: true,
				minLength: 1,
				maxLength: 1000,
				description: 'What the units were used up for; the proof of the transaction holds it',
			},
			...purpose,
			batchIds,
			...givingEntity,
			'idempotency-key': idempotencyKey,
		},
		reply: { status: 200, kind: 'list', model: 'AssetTransaction' },
		errors: [
			...bodyErrors,
			'Factory_FactoryTransferInsufficientFund',
			'Factory_FactoryNotFound',
			'Factory_FactoryNotConfirmed',
			'Tracker_AssetDeleted',
			...movingEntityErrors,
			'Core_RecordCorrupted',
		],
	},
	reverseTransaction: {
		number: 'beyond',
		method: 'POST',
		path: '/tracker/{productId}/transactions/{transactionId}/reverse',
		summary: 'Give back what a transfer moved, by a transaction of its own',
		caller: ['TrackerAdmin'],
		fields: {
			productId,
			transactionId: path('Identifier of the transaction'),
			...purpose,
			'idempotency-key': idempotencyKey,
		},
		reply: { status: 200, kind: 'list', model: 'AssetTransaction' },
		errors: [
			...bodyErrors,
			'Factory_TransactionNotFound',
			'Factory_TransactionNotConfirmed',
			'Factory_ReversalNotConfirmed',
			'Factory_TransactionWasAlreadyReversed',
			'Factory_CannotRevertAssetIssue',
			'Tracker_BurnIsFinal',
			'Factory_CannotRevertTransactionAlreadySpent',
			'Tracker_AssetDeleted',
			'Tracker_RecipientDeleted',
			'Core_RecordCorrupted',
		],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
