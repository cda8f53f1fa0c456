/**
 * Stored bytes of each owner, all shards. Counted in the transaction that writes or deletes an
 * object's row, so the sum is right after any crash and with any number of processes.
 */
import type { Database, Transaction } from '../database/database';

/** Bytes of an owner's objects, stored or staged. */
export async function storedBytes(database: Database, ownerId: string): Promise<number> {
	const row = await database
		.selectFrom('storage_usage')
		.select('stored_bytes')
		.where('owner_id', '=', ownerId)
		.executeTakeFirst();
	return row?.stored_bytes ?? 0;
}

/** Adds an object to its owner's sum; returns false if that would exceed the quota. */
export async function countBytes(
	transaction: Transaction,
	counted: {
		readonly ownerId: string;
		readonly storedSizeBytes: number;
		/** Undefined: no quota. */
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
				// Compared with the largest sum allowed before, so that the addition is written once.
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
