/**
 * What each owner's objects take, all shards together. It is counted in the transaction that writes
 * or removes an object's row, so it is the sum of those rows after any crash, and whatever number of
 * processes write at once.
 */
import type { Database, Transaction } from '../database/database';

/** Bytes of everything an owner has, whether stored or being brought in. */
export async function storedBytes(database: Database, ownerId: string): Promise<number> {
	const row = await database
		.selectFrom('storage_usage')
		.select('stored_bytes')
		.where('owner_id', '=', ownerId)
		.executeTakeFirst();
	return row?.stored_bytes ?? 0;
}

/** Counts an object to its owner, unless that would be more than the owner may store. */
export async function countBytes(
	transaction: Transaction,
	counted: {
		readonly ownerId: string;
		readonly storedSizeBytes: number;
		/** None where there is no quota. */
		readonly quotaBytes: number | undefined;
	},
): Promise<boolean> {
	const { ownerId, storedSizeBytes, quotaBytes = Number.MAX_SAFE_INTEGER } = counted;
	if (storedSizeBytes > quotaBytes) return false;
	const { numInsertedOrUpdatedRows } = await transaction
		.insertInto('storage_usage')
		.values({ owner_id: ownerId, stored_bytes: storedSizeBytes })
		.onConflict((conflict) =>
			conflict
				.column('owner_id')
				.doUpdateSet(({ eb }) => ({
					stored_bytes: eb('storage_usage.stored_bytes', '+', storedSizeBytes),
				}))
				// What may be there already, so that the sum is not worked out twice.
				.where('storage_usage.stored_bytes', '<=', quotaBytes - storedSizeBytes),
		)
		.executeTakeFirst();
	return numInsertedOrUpdatedRows === 1n;
}

export async function uncountBytes(
	transaction: Transaction,
	ownerId: string,
	storedSizeBytes: number,
): Promise<void> {
	await transaction
		.updateTable('storage_usage')
		.set(({ eb }) => ({ stored_bytes: eb('stored_bytes', '-', storedSizeBytes) }))
		.where('owner_id', '=', ownerId)
		.execute();
}
