import { present } from '../../server/at';
import { command } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { formatDecimal } from '../../server/decimal';
import { decidePayout, setPayoutLimits, waitingPayouts } from '../operator/actions/payout-actions';
import { assetLink, type AssetLink } from '../settlement/assets/asset-links';
import type { StoredIntent } from '../settlement/store/intents';
import {
	accountOf,
	accountOption,
	amountOf,
	auditContext,
	idOption,
	limitOf,
	limitOption,
	reasonOption,
	withTools,
	withTreasury,
	type Tools,
} from './tools';

export const payoutCommands = [
	command('payout limit', {
		does: 'says how much of an asset an account may have paid out; what is left out is no limit',
		options: {
			...accountOption,
			asset: { value: 'CODE', meaning: 'of which asset', isNeeded: true },
			perDay: { value: 'DECIMAL', meaning: 'the most in 24 hours' },
			approvalAbove: { value: 'DECIMAL', meaning: 'a larger payout waits for approval' },
			...reasonOption,
		},
		run: withTools(limit),
	}),
	command('payout waiting', {
		does: 'lists the payouts that wait for approval, the oldest first',
		options: limitOption,
		run: withTools(async (tools, { limit }) => {
			const payouts = await waitingPayouts(tools.database, { limit: limitOf(limit), offset: 0 });
			return Promise.all(payouts.map((payout) => described(tools, payout)));
		}),
	}),
	command('payout approve', {
		does: 'has a payout made that waits for approval',
		options: { ...idOption, ...reasonOption },
		run: withTools((tools, { id, reason }) => decide(tools, { id, reason, decision: 'APPROVE' })),
	}),
	command('payout reject', {
		does: 'gives the money of a payout back that waits for approval',
		options: { ...idOption, ...reasonOption },
		run: withTools((tools, { id, reason }) => decide(tools, { id, reason, decision: 'REJECT' })),
	}),
];

interface LimitValues {
	readonly account: string;
	readonly asset: string;
	readonly perDay: string | undefined;
	readonly approvalAbove: string | undefined;
	readonly reason: string;
}

async function limit(tools: Tools, values: LimitValues): Promise<unknown> {
	const { asset, perDay, approvalAbove, reason } = values;
	const { id: accountId } = await accountOf(tools, values.account);
	const link = await assetLink(tools.database, asset);
	if (link === undefined) throw new CommandFault(`--asset: ${asset} is not linked to the tracker`);
	await setPayoutLimits(auditContext(tools, reason), {
		accountId,
		asset,
		decimals: link.decimals,
		perDayMax: optionalAmount(link, '--per-day', perDay),
		approvalAbove: optionalAmount(link, '--approval-above', approvalAbove),
	});
	return { accountId, asset, perDay: perDay ?? null, approvalAbove: approvalAbove ?? null };
}

function optionalAmount(
	{ decimals }: AssetLink,
	option: string,
	text: string | undefined,
): bigint | undefined {
	return text === undefined ? undefined : amountOf(option, text, decimals);
}

async function decide(
	tools: Tools,
	{
		id,
		reason,
		decision,
	}: { readonly id: string; readonly reason: string; readonly decision: 'APPROVE' | 'REJECT' },
): Promise<unknown> {
	const decided = await withTreasury(tools, (treasury) =>
		decidePayout(auditContext(tools, reason), treasury, { id, decision }),
	);
	return described(tools, decided);
}

async function described({ database }: Tools, payout: StoredIntent): Promise<unknown> {
	const { id, accountId, asset, amount, state, traderEmail, createdAt } = payout;
	const link = present(await assetLink(database, asset), 'the link of the asset of a payout');
	return {
		id,
		accountId,
		asset,
		amount: formatDecimal(amount, link.decimals),
		state,
		email: traderEmail,
		createdAt: new Date(createdAt).toISOString(),
	};
}
