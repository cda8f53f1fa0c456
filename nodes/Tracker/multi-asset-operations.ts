import { creationKey } from '../wire/once';
import type { OperationScreen } from '../wire/screen';
import {
	amount,
	before,
	burning,
	idempotencyKey,
	multiAsset,
	multiAssetBatch,
	paging,
	product,
	purpose,
	recipient,
	recipientEntity,
	transactionFilters,
	transferringEntities,
} from './fields';

const resource = 'multiAsset';

const deleted = {
	as: 'option',
	label: 'Deleted',
	description: 'Whether to get those that were deleted, in place of those in use',
} as const;

export const multiAssetOperations: ReadonlyArray<OperationScreen<'tracker'>> = [
	{
		endpoint: 'createMultiAsset',
		resource,
		operation: 'create',
		name: 'Create',
		action: 'Create a multi asset',
		fields: {
			name: { as: 'parameter', label: 'Name', placeholder: 'e.g. All Green Energy' },
			assetDisplayNames: {
				as: 'parameter',
				label: 'Asset Names',
				placeholder: 'e.g. Wind, Solar',
				description:
					'Names of the assets it is made of, separated by commas, or a list by an expression: the oldest asset of that name, created where there is none',
			},
			assetIds: {
				as: 'option',
				label: 'Asset IDs',
				placeholder: 'e.g. 5f3d0c1e9a2b4d6c8e0f1a2b',
				description:
					'Identifiers of assets it is made of as well, separated by commas, or a list by an expression',
			},
			productId: product,
			'idempotency-key': creationKey,
		},
	},
	{
		endpoint: 'listMultiAssets',
		resource,
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many multi assets',
		fields: {
			assetIds: {
				as: 'option',
				label: 'Asset IDs',
				placeholder: 'e.g. 5f3d0c1e9a2b4d6c8e0f1a2b',
			},
			beforeDateTime: before,
			isDeleted: deleted,
			productId: product,
			...paging,
		},
	},
	{
		endpoint: 'getMultiAsset',
		resource,
		operation: 'get',
		name: 'Get',
		action: 'Get a multi asset',
		fields: { assetId: multiAsset, productId: product },
	},
	{
		endpoint: 'updateMultiAsset',
		resource,
		operation: 'update',
		name: 'Update',
		action: 'Update a multi asset',
		fields: {
			assetId: multiAsset,
			name: { as: 'parameter', label: 'New Name' },
			productId: product,
		},
	},
	{
		endpoint: 'deleteMultiAsset',
		resource,
		operation: 'delete',
		name: 'Delete',
		action: 'Delete a multi asset',
		fields: { assetId: multiAsset, productId: product },
	},
	{
		endpoint: 'issueMultiAsset',
		resource,
		operation: 'issue',
		name: 'Issue',
		action: 'Issue a multi asset which makes units so ask a person first',
		fields: {
			assetId: multiAsset,
			recipientEmail: recipient,
			amount,
			...purpose,
			ownedId: recipientEntity,
			'idempotency-key': idempotencyKey,
			productId: product,
		},
	},
	{
		endpoint: 'transferMultiAsset',
		resource,
		operation: 'transfer',
		name: 'Transfer',
		action: 'Transfer a multi asset which moves units so ask a person first',
		fields: {
			assetId: multiAsset,
			recipientEmail: recipient,
			amount,
			...purpose,
			...transferringEntities,
			'idempotency-key': idempotencyKey,
			productId: product,
		},
	},
	{
		endpoint: 'burnMultiAsset',
		resource,
		operation: 'burn',
		name: 'Burn',
		action: 'Burn a multi asset for good so ask a person first',
		description: 'Use up an amount that the caller holds, for good',
		fields: { assetId: multiAsset, ...burning },
	},
	{
		endpoint: 'listMultiAssetTransactions',
		resource,
		operation: 'getTransactions',
		name: 'Get Transactions',
		action: 'Get the transactions of a multi asset',
		fields: { assetId: multiAsset, ...transactionFilters, productId: product, ...paging },
	},
	{
		endpoint: 'listMultiAssetBatches',
		resource,
		operation: 'getBatches',
		name: 'Get Batches',
		action: 'Get the batches of a multi asset',
		recordsIn: 'batches',
		fields: { assetId: multiAsset, productId: product, ...paging },
	},
	{
		endpoint: 'listMultiAssetBatchTransactions',
		resource,
		operation: 'getBatchTransactions',
		name: 'Get Batch Transactions',
		action: 'Get the transactions of a batch of a multi asset',
		recordsIn: 'transactions',
		fields: { assetId: multiAsset, batchId: multiAssetBatch, productId: product, ...paging },
	},
];
