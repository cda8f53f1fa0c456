/**
 * Processes of the service on one PostgreSQL that share deliveries over Redis: each event arrives, in the
 * order of its subject, whatever becomes of processes and of Redis.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { systemClock } from '../../../server/clock';
import { addEvent } from '../../../server/events/record/events';
import { privateRedis, type RunningRedis } from '../../../server/redis/private-redis';
import { putRedisOnPath } from '../../exchange/support/redis-program';
import { send, until } from '../../support/clients/requests';
import { verify, WebhookTarget, type Received } from '../../support/servers/webhook-target';
import { startSeveral, type SeveralProcesses } from '../several-processes';

const eventCount = 1_000;
const subjectCount = 40;

let folder: string;
let redis: RunningRedis;
let several: SeveralProcesses;
let receiver: WebhookTarget;

beforeAll(async () => {
	putRedisOnPath();
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-shared-'));
	redis = await privateRedis(folder);
	several = await startSeveral(2, { REDIS_URL: redis.url });
	receiver = await WebhookTarget.open();
});

afterAll(async () => {
	await several.close();
	await receiver.close();
	await redis.close();
	fs.rmSync(folder, { recursive: true, force: true });
});

async function subscribe(): Promise<string> {
	const answer = await send({
		...{ method: 'POST', url: `${several.parts[0]?.url}/subscriptions` },
		headers: { 'x-api-key': several.users[0]?.key ?? '' },
		json: { url: receiver.url },
	});
	return (answer.json() as { readonly secret: string }).secret;
}

async function happened(): Promise<void> {
	await several.database.transaction().execute(async (transaction) => {
		for (let at = 0; at < eventCount; at += 1) {
			const subject = `asset ${at % subjectCount}`;
			const data = { assetId: subject, assetName: String(at), isMultiAsset: false };
			const { organisationId: owner } = several;
			await addEvent(transaction, systemClock, { type: 'asset.created', owner, subject, data });
		}
	});
}

const numberOf = ({ body }: Received) =>
	Number((JSON.parse(body) as { readonly data: { readonly assetName: string } }).data.assetName);

test('one process is killed amid 1,000 events, and Redis loses everything', async () => {
	const secret = await subscribe();
	const { promise: disturbed, resolve: disturb } = Promise.withResolvers<void>();
	receiver.behaviour = () => {
		if (receiver.received.length >= 200) disturb();
		return 204;
	};
	const connection = new Redis(redis.url);
	await happened();
	await disturbed;
	const [rung] = await connection.keys('sealkeeper-service-*:events:id');
	expect(rung).toBeDefined();
	await connection.flushall();
	await several.parts[0]?.process.kill();
	await connection.flushall();
	connection.disconnect();
	await until(() => {
		const seen = new Set(receiver.received.map(numberOf));
		return Promise.resolve(seen.size === eventCount ? true : undefined);
	});
	for (const each of receiver.received) verify(secret, each);
	const firsts = [...new Set(receiver.received.map(numberOf))];
	for (let subject = 0; subject < subjectCount; subject += 1) {
		const own = firsts.filter((at) => at % subjectCount === subject);
		expect(own).toEqual([...own].sort((one, other) => one - other));
	}
	// What was under way when one was killed is what may come twice; two never sent the same.
	expect(receiver.received.length).toBeLessThan(eventCount + 300);
});
