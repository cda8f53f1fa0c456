/**
 * A process's session among those on one database: others can see that it is alive, and it takes
 * named locks ("turns") for work that one process does at a time. On PostgreSQL these are advisory
 * locks of one connection, which the server releases when the process dies; on SQLite there is no
 * other process.
 * A broken connection is made again. Until then others may take this process for dead and do
 * its work, so work under a turn must be idempotent.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { lockKey } from './locks';
import { connectClient } from './postgres-hosts';
import { DatabaseUnavailable, postgresShortage } from './unavailable';

export interface ProcessSession {
	/** 24 lower-case hex characters; every process has a new one. */
	readonly processId: string;
	isAlive(processId: string): Promise<boolean>;
	/** Number of other processes on the database. */
	countOthers(): Promise<number>;
	/** Does the work unless another process holds the turn of this name; then returns undefined. */
	tryTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result | undefined>;
	/** Waits for the turn of this name, then does the work. */
	turn<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
	close(): Promise<void>;
}

/** The session of the only process on a database. */
export function soleSession(): ProcessSession {
	const processId = newProcessId();
	return {
		processId,
		isAlive: (other) => Promise.resolve(other === processId),
		countOthers: () => Promise.resolve(0),
		tryTurn: (_name, work) => work(),
		turn: (_name, work) => work(),
		close: () => Promise.resolve(),
	};
}

export interface SessionOptions {
	readonly url: string;
	/** Separates the programs in one database. */
	readonly program: string;
	/** True if it must be the only process; then no other can join. */
	readonly alone: boolean;
}

/** Joins the processes on a PostgreSQL; throws if this or another process must be alone. */
export async function joinProcesses(options: SessionOptions): Promise<ProcessSession> {
	const session = new PostgresSession(options);
	await session.open();
	return session;
}

const retryMs = 100;

/** Makes the server detect within a minute that a process's host is gone. */
const sessionSettings =
	'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3';

/** pg_locks shows an advisory lock's 64 bits as two halves. */
const otherProcesses = `select count(*) as count from pg_locks
	join pg_database on pg_database.oid = pg_locks.database
	where locktype = 'advisory' and datname = current_database() and granted
	and classid::bigint = $1 and objid::bigint = $2 and pid <> pg_backend_pid()`;

class PostgresSession implements ProcessSession {
	readonly processId = newProcessId();
	private client: Client | undefined;
	private asked: Promise<unknown> = Promise.resolve();
	private closed = false;

	constructor(private readonly options: SessionOptions) {}

	async open(): Promise<void> {
		const client = await this.connect();
		if (await this.enter(client)) {
			this.client = client;
			return;
		}
		await client.end();
		const { program, alone } = this.options;
		const who = alone ? 'another process' : 'a command that must be alone';
		throw new Error(`${who} works on the ${program}'s database; wait for it, or stop it first`);
	}

	async isAlive(processId: string): Promise<boolean> {
		if (processId === this.processId) return true;
		const key = this.keyOf(`process ${processId}`);
		if (!(await this.ask('pg_try_advisory_lock', key))) return true;
		await this.ask('pg_advisory_unlock', key);
		return false;
	}

	async countOthers(): Promise<number> {
		const key = BigInt.asUintN(64, BigInt(this.keyOf('present')));
		const halves = [(key >> 32n).toString(), (key & 0xffff_ffffn).toString()];
		const { rows } = await this.inOrder(() =>
			this.connected().query<{ count: string }>(otherProcesses, halves),
		);
		return Number(rows[0]?.count);
	}

	async tryTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result | undefined> {
		const key = this.keyOf(`turn ${name}`);
		const client = this.connected();
		if (!(await this.ask('pg_try_advisory_lock', key, client))) return undefined;
		try {
			return await work();
		} finally {
			// A connection that broke meanwhile has released the lock.
			if (client === this.client) await this.ask('pg_advisory_unlock', key, client);
		}
	}

	async turn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
		const waited = async (): Promise<{ readonly result: Result }> => ({ result: await work() });
		for (;;) {
			const done = await this.tryTurn(name, waited);
			if (done !== undefined) return done.result;
			await delay(retryMs);
		}
	}

	async close(): Promise<void> {
		this.closed = true;
		await this.client?.end();
	}

	private async connect(): Promise<Client> {
		const client = await connectClient(this.options.url, { keepAlive: true });
		await client.query(sessionSettings);
		// A broken connection emits 'end', too.
		client.once('end', () => void this.reconnect());
		return client;
	}

	/** Registers the process; returns false if it may not join. */
	private async enter(client: Client): Promise<boolean> {
		const lock = this.options.alone ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
		const mayBe = await this.ask(lock, this.keyOf('present'), client);
		return (
			mayBe && this.ask('pg_try_advisory_lock', this.keyOf(`process ${this.processId}`), client)
		);
	}

	private async reconnect(): Promise<void> {
		if (this.client === undefined) return;
		this.client = undefined;
		while (!this.closed && this.client === undefined) {
			try {
				const client = await this.connect();
				if (await this.enter(client)) this.client = client;
				else await client.end();
			} catch {
				// The server is still away; work under a turn fails and reports that itself.
			}
			if (this.client === undefined) await delay(retryMs, undefined, { ref: false });
		}
	}

	private ask(lock: string, key: string, client: Client = this.connected()): Promise<boolean> {
		return this.inOrder(async () => {
			const query = `select ${lock}($1::bigint) as done`;
			const { rows } = await client.query<{ readonly done: boolean }>(query, [key]);
			return rows[0]?.done === true;
		});
	}

	/** One statement at a time, because concurrent calls share one connection. */
	private inOrder<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
		const answer = this.asked.then(ask, ask);
		this.asked = answer;
		return answer.catch((fault: unknown) => {
			const shortage = postgresShortage(fault);
			throw shortage === undefined ? fault : new DatabaseUnavailable(shortage, fault);
		});
	}

	private connected(): Client {
		if (this.client === undefined) throw new DatabaseUnavailable('AWAY', undefined);
		return this.client;
	}

	private keyOf(what: string): string {
		return lockKey(`${this.options.program}: ${what}`);
	}
}

function newProcessId(): string {
	return randomBytes(12).toString('hex');
}
