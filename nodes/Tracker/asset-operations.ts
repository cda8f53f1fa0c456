/** How the Tracker node shows assets, their issue and their transfer. */
import type { OperationScreen } from '../wire/screen';
import {
	amount,
	asset,
	assetFilters,
	idempotencyKey,
	paging,
	product,
	recipient,
	recipientEntity,
	transferringEntities,
} from './fields';

export const assetOperations: ReadonlyArray<OperationScreen<'tracker'>> = [
	{
		endpoint: 'createAsset',
		resource: 'asset',
		operation: 'create',
		name: 'Create',
		action: 'Create an asset',
		fields: {
			name: { as: 'parameter', label: 'Name', placeholder: 'e.g. Solar Credits' },
			productId: product,
		},
	},
	{
		endpoint: 'listAssets',
		resource: 'asset',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many assets',
		fields: {
			...assetFilters,
			productId: product,
			...paging,
		},
	},
	{
		endpoint: 'issueAsset',
		resource: 'asset',
		operation: 'issue',
		name: 'Issue',
		action: 'Issue an asset',
		fields: {
			assetId: asset,
			recipientEmail: recipient,
			amount,
			ownedId: recipientEntity,
			'idempotency-key': idempotencyKey,
			productId: product,
		},
	},
	{
		endpoint: 'transferAsset',
		resource: 'asset',
		operation: 'transfer',
		name: 'Transfer',
		action: 'Transfer an asset',
		fields: {
			assetId: asset,
			recipientEmail: recipient,
			amount,
			...transferringEntities,
			'idempotency-key': idempotencyKey,
			productId: product,
		},
	},
	{
		endpoint: 'getAsset',
		resource: 'asset',
		operation: 'get',
		name: 'Get',
		action: 'Get an asset',
		fields: { assetId: asset, productId: product },
	},
	{
		endpoint: 'updateAsset',
		resource: 'asset',
		operation: 'update',
		name: 'Update',
		action: 'Update an asset',
		fields: { assetId: asset, name: { as: 'parameter', label: 'New Name' }, productId: product },
	},
	{
		endpoint: 'deleteAsset',
		resource: 'asset',
		operation: 'delete',
		name: 'Delete',
		action: 'Delete an asset',
		fields: { assetId: asset, productId: product },
	},
];
