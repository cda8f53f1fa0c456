import type { PayoutMode } from '../accounts/accounts';
import type { Database } from '../database/database';

export interface OwnAccount {
	readonly payouts: PayoutMode;
	/** Milliseconds since 1970; null: not frozen. */
	readonly frozenAt: number | null;
	/** The reason its owner is shown. */
	readonly frozenReason: string | null;
}

export async function readOwnAccount(database: Database, accountId: string): Promise<OwnAccount> {
	const row = await database
		.selectFrom('accounts')
		.select(['payouts', 'frozen_at', 'frozen_reason as frozenReason'])
		.where('id', '=', accountId)
		.executeTakeFirstOrThrow();
	const { payouts, frozen_at: frozenAt, frozenReason } = row;
	return {
		payouts: payouts as PayoutMode,
		frozenAt: frozenAt === null ? null : Number(frozenAt),
		frozenReason,
	};
}

export interface ReadBalance {
	readonly asset: string;
	readonly decimals: number;
	readonly available: bigint;
	readonly held: bigint;
}

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
