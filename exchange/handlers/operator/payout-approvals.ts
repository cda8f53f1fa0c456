/** Handlers of operators for payouts: limits of an account, and payouts that wait for approval. */
import type { Model } from '../../../api/types';
import { present } from '../../../server/at';
import { inParts } from '../../../server/http/routing/lists';
import { refuse } from '../../../server/refusal';
import { formatDecimal } from '../../trading/markets/decimal';
import {
	decidePayout,
	setPayoutLimits,
	waitingPayouts,
	type PayoutDecision,
} from '../../operator/actions/payout-actions';
import { assetLink } from '../../settlement/assets/asset-links';
import type { StoredIntent } from '../../settlement/store/intents';
import { accountOf, auditContext } from './acting';
import { decimalField } from '../../operations/amounts';
import {
	requireSettlement,
	type Administrator,
	type OperatorParts,
	type Handlers,
	type Operator,
} from '../../operations/handler';

export function payoutApprovalHandlers(
	parts: OperatorParts,
): Handlers<'setPayoutLimits' | 'listWaitingPayouts' | 'approvePayout' | 'rejectPayout'> {
	const { database } = parts;
	return {
		setPayoutLimits: async (by, { accountId, asset, perDayMax, approvalAbove, reason }) => {
			requireSettlement(parts);
			await accountOf(parts, accountId);
			const link = await assetLink(database, asset);
			if (link === undefined) throw refuse('Exchange_AssetNotLinked', asset.slice(0, 100));
			const { decimals } = link;
			const amount = (field: string, text: string | undefined) =>
				text === undefined ? undefined : decimalField(field, text, decimals);
			const limits = {
				perDayMax: amount('perDayMax', perDayMax),
				approvalAbove: amount('approvalAbove', approvalAbove),
			};
			await setPayoutLimits(auditContext(parts, by, reason), {
				accountId,
				asset,
				decimals,
				...limits,
			});
			return {
				accountId,
				asset,
				...(perDayMax !== undefined && { perDayMax }),
				...(approvalAbove !== undefined && { approvalAbove }),
			};
		},
		listWaitingPayouts: async (_by, asked) =>
			inParts(await waitingPayouts(database, asked), (payout) => payoutWire(parts, payout)),
		approvePayout: (by, { payoutId, reason }) =>
			decided(parts, by, { id: payoutId, reason, decision: 'APPROVE' }),
		rejectPayout: (by, { payoutId, reason }) =>
			decided(parts, by, { id: payoutId, reason, decision: 'REJECT' }),
	};
}

async function decided(
	parts: OperatorParts,
	by: Administrator | Operator,
	{
		id,
		reason,
		decision,
	}: { readonly id: string; readonly reason: string; readonly decision: PayoutDecision },
): Promise<Model<'WaitingPayout'>> {
	const { treasury, onPlanned } = requireSettlement(parts);
	const payout = await decidePayout(auditContext(parts, by, reason), treasury, { id, decision });
	if (decision === 'APPROVE') onPlanned(payout.slot);
	return payoutWire(parts, payout);
}

async function payoutWire(
	{ database }: OperatorParts,
	{ id: payoutId, accountId, asset, amount, state: status, traderEmail, createdAt }: StoredIntent,
): Promise<Model<'WaitingPayout'>> {
	const link = present(await assetLink(database, asset), 'the link of the asset of a payout');
	return {
		payoutId,
		accountId,
		asset,
		status,
		createdAt,
		amount: formatDecimal(amount, link.decimals),
		email: present(traderEmail, 'the address of a payout'),
	};
}
