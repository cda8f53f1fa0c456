/** A service whose Redis is away at the start, comes, and is lost: it delivers all the time, and ends when asked to. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { systemClock } from '../../../server/clock';
import { privateRedis, type RunningRedis } from '../../../server/redis/private-redis';
import { Accounts } from '../../../service/accounts/accounts';
import { openDatabase } from '../../../service/database/database';
import { testPort } from '../../support/run/ports';
import { putRedisOnPath } from '../../exchange/support/redis-program';
import { ProgramProcess } from '../../support/programs/program-process';
import { send, until } from '../../support/clients/requests';
import { servicePlace, type ServicePlace } from '../../support/programs/service-place';
import { SwitchingProxy } from '../../support/hostile/switching-proxy';
import { WebhookTarget } from '../../support/servers/webhook-target';
import { Tracker } from '../assets/tracker';

let folder: string;
let place: ServicePlace;
let redis: RunningRedis;
let administrator: Redis;
let program: ProgramProcess;
let receiver: WebhookTarget;
let tracker: Tracker;
let created = 0;
const proxy = new SwitchingProxy();
const user = { email: 'ann@harbour.test', key: '' };

beforeAll(async () => {
	putRedisOnPath();
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-away-'));
	redis = await privateRedis(folder);
	administrator = new Redis(redis.url);
	administrator.on('error', () => undefined);
	const address = new URL(redis.url);
	address.port = String(await proxy.listen(Number(address.port)));
	proxy.switchTo(undefined);
	place = await servicePlace();
	receiver = await WebhookTarget.open();
	const productId = await fill();
	const port = await testPort();
	const url = `http://127.0.0.1:${port}`;
	tracker = new Tracker({ url }, productId);
	const environment = { ...place.environment, PORT: String(port), REDIS_URL: address.href };
	const running = /Sealkeeper listens/;
	program = new ProgramProcess({
		...{ file: 'service/main.ts', args: [], running },
		environment: { ...environment, LOG_LEVEL: 'fatal' },
	});
	await program.start();
	await send({
		...{ method: 'POST', url: `${url}/subscriptions`, json: { url: receiver.url } },
		headers: { 'x-api-key': user.key },
	});
});

afterAll(async () => {
	await program.kill();
	administrator.disconnect();
	await proxy.close();
	await redis.close();
	await receiver.close();
	place.remove();
	fs.rmSync(folder, { recursive: true, force: true });
});

/** Somebody who hears of assets; the product they are made in. */
async function fill(): Promise<string> {
	const database = await openDatabase(place);
	const accounts = new Accounts(database, systemClock);
	const { id: organisationId } = await accounts.addOrganisation('Harbour');
	const roles = ['TrackerAdmin'] as const;
	const { id } = await accounts.addUser({ organisationId, email: user.email, roles });
	user.key = (await accounts.addKey(id, 'test')).key;
	const product = { organisationId, kind: 'Tracker', name: 'Assets' } as const;
	const { id: productId } = await accounts.addProduct(product);
	await database.destroy();
	return productId;
}

/** What happens arrives, and nothing twice. */
async function expectDelivered(): Promise<void> {
	created += 1;
	await tracker.asset(user, `asset ${created}`);
	await receiver.asked(created);
	const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids).toHaveLength(created);
}

/** Rings that came over Redis, of all time. */
async function rings(): Promise<number> {
	const [key = ''] = await administrator.keys('sealkeeper-service-*:events:id');
	return Number(await administrator.get(key));
}

function redisPort(): number {
	return Number(new URL(redis.url).port);
}

/** Delivers until it is done over Redis. */
async function untilRung(): Promise<void> {
	const before = await rings();
	await until(async () => {
		await expectDelivered();
		return (await rings()) > before || undefined;
	});
}

test('it starts and delivers while Redis is away, and goes over Redis once that is there', async () => {
	await expectDelivered();
	expect(await rings()).toBe(0);
	proxy.switchTo(redisPort());
	await untilRung();
});

test('it goes on when Redis is lost, and over Redis again', async () => {
	proxy.switchTo(undefined);
	await expectDelivered();
	proxy.switchTo(redisPort());
	await untilRung();
	const pid = redis.pid() ?? 0;
	process.kill(pid, 'SIGSTOP');
	await expectDelivered();
	process.kill(pid, 'SIGCONT');
	await untilRung();
});

test('it ends when Redis is lost, stands still, or was never there', async () => {
	proxy.switchTo(undefined);
	expect(await program.end()).toBe(0);
	await program.start();
	await expectDelivered();
	expect(await program.end()).toBe(0);
	proxy.switchTo(redisPort());
	await program.start();
	await untilRung();
	process.kill(redis.pid() ?? 0, 'SIGSTOP');
	expect(await program.end()).toBe(0);
	process.kill(redis.pid() ?? 0, 'SIGCONT');
});
