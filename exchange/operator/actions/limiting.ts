/**
 * Limits of one account: open orders per market, the amount its open orders may hold of an asset,
 * and the notional of one order. They apply to orders accepted from then on.
 */
import { inTransaction } from '../../../server/database/transactions';
import { audit, type AuditContext } from '../audit';
import type { Database } from '../../database/database';
import { formatDecimal } from '../../../server/decimal';

/** Undefined: the market's own limit applies. */
export function limitOpenOrders(
	context: AuditContext,
	{
		accountId,
		maxNumOrders,
	}: { readonly accountId: string; readonly maxNumOrders: number | undefined },
): Promise<void> {
	return inTransaction(context.database, async (transaction) => {
		await transaction
			.updateTable('accounts')
			.set({ max_num_orders: maxNumOrders ?? null })
			.where('id', '=', accountId)
			.execute();
		const details = { maxNumOrders: maxNumOrders ?? 'as the market has it' };
		await audit(transaction, context, { action: 'ACCOUNT_LIMIT', subject: accountId, details });
	});
}

/** Amounts are in smallest units of the asset; undefined removes the limit. */
interface AssetLimit {
	readonly accountId: string;
	readonly asset: string;
	readonly decimals: number;
}

export function limitHeld(
	context: AuditContext,
	{ maxHeld, ...limit }: AssetLimit & { readonly maxHeld: bigint | undefined },
): Promise<void> {
	return limitAsset(context, limit, { name: 'maxHeld', column: 'max_held', most: maxHeld });
}

/** Limits one order in markets with this quote asset. */
export function limitNotional(
	context: AuditContext,
	{ maxNotional, ...limit }: AssetLimit & { readonly maxNotional: bigint | undefined },
): Promise<void> {
	const most = maxNotional;
	return limitAsset(context, limit, { name: 'maxNotional', column: 'max_notional', most });
}

function limitAsset(
	context: AuditContext,
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
	return inTransaction(context.database, async (transaction) => {
		const limit = { [column]: most ?? null };
		await transaction
			.insertInto('account_limits')
			.values({ account_id: accountId, asset, ...limit })
			.onConflict((conflict) => conflict.columns(['account_id', 'asset']).doUpdateSet(limit))
			.execute();
		await deleteEmptyRows(transaction, accountId);
		const text = most === undefined ? 'none' : formatDecimal(most, decimals);
		const details = { asset, [name]: text };
		await audit(transaction, context, { action: 'ACCOUNT_LIMIT', subject: accountId, details });
	});
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
