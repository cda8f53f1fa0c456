/**
 * Limits of an account by itself: how many open orders it may have in a market, how much its open
 * orders together may hold of an asset, and what one order may be worth. They hold for orders accepted
 * from then on.
 */
import { inTransaction } from '../../../server/database/transactions';
import { audit, type AuditContext } from '../audit';
import type { Database } from '../../database/database';
import { formatDecimal } from '../../trading/markets/decimal';

/** Without a number it is left to the market again. */
export function limitOpenOrders(
	acting: AuditContext,
	{
		accountId,
		maxNumOrders,
	}: { readonly accountId: string; readonly maxNumOrders: number | undefined },
): Promise<void> {
	return inTransaction(acting.database, async (transaction) => {
		await transaction
			.updateTable('accounts')
			.set({ max_num_orders: maxNumOrders ?? null })
			.where('id', '=', accountId)
			.execute();
		const details = { maxNumOrders: maxNumOrders ?? 'as the market has it' };
		await audit(transaction, acting, { action: 'ACCOUNT_LIMIT', subject: accountId, details });
	});
}

/** In smallest units of the asset; without an amount there is no limit any more. */
interface AssetLimit {
	readonly accountId: string;
	readonly asset: string;
	readonly decimals: number;
}

export function limitHeld(
	acting: AuditContext,
	{ maxHeld, ...limit }: AssetLimit & { readonly maxHeld: bigint | undefined },
): Promise<void> {
	return limitAsset(acting, limit, { name: 'maxHeld', column: 'max_held', most: maxHeld });
}

/** Of one order in a market with the asset as its quote asset. */
export function limitNotional(
	acting: AuditContext,
	{ maxNotional, ...limit }: AssetLimit & { readonly maxNotional: bigint | undefined },
): Promise<void> {
	const most = maxNotional;
	return limitAsset(acting, limit, { name: 'maxNotional', column: 'max_notional', most });
}

function limitAsset(
	acting: AuditContext,
	{ accountId, asset, decimals }: AssetLimit,
	{
		name,
		column,
		most,
	}: {
		readonly name: 'maxHeld' | 'maxNotional';
		readonly column: 'max_held' | 'max_notional';
		readonly most: bigint | undefined;
	},
): Promise<void> {
	return inTransaction(acting.database, async (transaction) => {
		const limit = { [column]: most ?? null };
		await transaction
			.insertInto('account_limits')
			.values({ account_id: accountId, asset, ...limit })
			.onConflict((conflict) => conflict.columns(['account_id', 'asset']).doUpdateSet(limit))
			.execute();
		await forgetNone(transaction, accountId);
		const text = most === undefined ? 'none' : formatDecimal(most, decimals);
		const details = { asset, [name]: text };
		await audit(transaction, acting, { action: 'ACCOUNT_LIMIT', subject: accountId, details });
	});
}

/** Rows without a limit in them. */
async function forgetNone(transaction: Database, accountId: string): Promise<void> {
	await transaction
		.deleteFrom('account_limits')
		.where('account_id', '=', accountId)
		.where('max_held', 'is', null)
		.where('max_notional', 'is', null)
		.execute();
}
