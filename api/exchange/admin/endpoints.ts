/**
 * Actions of the operator, with an administrator's key, and the public status. Every action is in
 * the audit log with actor and reason, and is also a command of `exchange:admin`.
 */
import type { EndpointDescription, Field } from '../../language/description';
import {
	accountId,
	amount,
	assetCode,
	bodyErrors,
	clientId,
	page,
	reason,
} from '../language/fields';

const time = (description: string) =>
	({
		in: 'query',
		type: 'integer',
		isMoment: true,
		minimum: 0,
		maximum: 9007199254740991,
		description,
	}) as const satisfies Field;

export const admin = {
	exchangeStatus: {
		number: 'beyond',
		method: 'GET',
		path: '/status',
		summary: 'Fetch whether the exchange is in maintenance, why and until when',
		caller: 'ANYONE',
		fields: {},
		reply: { status: 200, kind: 'record', model: 'ExchangeStatus' },
		errors: [],
	},
	freezeAccount: {
		number: 'beyond',
		method: 'POST',
		path: '/admin/accounts/{accountId}/freeze',
		summary:
			'Freeze an account: nothing new begins for it; cancelling, reading and what is under way go on',
		caller: 'ADMINISTRATOR',
		fields: {
			accountId,
			cancelOrders: {
				in: 'json',
				type: 'boolean',
				description: 'Whether to cancel its open orders in all markets with it',
			},
			publicReason: {
				in: 'json',
				type: 'string',
				minLength: 1,
				maxLength: 500,
				description: 'What its owner is told of why; nothing when left out',
			},
			reason,
		},
		reply: { status: 200, kind: 'record', model: 'AccountState' },
		errors: [...bodyErrors, 'Exchange_AccountNotFound'],
	},
	unfreezeAccount: {
		number: 'beyond',
		method: 'POST',
		path: '/admin/accounts/{accountId}/unfreeze',
		summary:
			'Let a frozen account begin things again; what it is owed is paid with the next window',
		caller: 'ADMINISTRATOR',
		fields: { accountId, reason },
		reply: { status: 200, kind: 'record', model: 'AccountState' },
		errors: [...bodyErrors, 'Exchange_AccountNotFound'],
	},
	cancelAccountOrders: {
		number: 'beyond',
		method: 'POST',
		path: '/admin/accounts/{accountId}/cancel-orders',
		summary: 'Cancel the open orders of an account in one market, or in all',
		caller: 'ADMINISTRATOR',
		fields: {
			accountId,
			symbol: {
				in: 'json',
				type: 'string',
				minLength: 1,
				maxLength: 200,
				description: 'Symbol of the market; all of them when left out',
			},
			reason,
		},
		reply: { status: 200, kind: 'record', model: 'AccountState' },
		errors: [...bodyErrors, 'Exchange_AccountNotFound', 'Exchange_MarketNotFound'],
	},
	listCommissions: {
		number: 'beyond',
		method: 'GET',
		path: '/admin/commissions',
		summary: 'List what commissions there are to be paid out, by asset',
		caller: 'ADMINISTRATOR',
		fields: {
			asset: {
				in: 'query',
				type: 'string',
				minLength: 1,
				maxLength: 200,
				description: 'Code of an asset; all of them when left out',
			},
		},
		reply: { status: 200, kind: 'list', model: 'Commissions' },
		errors: [],
	},
	payOutCommissions: {
		number: 'beyond',
		method: 'POST',
		path: '/admin/commissions/payouts',
		summary: 'Pay commissions out by a transfer at the tracker',
		caller: 'ADMINISTRATOR',
		fields: {
			asset: assetCode,
			amount: amount('All there is when left out, in whole units of the tracker'),
			email: {
				in: 'json',
				type: 'string',
				minLength: 1,
				maxLength: 320,
				description: 'Whom at the tracker they go to; where the settings say when left out',
			},
			clientPayoutId: clientId('Your own id; the same payout again under it is made once'),
			reason,
		},
		reply: { status: 201, kind: 'record', model: 'Payout' },
		otherReplies: [
			{
				status: 200,
				kind: 'record',
				model: 'Payout',
				when: 'The same payout was made before under its id',
			},
			{
				status: 202,
				kind: 'record',
				model: 'Payout',
				when: 'Not known yet what becomes of the payout, or held for review; ask again',
			},
		],
		errors: [
			...bodyErrors,
			'Exchange_SettlementOff',
			'Exchange_AssetNotLinked',
			'Exchange_InsufficientBalance',
			'Exchange_ReferenceReused',
		],
	},
	beginMaintenance: {
		number: 'beyond',
		method: 'POST',
		path: '/admin/maintenance/begin',
		summary:
			'Take the whole exchange into maintenance, or announce another end of it: cancelling, reading and settlement go on',
		caller: 'ADMINISTRATOR',
		fields: {
			endsAt: {
				in: 'json',
				type: 'integer',
				isMoment: true,
				minimum: 1,
				maximum: 253402300799999,
				description: 'When it is announced to end; it ends when you end it',
			},
			reason: {
				...reason,
				description: 'Why; everybody can read it, and it stands in the audit log',
			},
		},
		reply: { status: 200, kind: 'record', model: 'ExchangeStatus' },
		errors: bodyErrors,
	},
	endMaintenance: {
		number: 'beyond',
		method: 'POST',
		path: '/admin/maintenance/end',
		summary: 'Take the exchange out of maintenance',
		caller: 'ADMINISTRATOR',
		fields: { reason },
		reply: { status: 200, kind: 'record', model: 'ExchangeStatus' },
		errors: [...bodyErrors, 'Exchange_NotInMaintenance'],
	},

	listAdminActions: {
		number: 'beyond',
		method: 'GET',
		path: '/admin/actions',
		summary: 'List what administrators did, who and why, the newest first',
		caller: 'ADMINISTRATOR',
		fields: {
			subject: {
				in: 'query',
				type: 'string',
				minLength: 1,
				maxLength: 200,
				description: 'Only what was done to the account, market, asset or transfer of this id',
			},
			startTime: time('Only what was done at this time or later'),
			endTime: time('Only what was done at this time or earlier'),
			fromId: {
				in: 'query',
				type: 'integer',
				minimum: 1,
				maximum: 9007199254740991,
				description: 'The first entry to answer; those newer are left out',
			},
			...page,
		},
		reply: {
			status: 200,
			kind: 'list',
			model: 'AdminAction',
			next: { field: 'fromId', property: 'actionId' },
		},
		errors: [],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
