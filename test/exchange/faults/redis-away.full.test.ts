/**
 * An exchange whose Redis is away, refuses the password, has no room, or takes no changes any more:
 * orders are accepted and carried out all the same, schedules come back, and a worker ends when it
 * is asked to.
 */
import { Redis } from 'ioredis';
import { systemClock } from '../../../server/clock';
import { openDatabase } from '../../../exchange/database/database';
import { ensureDemo } from '../../../exchange/demo/demo';
import { auditLedger } from '../../../exchange/history/reconciliation/audit';
import { keyPrefix, scheduleQueue } from '../../../exchange/workers/jobs';
import { TestDatabases } from '../../support/servers/databases';
import { testPort } from '../../support/run/ports';
import { send, until } from '../../support/clients/requests';
import { startExchange, type RunningExchange } from '../support/exchange';
import { PartProcess } from '../support/processes';
import { privateRedis, type RunningRedis } from '../../../server/redis/private-redis';
import { putRedisOnPath } from '../support/redis-program';
import { startSettling } from '../support/settling';

const databases = new TestDatabases();
let redis: RunningRedis;
let running: RunningExchange;
let administrator: Redis;
let placed = 0;

beforeAll(async () => {
	putRedisOnPath();
	const place = await databases.place('SQLite');
	redis = await privateRedis(place.dataFolder);
	running = await startExchange(place, { redisUrl: redis.url });
	administrator = new Redis(redis.url);
	administrator.on('error', () => undefined);
});

afterAll(async () => {
	administrator.disconnect();
	await running.close();
	await redis.close();
	await databases.close();
});

/** Two orders that meet; resolves when they have traded. */
async function trade(): Promise<void> {
	placed += 1;
	for (const side of ['SELL', 'BUY']) {
		const { key } = side === 'SELL' ? running.northwind : running.harbour;
		const terms = { symbol: 'CREDIT-EUR', type: 'LIMIT', price: '3', quantity: '1', side };
		const body = { ...terms, clientOrderId: `${side}-${placed}` };
		const answer = await running.call('POST', '/orders', { key, body });
		expect(answer.status).toBe(201);
	}
	const { database } = running.exchange;
	await until(async () => {
		const trades = await database.selectFrom('trades').select('sequence').execute();
		return trades.length === placed || undefined;
	});
	expect(await auditLedger(database)).toEqual([]);
}

const passwordOf = ({ url }: RunningRedis) => new URL(url).password;

/** Connections that are there would be served on; new ones are asked for the password. */
async function setPassword(password: string): Promise<void> {
	await administrator.config('SET', 'requirepass', password);
	await administrator.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
	await administrator.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
}

test('orders trade while Redis stands still, and after it', async () => {
	const pid = redis.pid();
	if (pid === undefined) throw new Error('Redis does not run');
	process.kill(pid, 'SIGSTOP');
	await trade();
	process.kill(pid, 'SIGCONT');
	await trade();
});

test('orders trade while Redis refuses the password, and after it', async () => {
	await setPassword('another');
	await trade();
	await setPassword(passwordOf(redis));
	await until(async () => {
		const { status } = await running.call('GET', '/health/ready');
		return status === 200 || undefined;
	});
	await trade();
});

test('orders trade while Redis has no room or takes no changes', async () => {
	await administrator.config('SET', 'maxmemory', '1');
	await trade();
	await administrator.config('SET', 'maxmemory', '0');
	await administrator.replicaof('127.0.0.1', '1');
	await trade();
	await administrator.replicaof('NO', 'ONE');
	await trade();
});

test('a schedule that was set by a clock an hour ahead is set again', async () => {
	const key = `${keyPrefix}:${scheduleQueue}:repeat`;
	const ahead = systemClock.now() + 3_600_000;
	await administrator.zadd(key, ahead, 'ringAll');
	await until(async () => {
		const next = Number(await administrator.zscore(key, 'ringAll'));
		return next < systemClock.now() + 60_000 || undefined;
	});
});

const absences = [
	{
		how: 'is away',
		begin: () => Promise.resolve(process.kill(redis.pid() ?? 0, 'SIGSTOP')),
		end: () => Promise.resolve(process.kill(redis.pid() ?? 0, 'SIGCONT')),
	},
	{
		how: 'refuses the password',
		begin: () => setPassword('another'),
		end: () => setPassword(passwordOf(redis)),
	},
];

test.each(absences)('a worker whose Redis $how ends on SIGTERM', async ({ begin, end }) => {
	const place = await databases.place('SQLite');
	const database = await openDatabase(place);
	await ensureDemo({ database, clock: systemClock }, { withNewKeys: true });
	await database.destroy();
	const port = await testPort();
	const worker = new PartProcess('worker', {
		EXCHANGE_DATA: place.dataFolder,
		DATABASE_URL: '',
		REDIS_URL: redis.url,
		EXCHANGE_WORKER_PORT: String(port),
		LOG_LEVEL: 'error',
	});
	await worker.start();
	const live = { method: 'GET', url: `http://127.0.0.1:${port}/health/live` };
	await until(async () => (await send(live)).status === 200 || undefined);
	await begin();
	expect(await worker.end('SIGTERM')).toBe(0);
	await end();
});

test('an order funds itself within moments while Redis takes no jobs', async () => {
	// A transfer that takes longer is answered with 202.
	const waits = { commandMs: 60_000, transferMs: 2_000 };
	const settling = await startSettling(await databases.place('SQLite'), {}, { waits });
	try {
		const { seller, escrow, exchange } = settling;
		const pid = exchange.exchange.redisPid();
		if (pid === undefined) throw new Error('Redis does not run');
		const terms = { symbol: 'CREDIT-EUR', side: 'SELL', type: 'LIMIT', price: '3', quantity: '4' };
		const body = { ...terms, clientOrderId: 'sale', fund: true };
		process.kill(pid, 'SIGSTOP');
		const answer = await exchange.call('POST', '/orders', { key: seller.key, body });
		process.kill(pid, 'SIGCONT');
		expect(answer).toMatchObject({ status: 201, body: { status: 'NEW' } });
		expect(await settling.held(escrow, 'CREDIT')).toBe(4);
	} finally {
		await settling.close();
	}
});
