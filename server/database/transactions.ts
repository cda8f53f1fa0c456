import { CompiledQuery, type Kysely } from 'kysely';
import { isPostgres } from './database';
import { sendBeforeCommit } from './postgres-pipeline';

/** Runs `work` in the transaction `database`, or in a new one if it is none. */
export function inTransaction<Tables, Result>(
	database: Kysely<Tables>,
	work: (transaction: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
	return database.isTransaction ? work(database) : database.transaction().execute(work);
}

/**
 * Awaits statements of one transaction that are begun at once; on PostgreSQL they share a round
 * trip. A fault is thrown only when all have ended, so that none runs behind the rollback.
 */
export async function together<const Statements extends readonly Promise<unknown>[]>(
	...statements: Statements
) {
	await Promise.allSettled(statements);
	return Promise.all(statements);
}

/** Runs statements in their order; on PostgreSQL they share a round trip. */
export async function runAll<Tables>(
	transaction: Kysely<Tables>,
	statements: readonly CompiledQuery[],
): Promise<void> {
	if (isPostgres(transaction)) {
		await together(...statements.map((statement) => transaction.executeQuery(statement)));
		return;
	}
	for (const statement of statements) await transaction.executeQuery(statement);
}

/**
 * Runs the last statements of a transaction. On PostgreSQL they travel with the commit, so a fault of
 * theirs is thrown by the transaction.
 */
export async function commitWith<Tables>(
	transaction: Kysely<Tables>,
	statements: readonly CompiledQuery[],
): Promise<void> {
	const writes = checkedByPlans(transaction, statements);
	if (!isPostgres(transaction)) return runAll(transaction, writes);
	await transaction.getExecutor().provideConnection((connection) => {
		sendBeforeCommit(connection, writes);
		return Promise.resolve();
	});
}

const reusePlans = CompiledQuery.raw('set local plan_cache_mode = auto');
const planEach = CompiledQuery.raw('set local plan_cache_mode = force_custom_plan');

/**
 * Lets PostgreSQL check the foreign keys of written rows with plans that it keeps. Our sessions plan
 * every statement for its values, which also applies to these look-ups of the server's own, where
 * planning costs ten times as much as looking up. Reads behind are planned for their values again.
 */
export function checkedByPlans<Tables>(
	transaction: Kysely<Tables>,
	writes: readonly CompiledQuery[],
): readonly CompiledQuery[] {
	if (writes.length === 0 || !isPostgres(transaction)) return writes;
	return [reusePlans, ...writes, planEach];
}
