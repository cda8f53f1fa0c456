/**
 * Kysely over `pg`: a pool of connections, each of which keeps the statements it has seen ready,
 * as the SQLite connection does. They are planned again each time, because a plan made while a
 * table was small is a bad one when it has grown. A server that ends, restarts or fails over breaks
 * the statements under way and no process; the next ones go over new connections. While it is away
 * one caller asks for it, and the others are told at once.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
	PostgresAdapter,
	PostgresDialect,
	PostgresDriver,
	type DatabaseConnection,
	type Driver,
	type Kysely,
	type PostgresCursor,
	type PostgresPool,
	type PostgresPoolClient,
	type PostgresQueryResult,
} from 'kysely';
import {
	Client,
	escapeIdentifier,
	Pool,
	types,
	type ClientBase,
	type ClientConfig,
	type PoolClient,
} from 'pg';
import { DatabaseUnavailable, postgresShortage, WriteState } from './unavailable';
import type { WholeNumbers } from './whole-numbers';

const int8TypeId = 20;
const connectionsMax = 8;

/** For a connection to be made; an address where nothing answers would hold its callers for minutes. */
export const connectTimeoutMs = 5_000;

/**
 * A process that stands still, or whose machine is gone, keeps what its transaction has locked, and
 * everybody waits who needs that; after this long without its next statement the server takes it back.
 */
const idleInTransactionMs = 10_000;

/** Statements kept ready; a program has about a hundred, and one too many is parsed each time. */
const statementsMax = 500;

export interface PostgresPlace {
	readonly url: string;
	readonly wholeNumbers: WholeNumbers;
	/** Where tables lie; the connection's own schema without one. */
	readonly schema: string | undefined;
	/** The server then refuses every change. */
	readonly isReadOnly: boolean;
}

/** A Kysely dialect for a PostgreSQL. */
export function postgresDialect(place: PostgresPlace): PostgresDialect {
	const pool = new Pool({
		connectionString: place.url,
		max: connectionsMax,
		Client: TimeoutClient,
		keepAlive: true,
		types: { getTypeParser: typeParser(place.wholeNumbers) },
		// eslint-disable-next-line @typescript-eslint/no-misused-promises -- its types do not say that it waits
		onConnect: (client) => prepareSession(client, place),
	});
	// An idle connection that breaks is replaced at its next use, where a real fault shows.
	pool.on('error', () => undefined);
	return new PooledDialect(pool);
}

/** The pool's own limit would also bound how long a statement waits for its turn. */
class TimeoutClient extends Client {
	constructor(config: ClientConfig = {}) {
		super({ ...config, connectionTimeoutMillis: connectTimeoutMs });
	}
}

/** How the connections of one process are used. */
export interface PoolState {
	readonly inUse: number;
	readonly idle: number;
	/** Statements that found no connection yet. */
	readonly waiting: number;
}

/** Of a database on PostgreSQL. */
export function poolState<Tables>(database: Kysely<Tables>): PoolState | undefined {
	const { adapter } = database.getExecutor();
	if (!(adapter instanceof PooledAdapter)) return undefined;
	const { totalCount, idleCount, waitingCount } = adapter.pool;
	return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

class PooledDialect extends PostgresDialect {
	private readonly writes = new WriteState();

	constructor(private readonly pool: Pool) {
		super({ pool });
	}

	override createDriver(): Driver {
		return new PooledDriver({ pool: new PreparingPool(this.pool, this.writes) });
	}

	override createAdapter(): PostgresAdapter {
		return new PooledAdapter(this.pool, this.writes);
	}
}

class PooledDriver extends PostgresDriver {
	override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		try {
			await super.rollbackTransaction(connection);
		} catch (fault) {
			// What a lost connection had under way is taken back, and what broke it is told.
			if (!(fault instanceof DatabaseUnavailable)) throw fault;
		}
	}
}

/** The part of a dialect that a database hands out; it leads to the pool. */
export class PooledAdapter extends PostgresAdapter {
	constructor(
		readonly pool: Pool,
		readonly writes: WriteState,
	) {
		super();
	}
}

/** The pool waits for it, and gives up a connection on which it fails. */
function prepareSession(
	client: ClientBase,
	{ schema, isReadOnly }: PostgresPlace,
): Promise<unknown> {
	// A connection in use that breaks tells the statement under way; unheard, its event would end us.
	client.on('error', () => undefined);
	const path = schema === undefined ? '' : `; set search_path = ${escapeIdentifier(schema)}`;
	const access = isReadOnly ? '; set default_transaction_read_only = on' : '';
	const patience = `; set idle_in_transaction_session_timeout = ${idleInTransactionMs}`;
	return client.query(`set plan_cache_mode = force_custom_plan${patience}${path}${access}`);
}

/** Reads whole numbers of 64 bits as said, and everything else as usual. */
export function typeParser(wholeNumbers: WholeNumbers) {
	const parseWhole = wholeNumbers === 'bigint' ? BigInt : safeNumber;
	return (id: number, format?: 'text' | 'binary') =>
		id === int8TypeId && format !== 'binary'
			? parseWhole
			: (types.getTypeParser(id, format) as (text: string) => unknown);
}

function safeNumber(text: string): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
	return value;
}

class PreparingPool implements PostgresPool {
	/** By the text of the statement; the same for all connections. */
	private readonly names = new Map<string, string>();
	private readonly clients = new WeakMap<PoolClient, PreparingClient>();
	/** Why no connection could be made, until one was. */
	private away: unknown;
	private isTrying = false;

	constructor(
		private readonly pool: Pool,
		private readonly writes: WriteState,
	) {}

	/** The same object for the same connection, by which Kysely knows that it is not new. */
	async connect(): Promise<PostgresPoolClient> {
		const client = await this.connected();
		const known = this.clients.get(client) ?? new PreparingClient(client, this.names, this.writes);
		this.clients.set(client, known);
		return known;
	}

	end(): Promise<void> {
		return this.pool.end();
	}

	private async connected(): Promise<PoolClient> {
		const isAway = this.away !== undefined && this.pool.idleCount === 0;
		if (isAway && this.isTrying) {
			// Whoever asks again and again lets others have their turn, such as the answer that is waited for.
			await nextTurn();
			throw new DatabaseUnavailable('AWAY', this.away);
		}
		this.isTrying ||= isAway;
		try {
			const client = await this.pool.connect();
			this.away = undefined;
			return client;
		} catch (fault) {
			if (this.pool.ending) throw fault;
			// Whatever it says, of a password that was changed as well: without it nothing can be asked.
			this.away = fault;
			throw new DatabaseUnavailable('AWAY', fault);
		} finally {
			if (isAway) this.isTrying = false;
		}
	}
}

class PreparingClient implements PostgresPoolClient {
	/** Another connection may lead to another server, which can do what this one could not. */
	private isForsaken = false;

	constructor(
		private readonly client: PoolClient,
		private readonly names: Map<string, string>,
		private readonly writes: WriteState,
	) {}

	query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
	query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
	query(text: unknown, values: readonly unknown[] = []): unknown {
		if (typeof text !== 'string') throw new Error('nothing is read by cursor');
		// What has no values runs once, such as a migration, or costs nothing to parse.
		const name = values.length === 0 ? undefined : this.nameOf(text);
		const answer = this.client.query({ name, text, values: [...values] });
		return answer.catch((fault: unknown) => this.refuse(fault));
	}

	release(): void {
		this.client.release(this.isForsaken);
	}

	private refuse(fault: unknown): never {
		const shortage = postgresShortage(fault);
		if (shortage === undefined) throw fault;
		this.isForsaken ||= shortage !== 'FULL';
		throw this.writes.note(new DatabaseUnavailable(shortage, fault));
	}

	private nameOf(text: string): string | undefined {
		const kept = this.names.get(text);
		if (kept !== undefined || this.names.size >= statementsMax) return kept;
		const name = `statement-${this.names.size}`;
		this.names.set(text, name);
		return name;
	}
}
