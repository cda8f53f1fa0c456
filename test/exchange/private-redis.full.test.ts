/** The Redis that an exchange starts for itself: after a kill, and with a second exchange beside it. */
import fs from 'node:fs';
import path from 'node:path';
import { testPort } from '../support/run/ports';
import { TestDatabases } from '../support/servers/databases';
import { PartProcess, refuses } from './support/processes';
import { putRedisOnPath } from './support/redis-program';

const databases = new TestDatabases();
afterAll(() => databases.close());

test('an exchange that was killed starts again and ends the Redis it left behind', async () => {
	putRedisOnPath();
	const { dataFolder } = await databases.place('SQLite');
	const port = await testPort();
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
	await refuses(Number(left.port));
	expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
	expect(await both.end()).toBe(0);
});

test('two exchanges started at once on one data folder share its Redis and serve both', async () => {
	putRedisOnPath();
	const { dataFolder } = await databases.place('SQLite');
	const ports = [await testPort(), await testPort()];
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
