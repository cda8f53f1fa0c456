/**
 * A trader's account at the exchange: balances, trades and reports, and the transfers between the
 * tracker and the exchange. Where the exchange is not connected to a tracker, the transfers and
 * reserves answer Exchange_SettlementOff.
 */
import type { EndpointDescription, Field, OtherReply } from './description';
import { path } from './fields';
import {
	amount,
	clientId,
	entriesLimit,
	fromId,
	fromTrade,
	lastEventId,
	lastEventIdInAddress,
	newestFirst,
	symbol,
	timeRange,
	trackerKey,
} from './exchange-fields';

const ownSymbol = { ...symbol, in: 'query' } as const satisfies Field;

const asset = {
	in: 'json',
	type: 'string',
	required: true,
	minLength: 1,
	maxLength: 200,
	description: 'Code of the asset, such as EUR',
} as const satisfies Field;

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
			'List own trades of a market, the newest first; one with yourself is listed as taker and as maker',
		caller: 'TRADER',
		scope: 'READ',
		fields: {
			symbol: ownSymbol,
			orderId: {
				in: 'query',
				type: 'string',
				minLength: 1,
				maxLength: 200,
				description: 'Only trades of this order',
			},
			fromId: fromTrade,
			...timeRange,
			...newestFirst,
		},
		reply: {
			status: 200,
			kind: 'list',
			model: 'AccountTrade',
			next: { field: 'fromId', property: 'tradeId' },
		},
		errors: ['Exchange_MarketNotFound', 'Exchange_OrderNotFound'],
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
			'Follow own orders of a market: the open ones, then a report of all that happens; goes on after Last-Event-ID',
		caller: 'TRADER',
		scope: 'READ',
		fields: {
			symbol: ownSymbol,
			'last-event-id': lastEventId,
			lastEventId: lastEventIdInAddress,
			token: {
				in: 'query',
				type: 'string',
				maxLength: 200,
				description: 'A stream token in the place of the key, for who can send no header',
			},
		},
		reply: {
			status: 200,
			kind: 'stream',
			events: { openOrders: 'OpenOrders', executionReport: 'ExecutionReport' },
		},
		errors: ['Exchange_MarketNotFound', 'Exchange_StreamsTooMany', 'Exchange_OwnStreamsTooMany'],
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
		],
	},
	listDeposits: {
		number: 'beyond',
		method: 'GET',
		path: '/deposits',
		summary: 'List own deposits, the newest first',
		caller: 'TRADER',
		scope: 'READ',
		fields: { fromId, ...timeRange, ...newestFirst },
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
		fields: { fromId, ...timeRange, ...newestFirst },
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
