/**
 * The parts of the exchange as processes that can be killed: APIs, workers and Redis, all on one
 * database. What was killed is started again on the same port and the same data.
 */
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabasePlace } from '../../../exchange/database/database';
import type { Part } from '../../../exchange/exchange';
import { privateRedis, type RunningRedis } from '../../../server/redis/private-redis';
import { testPort } from '../../support/run/ports';
import { ProgramProcess } from '../../support/programs/program-process';
import { putRedisOnPath } from './redis-program';

export class PartProcess extends ProgramProcess {
	constructor(part: Part, environment: Readonly<Record<string, string>>, logFile?: string) {
		const running = /Exchange (listens|worker runs)/;
		super({
			file: 'exchange/main.ts',
			args: [part],
			environment,
			running,
			...(logFile && { logFile }),
		});
	}
}

/** Expects that nothing listens on the port. */
export async function refuses(port: number): Promise<void> {
	const socket = net.connect(port, '127.0.0.1');
	await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
}

export interface ExchangeProcesses {
	/** Of each API. */
	readonly urls: readonly string[];
	/** Of each part but the port of an API, for another one beside them. */
	readonly environment: Readonly<Record<string, string>>;
	readonly apis: readonly PartProcess[];
	readonly workers: readonly PartProcess[];
	readonly redis: RunningRedis;
	/** Kills the Redis server and waits until it has been started again. */
	killRedis(): Promise<void>;
	close(): Promise<void>;
}

export interface ProcessesOptions {
	readonly apis?: number;
	/** What each API is part of: `both` carries orders out as well. */
	readonly apiPart?: Part;
	readonly workers: number;
	readonly environment?: Readonly<Record<string, string>>;
	/** Where each writes its log, in the place of this process; they may still be starting then. */
	readonly logFolder?: string;
}

export async function startProcesses(
	place: DatabasePlace,
	{
		apis: apiCount = 1,
		apiPart = 'api',
		workers: workerCount,
		environment: given = {},
		logFolder,
	}: ProcessesOptions,
): Promise<ExchangeProcesses> {
	putRedisOnPath();
	const redis = await privateRedis(place.dataFolder);
	const environment = {
		EXCHANGE_DATA: place.dataFolder,
		DATABASE_URL: place.databaseUrl ?? '',
		REDIS_URL: redis.url,
		EXCHANGE_REQUESTS_PER_MINUTE_MAX: '1000000',
		LOG_LEVEL: 'error',
		...given,
	};
	const ports: number[] = [];
	while (ports.length < apiCount) ports.push(await testPort());
	const part = (kind: Part, at: number, more: Readonly<Record<string, string>> = {}) => {
		const logFile = logFolder && path.join(logFolder, `${kind}-${at}.log`);
		return new PartProcess(kind, { ...environment, ...more }, logFile);
	};
	const apis = ports.map((port, at) => part(apiPart, at, { EXCHANGE_PORT: String(port) }));
	const workers = Array.from({ length: workerCount }, (_, at) => part('worker', at));
	const parts = [...apis, ...workers];
	await Promise.all(parts.map((one) => one.start()));
	return {
		urls: ports.map((port) => `http://127.0.0.1:${port}`),
		environment,
		apis,
		workers,
		redis,
		async killRedis() {
			const pid = redis.pid();
			if (pid === undefined) throw new Error('Redis does not run');
			process.kill(pid, 'SIGKILL');
			while (redis.pid() === pid || redis.pid() === undefined) await delay(10);
		},
		async close() {
			for (const one of parts) one.signal('SIGCONT');
			await Promise.all(parts.map((one) => one.end()));
			await redis.close();
		},
	};
}
