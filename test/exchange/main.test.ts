import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { readConfig } from '../../exchange/config';
import { freePort } from '../../start/free-port';
import { TestDatabases } from '../support/databases';
import { PartProcess, startProcesses } from './support/processes';
import { putRedisOnPath } from './support/redis-program';

const databases = new TestDatabases();
afterAll(() => databases.close());

test('API and workers run as processes and end cleanly when asked to', async () => {
	const processes = await startProcesses(await databases.place('SQLite'), 1);
	const ready = await fetch(`${processes.url}/health/ready`);
	expect(await ready.json()).toEqual({ status: 'ready', database: 'up', redis: 'up' });
	expect(await Promise.all([processes.api.end(), processes.workers[0]?.end('SIGINT')])).toEqual([
		0, 0,
	]);
	await processes.close();
});

test.each([
	['everything', /^say which part to run: api, worker, both/],
	['api', /^REDIS_URL is needed where api and worker run apart/],
	['worker', /^REDIS_URL is needed where api and worker run apart/],
])('the part %s without a Redis is refused with one sentence', (part, sentence) => {
	const runner = path.join(__dirname, '..', 'support', 'run-typescript.js');
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
	const runner = path.join(__dirname, '..', 'support', 'run-typescript.js');
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

test('an exchange that was killed starts again and ends the Redis it left behind', async () => {
	putRedisOnPath();
	const { dataFolder } = await databases.place('SQLite');
	const port = await freePort();
	const both = new PartProcess('both', {
		EXCHANGE_DATA: dataFolder,
		DATABASE_URL: '',
		REDIS_URL: '',
		EXCHANGE_PORT: String(port),
	});
	const redisUrl = () => {
		const address = fs.readFileSync(path.join(dataFolder, 'redis', 'address.json'), 'utf8');
		return new URL((JSON.parse(address) as { url: string }).url);
	};
	await both.start();
	const left = redisUrl();
	await both.kill();
	await both.start();
	expect(redisUrl().port).not.toBe(left.port);
	const socket = net.connect(Number(left.port), '127.0.0.1');
	await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
	expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
	expect(await both.end()).toBe(0);
});

test('two exchanges started at once on one data folder share its Redis and serve both', async () => {
	putRedisOnPath();
	const { dataFolder } = await databases.place('SQLite');
	const ports = [await freePort(), await freePort()];
	const environment = { EXCHANGE_DATA: dataFolder, DATABASE_URL: '', REDIS_URL: '' };
	const both = ports.map(
		(port) => new PartProcess('both', { ...environment, EXCHANGE_PORT: String(port) }),
	);
	await Promise.all(both.map((part) => part.start()));
	for (const port of ports) {
		const ready = await fetch(`http://127.0.0.1:${port}/health/ready`);
		expect(ready.status).toBe(200);
	}
	const address = fs.readFileSync(path.join(dataFolder, 'redis', 'address.json'), 'utf8');
	const { keeperPid } = JSON.parse(address) as { keeperPid: number };
	// The keeper last, because its Redis ends with it.
	const keeperLast = both.toSorted((one) => (one.pid === keeperPid ? 1 : -1));
	for (const part of keeperLast) expect(await part.end()).toBe(0);
});

test.each([
	['EXCHANGE_PORT', '-1'],
	['EXCHANGE_PORT', '65536'],
	['EXCHANGE_PORT', '80a'],
	['EXCHANGE_REQUESTS_PER_MINUTE_MAX', '0'],
	['EXCHANGE_STREAMS_MAX', '1.5'],
	['REDIS_URL', 'http://localhost'],
	['DATABASE_URL', 'mysql://user:secret@host/x'],
	['LOG_LEVEL', 'loud'],
])('%s=%s is refused by its name and without a password', (name, value) => {
	expect(() => readConfig({ [name]: value })).toThrow(name);
	expect(() => readConfig({ [name]: value })).not.toThrow(/secret/);
});
