/**
 * What is no longer kept of the events of orders: they go when they have been kept long enough, or when
 * the batch they are read from moves to the archive. How far that has come is written down, so that
 * whoever comes back too late is told.
 */
import { noteRemoved, removedUpTo } from '../../server/events/keeping';
import type { Database } from '../database/database';

const rowsAtOnce = 1_000;

/** Within the transaction in which a batch leaves. */
export async function forgetBatch(
	transaction: Database,
	market: string,
	batch: number,
): Promise<void> {
	const row = await transaction
		.deleteFrom('market_events')
		.where('market', '=', market)
		.where('batch', '=', BigInt(batch))
		.returning(['first_sequence', 'places'])
		.executeTakeFirst();
	if (row !== undefined) await noteRemoved(transaction, lastOf(row));
}

/** Removes the places of what was committed before a time; answers the last of them. */
export async function removePlaces(database: Database, before: number): Promise<number> {
	for (const { symbol } of await database.selectFrom('markets').select('symbol').execute()) {
		while (await removeSome(database, symbol, before));
	}
	return removedUpTo(database);
}

/** Whether more may be to remove. */
async function removeSome(database: Database, market: string, before: number): Promise<boolean> {
	const oldest = await database
		.selectFrom('market_events')
		.select(['first_sequence', 'places', 'placed_at'])
		.where('market', '=', market)
		.orderBy('first_sequence')
		.limit(rowsAtOnce)
		.execute();
	const kept = oldest.findIndex(({ placed_at }) => placed_at >= BigInt(before));
	const last = oldest.at(kept < 0 ? -1 : kept - 1);
	if (last === undefined || kept === 0) return false;
	await database.transaction().execute(async (transaction) => {
		await transaction
			.deleteFrom('market_events')
			.where('market', '=', market)
			.where('first_sequence', '<=', last.first_sequence)
			.execute();
		await noteRemoved(transaction, lastOf(last));
	});
	return kept < 0;
}

function lastOf(row: { readonly first_sequence: bigint; readonly places: bigint }): number {
	return Number(row.first_sequence + row.places) - 1;
}
