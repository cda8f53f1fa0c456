/**
 * Limits of an account's payouts: an amount of an asset in 24 hours, and single payouts up to an
 * amount; larger ones wait for an administrator's approval. operating/ sets limits and decides on
 * waiting payouts.
 */
import { dayMs } from '../../../server/clock';
import { sql } from 'kysely';
import { textList } from '../../../server/database/bulk';
import { refuse } from '../../../server/refusal';
import type { Database } from '../../database/database';
import { formatDecimal } from '../../../server/decimal';
import type { AssetLink } from '../assets/asset-links';

export interface PayoutLimit {
	/** Amount that may still be paid out now; null: no limit. */
	readonly room: bigint | null;
	/** A larger payout waits for approval; null: none does. */
	readonly approvalAbove: bigint | null;
}

const unlimited: PayoutLimit = { room: null, approvalAbove: null };

/** Returns a function that gives the limits by account and asset. */
export async function payoutLimits(
	transaction: Database,
	accounts: readonly string[],
	now: number,
): Promise<(accountId: string, asset: string) => PayoutLimit> {
	const rows = await transaction
		.selectFrom('payout_limits')
		.selectAll()
		.where('account_id', 'in', textList(transaction, [...accounts]))
		.execute();
	const limits = new Map<string, PayoutLimit>();
	for (const { account_id: accountId, asset, day_max: most, approval_above: above } of rows) {
		const left =
			most === null ? null : most - (await paidOut(transaction, { accountId, asset, now }));
		const room = left !== null && left < 0n ? 0n : left;
		limits.set(`${accountId} ${asset}`, { room, approvalAbove: above });
	}
	return (accountId, asset) => limits.get(`${accountId} ${asset}`) ?? unlimited;
}

/** Sum of the payouts of the last 24 hours, without refused ones. */
async function paidOut(
	transaction: Database,
	{
		accountId,
		asset,
		now,
	}: { readonly accountId: string; readonly asset: string; readonly now: number },
): Promise<bigint> {
	const { sum } = await transaction
		.selectFrom('intents')
		.select(sql<bigint>`cast(coalesce(sum(amount), 0) as bigint)`.as('sum'))
		.where('account_id', '=', accountId)
		.where('kind', '=', 'PAYOUT')
		.where('created_at', '>', BigInt(now - dayMs))
		.where('asset', '=', asset)
		.where('state', '<>', 'REFUSED')
		.executeTakeFirstOrThrow();
	return sum;
}

export interface OwnPayoutLimit {
	readonly asset: string;
	readonly decimals: number;
	/** Most in 24 hours; null: no limit. */
	readonly dayMax: bigint | null;
	/** Sum of the payouts of the last 24 hours. */
	readonly dayUsed: bigint;
	readonly approvalAbove: bigint | null;
}

export async function readPayoutLimits(
	database: Database,
	accountId: string,
	now: number,
): Promise<readonly OwnPayoutLimit[]> {
	const rows = await database
		.selectFrom('payout_limits')
		.innerJoin('assets', 'assets.code', 'payout_limits.asset')
		.select(['asset', 'decimals', 'day_max', 'approval_above'])
		.where('account_id', '=', accountId)
		.orderBy('asset')
		.execute();
	const limits = rows.filter((row) => row.day_max !== null || row.approval_above !== null);
	return Promise.all(
		limits.map(async ({ asset, decimals, day_max: dayMax, approval_above: approvalAbove }) => ({
			asset,
			decimals: Number(decimals),
			dayMax,
			approvalAbove,
			dayUsed: await paidOut(database, { accountId, asset, now }),
		})),
	);
}

/** Refuses a payout that exceeds the limit. */
export function checkRoomFor(
	{ room }: PayoutLimit,
	{ asset, decimals }: Pick<AssetLink, 'asset' | 'decimals'>,
	amount: bigint,
): void {
	if (room === null || amount <= room) return;
	throw refuse('Exchange_PayoutLimit', formatDecimal(room, decimals), asset);
}

export function needsApproval({ approvalAbove }: PayoutLimit, amount: bigint): boolean {
	return approvalAbove !== null && amount > approvalAbove;
}
