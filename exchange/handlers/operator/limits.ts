/**
 * Limits of one account: open orders per market, the amount its open orders may hold of an asset,
 * and the notional of one order. The operator sets them, for orders accepted from then on; its owner
 * sees them with what is used.
 */
import type { Model } from '../../../api/types';
import { known } from '../../../server/known';
import type { Database } from '../../database/database';
import { decimalField, decimalsOf } from '../../operations/amounts';
import type { HandlerParts, Handlers, OperatorParts } from '../../operations/handler';
import { countOpenOrders, readOrderLimits, type AssetLimit } from '../../reading/own-limits';
import { readPayoutLimits, type OwnPayoutLimit } from '../../settlement/store/payout-limits';
import { formatDecimal } from '../../../server/decimal';
import { accountOf, perform, type By } from './acting';

interface Limiting {
	readonly accountId: string;
	readonly reason: string;
}

export function limitHandlers(
	parts: OperatorParts,
): Handlers<'getAccountLimits' | 'limitOpenOrders' | 'limitHeld' | 'limitNotional'> {
	const shown = async (accountId: string) => ({ accountId, ...(await limitsOf(parts, accountId)) });
	/** No limit where none is given. */
	const limitAsset = async (
		by: By,
		{ accountId, reason, asset }: Limiting & { readonly asset: string },
		{
			field,
			column,
			text,
		}: {
			readonly field: 'maxHeld' | 'maxNotional';
			readonly column: 'max_held' | 'max_notional';
			readonly text: string | undefined;
		},
	) => {
		await accountOf(parts, accountId);
		const decimals = await decimalsOf(parts, asset);
		const most = text === undefined ? null : decimalField(field, text, decimals);
		await perform(parts, { by, reason }, async (transaction, record) => {
			const limit = { [column]: most };
			await transaction
				.insertInto('account_limits')
				.values({ account_id: accountId, asset, ...limit })
				.onConflict((conflict) => conflict.columns(['account_id', 'asset']).doUpdateSet(limit))
				.execute();
			await deleteEmptyRows(transaction, accountId);
			const written = most === null ? 'none' : formatDecimal(most, decimals);
			await record('ACCOUNT_LIMIT', accountId, { asset, [field]: written });
		});
		return shown(accountId);
	};
	return {
		getAccountLimits: async (_by, { accountId }) => {
			await accountOf(parts, accountId);
			return shown(accountId);
		},
		limitOpenOrders: async (by, { accountId, maxNumOrders, reason }) => {
			await accountOf(parts, accountId);
			await perform(parts, { by, reason }, async (transaction, record) => {
				await transaction
					.updateTable('accounts')
					.set({ max_num_orders: maxNumOrders ?? null })
					.where('id', '=', accountId)
					.execute();
				const details = { maxNumOrders: maxNumOrders ?? 'as the market has it' };
				await record('ACCOUNT_LIMIT', accountId, details);
			});
			return shown(accountId);
		},
		limitHeld: (by, input) =>
			limitAsset(by, input, { field: 'maxHeld', column: 'max_held', text: input.maxHeld }),
		limitNotional: (by, input) => {
			const text = input.maxNotional;
			return limitAsset(by, input, { field: 'maxNotional', column: 'max_notional', text });
		},
	};
}

/** Deletes rows without a limit. */
async function deleteEmptyRows(transaction: Database, accountId: string): Promise<void> {
	await transaction
		.deleteFrom('account_limits')
		.where('account_id', '=', accountId)
		.where('max_held', 'is', null)
		.where('max_notional', 'is', null)
		.execute();
}

type LimitsWire = Omit<Model<'AccountLimits'>, 'accountId'>;

export async function limitsOf(
	{ database, clock }: Pick<HandlerParts, 'database' | 'clock'>,
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
	const text = textIn(decimals);
	const used = maxHeld === null ? null : held;
	return known({ asset, maxHeld: text(maxHeld), held: text(used), maxNotional: text(maxNotional) });
}

function payoutWire({ asset, decimals, dayMax, dayUsed, approvalAbove }: OwnPayoutLimit) {
	const text = textIn(decimals);
	const perDayUsed = text(dayMax === null ? null : dayUsed);
	return known({ asset, perDayMax: text(dayMax), perDayUsed, approvalAbove: text(approvalAbove) });
}

function textIn(decimals: number) {
	return (amount: bigint | null) => (amount === null ? null : formatDecimal(amount, decimals));
}
