/** How the Tracker node shows what is held and what was moved. */
import type { OperationScreen } from '../wire/screen';
import { asset, paging, product } from './fields';

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
			productId: product,
			...paging,
		},
	},
];
