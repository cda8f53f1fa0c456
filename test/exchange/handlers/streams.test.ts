import { databaseKinds, TestDatabases } from '../../support/servers/databases';
import { EventReader, startExchange, type RunningExchange, type Trader } from '../support/exchange';

const databases = new TestDatabases();
afterAll(() => databases.close());

describe.each(databaseKinds)('streams on %s', (kind) => {
	let running: RunningExchange;
	beforeAll(async () => {
		running = await startExchange(await databases.place(kind), { streamsMax: 3 });
	});
	afterAll(() => running.close());

	afterEach(async () => {
		for (const { key } of [running.northwind, running.harbour]) {
			await running.call('DELETE', '/orders?symbol=CREDIT-EUR', { key });
		}
	});

	const place = async (trader: Trader, side: string, price: string, quantity: string) => {
		const body = { symbol: 'CREDIT-EUR', type: 'LIMIT', side, price, quantity };
		const answer = await running.call('POST', '/orders', { key: trader.key, body });
		expect(answer.status).toBe(201);
		return (answer.body as { orderId: string }).orderId;
	};

	test('depth begins with a snapshot; updates follow it without a gap and give the same depth', async () => {
		await place(running.northwind, 'SELL', '5', '7');
		const reader = await EventReader.open(`${running.url}/markets/CREDIT-EUR/depth/stream`);
		const snapshot = await reader.next();
		expect(snapshot).toMatchObject({ event: 'snapshot', data: { asks: [['5', '7']], bids: [] } });
		const asks = new Map(snapshot?.data['asks'] as [string, string][]);
		let last = Number(snapshot?.data['lastUpdateId']);
		const goal = last + 6;
		await place(running.northwind, 'SELL', '6', '1');
		await place(running.northwind, 'SELL', '6', '2');
		await place(running.harbour, 'BUY', '5', '3');
		await place(running.harbour, 'BUY', '6', '5');
		await place(running.northwind, 'SELL', '8', '1');
		await place(running.harbour, 'BUY', '4', '1');
		while (last < goal) {
			const update = await reader.next();
			expect(update?.event).toBe('update');
			expect(update?.data['firstUpdateId']).toBe(last + 1);
			last = Number(update?.data['lastUpdateId']);
			for (const [price, quantity] of update?.data['asks'] as [string, string][]) {
				if (quantity === '0') asks.delete(price);
				else asks.set(price, quantity);
			}
		}
		reader.close();
		const { body } = await running.call('GET', '/markets/CREDIT-EUR/depth');
		expect([...asks].sort()).toEqual((body as { asks: [string, string][] }).asks);
	});

	test('trades go on after the last one that was seen', async () => {
		await place(running.northwind, 'SELL', '3', '3');
		await place(running.harbour, 'BUY', '3', '1');
		const url = `${running.url}/markets/CREDIT-EUR/trades/stream?limit=1`;
		const first = await EventReader.open(url);
		const seen = await first.next();
		expect(seen).toMatchObject({ event: 'trade' });
		first.close();
		await place(running.harbour, 'BUY', '3', '1');
		const second = await EventReader.open(url, { 'last-event-id': seen?.id ?? '' });
		await place(running.harbour, 'BUY', '3', '1');
		const ids = [(await second.next())?.id, (await second.next())?.id].map(Number);
		expect(ids).toEqual([Number(seen?.id) + 1, Number(seen?.id) + 2]);
		second.close();
	});

	test('a trader sees reports of their own orders alone', async () => {
		const orderId = await place(running.northwind, 'SELL', '2', '3');
		const url = `${running.url}/account/reports/stream?symbol=CREDIT-EUR`;
		const reader = await EventReader.open(url, { 'x-api-key': running.northwind.key });
		const opening = await reader.next();
		expect(opening).toMatchObject({ event: 'openOrders' });
		expect(opening?.data['orders']).toEqual(
			expect.arrayContaining([expect.objectContaining({ orderId, status: 'NEW' })]),
		);
		await place(running.harbour, 'BUY', '2', '2');
		expect(await reader.next()).toMatchObject({
			event: 'executionReport',
			data: { orderId, execType: 'TRADE', lastQty: '2', isMaker: true, status: 'PARTIALLY_FILLED' },
		});
		await running.call('DELETE', `/orders/${orderId}`, { key: running.northwind.key });
		expect(await reader.next()).toMatchObject({
			data: { orderId, execType: 'CANCELED', executedQty: '2', leavesQty: '0' },
		});
		reader.close();
	});

	test('a stream without a key, or of no market, is refused', async () => {
		const reports = '/account/reports/stream?symbol=CREDIT-EUR';
		expect((await running.call('GET', reports)).status).toBe(401);
		expect((await running.call('GET', '/markets/GOLD-EUR/depth/stream')).status).toBe(404);
	});
});

test('one stream more than allowed is refused, and closing the exchange ends the others', async () => {
	const running = await startExchange(await databases.place('SQLite'), { streamsMax: 1 });
	const url = `${running.url}/markets/CREDIT-EUR/depth/stream`;
	const reader = await EventReader.open(url);
	expect(await reader.next()).toMatchObject({ event: 'snapshot' });
	const refused = await fetch(url);
	expect(refused.status).toBe(429);
	expect(await refused.json()).toMatchObject({ errorCode: 'Exchange_StreamsTooMany' });
	await running.close();
	expect(await reader.next()).toBeUndefined();
});
