import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Redis } from 'ioredis';
import { privateRedis, type RunningRedis } from '../../../server/redis/private-redis';
import { Doorbell } from '../../../server/redis/doorbell';
import { connect } from '../../../server/redis/redis';
import { ringByJob } from '../../../exchange/workers/doorbell';
import { openQueues } from '../../../exchange/workers/queues';
import { putRedisOnPath } from '../support/redis-program';

let dataFolder: string;
let server: RunningRedis;
let redis: Redis;
const faults: unknown[] = [];

beforeAll(async () => {
	putRedisOnPath();
	dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-doorbell-'));
	server = await privateRedis(dataFolder);
	redis = connect(server.url, (fault) => faults.push(fault));
});

afterAll(async () => {
	redis.disconnect();
	await server.close();
	fs.rmSync(dataFolder, { recursive: true, force: true });
	expect(faults).toEqual([]);
});

test('many rings for a market make one waiting job, and one job for each market', async () => {
	const { lanes, schedules } = openQueues(redis, (fault) => faults.push(fault));
	const doorbell = new Doorbell(ringByJob(lanes), (fault) => faults.push(fault));
	for (let count = 0; count < 100; count += 1) {
		doorbell.ring('CREDIT-EUR');
		doorbell.ring('GOLD-EUR');
	}
	while ((await lanes.getJobCountByTypes('waiting')) < 2);
	const markets = (await lanes.getJobs('waiting')).map(({ data }) => data.market);
	expect(markets.sort()).toEqual(['CREDIT-EUR', 'GOLD-EUR']);
	await lanes.close();
	await schedules.close();
});
