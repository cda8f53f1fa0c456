import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readConfig } from '../../exchange/config';
import { TestDatabases } from './support/databases';
import { startProcesses } from './support/processes';

const databases = new TestDatabases();
afterAll(() => databases.close());

test('API and workers run as processes and end cleanly when asked to', async () => {
	const processes = await startProcesses(await databases.place('SQLite'), 1);
	const ready = await fetch(`${processes.url}/health/ready`);
	expect(await ready.json()).toEqual({ status: 'ready' });
	expect(await Promise.all([processes.api.end(), processes.workers[0]?.end('SIGINT')])).toEqual([
		0, 0,
	]);
	await processes.close();
});

test('a part that does not exist is refused with one sentence', () => {
	const runner = path.join(__dirname, 'support', 'run-typescript.js');
	const done = spawnSync(process.execPath, [runner, 'exchange/main.ts', 'everything'], {
		cwd: path.resolve(__dirname, '..', '..'),
		encoding: 'utf8',
	});
	expect(done.status).toBe(1);
	expect(done.stderr).toMatch(/^say which part to run: api, worker, both/);
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
