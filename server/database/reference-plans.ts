/**
 * Lets PostgreSQL reuse plans for foreign key checks until the transaction ends. Our sessions plan
 * every statement for its values, which also applies to the server's own reference checks, where
 * planning costs ten times the look-up. For transactions that insert many rows; run reads before
 * it.
 */
import { sql, type QueryExecutorProvider } from 'kysely';
import { isPostgres } from './database';

/**
 * To the end of the transaction, look-ups by which references are checked are planned once a session:
 * for transactions that write many rows. What reads comes before it.
 */
export async function reuseReferencePlans(transaction: QueryExecutorProvider): Promise<void> {
	if (isPostgres(transaction)) await sql`set local plan_cache_mode = auto`.execute(transaction);
}
