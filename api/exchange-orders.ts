/** A trader's orders at the exchange. Names follow Binance spot and FIX. */
import type { EndpointDescription, Field, OtherReply } from './description';
import {
	amount,
	clientId,
	fromId,
	newestFirst,
	orderId,
	symbol,
	trackerKey,
} from './exchange-fields';

const clientOrderId = clientId(
	'Your own id; the same order sent again under it is accepted once and answered again',
);

const ownSymbol = { ...symbol, in: 'query' } as const satisfies Field;

const orderFields = {
	side: {
		in: 'json',
		type: 'string',
		required: true,
		choices: ['BUY', 'SELL'],
		description: 'BUY or SELL the base asset',
	},
	type: {
		in: 'json',
		type: 'string',
		required: true,
		choices: ['LIMIT', 'MARKET', 'STOP_LOSS', 'STOP_LOSS_LIMIT'],
		description: 'LIMIT, MARKET, STOP_LOSS or STOP_LOSS_LIMIT',
	},
	timeInForce: {
		in: 'json',
		type: 'string',
		choices: ['GTC', 'IOC', 'FOK', 'GTD'],
		description: 'GTC when left out; an order without a price is IOC',
	},
	price: amount('The limit, a multiple of the tick'),
	stopPrice: amount('A trade at this price or beyond sets a stop order off'),
	quantity: amount('Of the base asset, a multiple of the step'),
	quoteOrderQty: amount('Of the quote asset, for MARKET and STOP_LOSS instead of a quantity'),
	icebergQty: amount('The most that is shown at a time'),
	expireTime: {
		in: 'json',
		type: 'integer',
		minimum: 1,
		maximum: 9007199254740991,
		description: 'When a GTD order ends',
	},
	postOnly: {
		in: 'json',
		type: 'boolean',
		description: 'Whether to refuse the order when it would trade at once',
	},
	selfTradePreventionMode: {
		in: 'json',
		type: 'string',
		choices: ['NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT'],
		description:
			'What happens when the order meets one of the same account; as the market has it when left out',
	},
	clientOrderId,
	newOrderRespType: {
		in: 'json',
		type: 'string',
		choices: ['ACK', 'RESULT'],
		default: 'RESULT',
		description: 'ACK answers when the order is durable, RESULT when it has been matched',
	},
} as const satisfies Readonly<Record<string, Field>>;

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
		fields: { orderId, ...orderFields },
		reply: { status: 201, kind: 'record', model: 'Order' },
		otherReplies: [repeatedOrder],
		errors: [
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Exchange_OrderNotFound',
			'Exchange_OrderNotOpen',
			'Exchange_OrderChanged',
			'Exchange_MarketNotTrading',
			'Exchange_ClientOrderIdReused',
			'Exchange_InsufficientBalance',
		],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
