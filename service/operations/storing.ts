/**
 * The transactions that store what a caller sent. An upload may take hours, and whoever began it may
 * have lost their key, their link or their place in the organisation meanwhile: nothing of it is kept
 * then. What it has stored so far is discarded by whoever staged it.
 */
import type { Database, Transaction } from '../database/database';
import type { Caller } from './handler';

/** One transaction, for a caller who may still act when it commits. */
export function storeFor<Result>(
	database: Database,
	caller: Pick<Caller, 'requireStill'>,
	work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
	return database.transaction().execute(async (transaction) => {
		await caller.requireStill(transaction);
		return work(transaction);
	});
}
