/**
 * Tracker: multi-assets. A multi-asset names other assets but has units of its own: issuing or
 * moving it does not issue or move those.
 */
import type { EndpointDescription, Field } from '../language/description';
import {
	beforeDateTime,
	creationKey,
	done,
	idempotencyErrors,
	paging,
	path,
	productId,
	proofErrors,
} from '../language/fields';
import { trackerAssets } from './assets';
import { trackerBatches } from './batches';
import { assetName, bodyErrors, isDeleted, movingEntityErrors, productErrors } from './fields';
import { trackerHistory } from './history';
import { bulkItemsMax, trackerMovements } from './movements';

const assetId = path('Identifier of the multi-asset');
const caller = ['TrackerAdmin'] as const;
const notFound = 'Factory_StackedFactoryNotFound';

const members = (description: string) =>
	({
		in: 'json',
		type: 'string',
		many: true,
		itemsMax: 100,
		minLength: 1,
		maxLength: 200,
		description,
	}) as const satisfies Field;

const burningErrors = [
	...productErrors,
	...bodyErrors,
	...movingEntityErrors,
	...idempotencyErrors,
	'Factory_StackedFactoryNotFound',
	'Factory_StackedFactoryNotConfirmed',
	'Tracker_AssetDeleted',
	'Core_RecordCorrupted',
] as const;

/** Error codes of every movement to a recipient. */
const movingErrors = [...burningErrors, 'User_NotFound'] as const;

const below = '/tracker/{productId}/multiassets/{assetId}';

export const trackerMultiAssets = {
	createMultiAsset: {
		number: 'beyond',
		method: 'POST',
		path: '/tracker/{productId}/multiassets',
		summary: 'Create a multi-asset of assets by their identifiers and their names',
		caller,
		fields: {
			productId,
			name: { ...assetName, description: 'Name of the multi-asset' },
			assetIds: members('Identifiers of the assets it is made of'),
			assetDisplayNames: members(
				'Names of assets it is made of as well: the oldest asset of that name, created where there is none',
			),
			'idempotency-key': creationKey,
		},
		reply: { status: 201, kind: 'record', model: 'TrackerMultiAsset' },
		errors: [
			...productErrors,
			...bodyErrors,
			'Factory_FactoryNotFound',
			'Factory_StackedFactoryDuplicateFactory',
			'Factory_StackedFactoryWithoutFactory',
			'Tracker_AssetDeleted',
			...idempotencyErrors,
		],
	},
	listMultiAssets: {
		number: 'beyond',
		method: 'GET',
		path: '/tracker/{productId}/multiassets',
		summary: 'List the multi-assets of the product',
		caller,
		fields: {
			productId,
			beforeDateTime,
			assetIds: {
				in: 'query',
				type: 'string',
				maxLength: 4000,
				description: 'Only those made of one of these assets, by identifiers separated by commas',
			},
			isDeleted,
			...paging,
		},
		reply: { status: 200, kind: 'list', model: 'TrackerMultiAsset' },
		errors: productErrors,
	},
	getMultiAsset: {
		number: 'beyond',
		method: 'GET',
		path: below,
		summary: 'Fetch a multi-asset, a deleted one too',
		caller,
		fields: { productId, assetId },
		reply: { status: 200, kind: 'record', model: 'TrackerMultiAsset' },
		errors: [...productErrors, notFound],
	},
	updateMultiAsset: {
		number: 'beyond',
		method: 'PUT',
		path: below,
		summary: 'Rename a multi-asset; every list and transaction shows the new name',
		caller,
		fields: { productId, assetId, name: { ...assetName, description: 'Name of the multi-asset' } },
		reply: done,
		errors: [
			...productErrors,
			...bodyErrors,
			notFound,
			'Tracker_AssetDeleted',
			'Core_RecordCorrupted',
		],
	},
	deleteMultiAsset: {
		number: 'beyond',
		method: 'DELETE',
		path: below,
		summary:
			'Delete a multi-asset: no more issue or transfer; balances and transactions stay visible',
		caller,
		fields: { productId, assetId },
		reply: done,
		errors: [...productErrors, notFound, 'Core_RecordCorrupted'],
	},
	issueMultiAsset: {
		...trackerMovements.issueAsset,
		number: 'beyond',
		path: `${below}/issue`,
		summary: 'Issue an amount of a multi-asset to a recipient',
		fields: { ...trackerMovements.issueAsset.fields, assetId },
		errors: [...movingErrors, 'Factory_IssueAmountCantBeZero', 'Factory_IssueAmountTooHigh'],
	},
	transferMultiAsset: {
		...trackerMovements.transferAsset,
		number: 'beyond',
		path: `${below}/transfer`,
		summary: 'Transfer an amount of a multi-asset from the caller to another user',
		fields: { ...trackerMovements.transferAsset.fields, assetId },
		errors: [
			...movingErrors,
			'Factory_TransferAmountCantBeZero',
			'Factory_TransferAmountTooHigh',
			'Factory_FactoryTransferInsufficientFund',
		],
	},
	issueMultiAssets: {
		...trackerMovements.issueAssets,
		path: '/tracker/{productId}/multiassets/issue/bulk',
		summary: `Issue up to ${bulkItemsMax} amounts of multi-assets in one commit; each is answered for itself, in the order of the request`,
	},
	transferMultiAssetBatches: {
		...trackerMovements.transferBatches,
		path: `${below}/batches/transfer`,
		summary: 'Transfer an amount of a multi-asset out of batches the caller names',
		fields: { ...trackerMovements.transferBatches.fields, assetId },
		errors: [
			...movingErrors,
			'Factory_TransferAmountCantBeZero',
			'Factory_TransferAmountTooHigh',
			'Factory_FactoryTransferInsufficientFund',
		],
	},
	burnMultiAsset: {
		...trackerMovements.burnAsset,
		path: `${below}/burn`,
		summary: 'Burn an amount of a multi-asset that the caller holds: it is used up for good',
		fields: { ...trackerMovements.burnAsset.fields, assetId },
		errors: [...burningErrors, 'Factory_FactoryTransferInsufficientFund'],
	},
	listMultiAssetTransactions: {
		...trackerHistory.listTransactions,
		path: `${below}/transactions`,
		summary:
			'List the transactions of a multi-asset, for a user without the admin role only own ones',
		fields: { ...trackerHistory.listTransactions.fields, assetId },
		errors: [...productErrors, notFound],
	},
	getMultiAssetProof: {
		...trackerAssets.getAssetProof,
		path: `${below}/proof`,
		summary: 'Fetch the proof that the log holds a multi-asset as it is now',
		fields: { productId, assetId },
		errors: [...productErrors, notFound, ...proofErrors],
	},
	getMultiAssetTransactionProof: {
		...trackerHistory.getTransactionProof,
		path: `${below}/transactions/{transactionId}/proof`,
		summary:
			'Fetch the proof that the log holds a transaction of a multi-asset, for a user without the admin role an own one',
		fields: { ...trackerHistory.getTransactionProof.fields, assetId },
		errors: [...productErrors, notFound, 'Factory_TransactionNotFound', ...proofErrors],
	},
	listMultiAssetBatches: {
		...trackerBatches.listBatches,
		path: `${below}/batches`,
		summary: 'List the batches of a multi-asset, each as the issue that made it',
		fields: { ...trackerBatches.listBatches.fields, assetId },
		errors: [...productErrors, notFound],
	},
	listMultiAssetBatchTransactions: {
		...trackerBatches.listBatchTransactions,
		path: `${below}/batches/{batchId}/transactions`,
		summary:
			'List what was moved of a batch of a multi-asset: each transaction with the amount of this batch',
		fields: { ...trackerBatches.listBatchTransactions.fields, assetId },
		errors: [...productErrors, notFound, 'Tracker_BatchNotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
