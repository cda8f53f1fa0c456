/**
 * Removes order events: after their retention time, or when their batch moves to the archive. The
 * last removed sequence is recorded, so that a reader who comes too late is told.
 */
import { noteRemoved, removedUpTo } from '../../server/events/record/keeping';
import type { Database } from '../database/database';

const rowsAtOnce = 1_000;

/** Call in the transaction that removes the batch. */
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

/** Removes events committed before a time; returns the last removed sequence of all. */
export async function removePlaces(database: Database, before: number): Promise<number> {
	for (const { symbol } of await database.selectFrom('markets').select('symbol').execute()) {
		while (await removeSome(database, symbol, before));
	}
	return removedUpTo(database);
}

/** Returns true if there may be more to remove. */
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
