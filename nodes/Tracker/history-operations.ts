import type { OperationScreen } from '../wire/screen';
import { asset, batch, holdingEntity, paging, product, transactionFilters } from './fields';

export const historyOperations: ReadonlyArray<OperationScreen<'tracker'>> = [
	{
		endpoint: 'listBalances',
		resource: 'balance',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many balances',
		fields: {
			...holdingEntity,
			productId: product,
			...paging,
		},
	},
	{
		endpoint: 'listHolders',
		resource: 'balance',
		operation: 'getHolders',
		name: 'Get Holders',
		action: 'Get the holders of an asset',
		fields: { assetId: asset, productId: product, ...paging },
	},
	{
		endpoint: 'listTransactions',
		resource: 'transaction',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many transactions',
		fields: {
			assetId: asset,
			...transactionFilters,
			productId: product,
			...paging,
		},
	},
	{
		endpoint: 'listProductTransactions',
		resource: 'transaction',
		operation: 'getAllOfProduct',
		name: 'Get Many of Product',
		action: 'Get many transactions of all assets',
		fields: { ...transactionFilters, productId: product, ...paging },
	},
	{
		endpoint: 'getStats',
		resource: 'transaction',
		operation: 'getStats',
		name: 'Get Statistics',
		action: 'Get statistics of the last 24 hours',
		fields: { productId: product },
	},
	{
		endpoint: 'listHeldBatches',
		resource: 'balance',
		operation: 'getBatches',
		name: 'Get Batches',
		action: 'Get the batches of a balance',
		fields: {
			assetId: {
				...asset,
				label: 'Asset or Multi-Asset',
				description: 'Identifier of the asset; a multi-asset is chosen by its ID',
			},
			...holdingEntity,
			productId: product,
			...paging,
		},
	},
	{
		endpoint: 'listBatches',
		resource: 'batch',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many batches of an asset',
		recordsIn: 'batches',
		fields: { assetId: asset, productId: product, ...paging },
	},
	{
		endpoint: 'listBatchTransactions',
		resource: 'batch',
		operation: 'getTransactions',
		name: 'Get Transactions',
		action: 'Get the transactions of a batch',
		recordsIn: 'transactions',
		fields: { assetId: asset, batchId: batch, productId: product, ...paging },
	},
];
