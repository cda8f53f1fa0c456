/**
 * Actions of the operator, with an administrator's key, and the public status. Every action is in
 * the audit log with actor and reason, and is also a command of `exchange:admin`.
 */
import type { EndpointDescription } from '../../language/description';
import { byAdministrator, fromNumber, pagesOf, text } from '../language/administrators';
import {
	accountId,
	amount,
	assetCode,
	clientId,
	only,
	page,
	reason,
	time,
} from '../language/fields';

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
	freezeAccount: byAdministrator('POST', '/admin/accounts/{accountId}/freeze', {
		summary:
			'Freeze an account: nothing new begins for it; cancelling, reading and what is under way go on',
		fields: {
			accountId,
			cancelOrders: {
				in: 'json',
				type: 'boolean',
				description: 'Whether to cancel its open orders in all markets with it',
			},
			publicReason: text(500, 'What its owner is told of why; nothing when left out'),
			reason,
		},
		reply: { status: 200, kind: 'record', model: 'AccountState' },
		errors: ['Exchange_AccountNotFound'],
	}),
	unfreezeAccount: byAdministrator('POST', '/admin/accounts/{accountId}/unfreeze', {
		summary:
			'Let a frozen account begin things again; what it is owed is paid with the next window',
		fields: { accountId, reason },
		reply: { status: 200, kind: 'record', model: 'AccountState' },
		errors: ['Exchange_AccountNotFound'],
	}),
	cancelAccountOrders: byAdministrator('POST', '/admin/accounts/{accountId}/cancel-orders', {
		summary: 'Cancel the open orders of an account in one market, or in all',
		fields: {
			accountId,
			symbol: text(200, 'Symbol of the market; all of them when left out'),
			reason,
		},
		reply: { status: 200, kind: 'record', model: 'AccountState' },
		errors: ['Exchange_AccountNotFound', 'Exchange_MarketNotFound'],
	}),
	listCommissions: byAdministrator('GET', '/admin/commissions', {
		summary: 'List what commissions there are to be paid out, by asset',
		fields: {
			asset: only('Code of an asset; all of them when left out'),
		},
		reply: { status: 200, kind: 'list', model: 'Commissions' },
	}),
	payOutCommissions: byAdministrator('POST', '/admin/commissions/payouts', {
		summary: 'Pay commissions out by a transfer at the tracker',
		fields: {
			asset: assetCode,
			amount: amount('All there is when left out, in whole units of the tracker'),
			email: text(320, 'Whom at the tracker they go to; where the settings say when left out'),
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
			'Exchange_SettlementOff',
			'Exchange_AssetNotLinked',
			'Exchange_InsufficientBalance',
			'Exchange_ReferenceReused',
		],
	}),
	beginMaintenance: byAdministrator('POST', '/admin/maintenance/begin', {
		summary:
			'Take the whole exchange into maintenance, or announce another end of it: cancelling, reading and settlement go on',
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
	}),
	endMaintenance: byAdministrator('POST', '/admin/maintenance/end', {
		summary: 'Take the exchange out of maintenance',
		fields: { reason },
		reply: { status: 200, kind: 'record', model: 'ExchangeStatus' },
		errors: ['Exchange_NotInMaintenance'],
	}),

	listAdminActions: byAdministrator('GET', '/admin/actions', {
		summary: 'List what administrators did, who and why, the newest first',
		fields: {
			subject: only('Only what was done to the account, market, asset or transfer of this id'),
			startTime: time('Only what was done at this time or later'),
			endTime: time('Only what was done at this time or earlier'),
			fromId: fromNumber,
			...page,
		},
		reply: pagesOf('AdminAction', 'actionId'),
	}),
} as const satisfies Readonly<Record<string, EndpointDescription>>;
