/**
 * How PostgreSQL looks up what a new row refers to. Our sessions have every statement planned for its
 * own values, because a plan made while a table was empty is a bad one when it is not; that holds for
 * the look-ups of the server itself, too, and there planning costs ten times as much as looking.
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
