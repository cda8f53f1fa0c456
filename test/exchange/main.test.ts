import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { readConfig } from '../../exchange/config';
import { privateRedis } from '../../server/redis/private-redis';
import { testPort } from '../support/run/ports';
import { TestDatabases } from '../support/servers/databases';
import { until } from '../support/clients/requests';
import { PartProcess, refuses, startProcesses } from './support/processes';
import { putRedisOnPath } from './support/redis-program';

const databases = new TestDatabases();
afterAll(() => databases.close());

test('API and workers run as processes and end cleanly when asked to', async () => {
	const processes = await startProcesses(await databases.place('SQLite'), { workers: 1 });
	const ready = await fetch(`${processes.urls[0]}/health/ready`);
	expect(await ready.json()).toEqual({
		...{ status: 'ready', database: 'up' },
		...{ redis: 'up', folder: 'up' },
	});
	const [api, worker] = [...processes.apis, ...processes.workers];
	expect(await Promise.all([api?.end(), worker?.end('SIGINT')])).toEqual([0, 0]);
	await processes.close();
});

test('workers alone serve health and metrics, and nothing else, where they are told to', async () => {
	const place = await databases.place('PostgreSQL');
	const processes = await startProcesses(place, { workers: 0 });
	const worker = new PartProcess('worker', {
		...processes.environment,
		EXCHANGE_WORKER_PORT: '0',
		LOG_LEVEL: 'info',
	});
	await worker.start();
	const [, url = ''] = /worker runs, with health and metrics on (\S+)/.exec(worker.output()) ?? [];
	const get = async (location: string) => {
		const answer = await fetch(url + location);
		return { status: answer.status, text: await answer.text() };
	};
	const read = async (location: string) => JSON.parse((await get(location)).text) as unknown;
	expect(await read('/health/live')).toEqual({ status: 'live' });
	expect(await read('/health/ready')).toEqual({
		...{ status: 'ready', database: 'up' },
		...{ redis: 'up', folder: 'up' },
	});
	const { text } = await get('/metrics');
	for (const line of [
		/^process_start_time_seconds \d/m,
		/^nodejs_eventloop_lag_seconds /m,
		/^sealkeeper_database_pool_connections\{state="idle"\} \d/m,
		/^# TYPE sealkeeper_exchange_lane_lag_commands gauge$/m,
		/^sealkeeper_exchange_intents\{state="UNKNOWN"\} 0$/m,
		/^sealkeeper_exchange_queue_jobs\{queue="lanes",state="failed"\} 0$/m,
		/^sealkeeper_metrics_source_unread\{source="queues"\} 0$/m,
		/^http_requests_total\{route="\/health\/ready",method="GET",status="200"\} 1$/m,
	]) {
		expect(text).toMatch(line);
	}
	expect(text).not.toContain('event_streams');
	for (const location of ['/docs', '/openapi.json', '/markets', '/account', '/admin/queues']) {
		const answer = await get(location);
		expect(answer).toMatchObject({ status: 404 });
		expect(answer.text).toContain('Request_RouteNotFound');
	}
	expect(await worker.end()).toBe(0);
	expect(worker.output()).toMatch(/"signal":"SIGTERM","msg":"ending"/);
	await refuses(Number(new URL(url).port));
	await processes.close();
});

test('a first start on PostgreSQL and Redis makes its data folder for its user alone', async () => {
	const { dataFolder, databaseUrl = '' } = await databases.place('PostgreSQL');
	putRedisOnPath();
	const redis = await privateRedis(path.join(dataFolder, 'redis'));
	const made = path.join(dataFolder, 'sealkeeper', 'exchange');
	const both = new PartProcess('both', {
		EXCHANGE_DATA: made,
		DATABASE_URL: databaseUrl,
		REDIS_URL: redis.url,
		EXCHANGE_PORT: '0',
	});
	await both.start();
	expect(fs.statSync(made).mode & 0o777).toBe(0o700);
	expect(fs.readdirSync(made)).toContain('settlement-secret');
	expect(await both.end()).toBe(0);
	await redis.close();
});

test('the port of workers is not listened on by a process that has one of the API', async () => {
	const workerPort = await testPort();
	const port = await testPort();
	const { dataFolder } = await databases.place('SQLite');
	const both = new PartProcess('both', {
		EXCHANGE_DATA: dataFolder,
		DATABASE_URL: '',
		REDIS_URL: '',
		EXCHANGE_PORT: String(port),
		EXCHANGE_WORKER_PORT: String(workerPort),
	});
	await both.start();
	expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
	await refuses(workerPort);
	expect(await both.end()).toBe(0);
});

test('faults between requests are logged in the form of the other lines, without a password', async () => {
	putRedisOnPath();
	const { dataFolder } = await databases.place('SQLite');
	const redis = await privateRedis(dataFolder);
	const administrator = new Redis(redis.url);
	await administrator.config('SET', 'requirepass', 'old-password');
	const address = new URL(redis.url);
	address.password = 'old-password';
	const worker = new PartProcess('worker', {
		EXCHANGE_DATA: dataFolder,
		DATABASE_URL: '',
		REDIS_URL: address.href,
		LOG_LEVEL: 'info',
	});
	await worker.start();
	expect(worker.output()).toMatch(/^Exchange worker runs$/m);
	await administrator.config('SET', 'requirepass', 'new-password');
	await administrator.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
	const logged = await until(async () =>
		worker
			.output()
			.split('\n')
			.find((line) => line.includes('WRONGPASS')),
	);
	expect(JSON.parse(logged)).toMatchObject({
		level: 50,
		time: expect.any(Number) as unknown,
		pid: worker.pid,
		hostname: expect.any(String) as unknown,
		err: {
			message: expect.stringMatching(/^WRONGPASS/) as unknown,
			stack: expect.stringMatching(/Error: WRONGPASS.*\n +at /) as unknown,
		},
		msg: 'background work met a fault',
	});
	await worker.kill();
	expect(worker.output()).not.toContain('old-password');
	administrator.disconnect();
	await redis.close();
});

test.each([
	['everything', /^say which part to run: api, worker, both/],
	['api', /^REDIS_URL is needed where api and worker run apart/],
	['worker', /^REDIS_URL is needed where api and worker run apart/],
])('the part %s without a Redis is refused with one sentence', (part, sentence) => {
	const runner = path.join(__dirname, '..', 'support', 'run', 'run-typescript.js');
	const done = spawnSync(process.execPath, [runner, 'exchange/main.ts', part], {
		cwd: path.resolve(__dirname, '..', '..'),
		env: { ...process.env, REDIS_URL: '' },
		encoding: 'utf8',
	});
	expect(done.status).toBe(1);
	expect(done.stderr).toMatch(sentence);
});

test('a machine without a Redis and without a way to one is told what to do', async () => {
	const { dataFolder } = await databases.place('SQLite');
	const runner = path.join(__dirname, '..', 'support', 'run', 'run-typescript.js');
	const done = spawnSync(process.execPath, [runner, 'exchange/main.ts', 'both'], {
		cwd: path.resolve(__dirname, '..', '..'),
		env: { PATH: dataFolder, EXCHANGE_DATA: dataFolder },
		encoding: 'utf8',
	});
	expect(done.status).toBe(1);
	expect(done.stderr).toMatch(
		/^no Redis was found: set REDIS_URL, or install .* npm start unpacks one/,
	);
});

test.each([
	['EXCHANGE_PORT', '-1'],
	['EXCHANGE_PORT', '65536'],
	['EXCHANGE_PORT', '80a'],
	['EXCHANGE_WORKER_PORT', '65536'],
	['EXCHANGE_REQUESTS_PER_MINUTE_MAX', '0'],
	['EXCHANGE_STREAMS_MAX', '1.5'],
	['REDIS_URL', 'http://localhost'],
	['DATABASE_URL', 'mysql://user:secret@host/x'],
	['LOG_LEVEL', 'loud'],
])('%s=%s is refused by its name and without a password', (name, value) => {
	expect(() => readConfig({ [name]: value })).toThrow(name);
	expect(() => readConfig({ [name]: value })).not.toThrow(/secret/);
});
