/** Tracker: who holds how much, and what was moved. */
import type { EndpointDescription } from './description';
import { assetId, paging, productId } from './fields';

export const trackerHistory = {
	listBalances: {
		number: 'E8',
		method: 'GET',
		path: '/tracker/{productId}/balances',
		summary: 'List the balances of the caller',
		caller: ['TrackerAdmin', 'TrackerUser'],
		fields: { productId, ...paging },
		reply: { status: 200, kind: 'list', model: 'AssetBalance' },
		errors: ['Auth_RoleMissing', 'Product_NotFound'],
	},
	listTransactions: {
		number: 'beyond',
		method: 'GET',
		path: '/tracker/{productId}/assets/{assetId}/transactions',
		summary: 'List the transactions of an asset, for a user without the admin role only own ones',
		caller: ['TrackerAdmin', 'TrackerUser'],
		fields: { productId, assetId, ...paging },
		reply: { status: 200, kind: 'list', model: 'AssetTransaction' },
		errors: ['Auth_RoleMissing', 'Product_NotFound', 'Factory_FactoryNotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
