/** The exchange's market data, which anyone may read. */
import type { EndpointDescription, Field } from './description';
import { entriesLimit, fromTrade, lastEventId, levelsLimit, symbol } from './exchange-fields';

const time = (description: string) =>
	({
		in: 'query',
		type: 'integer',
		minimum: 0,
		maximum: 9007199254740991,
		description,
	}) as const satisfies Field;

export const markets = {
	listMarkets: {
		number: 'beyond',
		method: 'GET',
		path: '/markets',
		summary: 'List all markets with their rules and status',
		caller: 'ANYONE',
		fields: {},
		reply: { status: 200, kind: 'list', model: 'Market' },
		errors: [],
	},
	getMarket: {
		number: 'beyond',
		method: 'GET',
		path: '/markets/{symbol}',
		summary: 'Fetch one market with its rules and status',
		caller: 'ANYONE',
		fields: { symbol },
		reply: { status: 200, kind: 'record', model: 'Market' },
		errors: ['Exchange_MarketNotFound'],
	},
	depth: {
		number: 'beyond',
		method: 'GET',
		path: '/markets/{symbol}/depth',
		summary: 'Fetch the best prices of both sides as [price, quantity]',
		caller: 'ANYONE',
		fields: { symbol, limit: levelsLimit },
		reply: { status: 200, kind: 'record', model: 'Depth' },
		errors: ['Exchange_MarketNotFound'],
	},
	streamDepth: {
		number: 'beyond',
		method: 'GET',
		path: '/markets/{symbol}/depth/stream',
		summary: 'Follow the depth: a snapshot, then every change with its sequence numbers',
		caller: 'ANYONE',
		fields: { symbol, limit: levelsLimit },
		reply: { status: 200, kind: 'stream', events: { snapshot: 'Depth', update: 'DepthUpdate' } },
		errors: ['Exchange_MarketNotFound', 'Exchange_StreamsTooMany', 'Exchange_OwnStreamsTooMany'],
	},
	trades: {
		number: 'beyond',
		method: 'GET',
		path: '/markets/{symbol}/trades',
		summary: 'List the newest trades, or those from an id on; the oldest first',
		caller: 'ANYONE',
		fields: {
			symbol,
			limit: entriesLimit,
			fromId: {
				...fromTrade,
				description:
					'The first trade to answer, the newer ones after it; the newest ones without it',
			},
		},
		reply: {
			status: 200,
			kind: 'list',
			model: 'Trade',
			next: { field: 'fromId', property: 'tradeId' },
		},
		errors: ['Exchange_MarketNotFound'],
	},
	streamTrades: {
		number: 'beyond',
		method: 'GET',
		path: '/markets/{symbol}/trades/stream',
		summary: 'Follow the trades: the newest ones, then every trade; goes on after Last-Event-ID',
		caller: 'ANYONE',
		fields: {
			symbol,
			limit: { ...entriesLimit, description: 'The most trades to begin with' },
			'last-event-id': lastEventId,
		},
		reply: { status: 200, kind: 'stream', events: { trade: 'Trade' } },
		errors: ['Exchange_MarketNotFound', 'Exchange_StreamsTooMany', 'Exchange_OwnStreamsTooMany'],
	},
	candles: {
		number: 'beyond',
		method: 'GET',
		path: '/markets/{symbol}/candles',
		summary: 'List open, high, low, close and volume by span of time; the oldest first',
		caller: 'ANYONE',
		fields: {
			symbol,
			interval: {
				in: 'query',
				type: 'string',
				choices: ['1m', '5m', '15m', '1h', '4h', '1d'],
				default: '1m',
				description: 'The length of a candle',
			},
			startTime: { ...time('The first candle opens at this time or later'), default: 0 },
			endTime: {
				...time('The last candle opens at this time or earlier'),
				default: 9007199254740991,
			},
			limit: entriesLimit,
		},
		reply: {
			status: 200,
			kind: 'list',
			model: 'Candle',
			next: { field: 'startTime', property: 'openTime' },
		},
		errors: ['Exchange_MarketNotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
