/**
 * What is read of one account: its balances and how it is paid out. How they look on the wire is
 * left to http.
 */
import type { PayoutMode } from '../accounts/accounts';
import type { Database } from '../database/database';

export async function readPayoutMode(database: Database, accountId: string): Promise<PayoutMode> {
	const { payouts } = await database
		.selectFrom('accounts')
		.select('payouts')
		.where('id', '=', accountId)
		.executeTakeFirstOrThrow();
	return payouts as PayoutMode;
}

export interface ReadBalance {
	readonly asset: string;
	readonly decimals: number;
	readonly available: bigint;
	readonly held: bigint;
}

/** What the account has, by asset. */
export async function readBalances(database: Database, accountId: string): Promise<ReadBalance[]> {
	const rows = await database
		.selectFrom('balances')
		.innerJoin('assets', 'assets.code', 'balances.asset')
		.select(['asset', 'available', 'held', 'decimals'])
		.where('account_id', '=', accountId)
		.orderBy('asset')
		.execute();
	return rows.map((row) => ({ ...row, decimals: Number(row.decimals) }));
}
