/** Limits of one account: the operator sets them; its owner sees them with what is used. */
import type { Model } from '../../../api/types';
import { formatDecimal } from '../../trading/markets/decimal';
import { limitHeld, limitNotional, limitOpenOrders } from '../../operator/actions/limiting';
import { countOpenOrders, readOrderLimits, type AssetLimit } from '../../reading/own-limits';
import { readPayoutLimits, type OwnPayoutLimit } from '../../settlement/store/payout-limits';
import { accountOf, auditContext } from './acting';
import { decimalField, decimalsOf } from '../../operations/amounts';
import type { Handlers, OperatorParts } from '../../operations/handler';

export function limitHandlers(
	parts: OperatorParts,
): Handlers<'getAccountLimits' | 'limitOpenOrders' | 'limitHeld' | 'limitNotional'> {
	const shown = async (accountId: string) => ({ accountId, ...(await limitsOf(parts, accountId)) });
	const assetLimit = async (
		accountId: string,
		asset: string,
		{ field, text }: { readonly field: string; readonly text: string | undefined },
	) => {
		await accountOf(parts, accountId);
		const decimals = await decimalsOf(parts, asset);
		const most = text === undefined ? undefined : decimalField(field, text, decimals);
		return { limit: { accountId, asset, decimals }, most };
	};
	return {
		getAccountLimits: async (_by, { accountId }) => {
			await accountOf(parts, accountId);
			return shown(accountId);
		},
		limitOpenOrders: async (by, { accountId, maxNumOrders, reason }) => {
			await accountOf(parts, accountId);
			await limitOpenOrders(auditContext(parts, by, reason), { accountId, maxNumOrders });
			return shown(accountId);
		},
		limitHeld: async (by, { accountId, asset, maxHeld: text, reason }) => {
			const asked = { field: 'maxHeld', text };
			const { limit, most: maxHeld } = await assetLimit(accountId, asset, asked);
			await limitHeld(auditContext(parts, by, reason), { ...limit, maxHeld });
			return shown(accountId);
		},
		limitNotional: async (by, { accountId, asset, maxNotional: text, reason }) => {
			const asked = { field: 'maxNotional', text };
			const { limit, most: maxNotional } = await assetLimit(accountId, asset, asked);
			await limitNotional(auditContext(parts, by, reason), { ...limit, maxNotional });
			return shown(accountId);
		},
	};
}

type LimitsWire = Omit<Model<'AccountLimits'>, 'accountId'>;

export async function limitsOf(
	{ database, clock }: Pick<OperatorParts, 'database' | 'clock'>,
	accountId: string,
): Promise<LimitsWire> {
	const { maxNumOrders, assets } = await readOrderLimits(database, accountId);
	const payouts = await readPayoutLimits(database, accountId, clock.now());
	return {
		...(maxNumOrders !== null && {
			maxNumOrders,
			openOrders: await countOpenOrders(database, accountId),
		}),
		assets: assets.map(assetWire),
		payouts: payouts.map(payoutWire),
	};
}

function assetWire({ asset, decimals, maxHeld, held, maxNotional }: AssetLimit) {
	const text = (amount: bigint) => formatDecimal(amount, decimals);
	return {
		asset,
		...(maxHeld !== null && { maxHeld: text(maxHeld), held: text(held) }),
		...(maxNotional !== null && { maxNotional: text(maxNotional) }),
	};
}

function payoutWire({ asset, decimals, dayMax, dayUsed, approvalAbove }: OwnPayoutLimit) {
	const text = (amount: bigint) => formatDecimal(amount, decimals);
	return {
		asset,
		...(dayMax !== null && { perDayMax: text(dayMax), perDayUsed: text(dayUsed) }),
		...(approvalAbove !== null && { approvalAbove: text(approvalAbove) }),
	};
}
