/** Tracker: batches, of which each issue makes one. */
import type { EndpointDescription } from '../language/description';
import { assetId, paging, productId } from '../language/fields';
import { batchId, entityErrors, holdingEntity, productErrors } from './fields';

export const trackerBatches = {
	listBatches: {
		number: 'beyond',
		method: 'GET',
		path: '/tracker/{productId}/assets/{assetId}/batches',
		summary: 'List the batches of an asset, each as the issue that made it',
		caller: ['TrackerAdmin'],
		fields: { productId, assetId, ...paging },
		reply: { status: 200, kind: 'record', model: 'IssuedBatchesResponse' },
		errors: [...productErrors, 'Factory_FactoryNotFound'],
	},
	listBatchTransactions: {
		number: 'beyond',
		method: 'GET',
		path: '/tracker/{productId}/assets/{assetId}/batches/{batchId}/transactions',
		summary: 'List what was moved of a batch: each transaction with the amount of this batch',
		caller: ['TrackerAdmin'],
		fields: { productId, assetId, batchId, ...paging },
		reply: { status: 200, kind: 'record', model: 'IssuedBatchTransactionsResponse' },
		errors: [...productErrors, 'Factory_FactoryNotFound', 'Tracker_BatchNotFound'],
	},
	listHeldBatches: {
		number: 'beyond',
		method: 'GET',
		path: '/tracker/{productId}/balances/{assetId}',
		summary: 'List the batches the balance of the caller consists of, in the order they are drawn',
		caller: ['TrackerAdmin', 'TrackerUser'],
		fields: { productId, assetId, ...holdingEntity, ...paging },
		reply: { status: 200, kind: 'list', model: 'Batch' },
		errors: [...productErrors, ...entityErrors, 'Factory_FactoryNotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
