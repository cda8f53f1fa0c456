/**
 * Locks of a transaction. SQLite runs one writing transaction at a time, so there they do nothing.
 */
import { createHash } from 'node:crypto';
import { sql, type QueryExecutorProvider } from 'kysely';
import { isPostgres } from './database';

/** Locks a query's rows against changes until the transaction ends. */
export function forUpdate<Query extends { forUpdate(): Query }>(
	transaction: QueryExecutorProvider,
	query: Query,
): Query {
	return isPostgres(transaction) ? query.forUpdate() : query;
}

/** Locks a query's rows against changes, shared with other such locks. */
export function forShare<Query extends { forShare(): Query }>(
	transaction: QueryExecutorProvider,
	query: Query,
): Query {
	return isPostgres(transaction) ? query.forShare() : query;
}

/** Takes a named lock, held until the transaction ends; waits while another transaction has it. */
export async function lockUntilCommit(
	transaction: QueryExecutorProvider,
	name: string,
): Promise<void> {
	if (!isPostgres(transaction)) return;
	await sql`select pg_advisory_xact_lock(${lockKey(name)}::bigint)`.execute(transaction);
}

/** The 64-bit key of a PostgreSQL advisory lock. */
export function lockKey(name: string): string {
	return createHash('sha256').update(name).digest().readBigInt64BE().toString();
}
