import { setImmediate as othersServed } from 'node:timers/promises';
import { dayMs } from '../../../server/clock';
import type { Database } from '../../database/database';
import { wholeAmount } from '../register/entries';

const rowsAtOnce = 1_000;

export interface Stats {
	readonly transactionCount: number;
	/** Sum of the amounts of all assets. */
	readonly volume: bigint;
	/** Count of users who issued, sent or received, themselves or by an entity. */
	readonly activeUsers: number;
}

/** Statistics of the 24 hours before `now`, in milliseconds since 1970. */
export async function statsOf(database: Database, productId: string, now: number): Promise<Stats> {
	const since = new Date(now - dayMs).toISOString();
	const users = new Set<string>();
	let [transactionCount, volume] = [0, 0n];
	for await (const row of newestFirst(database, productId, since)) {
		transactionCount += 1;
		volume += wholeAmount(row.amount);
		users.add(row.caller_id);
		if (row.kind !== 'burn') users.add(row.taking_id ?? row.taker_id);
		if (row.kind !== 'issue') users.add(row.giving_id ?? row.giver_id);
	}
	return { transactionCount, volume, activeUsers: users.size };
}

/**
 * Reads pages until a whole page is older than `since`: rows may be out of order, because a clock
 * may have been set back.
 */
async function* newestFirst(database: Database, productId: string, since: string) {
	for (let before = Number.MAX_SAFE_INTEGER; ;) {
		const rows = await database
			.selectFrom('asset_transactions as movement')
			.leftJoin('entities as giving', 'giving.id', 'movement.giver_id')
			.leftJoin('entities as taking', 'taking.id', 'movement.taker_id')
			.select(['movement.sequence', 'movement.kind', 'movement.amount', 'movement.created_at'])
			.select(['movement.caller_id', 'movement.giver_id', 'movement.taker_id'])
			.select(['giving.owner_id as giving_id', 'taking.owner_id as taking_id'])
			.where('movement.product_id', '=', productId)
			.where('movement.sequence', '<', before)
			.orderBy('movement.sequence', 'desc')
			.limit(rowsAtOnce)
			.execute();
		const recent = rows.filter(({ created_at }) => created_at >= since);
		yield* recent;
		if (recent.length === 0 || rows.length < rowsAtOnce) return;
		before = rows.at(-1)?.sequence ?? 0;
		await othersServed();
	}
}
