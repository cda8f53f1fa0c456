import type { ModelField } from '../../language/description';
import { deposit } from '../account/models';
import { orderTypeNames, selfTradePreventionModes, timesInForce } from '../language/order-types';
import {
	symbol,
	orderId,
	clientOrderId,
	side,
	amount,
	time,
	commission,
	commissionAsset,
	updateId,
	trade,
} from '../language/model-fields';

const orderStatuses = [
	'NEW',
	'PENDING_NEW',
	'PARTIALLY_FILLED',
	'FILLED',
	'CANCELED',
	'REJECTED',
	'EXPIRED',
	'EXPIRED_IN_MATCH',
] as const;

const order = {
	orderId,
	clientOrderId,
	symbol,
	side,
	type: {
		type: 'string',
		choices: orderTypeNames,
		description: 'Kind of order',
	},
	timeInForce: {
		type: 'string',
		choices: timesInForce,
		description: 'How long the order stays',
	},
	price: { ...amount('12.5', 'The limit'), optional: true },
	stopPrice: { type: 'string', optional: true, description: 'The price that sets it off' },
	trailingDelta: { type: 'integer', optional: true, description: 'Basis points it follows at' },
	quantity: { ...amount('40', 'Of the base asset'), optional: true },
	quoteOrderQty: { type: 'string', optional: true, description: 'Of the quote asset' },
	icebergQty: { type: 'string', optional: true, description: 'The most that is shown at a time' },
	expireTime: {
		type: 'integer',
		isMoment: true,
		optional: true,
		description: 'When a GTD order ends',
	},
	postOnly: { type: 'boolean', optional: true, description: 'Whether it never takes' },
	selfTradePreventionMode: {
		type: 'string',
		optional: true,
		choices: selfTradePreventionModes,
		description: 'What happens when the order meets one of the same account',
	},
	origOrderId: { type: 'string', optional: true, description: 'The order it replaces' },
	orderListId: { type: 'string', optional: true, description: 'The list it belongs to' },
	status: {
		type: 'string',
		choices: orderStatuses,
		description: 'Where the order stands; PENDING_NEW until it was matched',
	},
	reason: { type: 'string', optional: true, description: 'Why it was refused or ended' },
	executedQty: amount('0', 'What is executed of the base asset'),
	leavesQty: amount('40', 'What is left of the base asset'),
	executedQuoteQty: amount('0', 'What is executed of the quote asset'),
	avgPrice: amount('0', 'Mean price of what is executed'),
	commission: amount('0', 'What the exchange took of it'),
	commissionAsset,
	createdAt: time('When it was accepted'),
	updatedAt: time('When it last changed'),
} as const satisfies Readonly<Record<string, ModelField>>;

/** Most fills of an answer. */
export const fillsMax = 1_000;

const { tradeId, price, quantity, quoteQty } = trade;

const fills = {
	type: 'object',
	many: true,
	optional: true,
	fields: { tradeId, price, quantity, quoteQty, commission, commissionAsset },
	description: `With FULL: the trades that have filled it, the oldest first, which executedQty is the sum of; the first ${fillsMax} where there are more, which GET /account/trades lists by orderId`,
} as const satisfies ModelField;

const testOutcome = {
	status: {
		type: 'string',
		choices: ['NEW', 'PARTIALLY_FILLED', 'FILLED', 'EXPIRED', 'EXPIRED_IN_MATCH'],
		description: 'Where the order would stand',
	},
	reason: { type: 'string', optional: true, description: 'Why it would end' },
	trades: {
		type: 'object',
		many: true,
		fields: {
			price: amount('12.5', 'Price of one of the base asset'),
			quantity: amount('40', 'Of the base asset at this price'),
			quoteQty: amount('500', 'Of the quote asset for it'),
		},
		description: 'What would trade, the best price first',
	},
	executedQty: amount('40', 'What would trade of the base asset'),
	executedQuoteQty: amount('500', 'What would trade of the quote asset'),
	avgPrice: amount('12.5', 'Mean price of that'),
	commission,
	commissionAsset,
	totalQuoteQty: amount('500.5', 'What a buyer would pay or a seller get, commission counted'),
	leavesQty: amount('0', 'What would rest in the book, or wait for its stop price'),
	metOrderIds: {
		type: 'string',
		many: true,
		example: 'CREDIT-EUR.17',
		description:
			'Own orders it would meet, which its selfTradePreventionMode keeps from trading; where one stands among others of its price is not shown, so that it is taken for the first',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

const orderTest = {
	symbol,
	asset: { type: 'string', example: 'EUR', description: 'Asset the order would hold' },
	hold: amount('501.002', 'How much of it, commission included'),
	available: amount('10000', 'How much of it the account has available'),
	pulled: {
		...amount(
			'376',
			'With `fund`: how much of it would be pulled first; absent where nothing is lacking',
		),
		optional: true,
	},
	repeated: {
		type: 'boolean',
		description:
			'Whether the same order was placed before under its clientOrderId, so that nothing would be done',
	},
	outcome: {
		type: 'object',
		optional: true,
		fields: testOutcome,
		description:
			'What would come of it at once, as far as the book is shown: what others hide is not counted; absent where nothing would be done',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

/** The error of one item of a batch. */
const itemError = {
	type: 'object',
	optional: true,
	fields: {
		errorCode: {
			type: 'string',
			example: 'Exchange_InsufficientBalance',
			description: 'Names what happened, for programs',
		},
		message: {
			type: 'string',
			example: 'This needs 500 EUR and the account has 125.5 EUR available.',
			description: 'What happened and what to change',
		},
		arguments: {
			type: 'string',
			many: true,
			example: '500',
			description: 'The values in the message, in their order',
		},
	},
	description: 'Why it was refused',
} as const satisfies ModelField;

export const orderModels = {
	Order: order,
	PlacedOrder: { ...order, fills },
	PendingOrder: {
		status: {
			type: 'string',
			choices: ['PENDING_FUNDING'],
			description: 'The order is not placed yet',
		},
		deposit: { type: 'object', fields: deposit, description: 'The deposit it waits for' },
	},
	OrderResult: {
		status: {
			type: 'integer',
			example: 201,
			description: 'The status it would have been answered with by itself',
		},
		order: {
			type: 'object',
			optional: true,
			fields: order,
			description: 'The order as it stands, unless it was refused',
		},
		error: itemError,
	},
	CancelAfter: {
		symbol: { ...symbol, optional: true, description: 'Market it is for; all when absent' },
		status: {
			type: 'string',
			choices: ['RUNNING', 'TRIGGERED', 'OFF'],
			description: 'TRIGGERED once it has cancelled; it is set again by calling again',
		},
		countdownTime: {
			type: 'integer',
			example: 60_000,
			description: 'Milliseconds it was set to',
		},
		triggerTime: {
			type: 'integer',
			isMoment: true,
			optional: true,
			example: 1798761660000,
			description: 'When it cancels, unless it is set again before',
		},
		triggeredAt: {
			type: 'integer',
			isMoment: true,
			optional: true,
			description: 'When it has cancelled; the orders it ended have the reason CANCEL_AFTER',
		},
	},
	OrderTest: orderTest,
	OrderTestResult: {
		status: {
			type: 'integer',
			example: 200,
			description: 'The status a test of it alone would have been answered with',
		},
		test: {
			type: 'object',
			optional: true,
			fields: orderTest,
			description: 'What would come of it, unless it would be refused',
		},
		error: itemError,
	},
	CancelTest: {
		order: { type: 'object', fields: order, description: 'The order as it stands' },
		asset: { type: 'string', example: 'EUR', description: 'Asset the order holds' },
		amount: amount('501', 'How much of it would be free again'),
	},
	OrderList: {
		orderListId: {
			type: 'string',
			example: 'CREDIT-EUR.17',
			description: 'Identifier of the list, that of its limit order',
		},
		listClientOrderId: {
			type: 'string',
			example: 'bracket-1',
			description: 'Own id of the list; that of the exchange where none was given',
		},
		symbol,
		contingencyType: {
			type: 'string',
			choices: ['OCO'],
			description: 'One cancels the other',
		},
		listOrderStatus: {
			type: 'string',
			choices: ['EXECUTING', 'ALL_DONE', 'REJECT'],
			description: 'EXECUTING while one of its orders can trade; REJECT when both were refused',
		},
		createdAt: time('When it was accepted'),
		orders: {
			type: 'object',
			many: true,
			fields: order,
			description: 'The limit order, and the stop order',
		},
	},
	OpenOrders: {
		lastUpdateId: updateId(
			'Sequence number they are as of; of all markets, their place among the events of GET /events',
		),
		orders: { type: 'object', many: true, fields: order, description: 'Orders that can trade' },
	},
	ExecutionReport: {
		reportId: {
			type: 'string',
			example: 'CREDIT-EUR.4711.0',
			description: 'Market, sequence number of the command, place among its reports',
		},
		time: time('When the command was accepted'),
		symbol,
		orderId,
		clientOrderId,
		orderListId: {
			type: 'string',
			optional: true,
			description: 'The list the order belongs to',
		},
		execType: {
			type: 'string',
			choices: [
				'TRADE',
				'NEW',
				'TRIGGERED',
				'TRADE_PREVENTION',
				'REPLACED',
				'CANCELED',
				'EXPIRED',
				'REJECTED',
			],
			description: 'What happened',
		},
		status: {
			type: 'string',
			choices: [
				'FILLED',
				'NEW',
				'PARTIALLY_FILLED',
				'CANCELED',
				'REJECTED',
				'EXPIRED',
				'EXPIRED_IN_MATCH',
			],
			description: 'Where the order stands afterwards',
		},
		side,
		price: amount('12.5', 'The limit; 0 for an order without one'),
		quantity: amount('40', 'Of the base asset'),
		executedQty: amount('40', 'What is executed of the base asset'),
		leavesQty: amount('0', 'What is left of the base asset'),
		executedQuoteQty: amount('500', 'What is executed of the quote asset'),
		reason: { type: 'string', optional: true, description: 'Why it was refused or ended' },
		tradeId: { type: 'integer', optional: true, example: 8, description: 'Number of the trade' },
		lastPrice: { ...amount('12.5', 'Price of this trade'), optional: true },
		lastQty: { ...amount('40', 'Of the base asset in this trade'), optional: true },
		lastQuoteQty: { ...amount('500', 'Of the quote asset in this trade'), optional: true },
		commission: { ...commission, optional: true },
		commissionAsset: { ...commissionAsset, optional: true },
		isMaker: {
			type: 'boolean',
			optional: true,
			example: true,
			description: 'Whether the order was there first',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
