/** Limits of payouts and approvals, for the operator with an administrator's key. */
import type { EndpointDescription } from '../../language/description';
import { byAdministrator, pagesOf } from '../language/administrators';
import { amount, assetCode, only, page, reason } from '../language/fields';
import { path } from '../../language/fields';

const payoutId = path('Identifier the exchange gave to the payout');

const decisionErrors = [
	'Exchange_SettlementOff',
	'Exchange_PayoutNotFound',
	'Exchange_PayoutNotWaiting',
] as const;

export const payoutApprovals = {
	setPayoutLimits: byAdministrator('POST', '/admin/accounts/{accountId}/payout-limits', {
		summary: 'Say how much of an asset an account may have paid out without an administrator',
		fields: {
			accountId: path('Identifier of the account'),
			asset: assetCode,
			perDayMax: amount('The most in 24 hours; no limit when left out'),
			approvalAbove: amount('A larger payout waits for approval; none does when left out'),
			reason,
		},
		reply: { status: 200, kind: 'record', model: 'PayoutLimits' },
		errors: ['Exchange_SettlementOff', 'Exchange_AccountNotFound', 'Exchange_AssetNotLinked'],
	}),
	listWaitingPayouts: byAdministrator('GET', '/admin/payouts/waiting', {
		summary: 'List the payouts that wait for approval, the oldest first',
		fields: {
			fromId: only('The first payout to answer; those older are left out'),
			...page,
		},
		reply: pagesOf('WaitingPayout', 'payoutId'),
	}),
	approvePayout: byAdministrator('POST', '/admin/payouts/{payoutId}/approve', {
		summary: 'Have a payout made that waits for approval',
		fields: { payoutId, reason },
		reply: { status: 200, kind: 'record', model: 'WaitingPayout' },
		errors: decisionErrors,
	}),
	rejectPayout: byAdministrator('POST', '/admin/payouts/{payoutId}/reject', {
		summary: 'Give the money of a payout back that waits for approval',
		fields: { payoutId, reason },
		reply: { status: 200, kind: 'record', model: 'WaitingPayout' },
		errors: decisionErrors,
	}),
} as const satisfies Readonly<Record<string, EndpointDescription>>;
