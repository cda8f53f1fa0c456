/** What the operator asks and decides of payouts: limits of an account, and those that wait. */
import type { Model } from '../../api/types';
import { refuse } from '../../server/refusal';
import { accountState } from '../accounts/account-state';
import { formatDecimal } from '../markets/decimal';
import {
	decidePayout,
	setPayoutLimits,
	waitingPayouts,
	type PayoutDecision,
} from '../operating/payout-acts';
import { assetLink } from '../settlement/assets/asset-links';
import type { StoredIntent } from '../settlement/intents/intents';
import { actingBy } from './acting';
import { connected, type Administrator, type HandlerParts, type Handlers } from './handler';
import { amountOf } from './transfers';

export function payoutApprovalHandlers(
	parts: HandlerParts,
): Handlers<'setPayoutLimits' | 'listWaitingPayouts' | 'approvePayout' | 'rejectPayout'> {
	const { database } = parts;
	return {
		setPayoutLimits: async (by, { accountId, asset, perDayMax, approvalAbove, reason }) => {
			const { treasury } = connected(parts);
			const state = await accountState(database, accountId);
			if (state === undefined) throw refuse('Exchange_AccountNotFound', accountId.slice(0, 100));
			const link = await assetLink(database, asset);
			if (link === undefined) throw refuse('Exchange_AssetNotLinked', asset.slice(0, 100));
			const amount = async (text: string | undefined) =>
				text === undefined ? undefined : amountOf(treasury, asset, text);
			const limits = {
				perDayMax: await amount(perDayMax),
				approvalAbove: await amount(approvalAbove),
			};
			const { decimals } = link;
			await setPayoutLimits(actingBy(parts, by, reason), { accountId, asset, decimals, ...limits });
			return {
				...{ accountId, asset },
				...(perDayMax !== undefined && { perDayMax }),
				...(approvalAbove !== undefined && { approvalAbove }),
			};
		},
		listWaitingPayouts: async () => {
			const payouts = await waitingPayouts(database);
			return Promise.all(payouts.map((payout) => payoutWire(parts, payout)));
		},
		approvePayout: (by, { payoutId, reason }) =>
			decided(parts, by, { id: payoutId, reason, decision: 'APPROVE' }),
		rejectPayout: (by, { payoutId, reason }) =>
			decided(parts, by, { id: payoutId, reason, decision: 'REJECT' }),
	};
}

async function decided(
	parts: HandlerParts,
	by: Administrator,
	{
		id,
		reason,
		decision,
	}: { readonly id: string; readonly reason: string; readonly decision: PayoutDecision },
): Promise<Model<'WaitingPayout'>> {
	const { treasury, onPlanned } = connected(parts);
	const payout = await decidePayout(actingBy(parts, by, reason), treasury, { id, decision });
	if (decision === 'APPROVE') onPlanned(payout.slot);
	return payoutWire(parts, payout);
}

async function payoutWire(
	{ database }: HandlerParts,
	{ id: payoutId, accountId, asset, amount, state: status, traderEmail, createdAt }: StoredIntent,
): Promise<Model<'WaitingPayout'>> {
	const link = await assetLink(database, asset);
	return {
		...{ payoutId, accountId, asset, status, createdAt },
		amount: formatDecimal(amount, link?.decimals ?? 0),
		email: traderEmail ?? '',
	};
}
