import { systemClock } from '../../../../server/clock';
import { Lane } from '../../../../exchange/trading/lane/lane';
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { Markets } from '../../../../exchange/trading/markets/markets';
import { privateRedis, type RunningRedis } from '../../../../server/redis/private-redis';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { startExchange, type RunningExchange, type Trader } from '../../support/exchange';
import { untoldLane } from '../../support/lane';
import { putRedisOnPath } from '../../support/redis-program';

const databases = new TestDatabases();
afterAll(() => databases.close());

// The API alone: the test itself carries the log out, so it decides who comes first.
describe.each(databaseKinds)('a replacement over HTTP on %s', (kind) => {
	let redis: RunningRedis;
	let running: RunningExchange;
	let lane: Lane;

	beforeAll(async () => {
		putRedisOnPath();
		const place = await databases.place(kind);
		redis = await privateRedis(place.dataFolder);
		running = await startExchange(place, { redisUrl: redis.url }, 'api');
		const { database } = running.exchange;
		const markets = new Markets(database, systemClock);
		lane = new Lane({ database, markets, clock: systemClock, ...untoldLane });
	});

	afterAll(async () => {
		expect(await auditLedger(running.exchange.database)).toEqual([]);
		await running.close();
		await redis.close();
	});

	const order = { symbol: 'CREDIT-EUR', type: 'LIMIT', price: '1', newOrderRespType: 'ACK' };

	const place = async (trader: Trader, side: string, quantity: string) => {
		const body = { ...order, side, quantity };
		const answer = await running.call('POST', '/orders', { key: trader.key, body });
		expect(answer.status).toBe(201);
		return (answer.body as { orderId: string }).orderId;
	};

	/** Sends a replacement that waits for its result, and drains once it is in the log. */
	const replace = async (orderId: string, clientOrderId: string) => {
		const answer = running.call('POST', `/orders/${orderId}/replace`, {
			key: running.northwind.key,
			body: { side: 'SELL', type: 'LIMIT', price: '2', quantity: '10', clientOrderId },
		});
		for (let found = 404; found === 404;) {
			const path = `/client-orders/${clientOrderId}`;
			found = (await running.call('GET', path, { key: running.northwind.key })).status;
		}
		await lane.drain('CREDIT-EUR');
		return answer;
	};

	test('that comes after a trade answers 409 and leaves the order as it is', async () => {
		const orderId = await place(running.northwind, 'SELL', '10');
		await lane.drain('CREDIT-EUR');
		await place(running.harbour, 'BUY', '4');
		const answer = await replace(orderId, 'late');
		expect(answer).toMatchObject({
			status: 409,
			body: { errorCode: 'Exchange_OrderChanged', arguments: [orderId, expect.any(String)] },
		});
		const found = await running.call('GET', `/orders/${orderId}`, { key: running.northwind.key });
		expect(found).toMatchObject({ body: { status: 'PARTIALLY_FILLED', leavesQty: '6' } });
		const own = await running.call('GET', '/client-orders/late', { key: running.northwind.key });
		expect(own).toMatchObject({ body: { status: 'REJECTED', reason: 'ORIGINAL_CHANGED' } });
		await place(running.harbour, 'BUY', '6');
		await lane.drain('CREDIT-EUR');
	});

	test('that comes after the order was filled answers 409 with what became of it', async () => {
		const orderId = await place(running.northwind, 'SELL', '10');
		await place(running.harbour, 'BUY', '10');
		expect(await replace(orderId, 'too-late')).toMatchObject({
			status: 409,
			body: { errorCode: 'Exchange_OrderNotOpen', arguments: [orderId, 'FILLED'] },
		});
	});

	test('that is sent again is answered again, though the order is gone by then', async () => {
		const orderId = await place(running.northwind, 'SELL', '10');
		const first = await replace(orderId, 'twice');
		const second = await replace(orderId, 'twice');
		expect([first.status, second.status]).toEqual([201, 200]);
		expect(second.body).toEqual(first.body);
	});

	test.each(['__proto__', 'CREDIT-EUR.999', 'GOLD-EUR.1'])('of %s answers 404', async (orderId) => {
		const answer = await running.call('POST', `/orders/${orderId}/replace`, {
			key: running.northwind.key,
			body: { side: 'SELL', type: 'LIMIT', price: '2', quantity: '10' },
		});
		expect(answer).toMatchObject({ status: 404, body: { errorCode: 'Exchange_OrderNotFound' } });
	});
});
