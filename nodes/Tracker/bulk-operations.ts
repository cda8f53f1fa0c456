/** Transfers out of named batches, reversals, and bulk operations. */
import type { OperationScreen, ShownField } from '../wire/screen';
import {
	amount,
	asset,
	batches,
	idempotencyKey,
	multiAsset,
	product,
	purpose,
	recipient,
	recipientEntity,
	transferringEntities,
} from './fields';

const together =
	'All items go to the service in one call, and each is carried out or refused by itself';

const issues = (assetId: ShownField) =>
	({
		as: 'items',
		fields: { assetId, recipientEmail: recipient, amount, ...purpose, ownedId: recipientEntity },
	}) as const;

const outOfBatches = {
	recipientEmail: recipient,
	amount,
	...purpose,
	batchIds: batches,
	...transferringEntities,
	'idempotency-key': idempotencyKey,
	productId: product,
} as const;

export const bulkOperations: ReadonlyArray<OperationScreen<'tracker'>> = [
	{
		endpoint: 'transferBatches',
		resource: 'asset',
		operation: 'transferBatches',
		name: 'Transfer From Batches',
		action: 'Transfer an asset from batches which moves units so ask a person first',
		fields: { assetId: asset, ...outOfBatches },
	},
	{
		endpoint: 'issueAssets',
		resource: 'asset',
		operation: 'issueBulk',
		name: 'Issue in Bulk',
		action: 'Issue assets in bulk which makes units so ask a person first',
		description: together,
		fields: { items: issues(asset), 'idempotency-key': idempotencyKey, productId: product },
	},
	{
		endpoint: 'transferAssets',
		resource: 'asset',
		operation: 'transferBulk',
		name: 'Transfer in Bulk',
		action: 'Transfer assets in bulk which moves units so ask a person first',
		description: together,
		fields: {
			items: {
				as: 'items',
				fields: {
					assetId: asset,
					recipientEmail: recipient,
					amount,
					...purpose,
					batchIds: { ...batches, as: 'option' },
				},
			},
			...transferringEntities,
			'idempotency-key': idempotencyKey,
			productId: product,
		},
	},
	{
		endpoint: 'transferMultiAssetBatches',
		resource: 'multiAsset',
		operation: 'transferBatches',
		name: 'Transfer From Batches',
		action: 'Transfer a multi asset from batches which moves units so ask a person first',
		fields: { assetId: multiAsset, ...outOfBatches },
	},
	{
		endpoint: 'issueMultiAssets',
		resource: 'multiAsset',
		operation: 'issueBulk',
		name: 'Issue in Bulk',
		action: 'Issue multi assets in bulk which makes units so ask a person first',
		description: together,
		fields: { items: issues(multiAsset), 'idempotency-key': idempotencyKey, productId: product },
	},
	{
		endpoint: 'reverseTransaction',
		resource: 'transaction',
		operation: 'reverse',
		name: 'Reverse',
		action: 'Reverse a transaction which moves units so ask a person first',
		fields: {
			transactionId: {
				as: 'parameter',
				label: 'Transaction ID',
				placeholder: 'e.g. 5f3d0c1e9a2b4d6c8e0f1a2b',
			},
			...purpose,
			'idempotency-key': idempotencyKey,
			productId: product,
		},
	},
];
