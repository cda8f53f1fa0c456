/**
 * Read-only Kysely over an SQLite file, in threads: a slow statement blocks neither the event loop
 * nor the writer, because WAL lets readers continue. Threads are started on demand and run one
 * statement or transaction at a time; callers queue if all are busy.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import {
	CompiledQuery,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
	type DatabaseConnection,
	type Dialect,
	type Driver,
	type Kysely,
	type QueryResult,
} from 'kysely';
import { busyTimeoutMs } from './sqlite-dialect';
import { DatabaseUnavailable, sqliteShortage } from './unavailable';
import type { WholeNumbers } from './whole-numbers';

/** One more than a single caller can keep busy. */
const threadsMax = 2;

/**
 * The thread's file has the same extension as this one: TypeScript in the sources, JavaScript when
 * built.
 */
const threadFile = path.join(__dirname, `sqlite-thread${path.extname(__filename)}`);

export interface ThreadPlace {
	readonly file: string;
	readonly wholeNumbers: WholeNumbers;
	readonly busyTimeoutMs: number;
}

export interface ThreadRequest {
	readonly sql: string;
	readonly parameters: readonly unknown[];
}

export type ThreadReply =
	| { readonly rows: readonly unknown[] }
	/** With SQLite's error code, which the error loses between threads. */
	| { readonly fault: unknown; readonly errcode: unknown };

interface PendingRead {
	readonly resolve: (rows: readonly unknown[]) => void;
	readonly reject: (fault: unknown) => void;
}

/** One thread; it replies in the order of requests. */
class ReadingThread implements DatabaseConnection {
	private readonly worker: Worker;
	private readonly asked: PendingRead[] = [];
	/** Set when the thread has ended. */
	private fault: DatabaseUnavailable | undefined;

	constructor(place: ThreadPlace) {
		this.worker = new Worker(threadFile, {
			workerData: place,
			// Node.js prints warnings when it runs from the TypeScript source.
			execArgv: [
				'--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
				'--no-warnings=ExperimentalWarning',
			],
		});
		this.worker.on('message', (reply: ThreadReply) => {
			const asked = this.asked.shift();
			if ('rows' in reply) asked?.resolve(reply.rows);
			else asked?.reject(readingFault(reply));
		});
		this.worker.on('error', (fault: Error) => this.end(fault));
		this.worker.on('exit', () => this.end(new Error('it was ended')));
		// The thread must not keep the process alive.
		this.worker.unref();
	}

	get hasEnded(): boolean {
		return this.fault !== undefined;
	}

	async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
		if (this.fault !== undefined) throw this.fault;
		const { promise, resolve, reject } = Promise.withResolvers<readonly unknown[]>();
		this.asked.push({ resolve, reject });
		this.worker.postMessage({ sql, parameters } satisfies ThreadRequest);
		return { rows: (await promise) as Row[] };
	}

	async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
		yield await this.executeQuery<Row>(query);
	}

	async close(): Promise<void> {
		await this.worker.terminate();
	}

	/** Rejects all requests; a new thread may work again. */
	private end(cause: Error): void {
		this.fault ??= new DatabaseUnavailable('AWAY', cause);
		for (const { reject } of this.asked.splice(0)) reject(this.fault);
	}
}

function readingFault({ fault, errcode }: Extract<ThreadReply, { fault: unknown }>): unknown {
	const shortage = sqliteShortage({ errcode });
	return shortage === undefined ? fault : new DatabaseUnavailable(shortage, fault);
}

class ReadingDriver implements Driver {
	private readonly threads = new Set<ReadingThread>();
	private readonly idle: ReadingThread[] = [];
	private readonly waiting: ((thread: ReadingThread) => void)[] = [];
	private isClosed = false;

	constructor(private readonly place: ThreadPlace) {}

	init(): Promise<void> {
		return Promise.resolve();
	}

	acquireConnection(): Promise<ReadingThread> {
		if (this.isClosed) return Promise.reject(new Error('the database is closed'));
		const idle = this.idle.pop();
		if (idle?.hasEnded === true) this.threads.delete(idle);
		else if (idle !== undefined) return Promise.resolve(idle);
		if (this.threads.size < threadsMax) return Promise.resolve(this.start());
		return new Promise((resolve) => this.waiting.push(resolve));
	}

	async beginTransaction(connection: ReadingThread): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw('begin'));
	}

	async commitTransaction(connection: ReadingThread): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw('commit'));
	}

	async rollbackTransaction(connection: ReadingThread): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw('rollback'));
	}

	/** A thread that has ended is replaced at its next use. */
	releaseConnection(thread: ReadingThread): Promise<void> {
		if (thread.hasEnded) this.threads.delete(thread);
		const next = this.waiting.shift();
		if (next === undefined && !thread.hasEnded) this.idle.push(thread);
		else next?.(thread.hasEnded ? this.start() : thread);
		return Promise.resolve();
	}

	async destroy(): Promise<void> {
		this.isClosed = true;
		await Promise.all([...this.threads].map((thread) => thread.close()));
	}

	private start(): ReadingThread {
		const thread = new ReadingThread(this.place);
		this.threads.add(thread);
		return thread;
	}
}

/** A Kysely dialect that reads an SQLite file beside its writer. */
export function sqliteReaderDialect(file: string, wholeNumbers: WholeNumbers): Dialect {
	return {
		createDriver: () => new ReadingDriver({ file, wholeNumbers, busyTimeoutMs }),
		createQueryCompiler: () => new SqliteQueryCompiler(),
		createAdapter: () => new SqliteAdapter(),
		createIntrospector: (database: Kysely<unknown>) => new SqliteIntrospector(database),
	};
}
