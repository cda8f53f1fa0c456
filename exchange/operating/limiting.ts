/**
 * Limits of an account by itself: how many open orders it may have in a market, and how much its open
 * orders together may hold of an asset. They hold for orders accepted from then on.
 */
import { inTransaction } from '../../server/database/transactions';
import { audit, type Acting } from '../audit/audit';
import type { Database } from '../database/database';
import { formatDecimal } from '../markets/decimal';

export interface HeldLimit {
	readonly asset: string;
	readonly decimals: number;
	/** In smallest units. */
	readonly maxHeld: bigint;
}

export interface Limits {
	/** Absent where it is left to the market. */
	readonly maxNumOrders: number | undefined;
	readonly assets: readonly HeldLimit[];
}

/** Without a number it is left to the market again. */
export function limitOpenOrders(
	acting: Acting,
	{
		accountId,
		maxNumOrders,
	}: { readonly accountId: string; readonly maxNumOrders: number | undefined },
): Promise<Limits> {
	return inTransaction(acting.database, async (transaction) => {
		await transaction
			.updateTable('accounts')
			.set({ max_num_orders: maxNumOrders ?? null })
			.where('id', '=', accountId)
			.execute();
		const details = { maxNumOrders: maxNumOrders ?? 'as the market has it' };
		await audit(transaction, acting, { action: 'ACCOUNT_LIMIT', subject: accountId, details });
		return readLimits(transaction, accountId);
	});
}

/** Without an amount there is no limit any more. */
export function limitHeld(
	acting: Acting,
	{
		accountId,
		asset,
		decimals,
		maxHeld,
	}: Omit<HeldLimit, 'maxHeld'> & {
		readonly accountId: string;
		readonly maxHeld: bigint | undefined;
	},
): Promise<Limits> {
	return inTransaction(acting.database, async (transaction) => {
		await transaction
			.deleteFrom('account_limits')
			.where('account_id', '=', accountId)
			.where('asset', '=', asset)
			.execute();
		if (maxHeld !== undefined) {
			const row = { account_id: accountId, asset, max_held: maxHeld };
			await transaction.insertInto('account_limits').values(row).execute();
		}
		const text = maxHeld === undefined ? 'none' : formatDecimal(maxHeld, decimals);
		const details = { asset, maxHeld: text };
		await audit(transaction, acting, { action: 'ACCOUNT_LIMIT', subject: accountId, details });
		return readLimits(transaction, accountId);
	});
}

export async function readLimits(database: Database, accountId: string): Promise<Limits> {
	const account = await database
		.selectFrom('accounts')
		.select('max_num_orders')
		.where('id', '=', accountId)
		.executeTakeFirstOrThrow();
	const rows = await database
		.selectFrom('account_limits')
		.innerJoin('assets', 'assets.code', 'account_limits.asset')
		.select(['asset', 'decimals', 'max_held'])
		.where('account_id', '=', accountId)
		.orderBy('asset')
		.execute();
	const { max_num_orders: most } = account;
	return {
		maxNumOrders: most === null ? undefined : Number(most),
		assets: rows.map(({ asset, decimals, max_held: maxHeld }) => ({
			asset,
			decimals: Number(decimals),
			maxHeld,
		})),
	};
}
