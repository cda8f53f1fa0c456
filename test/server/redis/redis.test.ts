import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { privateRedis } from '../../../server/redis/private-redis';
import { settingFaults } from '../../../server/redis/redis';
import { putRedisOnPath } from '../../exchange/support/redis-program';

let dataFolder: string;

beforeAll(() => putRedisOnPath());

beforeEach(() => {
	dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-redis-'));
});

afterEach(() => fs.rmSync(dataFolder, { recursive: true, force: true }));

test('the private server keeps what it holds over a restart and has safe settings', async () => {
	const first = await privateRedis(dataFolder);
	const writer = new Redis(first.url);
	expect(await settingFaults(writer)).toEqual([]);
	await writer.set('kept', 'yes');
	writer.disconnect();
	await first.close();
	const second = await privateRedis(dataFolder);
	const reader = new Redis(second.url);
	expect(await reader.get('kept')).toBe('yes');
	reader.disconnect();
	await second.close();
});

test('the private server asks for its password', async () => {
	const server = await privateRedis(dataFolder);
	const url = new URL(server.url);
	url.password = '';
	const stranger = new Redis(url.href, { maxRetriesPerRequest: 0 });
	stranger.on('error', () => undefined);
	await expect(stranger.get('anything')).rejects.toThrow(/NOAUTH/);
	stranger.disconnect();
	await server.close();
});

test('a second opening of the same folder shares the server', async () => {
	const first = await privateRedis(dataFolder);
	const second = await privateRedis(dataFolder);
	expect(second.url).toBe(first.url);
	await second.close();
	const redis = new Redis(first.url);
	expect(await redis.ping()).toBe('PONG');
	redis.disconnect();
	await first.close();
});

test('a server that is killed is started again with what it held', async () => {
	const server = await privateRedis(dataFolder);
	const redis = new Redis(server.url, { maxRetriesPerRequest: null });
	redis.on('error', () => undefined);
	await redis.set('kept', 'yes');
	const pid = server.pid() ?? 0;
	process.kill(pid, 'SIGKILL');
	while (server.pid() === pid || server.pid() === undefined) await delay(10);
	expect(await redis.get('kept')).toBe('yes');
	redis.disconnect();
	await server.close();
});

test('settings that endanger the queues are told', async () => {
	const server = await privateRedis(dataFolder);
	const redis = new Redis(server.url);
	await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
	await redis.config('SET', 'appendonly', 'no');
	expect(await settingFaults(redis)).toEqual([
		expect.stringContaining('allkeys-lru'),
		expect.stringContaining('appendonly yes'),
	]);
	redis.disconnect();
	await server.close();
});
