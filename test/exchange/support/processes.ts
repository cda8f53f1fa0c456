/**
 * The parts of the exchange as processes that can be killed: an API, workers and Redis, all on
 * one database. What was killed is started again on the same port and the same data.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabasePlace } from '../../../exchange/database/database';
import type { Part } from '../../../exchange/exchange';
import { privateRedis, type RunningRedis } from '../../../server/redis/private-redis';
import { freePort } from '../../../start/free-port';
import { ProgramProcess } from '../../support/program-process';
import { putRedisOnPath } from './redis-program';

export class PartProcess extends ProgramProcess {
	constructor(part: Part, environment: Readonly<Record<string, string>>) {
		const running = /Exchange (listens|worker runs)/;
		super({ file: 'exchange/main.ts', args: [part], environment, running });
	}
}

export interface ExchangeProcesses {
	readonly url: string;
	/** Of each part, for another one beside them. */
	readonly environment: Readonly<Record<string, string>>;
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
	logLevel = 'error',
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
		LOG_LEVEL: logLevel,
	};
	const api = new PartProcess('api', environment);
	const workers = Array.from({ length: workerCount }, () => new PartProcess('worker', environment));
	await Promise.all([api, ...workers].map((part) => part.start()));
	return {
		url: `http://127.0.0.1:${port}`,
		environment,
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
