/** Processes that count requests together over a real Redis, and each for itself without one. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { RateWindows, windowMs, type Share } from '../../../server/http/app/rate-windows';
import { privateRedis, type RunningRedis } from '../../../server/redis/private-redis';
import { SharedCounts } from '../../../server/redis/shared-counts';
import { putRedisOnPath } from '../../exchange/support/redis-program';
import { send, until } from '../../support/clients/requests';
import { startService } from '../../support/programs/service';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shared-counts-'));
let redis: RunningRedis;

beforeAll(async () => {
	putRedisOnPath();
	redis = await privateRedis(folder);
});

afterAll(async () => {
	await redis.close();
	fs.rmSync(folder, { recursive: true });
});

interface Process {
	readonly windows: RateWindows;
	/** Counts a request; what the others have counted is learnt by then. */
	ask(caller: string, nowMs?: number): Promise<boolean>;
	readonly counts: SharedCounts;
}

function processOn(url: string, prefix: string, faults: unknown[] = []): Process {
	const onFault = (fault: unknown) => void faults.push(fault);
	const counts = new SharedCounts({ url, prefix, windowMs, onFault });
	const share: Share = (caller, learn) => counts.add(caller, learn);
	const windows = new RateWindows({ requestsMax: 10, callersMax: 100, share });
	const ask = async (caller: string, nowMs = 0) => {
		const { isOver } = windows.count(caller, nowMs);
		await counts.settled();
		return !isOver;
	};
	return { windows, counts, ask };
}

/** Resolves once the process counts together with the others. */
async function connected({ counts }: Process): Promise<void> {
	let isConnected = false;
	await until(async () => {
		counts.add('nobody', () => (isConnected = true));
		await counts.settled();
		return isConnected || undefined;
	});
}

test('two processes let a caller ask as often together as one alone, but for what is on its way', async () => {
	const processes = [processOn(redis.url, 'together'), processOn(redis.url, 'together')];
	await Promise.all(processes.map(connected));
	const served = [];
	for (let count = 0; count < 15; count += 1) {
		for (const { ask } of processes) if (await ask('one')) served.push(count);
	}
	expect(served.length).toBeGreaterThanOrEqual(10);
	expect(served.length).toBeLessThan(10 + processes.length);
	expect(await processes[0]?.ask('another')).toBe(true);
	for (const { counts } of processes) counts.close();
});

test('the window of all ends, and begins again', async () => {
	const [one, other] = [processOn(redis.url, 'ends'), processOn(redis.url, 'ends')];
	await Promise.all([connected(one), connected(other)]);
	for (let count = 0; count < 10; count += 1) await one.ask('caller');
	expect(await other.ask('caller')).toBe(true);
	const { isOver, restMs } = other.windows.count('caller', 1);
	expect(isOver).toBe(true);
	expect(restMs).toBeLessThanOrEqual(windowMs);
	expect(other.windows.count('caller', windowMs).isOver).toBe(false);
	for (const { counts } of [one, other]) counts.close();
});

test('many requests of one moment are sent together, and none is lost', async () => {
	const [one, other] = [processOn(redis.url, 'moment'), processOn(redis.url, 'moment')];
	await Promise.all([connected(one), connected(other)]);
	for (let count = 0; count < 9; count += 1) one.windows.count('caller', 0);
	await one.counts.settled();
	expect([await other.ask('caller'), await other.ask('caller')]).toEqual([true, false]);
	for (const { counts } of [one, other]) counts.close();
});

test('without an answer of Redis each process counts for itself, and refuses nobody for that', async () => {
	const faults: unknown[] = [];
	const alone = processOn('redis://127.0.0.1:1', 'away', faults);
	const served = [];
	for (let count = 0; count < 15; count += 1) if (await alone.ask('one')) served.push(count);
	expect(served).toHaveLength(10);
	await until(() => Promise.resolve(faults.length > 0 || undefined));
	expect(String(faults[0])).toContain('ECONNREFUSED');
	alone.counts.close();
});

test('two services on one Redis count the requests of an address together', async () => {
	const config = { redisUrl: redis.url, requestsPerMinuteMax: 20, trustedProxies: ['127.0.0.1'] };
	const services = [await startService({ config }), await startService({ config })];
	const [one = '', other = ''] = services.map(({ url }) => url);
	const ask = async (url: string, address: string) => {
		const headers = { 'x-forwarded-for': address };
		return (await send({ method: 'GET', url: `${url}/`, headers })).status;
	};
	const client = new Redis(redis.url);
	// Each counts with the others once its first count stands there.
	for (const [url, address] of [
		[one, '10.0.0.1'],
		[other, '10.0.0.2'],
	] as const) {
		await until(async () => {
			await ask(url, address);
			const key = `sealkeeper-service:requests:address:${address}`;
			return (await client.exists(key)) === 1 || undefined;
		});
	}
	let served = 0;
	for (let count = 0; count < 15; count += 1)
		served += (await ask(one, '10.0.0.3')) === 200 ? 1 : 0;
	await until(async () => {
		if ((await ask(other, '10.0.0.3')) === 429) return true;
		served += 1;
		return undefined;
	});
	// Alone, each would have served twenty.
	expect(served).toBeLessThan(30);
	client.disconnect();
	for (const service of services) await service.close();
});
