/**
 * The parts of the exchange as processes that can be killed: an API, workers and Redis, all on
 * one database. What was killed is started again on the same port and the same data.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabasePlace } from '../../../exchange/database/database';
import type { Part } from '../../../exchange/exchange';
import { privateRedis, type RunningRedis } from '../../../exchange/redis/private-redis';
import { freePort } from './postgres';
import { putRedisOnPath } from './redis-program';

const root = path.resolve(__dirname, '..', '..', '..');
const runner = path.join(__dirname, 'run-typescript.js');

export class PartProcess {
	private child: ChildProcess | undefined;
	private output = '';

	constructor(
		private readonly part: Part,
		private readonly environment: Readonly<Record<string, string>>,
	) {}

	/** Resolves when the part says that it runs. */
	async start(): Promise<void> {
		const child = spawn(process.execPath, [runner, 'exchange/main.ts', this.part], {
			cwd: root,
			env: { ...process.env, ...this.environment },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		this.child = child;
		this.output = '';
		await new Promise<void>((resolve, reject) => {
			const read = (chunk: Buffer) => {
				this.output += chunk.toString();
				if (/Exchange (listens|worker runs)/.test(this.output)) resolve();
			};
			child.stdout?.on('data', read);
			child.stderr?.on('data', read);
			child.once('exit', (code) =>
				reject(new Error(`${this.part} ended: ${code}\n${this.output}`)),
			);
		});
	}

	get pid(): number | undefined {
		return this.child?.pid;
	}

	signal(signal: NodeJS.Signals): void {
		this.child?.kill(signal);
	}

	/** Ends the process at once, as a power cut would. */
	async kill(): Promise<void> {
		await this.end('SIGKILL');
	}

	/** Ends the process as an administrator would; answers its exit code. */
	async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
		const { child } = this;
		if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
		const exited = once(child, 'exit');
		child.kill(signal);
		await exited;
		return child.exitCode;
	}
}

export interface ExchangeProcesses {
	readonly url: string;
	readonly api: PartProcess;
	readonly workers: readonly PartProcess[];
	readonly redis: RunningRedis;
	/** Kills the Redis server and waits until it has been started again. */
	killRedis(): Promise<void>;
	close(): Promise<void>;
}

export async function startProcesses(
	place: DatabasePlace,
	workerCount: number,
): Promise<ExchangeProcesses> {
	putRedisOnPath();
	const redis = await privateRedis(place.dataFolder);
	const port = await freePort();
	const environment = {
		EXCHANGE_DATA: place.dataFolder,
		DATABASE_URL: place.databaseUrl ?? '',
		REDIS_URL: redis.url,
		EXCHANGE_PORT: String(port),
		EXCHANGE_REQUESTS_PER_MINUTE_MAX: '1000000',
		LOG_LEVEL: 'error',
	};
	const api = new PartProcess('api', environment);
	const workers = Array.from({ length: workerCount }, () => new PartProcess('worker', environment));
	await Promise.all([api, ...workers].map((part) => part.start()));
	return {
		url: `http://127.0.0.1:${port}`,
		api,
		workers,
		redis,
		async killRedis() {
			const pid = redis.pid();
			if (pid === undefined) throw new Error('Redis does not run');
			process.kill(pid, 'SIGKILL');
			while (redis.pid() === pid || redis.pid() === undefined) await delay(10);
		},
		async close() {
			for (const part of [...workers, api]) part.signal('SIGCONT');
			await Promise.all([api, ...workers].map((part) => part.end()));
			await redis.close();
		},
	};
}
