/**
 * Reads an account's order limits and how much of them is used. Settlement has the limits of
 * payouts.
 */
import { sql } from 'kysely';
import type { Database } from '../database/database';

export interface AssetLimit {
	readonly asset: string;
	readonly decimals: number;
	/** Most its open orders together may hold, in smallest units; null: no limit. */
	readonly maxHeld: bigint | null;
	/** Amount they hold now. */
	readonly held: bigint;
	/** Highest notional of one order where this is the quote asset; null: no limit. */
	readonly maxNotional: bigint | null;
}

export interface OrderLimits {
	/** Most open orders in each market; null: the market's limit. */
	readonly maxNumOrders: number | null;
	readonly assets: readonly AssetLimit[];
}

export async function readOrderLimits(database: Database, accountId: string): Promise<OrderLimits> {
	const account = await database
		.selectFrom('accounts')
		.select('max_num_orders')
		.where('id', '=', accountId)
		.executeTakeFirstOrThrow();
	const { max_num_orders: most } = account;
	return {
		maxNumOrders: most === null ? null : Number(most),
		assets: await readAssetLimits(database, accountId),
	};
}

async function readAssetLimits(
	database: Database,
	accountId: string,
): Promise<readonly AssetLimit[]> {
	const rows = await database
		.selectFrom('account_limits')
		.innerJoin('assets', 'assets.code', 'account_limits.asset')
		.leftJoin('balances', (join) =>
			join
				.onRef('balances.account_id', '=', 'account_limits.account_id')
				.onRef('balances.asset', '=', 'account_limits.asset'),
		)
		.select(['account_limits.asset', 'decimals', 'max_held', 'max_notional', 'held'])
		.where('account_limits.account_id', '=', accountId)
		.orderBy('account_limits.asset')
		.execute();
	return rows.map((row) => ({
		asset: row.asset,
		decimals: Number(row.decimals),
		held: row.held ?? 0n,
		maxHeld: row.max_held,
		maxNotional: row.max_notional,
	}));
}

/** Counts the account's open orders per market. */
export async function countOpenOrders(
	database: Database,
	accountId: string,
): Promise<readonly { readonly symbol: string; readonly open: number }[]> {
	const rows = await database
		.selectFrom('order_states')
		.select(['market as symbol', sql<bigint>`count(*)`.as('open')])
		.where('account_id', '=', accountId)
		// Literals, not parameters, or the partial index of open orders is not used.
		.where(sql<boolean>`status in ('NEW', 'PARTIALLY_FILLED')`)
		.groupBy('market')
		.orderBy('market')
		.execute();
	return rows.map(({ symbol, open }) => ({ symbol, open: Number(open) }));
}
