/** How the Tracker node shows what is held and what was moved. */
import type { OperationScreen } from '../wire/screen';
import { asset, before, paging, product } from './fields';

export const historyOperations: ReadonlyArray<OperationScreen<'tracker'>> = [
	{
		endpoint: 'listBalances',
		resource: 'balance',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many balances',
		fields: {
			productId: product,
			...paging,
		},
	},
	{
		endpoint: 'listTransactions',
		resource: 'transaction',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many transactions',
		fields: {
			assetId: asset,
			beforeDateTime: before,
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
		fields: { beforeDateTime: before, productId: product, ...paging },
	},
	{
		endpoint: 'getStats',
		resource: 'transaction',
		operation: 'getStats',
		name: 'Get Statistics',
		action: 'Get statistics of the last 24 hours',
		fields: { productId: product },
	},
];
