/**
 * What an account may order by itself, and how much of that is used. What it may have paid out is
 * settlement's to know.
 */
import { sql } from 'kysely';
import type { Database } from '../database/database';

export interface AssetLimit {
	readonly asset: string;
	readonly decimals: number;
	/** What its open orders together may hold, in smallest units; null for any amount. */
	readonly maxHeld: bigint | null;
	/** What they hold now. */
	readonly held: bigint;
	/** What one order may be worth where the asset is the quote asset; null for any amount. */
	readonly maxNotional: bigint | null;
}

export interface OrderLimits {
	/** Open orders it may have in each market; null where that is left to the market. */
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
		...{ asset: row.asset, decimals: Number(row.decimals), held: row.held ?? 0n },
		...{ maxHeld: row.max_held, maxNotional: row.max_notional },
	}));
}

/** Open orders of the account in each market that has some. */
export async function countOpenOrders(
	database: Database,
	accountId: string,
): Promise<readonly { readonly symbol: string; readonly open: number }[]> {
	const rows = await database
		.selectFrom('order_states')
		.select(['market as symbol', sql<bigint>`count(*)`.as('open')])
		.where('account_id', '=', accountId)
		// In the text of the statement, or the index of open orders is not used.
		.where(sql<boolean>`status in ('NEW', 'PARTIALLY_FILLED')`)
		.groupBy('market')
		.orderBy('market')
		.execute();
	return rows.map(({ symbol, open }) => ({ symbol, open: Number(open) }));
}
