/**
 * Sockets that break, end and come back: however often a connection is cut no report is missed or told
 * twice, an order whose answer was lost is found by its id, and a socket ends with its key and with
 * the exchange. The lane may be in another process.
 */
import { once } from 'node:events';
import net from 'node:net';
import { Accounts } from '../../../exchange/accounts/accounts';
import { exchangeClient } from '../../../clients/exchange/client';
import { exchangeSocket } from '../../../clients/exchange/socket';
import { openDatabase } from '../../../exchange/database/database';
import { privateRedis } from '../../../server/redis/private-redis';
import { systemClock } from '../../../server/clock';
import { databaseKinds, TestDatabases, type TestPlace } from '../../support/servers/databases';
import { until } from '../../support/clients/requests';
import { cuttableLine } from '../support/cuttable-line';
import { startExchange, type RunningExchange } from '../support/exchange';
import { PartProcess } from '../support/processes';
import { randomOf } from '../support/random';
import { putRedisOnPath } from '../support/redis-program';
import { TestSocket } from '../support/socket';

const databases = new TestDatabases();
afterAll(() => databases.close());

const symbol = 'CREDIT-EUR';
const sale = { symbol, side: 'SELL', type: 'LIMIT', price: '7', quantity: '1' } as const;
const purchase = { ...sale, side: 'BUY' } as const;

async function tradeWhileCut(running: RunningExchange, seed: number): Promise<void> {
	const random = randomOf(seed);
	const line = await cuttableLine(running.url);
	const seller = exchangeClient({ url: running.url, key: running.northwind.key });
	const buyer = exchangeClient({ url: running.url, key: running.harbour.key });
	const reader = exchangeSocket({ url: line.url, key: running.northwind.key, reconnectMs: 1 });
	const leaving = new AbortController();
	const seen: string[] = [];
	let begun = 0;
	const following = (async () => {
		for await (const event of reader.follow.streamReports({ symbol }, { signal: leaving.signal })) {
			if (event.event === 'openOrders') begun += 1;
			else seen.push(event.data.reportId);
		}
	})();
	await until(() => Promise.resolve(begun > 0 || undefined));
	const [before] = (await seller.listReports({ symbol, limit: 1 })).toReversed();
	for (let round = 0; round < 30; round += 1) {
		if (random(2) === 0) line.cut();
		await seller.placeOrder(sale);
		if (random(3) === 0) line.cut();
		await (random(4) === 0 ? seller.cancelAllOrders({ symbol }) : buyer.placeOrder(purchase));
	}
	const wanted: string[] = [];
	for await (const { reportId } of seller.all.listReports({
		symbol,
		fromId: before?.reportId ?? '0',
	})) {
		if (reportId !== before?.reportId) wanted.push(reportId);
	}
	await until(() => Promise.resolve(seen.length >= wanted.length || undefined));
	leaving.abort();
	await following;
	expect(seen).toEqual(wanted);
	expect(begun).toBe(1);
	reader.close();
	await line.close();
}

describe.each(databaseKinds)('sockets on %s', (kind) => {
	let running: RunningExchange;
	let place: TestPlace;
	beforeAll(async () => {
		place = await databases.place(kind);
		running = await startExchange(place);
		await running.call('POST', '/orders', { key: running.northwind.key, body: sale });
	});
	afterAll(() => running.close());

	test('however often the connection is cut, every report comes once', () =>
		tradeWhileCut(running, 7));

	test('an order whose answer was lost may have been placed, and is found by its id', async () => {
		const line = await cuttableLine(running.url);
		const trader = exchangeSocket({ url: line.url, key: running.northwind.key, reconnectMs: 1 });
		await trader.serverTime();
		line.loseAnswers();
		const order = { ...sale, clientOrderId: `unheard-${kind}` };
		await expect(trader.placeOrder(order)).rejects.toMatchObject({
			name: 'NoResponseError',
			mayHaveHappened: true,
		});
		const { clientOrderId } = order;
		const again = exchangeSocket({ url: running.url, key: running.northwind.key });
		const found = await until(() =>
			again.getOrderByClientId({ clientOrderId }).catch(() => undefined),
		);
		expect(await again.placeOrder(order)).toEqual(found);
		await expect(trader.account()).rejects.toMatchObject({
			name: 'NoResponseError',
			mayHaveHappened: false,
		});
		for (const each of [trader, again]) each.close();
		await line.close();
	});

	test('an order that is cut off and sent again at once under its id is one order', async () => {
		const ids = Array.from({ length: 20 }, (_, number) => `cut-${number}`);
		for (const clientOrderId of ids) {
			const body = JSON.stringify({ ...sale, clientOrderId });
			const head = `POST /orders HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${running.northwind.key}\r\ncontent-type: application/json`;
			const socket = net.connect(Number(new URL(running.url).port), '127.0.0.1');
			await once(socket, 'connect');
			socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`, () =>
				socket.destroy(),
			);
			await once(socket, 'close');
			const { key } = running.northwind;
			const again = await running.call('POST', '/orders', {
				key,
				body: JSON.parse(body) as object,
			});
			expect([200, 201]).toContain(again.status);
		}
		const { key } = running.northwind;
		const unsent = await running.call('GET', '/client-orders/cut-20', { key });
		expect(unsent).toMatchObject({
			status: 404,
			body: {
				message: expect.stringMatching(/on its way: send it again under the same clientOrderId/),
			},
		});
		const { body } = await running.call('GET', '/orders?status=all&limit=1000', { key });
		const placed = (body as readonly { readonly clientOrderId?: string }[])
			.map(({ clientOrderId }) => clientOrderId ?? '')
			.filter((id) => id.startsWith('cut-'));
		expect(placed.sort()).toEqual(ids.sort());
	});

	test('a socket ends with its key, which no order goes through any more', async () => {
		const outside = await openDatabase(place);
		const accounts = new Accounts(outside, systemClock);
		const { id, key } = await accounts.addKey(running.northwind.accountId, 'gone');
		const socket = await TestSocket.open(running.url, key);
		await socket.subscribe('reports', { symbol });
		const byToken = await TestSocket.open(running.url);
		const { body } = await running.call('POST', '/account/stream-tokens', { key });
		const { token } = body as { readonly token: string };
		expect(await byToken.ask('authenticate', { token })).toMatchObject({
			result: { scope: 'READ' },
		});
		for (const [method, params] of [
			['order.place', sale],
			['account'],
			['orderList.get'],
		] as const) {
			expect(await byToken.ask(method, params)).toMatchObject({
				status: 401,
				error: { errorCode: 'Auth_KeyMissing' },
			});
		}
		await byToken.subscribe('reports', { symbol });
		await accounts.revokeKey(id);
		expect(await socket.closed).toEqual({ code: 1008, reason: 'the key has ended' });
		expect(await byToken.closed).toEqual({ code: 1008, reason: 'the key has ended' });
		await outside.destroy();
	});
});

describe.each(databaseKinds)('with the lane in another process, on %s', (kind) => {
	let running: RunningExchange;
	let worker: PartProcess;
	let redis: Awaited<ReturnType<typeof privateRedis>>;
	beforeAll(async () => {
		putRedisOnPath();
		const place = await databases.place(kind);
		redis = await privateRedis(place.dataFolder);
		running = await startExchange(place, { redisUrl: redis.url }, 'api');
		worker = new PartProcess('worker', {
			EXCHANGE_DATA: place.dataFolder,
			DATABASE_URL: place.databaseUrl ?? '',
			REDIS_URL: redis.url,
			LOG_LEVEL: 'error',
		});
	});
	afterAll(async () => {
		await worker.end();
		await running.close();
		await redis.close();
	});

	test('what is under way is answered before the sockets end with the exchange', async () => {
		const socket = await TestSocket.open(running.url, running.northwind.key);
		const waiting = socket.ask('order.place', { ...sale, clientOrderId: 'waits' });
		const idle = await TestSocket.open(running.url);
		const found = () => socket.ask('order.getByClientId', { clientOrderId: 'waits' });
		await until(async () => ((await found()).status === 200 ? true : undefined));
		const many = Array.from({ length: 104 }, () => socket.ask('order.place', sale));
		const refused = (await Promise.all(many.slice(99))).map(({ error }) => error?.arguments);
		expect(refused).toEqual(Array(5).fill([100, 'commands under way']));
		await worker.start();
		for (const placed of many.slice(0, 99)) expect((await placed).status).toBe(201);
		expect(await waiting).toMatchObject({ status: 201, result: { status: 'NEW' } });
		await tradeWhileCut(running, 11);
		const last = socket.ask('order.cancelAll', { symbol });
		await socket.ask('ping');
		const closed = running.close();
		expect(await last).toMatchObject({ status: 200 });
		for (const each of [socket, idle]) {
			expect(await each.closed).toEqual({ code: 1001, reason: 'the exchange is ending' });
		}
		await closed;
		await expect(TestSocket.open(running.url)).rejects.toThrow();
	});
});
