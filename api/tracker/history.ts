import type { EndpointDescription } from '../language/description';
import {
	assetId,
	beforeDateTime,
	paging,
	path,
	productId,
	proof,
	proofErrors,
} from '../language/fields';
import { byReference, entityErrors, holdingEntity, productErrors } from './fields';

export const trackerHistory = {
	listBalances: {
		number: 'E8',
		method: 'GET',
		path: '/tracker/{productId}/balances',
		summary: 'List the balances of the caller',
		caller: ['TrackerAdmin', 'TrackerUser'],
		fields: { productId, ...holdingEntity, ...paging },
		reply: { status: 200, kind: 'list', model: 'AssetBalance' },
		errors: [...productErrors, ...entityErrors],
	},
	listTransactions: {
		number: 'beyond',
		method: 'GET',
		path: '/tracker/{productId}/assets/{assetId}/transactions',
		summary: 'List the transactions of an asset, for a user without the admin role only own ones',
		caller: ['TrackerAdmin', 'TrackerUser'],
		fields: { productId, assetId, ...byReference, beforeDateTime, ...paging },
		reply: { status: 200, kind: 'list', model: 'AssetTransaction' },
		errors: ['Auth_RoleMissing', 'Product_NotFound', 'Factory_FactoryNotFound'],
	},
	listProductTransactions: {
		number: 'beyond',
		method: 'GET',
		path: '/tracker/{productId}/transactions',
		summary: 'List the transactions of all assets of the product',
		caller: ['TrackerAdmin'],
		fields: { productId, ...byReference, beforeDateTime, ...paging },
		reply: { status: 200, kind: 'list', model: 'AssetTransaction' },
		errors: ['Auth_RoleMissing', 'Product_NotFound'],
	},
	getStats: {
		number: 'beyond',
		method: 'GET',
		path: '/tracker/{productId}/stats',
		summary: 'Count what happened in the product during the last 24 hours',
		caller: ['TrackerAdmin'],
		fields: { productId },
		reply: { status: 200, kind: 'record', model: 'TrackerStatsResponse' },
		errors: ['Auth_RoleMissing', 'Product_NotFound'],
	},
	getTransactionProof: {
		number: 'beyond',
		method: 'GET',
		path: '/tracker/{productId}/assets/{assetId}/transactions/{transactionId}/proof',
		summary:
			'Fetch the proof that the log holds a transaction, for a user without the admin role an own one',
		caller: ['TrackerAdmin', 'TrackerUser'],
		fields: { productId, assetId, transactionId: path('Identifier of the transaction') },
		reply: proof,
		errors: [
			'Auth_RoleMissing',
			'Product_NotFound',
			'Factory_FactoryNotFound',
			'Factory_TransactionNotFound',
			...proofErrors,
		],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
