/**
 * Fewer round trips in a transaction on PostgreSQL. `pg` sends a statement without waiting for the
 * answers to those before it, and the server carries them out in their order; Kysely waits:
 *
 *   for the one before    statements of a transaction that are begun at once are sent at once
 *   for `begin`           the reads that come first travel with it; see postgres-dialect.ts
 *   for the last write    statements given to `commitWith` travel with `commit`
 */
import type {
	CompiledQuery,
	ConnectionProvider,
	DatabaseConnection,
	Kysely,
	QueryExecutor,
} from 'kysely';

/** Gives every statement of a transaction its connection at once. */
class Pipeline implements ConnectionProvider {
	private connection: Promise<DatabaseConnection> | undefined;

	/** `single` has one connection, and gives it to one statement at a time. */
	constructor(private readonly single: ConnectionProvider) {}

	async provideConnection<Result>(
		consumer: (connection: DatabaseConnection) => Promise<Result>,
	): Promise<Result> {
		this.connection ??= this.single.provideConnection((connection) => Promise.resolve(connection));
		return consumer(await this.connection);
	}
}

/** Lets transactions of this database send statements at once; Kysely has no setting for it. */
export function pipelineTransactions<Tables>(database: Kysely<Tables>): void {
	const executor: QueryExecutor = database.getExecutor();
	const withConnectionProvider = executor.withConnectionProvider.bind(executor);
	executor.withConnectionProvider = (single) => withConnectionProvider(new Pipeline(single));
}

/** Statements that were sent last in the open transaction of a connection. */
const sentLast = new WeakMap<DatabaseConnection, Promise<unknown>>();

/** Sends statements; the commit, which has to come next, waits for their answers. */
export function sendBeforeCommit(
	connection: DatabaseConnection,
	statements: readonly CompiledQuery[],
): void {
	const answers = Promise.all(statements.map((statement) => connection.executeQuery(statement)));
	// The commit throws their fault; after another fault nobody waits for them.
	answers.catch(() => undefined);
	sentLast.set(connection, answers);
}

/** Waits for the commit and for what was sent before it; if that failed, the server rolls back. */
export async function committed(
	connection: DatabaseConnection,
	commit: Promise<void>,
): Promise<void> {
	const answers = sentLast.get(connection);
	forgetSent(connection);
	for (const end of await Promise.allSettled([answers, commit])) {
		if (end.status === 'rejected') throw end.reason;
	}
}

export function forgetSent(connection: DatabaseConnection): void {
	sentLast.delete(connection);
}
