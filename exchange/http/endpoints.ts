/**
 * The exchange's interface as plain data: every endpoint with its fields. Routes, the checks of
 * requests and the OpenAPI document derive from it; what an endpoint does is in handlers.ts. Names
 * follow Binance spot and FIX; amounts are decimal strings, times milliseconds since 1970.
 */
import {
	amount,
	clientId,
	limit,
	orderId,
	paging,
	symbol,
	trackerKey,
	type EndpointDescription,
	type FieldDescription,
} from './fields';
import { settlementEndpoints } from './settlement-endpoints';
import { ORDER_TYPES, SELF_TRADE_PREVENTION_MODES, TIMES_IN_FORCE } from '../engine/command';

const clientOrderId = clientId(
	'Your own id. The same order sent again under it is accepted once and answered again.',
);

const repeatedOrder = { 200: 'The same order was accepted before under its clientOrderId' };

const responseType: FieldDescription = {
	in: 'body',
	type: 'string',
	choices: ['ACK', 'RESULT'],
	default: 'RESULT',
	description: 'ACK answers when the order is durable, RESULT when it has been matched.',
};

const orderFields: Readonly<Record<string, FieldDescription>> = {
	side: {
		in: 'body',
		type: 'string',
		required: true,
		choices: ['BUY', 'SELL'],
		description: 'BUY or SELL the base asset.',
	},
	type: {
		in: 'body',
		type: 'string',
		required: true,
		choices: ORDER_TYPES,
		description: 'LIMIT, MARKET, STOP_LOSS or STOP_LOSS_LIMIT.',
	},
	timeInForce: {
		in: 'body',
		type: 'string',
		choices: TIMES_IN_FORCE,
		description: 'GTC when left out; an order without a price is IOC.',
	},
	price: amount('The limit, a multiple of the tick.'),
	stopPrice: amount('A trade at this price or beyond sets a stop order off.'),
	quantity: amount('Of the base asset, a multiple of the step.'),
	quoteOrderQty: amount('Of the quote asset, for MARKET and STOP_LOSS instead of a quantity.'),
	icebergQty: amount('The most that is shown at a time.'),
	expireTime: {
		in: 'body',
		type: 'integer',
		minimum: 1,
		maximum: Number.MAX_SAFE_INTEGER,
		description: 'When a GTD order ends.',
	},
	postOnly: {
		in: 'body',
		type: 'boolean',
		description: 'Refuse the order when it would trade at once.',
	},
	selfTradePreventionMode: {
		in: 'body',
		type: 'string',
		choices: SELF_TRADE_PREVENTION_MODES,
		description: 'What happens when the order meets one of the same account; NONE when left out.',
	},
	clientOrderId,
	newOrderRespType: responseType,
};

const fund: FieldDescription = {
	in: 'body',
	type: 'boolean',
	description:
		'Pull what the order lacks from your account at the tracker first; needs a clientOrderId.',
};

export const endpoints = {
	listMarkets: {
		method: 'GET',
		path: '/markets',
		caller: 'ANYONE',
		summary: 'All markets with their rules and status',
		reply: 200,
		fields: {},
	},
	getMarket: {
		method: 'GET',
		path: '/markets/{symbol}',
		caller: 'ANYONE',
		summary: 'One market with its rules and status',
		reply: 200,
		fields: { symbol },
	},
	depth: {
		method: 'GET',
		path: '/markets/{symbol}/depth',
		caller: 'ANYONE',
		summary: 'The best prices of both sides as [price, quantity]',
		reply: 200,
		fields: { symbol, limit: limit(5_000) },
	},
	streamDepth: {
		method: 'GET',
		path: '/markets/{symbol}/depth/stream',
		caller: 'ANYONE',
		summary: 'A snapshot of the depth, then every change with its sequence numbers',
		reply: 'stream',
		fields: { symbol, limit: limit(5_000) },
	},
	trades: {
		method: 'GET',
		path: '/markets/{symbol}/trades',
		caller: 'ANYONE',
		summary: 'The newest trades, or those from an id on; the oldest first',
		reply: 200,
		fields: {
			symbol,
			limit: limit(1_000),
			fromId: {
				in: 'query',
				type: 'integer',
				minimum: 1,
				maximum: Number.MAX_SAFE_INTEGER,
				description: 'The first trade to answer.',
			},
		},
	},
	streamTrades: {
		method: 'GET',
		path: '/markets/{symbol}/trades/stream',
		caller: 'ANYONE',
		summary: 'The newest trades, then every trade; goes on after Last-Event-ID',
		reply: 'stream',
		fields: { symbol, limit: limit(1_000) },
	},
	candles: {
		method: 'GET',
		path: '/markets/{symbol}/candles',
		caller: 'ANYONE',
		summary: 'Open, high, low, close and volume by span of time; the oldest first',
		reply: 200,
		fields: {
			symbol,
			interval: {
				in: 'query',
				type: 'string',
				choices: ['1m', '5m', '15m', '1h', '4h', '1d'],
				default: '1m',
				description: 'The length of a candle.',
			},
			startTime: {
				in: 'query',
				type: 'integer',
				minimum: 0,
				maximum: Number.MAX_SAFE_INTEGER,
				default: 0,
				description: 'The first candle opens at this time or later.',
			},
			endTime: {
				in: 'query',
				type: 'integer',
				minimum: 0,
				maximum: Number.MAX_SAFE_INTEGER,
				default: Number.MAX_SAFE_INTEGER,
				description: 'The last candle opens at this time or earlier.',
			},
			limit: limit(1_000),
		},
	},
	placeOrder: {
		method: 'POST',
		path: '/orders',
		caller: 'TRADER',
		summary: 'Place an order; it is durable when this answers',
		reply: 201,
		otherReplies: {
			...repeatedOrder,
			202: 'PENDING_FUNDING: not placed yet, for what becomes of its deposit is not known; ask again',
		},
		fields: {
			symbol: { ...symbol, in: 'body' },
			...orderFields,
			fund,
			'x-tracker-key': trackerKey,
		},
	},
	listOrders: {
		method: 'GET',
		path: '/orders',
		caller: 'TRADER',
		summary: 'Own orders, the newest first',
		reply: 200,
		fields: {
			symbol: { ...symbol, in: 'query', required: false },
			status: {
				in: 'query',
				type: 'string',
				choices: ['open', 'all'],
				default: 'open',
				description: 'Only those that can still trade, or all.',
			},
			...paging,
		},
	},
	getOrder: {
		method: 'GET',
		path: '/orders/{orderId}',
		caller: 'TRADER',
		summary: 'One own order',
		reply: 200,
		fields: { orderId },
	},
	getOrderByClientId: {
		method: 'GET',
		path: '/client-orders/{clientOrderId}',
		caller: 'TRADER',
		summary: 'One own order by your own id',
		reply: 200,
		fields: { clientOrderId: { ...clientOrderId, in: 'path', required: true } },
	},
	cancelOrder: {
		method: 'DELETE',
		path: '/orders/{orderId}',
		caller: 'TRADER',
		summary: 'Cancel an order',
		reply: 200,
		fields: { orderId },
	},
	cancelAllOrders: {
		method: 'DELETE',
		path: '/orders',
		caller: 'TRADER',
		summary: 'Cancel all own orders of a market; answers their reports',
		reply: 200,
		fields: { symbol: { ...symbol, in: 'query' } },
	},
	reduceOrder: {
		method: 'PATCH',
		path: '/orders/{orderId}',
		caller: 'TRADER',
		summary: 'Make an order smaller; it keeps its place',
		reply: 200,
		fields: {
			orderId,
			quantity: { ...amount('The new quantity, what is executed counted.'), required: true },
		},
	},
	replaceOrder: {
		method: 'POST',
		path: '/orders/{orderId}/replace',
		caller: 'TRADER',
		summary:
			'Cancel an order and place another of the same side, or do neither; what it holds counts',
		reply: 201,
		otherReplies: repeatedOrder,
		fields: { orderId, ...orderFields },
	},
	account: {
		method: 'GET',
		path: '/account',
		caller: 'TRADER',
		summary: 'What the account has available and held, by asset, and how it is paid out',
		reply: 200,
		fields: {},
	},
	accountTrades: {
		method: 'GET',
		path: '/account/trades',
		caller: 'TRADER',
		summary: 'Own trades of a market, the newest first',
		reply: 200,
		fields: { symbol: { ...symbol, in: 'query' }, ...paging },
	},
	streamReports: {
		method: 'GET',
		path: '/account/reports/stream',
		caller: 'TRADER',
		summary: 'The open orders of a market, then an execution report for everything that happens',
		reply: 'stream',
		fields: { symbol: { ...symbol, in: 'query' } },
	},
	...settlementEndpoints,
} as const satisfies Readonly<Record<string, EndpointDescription>>;

export type EndpointName = keyof typeof endpoints;

export const endpointNames = Object.keys(endpoints) as readonly EndpointName[];
