/**
 * Transactions that store what a caller sent. An upload may take hours, and the caller may lose
 * key, link or roles meanwhile; then nothing is kept, and the staged files are discarded.
 */
import type { Database, Transaction } from '../database/database';
import type { Caller } from './handler';

/** Runs a transaction that fails if the caller may no longer act. */
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
