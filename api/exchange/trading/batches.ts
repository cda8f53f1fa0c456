/** Many orders in one request; each has its own result. */
import type { EndpointDescription } from '../../language/description';
import { batchCancelFields, batchMax, batchOrderFields, newOrderRespType } from './fields';

const orders = {
	in: 'json',
	type: 'object',
	required: true,
	many: true,
	itemsMax: batchMax,
} as const;

const batchErrors = ['Request_TooLarge', 'Request_UnsupportedMediaType'] as const;

export const orderBatches = {
	placeOrders: {
		number: 'beyond',
		method: 'POST',
		path: '/orders/batch',
		summary: `Place up to ${batchMax} orders in one commit; each is answered for itself, in the order of the request`,
		caller: 'TRADER',
		scope: 'TRADE',
		fields: {
			orders: {
				...orders,
				fields: batchOrderFields,
				description:
					'The orders; they get their places in the order they stand in. The batch counts as one request where requests are limited',
			},
			newOrderRespType,
		},
		reply: { status: 200, kind: 'list', model: 'OrderResult' },
		errors: batchErrors,
	},
	testOrders: {
		number: 'beyond',
		method: 'POST',
		path: '/orders/batch-test',
		summary: `Check up to ${batchMax} orders as a batch of real ones is, and tell of each what would come of it in the book as it is shown; nothing is placed`,
		caller: 'TRADER',
		scope: 'TRADE',
		fields: {
			orders: {
				...orders,
				fields: batchOrderFields,
				description:
					'The orders; later ones have of the balances what earlier ones leave, and each meets the book as it is shown now. The batch counts as one request where requests are limited',
			},
		},
		reply: { status: 200, kind: 'list', model: 'OrderTestResult' },
		errors: batchErrors,
	},
	cancelOrders: {
		number: 'beyond',
		method: 'POST',
		path: '/orders/batch-cancel',
		summary: `Cancel up to ${batchMax} own orders in one commit; each is answered for itself, in the order of the request`,
		caller: 'TRADER',
		scope: 'TRADE',
		fields: {
			orders: {
				...orders,
				fields: batchCancelFields,
				description:
					'The orders, each by its orderId or its clientOrderId. The batch counts as one request where requests are limited',
			},
			newOrderRespType,
		},
		reply: { status: 200, kind: 'list', model: 'OrderResult' },
		errors: batchErrors,
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
