/**
 * Locks of a transaction, for what must not happen twice at once. SQLite runs one writing
 * transaction at a time, so there they cost nothing and do nothing.
 */
import { createHash } from 'node:crypto';
import { sql, type QueryExecutorProvider } from 'kysely';
import { isPostgres } from './database';

/** A query whose rows no other transaction changes before this one has ended. */
export function forUpdate<Query extends { forUpdate(): Query }>(
	transaction: QueryExecutorProvider,
	query: Query,
): Query {
	return isPostgres(transaction) ? query.forUpdate() : query;
}

/** A query whose rows stay as they are until the transaction ends, for others who ask the same, too. */
export function forShare<Query extends { forShare(): Query }>(
	transaction: QueryExecutorProvider,
	query: Query,
): Query {
	return isPostgres(transaction) ? query.forShare() : query;
}

/** Waits until no other transaction has the lock of that name, and has it to the transaction's end. */
export async function lockUntilCommit(
	transaction: QueryExecutorProvider,
	name: string,
): Promise<void> {
	if (!isPostgres(transaction)) return;
	await sql`select pg_advisory_xact_lock(${lockKey(name)}::bigint)`.execute(transaction);
}

/** PostgreSQL names its advisory locks by 64 bits. */
export function lockKey(name: string): string {
	return createHash('sha256').update(name).digest().readBigInt64BE().toString();
}
