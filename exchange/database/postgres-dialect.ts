/**
 * Kysely over `pg`: a pool of connections, each of which keeps the statements it has seen ready,
 * as the SQLite connection does. They are planned anew each time, because a plan made while a
 * table was small is a bad one when it has grown. Whole numbers come back as bigint.
 */
import {
	CompiledQuery,
	PostgresDialect,
	type PostgresCursor,
	type PostgresPool,
	type PostgresPoolClient,
	type PostgresQueryResult,
} from 'kysely';
import { Pool, types, type PoolClient } from 'pg';

const int8TypeId = 20;
const connectionsMax = 8;

/** Statements kept ready; the exchange has about a hundred, and one too many is parsed each time. */
const statementsMax = 500;

/** A Kysely dialect for the PostgreSQL at `url`. */
export function postgresDialect(url: string): PostgresDialect {
	const pool = new Pool({
		connectionString: url,
		max: connectionsMax,
		types: {
			getTypeParser: (id, format) =>
				id === int8TypeId && format !== 'binary'
					? (text: string) => BigInt(text)
					: (types.getTypeParser(id, format) as (text: string) => unknown),
		},
	});
	// An idle connection that breaks is replaced at its next use, where a real fault shows.
	pool.on('error', () => undefined);
	return new PostgresDialect({
		pool: new PreparingPool(pool),
		async onCreateConnection(connection) {
			await connection.executeQuery(CompiledQuery.raw('set plan_cache_mode = force_custom_plan'));
		},
	});
}

class PreparingPool implements PostgresPool {
	/** By the text of the statement; the same for all connections. */
	private readonly names = new Map<string, string>();
	private readonly clients = new WeakMap<PoolClient, PreparingClient>();

	constructor(private readonly pool: Pool) {}

	/** The same object for the same connection, by which Kysely knows that it is not new. */
	async connect(): Promise<PostgresPoolClient> {
		const client = await this.pool.connect();
		const known = this.clients.get(client) ?? new PreparingClient(client, this.names);
		this.clients.set(client, known);
		return known;
	}

	end(): Promise<void> {
		return this.pool.end();
	}
}

class PreparingClient implements PostgresPoolClient {
	constructor(
		private readonly client: PoolClient,
		private readonly names: Map<string, string>,
	) {}

	query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
	query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
	query(text: unknown, values: readonly unknown[] = []): unknown {
		if (typeof text !== 'string') throw new Error('the exchange reads nothing by cursor');
		// What has no values is told once, such as a migration, or costs nothing to parse.
		const name = values.length === 0 ? undefined : this.nameOf(text);
		return this.client.query({ name, text, values: [...values] });
	}

	release(): void {
		this.client.release();
	}

	private nameOf(text: string): string | undefined {
		const kept = this.names.get(text);
		if (kept !== undefined || this.names.size >= statementsMax) return kept;
		const name = `exchange-${this.names.size}`;
		this.names.set(text, name);
		return name;
	}
}
