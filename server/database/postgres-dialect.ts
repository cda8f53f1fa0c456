/**
 * Kysely over `pg`: a pool of connections with prepared statements. They are planned each time,
 * because a plan made for a small table is bad when it has grown. If the server restarts or fails
 * over, statements under way fail and later ones use new connections. While it is away, one caller
 * tries to connect and the others fail at once.
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
import { PostgresHosts } from './postgres-hosts';
import { committed, forgetSent } from './postgres-pipeline';
import { DatabaseUnavailable, postgresShortage, WriteState } from './unavailable';
import type { WholeNumbers } from './whole-numbers';

const int8TypeId = 20;
const connectionsMax = 8;

/**
 * The server ends transactions that are idle this long, because a stalled or lost process would
 * keep its locks.
 */
const idleInTransactionMs = 10_000;

/**
 * Maximum prepared statements; a program has about a hundred, further ones are parsed each time.
 */
const statementsMax = 500;

export interface PostgresPlace {
	readonly url: string;
	readonly wholeNumbers: WholeNumbers;
	/** Schema of the tables; default is the connection's. */
	readonly schema: string | undefined;
	/** If true, the server refuses changes. */
	readonly isReadOnly: boolean;
}

export function postgresDialect(place: PostgresPlace): PostgresDialect {
	const hosts = new PostgresHosts(place.url);
	const pool = new Pool({
		max: connectionsMax,
		Client: clientClass(hosts),
		keepAlive: true,
		// Statements that are not awaited one by one share a round trip, and run in their order.
		pipeline: true,
		types: { getTypeParser: typeParser(place.wholeNumbers) },
		// eslint-disable-next-line @typescript-eslint/no-misused-promises -- its types do not say that it waits
		onConnect: async (client) => {
			await hosts.assertTakesChanges(client);
			await prepareSession(client, place);
		},
	});
	// A broken idle connection is replaced at its next use, which reports real faults.
	pool.on('error', () => undefined);
	return new PooledDialect(pool, hosts);
}

/**
 * Clients of the current host. The pool's own timeout would also limit the wait for a free
 * connection.
 */
function clientClass(hosts: PostgresHosts) {
	return class extends Client {
		constructor(config: ClientConfig = {}) {
			const connectionTimeoutMillis = hosts.connectTimeoutMs;
			super({ ...config, connectionTimeoutMillis, connectionString: hosts.current });
		}
	};
}

/** Use of a process's connections. */
export interface PoolState {
	readonly inUse: number;
	readonly idle: number;
	/** Statements waiting for a connection. */
	readonly waiting: number;
}

/** Undefined if the database is not PostgreSQL. */
export function poolState<Tables>(database: Kysely<Tables>): PoolState | undefined {
	const { adapter } = database.getExecutor();
	if (!(adapter instanceof PooledAdapter)) return undefined;
	const { totalCount, idleCount, waitingCount } = adapter.pool;
	return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

class PooledDialect extends PostgresDialect {
	private readonly writes = new WriteState();

	constructor(
		private readonly pool: Pool,
		private readonly hosts: PostgresHosts,
	) {
		super({ pool });
	}

	override createDriver(): Driver {
		return new PooledDriver({ pool: new PreparingPool(this.pool, this.hosts, this.writes) });
	}

	override createAdapter(): PostgresAdapter {
		return new PooledAdapter(this.pool, this.writes);
	}
}

class PooledDriver extends PostgresDriver {
	override commitTransaction(connection: DatabaseConnection): Promise<void> {
		return committed(connection, super.commitTransaction(connection));
	}

	override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		forgetSent(connection);
		try {
			await super.rollbackTransaction(connection);
		} catch (fault) {
			// The server rolls back a lost connection; the original fault is reported.
			if (!(fault instanceof DatabaseUnavailable)) throw fault;
		}
	}
}

/** The only part of a dialect that a database exposes; gives access to the pool. */
export class PooledAdapter extends PostgresAdapter {
	constructor(
		readonly pool: Pool,
		readonly writes: WriteState,
	) {
		super();
	}
}

/** The pool waits for this, and drops the connection if it fails. */
function prepareSession(
	client: ClientBase,
	{ schema, isReadOnly }: PostgresPlace,
): Promise<unknown> {
	// A broken connection rejects its statement; without a listener the event would end the process.
	client.on('error', () => undefined);
	const path = schema === undefined ? '' : `; set search_path = ${escapeIdentifier(schema)}`;
	const access = isReadOnly ? '; set default_transaction_read_only = on' : '';
	const idleTimeout = `; set idle_in_transaction_session_timeout = ${idleInTransactionMs}`;
	return client.query(`set plan_cache_mode = force_custom_plan${idleTimeout}${path}${access}`);
}

/** Parses 64-bit integers as chosen, and other types by default. */
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
	/** Statement names by text, the same for all connections. */
	private readonly names = new Map<string, string>();
	private readonly clients = new WeakMap<PoolClient, PreparingClient>();
	/** The fault of the last failed attempt to connect; cleared by a success. */
	private away: unknown;
	private isTrying = false;

	constructor(
		private readonly pool: Pool,
		private readonly hosts: PostgresHosts,
		private readonly writes: WriteState,
	) {}

	/** Returns the same object for the same connection, by which Kysely recognises it. */
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
			// Yields, so that callers who retry in a loop do not starve the pending attempt.
			await nextTurn();
			throw new DatabaseUnavailable('AWAY', this.away);
		}
		this.isTrying ||= isAway;
		try {
			const client = await this.hosts.first(() => this.pool.connect());
			this.away = undefined;
			return client;
		} catch (fault) {
			if (this.pool.ending) throw fault;
			// Any fault, also a changed password, means that the database is unavailable.
			this.away = fault;
			throw new DatabaseUnavailable('AWAY', fault);
		} finally {
			if (isAway) this.isTrying = false;
		}
	}
}

class PreparingClient implements PostgresPoolClient {
	/** Set to close the connection: a new one may reach another server. */
	private isForsaken = false;
	/** While the server has not answered `begin`. */
	private begun: Promise<unknown> | undefined;
	/** True if a statement waits for that answer, so that those behind it have to wait, too. */
	private isHeld = false;

	constructor(
		private readonly client: PoolClient,
		private readonly names: Map<string, string>,
		private readonly writes: WriteState,
	) {}

	query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
	query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
	query(text: unknown, values: readonly unknown[] = []): unknown {
		if (typeof text !== 'string') throw new Error('nothing is read by cursor');
		if (text === 'begin') return this.begin();
		return this.begun === undefined
			? this.send(text, values)
			: this.first(this.begun, text, values);
	}

	release(): void {
		this.client.release(this.isForsaken);
	}

	/** Sends `begin`; whoever sends the next statement learns whether it failed. */
	private begin(): Promise<unknown> {
		const begun = this.send('begin', []);
		const settle = () => {
			this.begun = undefined;
			this.isHeld = false;
		};
		this.begun = begun;
		begun.then(settle, settle);
		return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] });
	}

	/**
	 * A read is sent behind `begin` at once. Anything else waits: if `begin` failed, the server would
	 * commit it.
	 */
	private async first(begun: Promise<unknown>, text: string, values: readonly unknown[]) {
		this.isHeld ||= !/^\s*select\b/i.test(text);
		if (this.isHeld) {
			await begun;
			return this.send(text, values);
		}
		const [answer] = await Promise.all([this.send(text, values), begun]);
		return answer;
	}

	private send(text: string, values: readonly unknown[]): Promise<unknown> {
		// Statements without parameters run once, such as migrations, or parse quickly.
		const name = values.length === 0 ? undefined : this.nameOf(text);
		const answer = this.client.query({ name, text, values: [...values] });
		return answer.catch((fault: unknown) => this.refuse(fault));
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
