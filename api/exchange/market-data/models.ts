import {
	orderTypeNames,
	orderTypes,
	selfTradePreventionModes,
	termFields,
	timesInForce,
} from '../language/order-types';
import type { ModelField } from '../../language/description';
import { symbol, amount, time, updateId, trade } from '../language/model-fields';

const levels = (description: string) =>
	({
		type: 'pair',
		many: true,
		example: ['12.5', '40'],
		description,
	}) as const satisfies ModelField;

/** docs/exchange.md says how to compute it. */
const checksum = {
	type: 'integer',
	example: 2439406541,
	description: 'CRC-32 of the ten best prices of both sides, as the book is then',
} as const satisfies ModelField;

/** As `applyMinToMarket: false` elsewhere: what it will be worth is not known beforehand. */
const leastValue =
	'Least value of an order with a price or a quoteOrderQty; a market order by quantity may be worth less';

const filter = {
	filterType: {
		type: 'string',
		choices: ['PRICE_FILTER', 'LOT_SIZE', 'NOTIONAL', 'PERCENT_PRICE', 'MAX_NUM_ORDERS'],
		description: 'Kind of the rule',
	},
	minPrice: { ...amount('0.01', 'Lowest price'), optional: true },
	maxPrice: { ...amount('100000', 'Highest price'), optional: true },
	tickSize: { ...amount('0.01', 'Least step between two prices'), optional: true },
	minQty: { type: 'string', optional: true, description: 'Least quantity of an order' },
	maxQty: { type: 'string', optional: true, description: 'Largest quantity of an order' },
	stepSize: { type: 'string', optional: true, description: 'Least step between two quantities' },
	minNotional: { type: 'string', optional: true, description: leastValue },
	multiplierUp: {
		type: 'string',
		optional: true,
		description: 'Times the reference price, the highest price',
	},
	multiplierDown: {
		type: 'string',
		optional: true,
		description: 'Times the reference price, the lowest price',
	},
	maxNumOrders: { type: 'integer', optional: true, description: 'Most open orders of an account' },
} as const satisfies Readonly<Record<string, ModelField>>;

const best = {
	bidPrice: {
		...amount('12.45', 'Best price of buyers; absent where there is none'),
		optional: true,
	},
	bidQty: { ...amount('10', 'What is bought at it'), optional: true },
	askPrice: {
		...amount('12.55', 'Best price of sellers; absent where there is none'),
		optional: true,
	},
	askQty: { ...amount('40', 'What is sold at it'), optional: true },
} as const satisfies Readonly<Record<string, ModelField>>;

const ticker = {
	symbol,
	priceChange: {
		...amount(
			'0.25',
			'From the first price of the window to the last; absent without a trade in it',
		),
		optional: true,
	},
	priceChangePercent: {
		...amount('2.04', 'The same in percent of the first price'),
		optional: true,
	},
	weightedAvgPrice: { ...amount('12.41', 'Mean price of what was traded'), optional: true },
	openPrice: { ...amount('12.25', 'First price of the window'), optional: true },
	highPrice: { ...amount('12.8', 'Highest price of the window'), optional: true },
	lowPrice: { ...amount('12.2', 'Lowest price of the window'), optional: true },
	lastPrice: {
		...amount('12.5', 'Price of the last trade, of whatever time; absent where there was none'),
		optional: true,
	},
	volume: amount('340', 'Traded of the base asset'),
	quoteVolume: amount('4219.4', 'Traded of the quote asset'),
	trades: { type: 'integer', example: 9, description: 'Trades in the window' },
	...best,
	openTime: time('When the window begins: with the minute of 24 hours ago'),
	closeTime: time('When it ends: now'),
} as const satisfies Readonly<Record<string, ModelField>>;

/** Rules that an administrator sets, and everybody is told. */
export const marketRules = {
	staticBandPercent: amount(
		'50',
		'How far from the reference price a price may be; beyond it a limit price is refused and nothing trades; 0 for no such band',
	),
	dynamicBandPercent: amount(
		'10',
		'How far from the last trade, or from the best price, an order trades; the rest expires; 0 for no such band',
	),
	referenceWindowMs: {
		type: 'integer',
		example: 300_000,
		description: 'After this long the last price becomes the reference price; 0 for never',
	},
	pauseMs: {
		type: 'integer',
		example: 120_000,
		description:
			'How long the market is CANCEL_ONLY after an order met the static band; 0 for no pause',
	},
	maxNumOrders: {
		type: 'integer',
		example: 200,
		description: 'The most open orders of an account; 0 for no such limit',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

const market = {
	symbol,
	status: {
		type: 'string',
		choices: ['TRADING', 'CANCEL_ONLY', 'HALT'],
		description: 'What the market takes at present',
	},
	baseAsset: { type: 'string', example: 'CREDIT', description: 'What is bought and sold' },
	quoteAsset: { type: 'string', example: 'EUR', description: 'What it is paid with' },
	baseAssetPrecision: {
		type: 'integer',
		example: 0,
		description: 'Digits behind the point of amounts of the base asset',
	},
	quoteAssetPrecision: {
		type: 'integer',
		example: 6,
		description: 'Digits behind the point of amounts of the quote asset',
	},
	tickSize: amount('0.01', 'Least step between two prices'),
	stepSize: amount('1', 'Least step between two quantities'),
	maxPrice: amount('100000', 'Highest price'),
	minQty: amount('1', 'Least quantity of an order'),
	maxQty: amount('1000000', 'Largest quantity of an order'),
	minNotional: amount('1', `${leastValue}; 0 for no limit`),
	makerFeeBps: {
		type: 'integer',
		example: 10,
		description: 'Commission of the order that was there first, in hundredths of a percent',
	},
	takerFeeBps: {
		type: 'integer',
		example: 20,
		description: 'Commission of the order that came second, in hundredths of a percent',
	},
	defaultSelfTradePreventionMode: {
		type: 'string',
		choices: selfTradePreventionModes,
		example: 'EXPIRE_MAKER',
		description: 'What happens when an order that names no mode meets one of the same account',
	},
	staticBandPercent: marketRules.staticBandPercent,
	dynamicBandPercent: marketRules.dynamicBandPercent,
	referencePrice: {
		...amount('12.5', 'What the static band is measured from, where there is anything'),
		optional: true,
	},
	referenceWindowMs: marketRules.referenceWindowMs,
	pauseMs: marketRules.pauseMs,
	pausedUntil: { ...time('When a pause ends; absent while there is none'), optional: true },
	historyStartTime: {
		...time(
			'From when on lists of orders, trades and reports are whole; what had ended before is in the archive; absent while nothing is',
		),
		optional: true,
	},
	maxNumOrders: marketRules.maxNumOrders,
	filters: {
		type: 'object',
		many: true,
		fields: filter,
		description: 'The rules by kind, each with the limits of its kind',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

const termFieldsOf = (description: string) =>
	({ type: 'string', many: true, choices: termFields, description }) as const satisfies ModelField;

const orderType = {
	type: { type: 'string', choices: orderTypeNames, description: 'Kind of order' },
	meaning: {
		type: 'string',
		example: orderTypes.MARKET.meaning,
		description: 'What such an order does',
	},
	needs: termFieldsOf('Fields it needs'),
	oneOf: termFieldsOf('Fields of which it needs exactly one'),
	anyOf: termFieldsOf('Fields of which it needs at least one'),
	takes: termFieldsOf('Fields it may have besides'),
	timesInForce: {
		type: 'string',
		many: true,
		choices: timesInForce,
		description: 'How long it may stay, the first one when it does not say so',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

const limit = {
	rateLimitType: {
		type: 'string',
		choices: ['REQUESTS', 'ADDRESS_STREAMS', 'ACCOUNT_STREAMS'],
		description:
			'REQUESTS of a key, or of an address without one; streams and sockets open at once for an address, which anybody may read, and for an account',
	},
	interval: {
		type: 'string',
		optional: true,
		choices: ['MINUTE'],
		description: 'What it is counted for; absent where it is what may be open at once',
	},
	intervalNum: { type: 'integer', optional: true, example: 1, description: 'How many of them' },
	limit: { type: 'integer', example: 1200, description: 'The most there may be' },
} as const satisfies Readonly<Record<string, ModelField>>;

const exchangeInfo = {
	serverTime: time('The time of the exchange'),
	rateLimits: {
		type: 'object',
		many: true,
		fields: limit,
		description: 'Limits of this server; a reply of 429 says when to go on',
	},
	orderTypes: {
		type: 'object',
		many: true,
		fields: orderType,
		description: 'Types of orders, which every market takes, with the fields that not all have',
	},
	markets: {
		type: 'object',
		many: true,
		fields: market,
		description: 'The markets with their rules, fees and status',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

export const marketModels = {
	ServerTime: { serverTime: time('The time of the exchange') },
	Ticker: ticker,
	BookTicker: { symbol, lastUpdateId: updateId('Sequence number it is as of'), ...best },
	Market: market,
	ExchangeInfo: exchangeInfo,
	Depth: {
		lastUpdateId: updateId('Sequence number it is as of'),
		bids: levels('Best prices of buyers as [price, quantity], the highest first'),
		asks: levels('Best prices of sellers as [price, quantity], the lowest first'),
		checksum,
	},
	DepthUpdate: {
		firstUpdateId: updateId('First sequence number it covers'),
		lastUpdateId: updateId('Last sequence number it covers'),
		bids: levels(
			'Changed prices of buyers with their new quantity, 0 for none any more; and prices that have moved up among the `limit` best',
		),
		asks: levels('The same of sellers'),
		checksum: {
			...checksum,
			optional: true,
			description: 'The same of the book after it; seldom absent, where it is not known in time',
		},
	},
	Trade: trade,
	Candle: {
		openTime: time('When it begins'),
		open: amount('12.5', 'First price'),
		high: amount('12.8', 'Highest price'),
		low: amount('12.4', 'Lowest price'),
		close: amount('12.6', 'Last price'),
		volume: amount('340', 'Traded of the base asset'),
		quoteVolume: amount('4284', 'Traded of the quote asset'),
		trades: { type: 'integer', example: 9, description: 'Trades in it' },
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
