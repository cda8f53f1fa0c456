/** Market data, which is public. */
import type { EndpointDescription, Field } from '../../language/description';
import { candleIntervals } from '../language/candle-intervals';
import {
	entriesLimit,
	fromTrade,
	lastEventId,
	lastEventIdInAddress,
	followedLevels,
	levelsLimit,
	symbol,
	timeRange,
} from '../language/fields';

const interval = {
	in: 'query',
	type: 'string',
	choices: candleIntervals,
	default: '1m',
	description:
		'The length of a candle, in UTC: a week (1w) begins on Monday, a month (1M) is that of the calendar',
} as const satisfies Field;

const symbols = {
	in: 'query',
	type: 'string',
	many: true,
	itemsMax: 100,
	minLength: 1,
	maxLength: 100,
	description: 'Only these markets, in this order; all of them when absent',
} as const satisfies Field;

export const markets = {
	serverTime: {
		number: 'beyond',
		method: 'GET',
		path: '/time',
		summary: 'Fetch the time of the exchange',
		caller: 'ANYONE',
		fields: {},
		reply: { status: 200, kind: 'record', model: 'ServerTime' },
		errors: [],
	},
	exchangeInfo: {
		number: 'beyond',
		method: 'GET',
		path: '/exchange-info',
		summary:
			'Fetch what a program needs to begin: the time, limits of requests, types of orders with their fields, and markets with their rules',
		caller: 'ANYONE',
		fields: { symbols },
		reply: { status: 200, kind: 'record', model: 'ExchangeInfo' },
		errors: ['Exchange_MarketNotFound'],
	},
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
	ticker: {
		number: 'beyond',
		method: 'GET',
		path: '/markets/{symbol}/ticker',
		summary: 'Fetch what was traded within 24 hours, and the best prices',
		caller: 'ANYONE',
		fields: { symbol },
		reply: { status: 200, kind: 'record', model: 'Ticker' },
		errors: ['Exchange_MarketNotFound'],
	},
	streamTicker: {
		number: 'beyond',
		method: 'GET',
		path: '/markets/{symbol}/ticker/stream',
		summary:
			'Follow the ticker: as it is, then whenever the market has moved, once a second at most',
		caller: 'ANYONE',
		fields: { symbol },
		reply: { status: 200, kind: 'stream', events: { ticker: 'Ticker' } },
		errors: ['Exchange_MarketNotFound', 'Exchange_StreamsTooMany', 'Exchange_OwnStreamsTooMany'],
	},
	streamBookTicker: {
		number: 'beyond',
		method: 'GET',
		path: '/markets/{symbol}/book-ticker/stream',
		summary:
			'Follow the best prices: as they are, then whenever one of them or its quantity has changed, once a second at most',
		caller: 'ANYONE',
		fields: { symbol },
		reply: { status: 200, kind: 'stream', events: { bookTicker: 'BookTicker' } },
		errors: ['Exchange_MarketNotFound', 'Exchange_StreamsTooMany', 'Exchange_OwnStreamsTooMany'],
	},
	listTickers: {
		number: 'beyond',
		method: 'GET',
		path: '/tickers',
		summary: 'List of all markets what was traded within 24 hours, and the best prices',
		caller: 'ANYONE',
		fields: {
			symbols,
		},
		reply: { status: 200, kind: 'list', model: 'Ticker' },
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
		fields: { symbol, limit: followedLevels },
		reply: { status: 200, kind: 'stream', events: { snapshot: 'Depth', update: 'DepthUpdate' } },
		errors: ['Exchange_MarketNotFound', 'Exchange_StreamsTooMany', 'Exchange_OwnStreamsTooMany'],
	},
	trades: {
		number: 'beyond',
		method: 'GET',
		path: '/markets/{symbol}/trades',
		summary: 'List the newest trades, or those from an id or a time on; the oldest first',
		caller: 'ANYONE',
		fields: {
			symbol,
			limit: entriesLimit,
			fromId: {
				...fromTrade,
				description:
					'The first trade to answer, the newer ones after it; without it and startTime the newest ones',
			},
			...timeRange,
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
			lastEventId: lastEventIdInAddress,
		},
		reply: { status: 200, kind: 'stream', events: { trade: 'Trade' } },
		errors: ['Exchange_MarketNotFound', 'Exchange_StreamsTooMany', 'Exchange_OwnStreamsTooMany'],
	},
	candles: {
		number: 'beyond',
		method: 'GET',
		path: '/markets/{symbol}/candles',
		summary:
			'List open, high, low, close and volume by span of time: the newest, or those from a time on; the oldest first, and none of a span without a trade',
		caller: 'ANYONE',
		fields: {
			symbol,
			interval,
			startTime: {
				...timeRange.startTime,
				description:
					'The first candle opens at this time or later; without it the newest ones are answered',
			},
			endTime: {
				...timeRange.endTime,
				description: 'The last candle opens at this time or earlier',
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
	streamCandles: {
		number: 'beyond',
		method: 'GET',
		path: '/markets/{symbol}/candles/stream',
		summary:
			'Follow the candles: the present one, then each that trades have changed, once a second at most; goes on from Last-Event-ID',
		caller: 'ANYONE',
		fields: {
			symbol,
			interval,
			'last-event-id': lastEventId,
			lastEventId: lastEventIdInAddress,
		},
		reply: { status: 200, kind: 'stream', events: { candle: 'Candle' } },
		errors: ['Exchange_MarketNotFound', 'Exchange_StreamsTooMany', 'Exchange_OwnStreamsTooMany'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
