/** A trader's orders at the exchange. Names follow Binance spot and FIX. */
import type { EndpointDescription, Field, OtherReply } from './description';
import { amount, fromId, newestFirst, orderId, symbol, trackerKey } from './exchange-fields';
import { clientOrderId, newOrderRespType, orderFields } from './exchange-order-fields';

const ownSymbol = { ...symbol, in: 'query' } as const satisfies Field;

const repeatedOrder = {
	status: 200,
	kind: 'record',
	model: 'Order',
	when: 'The same order was accepted before under its clientOrderId',
} as const satisfies OtherReply;

export const orders = {
	placeOrder: {
		number: 'beyond',
		method: 'POST',
		path: '/orders',
		summary: 'Place an order; it is durable when this answers',
		caller: 'TRADER',
		fields: {
			symbol: { ...symbol, in: 'json' },
			...orderFields,
			newOrderRespType,
			fund: {
				in: 'json',
				type: 'boolean',
				description:
					'Whether to pull what the order lacks from your account at the tracker first; needs a clientOrderId',
			},
			'x-tracker-key': trackerKey,
		},
		reply: { status: 201, kind: 'record', model: 'Order' },
		otherReplies: [
			repeatedOrder,
			{
				status: 202,
				kind: 'record',
				model: 'PendingOrder',
				when: 'Not placed yet, for what becomes of its deposit is not known; ask again',
			},
		],
		errors: [
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Exchange_MarketNotFound',
			'Exchange_MarketNotTrading',
			'Exchange_OrderRefused',
			'Exchange_ClientOrderIdReused',
			'Exchange_InsufficientBalance',
			'Exchange_SettlementOff',
			'Exchange_AssetNotLinked',
			'Exchange_ReferenceReused',
			'Exchange_DepositsTooMany',
			'Exchange_TransferRefused',
		],
	},
	listOrders: {
		number: 'beyond',
		method: 'GET',
		path: '/orders',
		summary: 'List own orders, the newest first',
		caller: 'TRADER',
		fields: {
			symbol: {
				in: 'query',
				type: 'string',
				minLength: 1,
				maxLength: 200,
				description: 'Only orders of this market',
			},
			status: {
				in: 'query',
				type: 'string',
				choices: ['open', 'all'],
				default: 'open',
				description: 'Only those that can still trade, or all',
			},
			fromId,
			...newestFirst,
		},
		reply: {
			status: 200,
			kind: 'list',
			model: 'Order',
			next: { field: 'fromId', property: 'orderId' },
		},
		errors: ['Exchange_OrderNotFound'],
	},
	getOrder: {
		number: 'beyond',
		method: 'GET',
		path: '/orders/{orderId}',
		summary: 'Fetch one own order',
		caller: 'TRADER',
		fields: { orderId },
		reply: { status: 200, kind: 'record', model: 'Order' },
		errors: ['Exchange_OrderNotFound'],
	},
	getOrderByClientId: {
		number: 'beyond',
		method: 'GET',
		path: '/client-orders/{clientOrderId}',
		summary: 'Fetch one own order by your own id',
		caller: 'TRADER',
		fields: { clientOrderId: { ...clientOrderId, in: 'path', required: true } },
		reply: { status: 200, kind: 'record', model: 'Order' },
		errors: ['Exchange_OrderNotFound'],
	},
	cancelOrder: {
		number: 'beyond',
		method: 'DELETE',
		path: '/orders/{orderId}',
		summary: 'Cancel an order',
		caller: 'TRADER',
		fields: { orderId },
		reply: { status: 200, kind: 'record', model: 'Order' },
		errors: ['Exchange_OrderNotFound', 'Exchange_OrderNotOpen', 'Exchange_MarketNotTrading'],
	},
	cancelAllOrders: {
		number: 'beyond',
		method: 'DELETE',
		path: '/orders',
		summary: 'Cancel all own orders of a market; answers their reports',
		caller: 'TRADER',
		fields: { symbol: ownSymbol },
		reply: { status: 200, kind: 'list', model: 'ExecutionReport' },
		errors: ['Exchange_MarketNotFound', 'Exchange_MarketNotTrading'],
	},
	reduceOrder: {
		number: 'beyond',
		method: 'PATCH',
		path: '/orders/{orderId}',
		summary: 'Make an order smaller; it keeps its place',
		caller: 'TRADER',
		fields: {
			orderId,
			quantity: { ...amount('The new quantity, what is executed counted'), required: true },
		},
		reply: { status: 200, kind: 'record', model: 'Order' },
		errors: [
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Exchange_OrderNotFound',
			'Exchange_OrderNotOpen',
			'Exchange_MarketNotTrading',
		],
	},
	replaceOrder: {
		number: 'beyond',
		method: 'POST',
		path: '/orders/{orderId}/replace',
		summary:
			'Cancel an order and place another of the same side, or do neither; what it holds counts',
		caller: 'TRADER',
		fields: { orderId, ...orderFields, newOrderRespType },
		reply: { status: 201, kind: 'record', model: 'Order' },
		otherReplies: [repeatedOrder],
		errors: [
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Exchange_OrderNotFound',
			'Exchange_OrderNotOpen',
			'Exchange_OrderChanged',
			'Exchange_MarketNotTrading',
			'Exchange_OrderRefused',
			'Exchange_ClientOrderIdReused',
			'Exchange_InsufficientBalance',
		],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
