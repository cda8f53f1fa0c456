/**
 * A trader's account: balances, trades, reports and transfers. Without a connection to a tracker,
 * transfers and reserves answer Exchange_SettlementOff.
 */
import type { EndpointDescription, Field, OtherReply } from '../../language/description';
import { path, range } from '../../language/fields';
import {
	amount,
	assetCode as asset,
	clientId,
	entriesLimit,
	fromId,
	fromTrade,
	lastEventId,
	lastEventIdInAddress,
	only,
	page,
	symbol,
	timeRange,
	trackerKey,
} from '../language/fields';

const streamToken = {
	in: 'query',
	type: 'string',
	maxLength: 200,
	description: 'A stream token in the place of the key, for who can send no header',
} as const satisfies Field;

const ownSymbol = { ...symbol, in: 'query' } as const satisfies Field;

const otherReplies = <Kind extends string, Model extends string>(kind: Kind, model: Model) =>
	[
		{
			status: 200,
			kind: 'record',
			model,
			when: `The same ${kind} was made before under its id`,
		},
		{
			status: 202,
			kind: 'record',
			model,
			when: `Not known yet what becomes of the ${kind}, or held for review; read it or ask again`,
		},
	] as const satisfies readonly OtherReply[];

export const accounts = {
	account: {
		number: 'beyond',
		method: 'GET',
		path: '/account',
		summary: 'Fetch what the account has available and held, by asset, and how it is paid out',
		caller: 'TRADER',
		scope: 'READ',
		fields: {},
		reply: { status: 200, kind: 'record', model: 'Account' },
		errors: [],
	},
	trackerBalances: {
		number: 'beyond',
		method: 'GET',
		path: '/account/tracker-balances',
		summary:
			'Fetch what you have at the tracker of the assets that are traded here, by your key there',
		caller: 'TRADER',
		scope: 'READ',
		fields: { 'x-tracker-key': trackerKey },
		reply: { status: 200, kind: 'record', model: 'TrackerBalances' },
		errors: [
			'Exchange_SettlementOff',
			'Exchange_DepositKeyEnded',
			'Exchange_TrackerRefused',
			'Exchange_TrackerAway',
		],
	},
	setPayouts: {
		number: 'beyond',
		method: 'PATCH',
		path: '/account',
		summary: 'Choose whether proceeds and released funds are paid out by themselves',
		caller: 'TRADER',
		scope: 'FULL',
		fields: {
			payouts: {
				in: 'json',
				type: 'string',
				required: true,
				choices: ['AUTOMATIC', 'ON_DEMAND'],
				description: 'AUTOMATIC pays out with every settlement window',
			},
		},
		reply: { status: 200, kind: 'record', model: 'PayoutMode' },
		errors: ['Request_TooLarge', 'Request_UnsupportedMediaType', 'Exchange_SettlementOff'],
	},
	accountTrades: {
		number: 'beyond',
		method: 'GET',
		path: '/account/trades',
		summary:
			'List own trades of a market, or of all, the newest first; one with yourself is listed as taker and as maker',
		caller: 'TRADER',
		scope: 'READ',
		fields: {
			symbol: {
				...only('The market; all markets when left out'),
				maxLength: 100,
			},
			orderId: {
				in: 'query',
				type: 'string',
				minLength: 1,
				maxLength: 200,
				description: 'Only trades of this order',
			},
			fromId: {
				in: 'query',
				type: 'string',
				pattern: {
					expression: '^([A-Z0-9]{1,16}(-[A-Z0-9]{1,16})?[.])?[1-9][0-9]{0,14}$',
					words:
						'must be the accountTradeId of an entry, such as CREDIT-EUR.8, or, with a symbol, a tradeId',
				},
				description: fromTrade.description,
			},
			...timeRange,
			...page,
		},
		reply: {
			status: 200,
			kind: 'list',
			model: 'AccountTrade',
			next: { field: 'fromId', property: 'accountTradeId' },
		},
		errors: ['Exchange_MarketNotFound', 'Exchange_OrderNotFound', 'Exchange_OrderArchived'],
	},
	accountStatement: {
		number: 'beyond',
		method: 'GET',
		path: '/account/statement',
		summary:
			'Fetch a statement of the account as a file: every movement of a period, with the balances before, after and in between',
		caller: 'TRADER',
		scope: 'READ',
		fields: {
			format: {
				in: 'query',
				type: 'string',
				choices: ['CSV', 'JSON'],
				default: 'CSV',
				description: 'What the file is: CSV for spreadsheets, or JSON',
			},
			startTime: {
				...timeRange.startTime,
				description:
					'The first millisecond of the period, counted since 1970; from the beginning when left out',
			},
			endTime: {
				...timeRange.endTime,
				description:
					'The last millisecond of the period, counted since 1970; until now when left out',
			},
			range,
		},
		reply: { status: 200, kind: 'bytes' },
		otherReplies: [{ status: 206, kind: 'bytes', when: 'A range of bytes was asked for' }],
		errors: [
			'Exchange_StatementUnderWay',
			'Request_PreconditionFailed',
			'Storage_RangeNotSatisfiable',
		],
	},
	listReports: {
		number: 'beyond',
		method: 'GET',
		path: '/account/reports',
		summary:
			'List the newest reports of own orders of a market, or those from an id or a time on; the oldest first',
		caller: 'TRADER',
		scope: 'READ',
		fields: {
			symbol: ownSymbol,
			limit: entriesLimit,
			fromId: {
				...fromId,
				description:
					'The first report to answer, the newer ones after it; without it and startTime the newest ones',
			},
			...timeRange,
		},
		reply: {
			status: 200,
			kind: 'list',
			model: 'ExecutionReport',
			next: { field: 'fromId', property: 'reportId' },
		},
		errors: ['Exchange_MarketNotFound'],
	},
	createStreamToken: {
		number: 'beyond',
		method: 'POST',
		path: '/account/stream-tokens',
		summary: 'Make a token that opens streams of the account for a minute and can do nothing else',
		caller: 'TRADER',
		scope: 'READ',
		fields: {},
		reply: { status: 201, kind: 'record', model: 'StreamToken' },
		errors: [],
	},
	streamReports: {
		number: 'beyond',
		method: 'GET',
		path: '/account/reports/stream',
		summary:
			'Follow own orders of a market, or of all: the open ones, then a report of all that happens; goes on after Last-Event-ID',
		caller: 'TRADER',
		scope: 'READ',
		fields: {
			symbol: {
				...only('The market; all markets when left out, whose reports have an order of their own'),
				maxLength: 100,
			},
			'last-event-id': lastEventId,
			lastEventId: lastEventIdInAddress,
			token: streamToken,
		},
		reply: {
			status: 200,
			kind: 'stream',
			events: { openOrders: 'OpenOrders', executionReport: 'ExecutionReport' },
		},
		errors: ['Exchange_MarketNotFound', 'Exchange_StreamsTooMany', 'Exchange_OwnStreamsTooMany'],
	},
	streamAccount: {
		number: 'beyond',
		method: 'GET',
		path: '/account/stream',
		summary:
			'Follow all of the own account: how it stands and its open orders, then every report and event, and what that makes of its balances and limits; goes on after Last-Event-ID',
		caller: 'TRADER',
		scope: 'READ',
		fields: { 'last-event-id': lastEventId, lastEventId: lastEventIdInAddress, token: streamToken },
		reply: {
			status: 200,
			kind: 'stream',
			events: {
				account: 'Account',
				openOrders: 'OpenOrders',
				executionReport: 'ExecutionReport',
				message: 'Event',
				balances: 'ChangedBalances',
			},
		},
		errors: ['Exchange_StreamsTooMany', 'Exchange_OwnStreamsTooMany'],
	},
	deposit: {
		number: 'beyond',
		method: 'POST',
		path: '/deposits',
		summary: 'Pull an amount from your account at the tracker, by your key there',
		caller: 'TRADER',
		scope: 'TRADE',
		fields: {
			asset,
			amount: {
				...amount('Whole units of the tracker, in decimals of the asset'),
				required: true,
			},
			clientDepositId: clientId('Your own id; the same deposit again under it is made once'),
			'x-tracker-key': trackerKey,
		},
		reply: { status: 201, kind: 'record', model: 'Deposit' },
		otherReplies: otherReplies('deposit', 'Deposit'),
		errors: [
			'Exchange_AccountFrozen',
			'Exchange_InMaintenance',
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Exchange_SettlementOff',
			'Exchange_AssetNotLinked',
			'Exchange_ReferenceReused',
			'Exchange_DepositsTooMany',
			'Exchange_TransferRefused',
			'Exchange_DepositKeyEnded',
		],
	},
	listDeposits: {
		number: 'beyond',
		method: 'GET',
		path: '/deposits',
		summary: 'List own deposits, the newest first',
		caller: 'TRADER',
		scope: 'READ',
		fields: { fromId, ...timeRange, ...page },
		reply: {
			status: 200,
			kind: 'list',
			model: 'Deposit',
			next: { field: 'fromId', property: 'depositId' },
		},
		errors: ['Exchange_SettlementOff', 'Exchange_IntentNotFound'],
	},
	getDeposit: {
		number: 'beyond',
		method: 'GET',
		path: '/deposits/{depositId}',
		summary: 'Fetch one own deposit',
		caller: 'TRADER',
		scope: 'READ',
		fields: { depositId: path('Identifier the exchange gave to the deposit') },
		reply: { status: 200, kind: 'record', model: 'Deposit' },
		errors: ['Exchange_SettlementOff', 'Exchange_IntentNotFound'],
	},
	payout: {
		number: 'beyond',
		method: 'POST',
		path: '/payouts',
		summary: 'Pay an available amount out to your account at the tracker',
		caller: 'TRADER',
		scope: 'FULL',
		fields: {
			asset,
			amount: amount('Everything that is available when left out'),
			clientPayoutId: clientId('Your own id; the same payout again under it is made once'),
		},
		reply: { status: 201, kind: 'record', model: 'Payout' },
		otherReplies: otherReplies('payout', 'Payout'),
		errors: [
			'Exchange_AccountFrozen',
			'Exchange_InMaintenance',
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Exchange_SettlementOff',
			'Exchange_AssetNotLinked',
			'Exchange_EmailMissing',
			'Exchange_InsufficientBalance',
			'Exchange_PayoutLimit',
			'Exchange_ReferenceReused',
		],
	},
	listPayouts: {
		number: 'beyond',
		method: 'GET',
		path: '/payouts',
		summary: 'List own payouts, the newest first',
		caller: 'TRADER',
		scope: 'READ',
		fields: { fromId, ...timeRange, ...page },
		reply: {
			status: 200,
			kind: 'list',
			model: 'Payout',
			next: { field: 'fromId', property: 'payoutId' },
		},
		errors: ['Exchange_SettlementOff', 'Exchange_IntentNotFound'],
	},
	getPayout: {
		number: 'beyond',
		method: 'GET',
		path: '/payouts/{payoutId}',
		summary: 'Fetch one own payout',
		caller: 'TRADER',
		scope: 'READ',
		fields: { payoutId: path('Identifier the exchange gave to the payout') },
		reply: { status: 200, kind: 'record', model: 'Payout' },
		errors: ['Exchange_SettlementOff', 'Exchange_IntentNotFound'],
	},
	reserves: {
		number: 'beyond',
		method: 'GET',
		path: '/reserves',
		summary:
			'Fetch what the exchange owes and holds, as last published, with the root of the proofs',
		caller: 'ANYONE',
		fields: {},
		reply: { status: 200, kind: 'record', model: 'Reserves' },
		errors: ['Exchange_SettlementOff', 'Exchange_ReservesNotFound'],
	},
	ownReserves: {
		number: 'beyond',
		method: 'GET',
		path: '/account/reserves',
		summary: 'Fetch the proof that what is owed to the account was counted in',
		caller: 'TRADER',
		scope: 'READ',
		fields: {},
		reply: { status: 200, kind: 'record', model: 'ReservesProof' },
		errors: ['Exchange_SettlementOff', 'Exchange_ReservesNotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
