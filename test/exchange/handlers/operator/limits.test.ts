/** Limits of one account as its trader's program meets them over HTTP, whatever arrives at once. */
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { startExchange, type RunningExchange } from '../../support/exchange';

const databases = new TestDatabases();
afterAll(() => databases.close());

const sale = { symbol: 'CREDIT-EUR', side: 'SELL', type: 'LIMIT', price: '90', quantity: '10' };

describe.each(databaseKinds)('on %s', (kind) => {
	let running: RunningExchange;
	beforeAll(async () => {
		running = await startExchange(await databases.place(kind));
	});
	afterAll(() => running.close());

	const trader = (method: string, path: string, body?: unknown) =>
		running.call(method, path, { key: running.northwind.key, body });
	const order = (more: object = {}) => trader('POST', '/orders', { ...sale, ...more });
	const limit = async (path: string, limits: object) => {
		const { accountId } = running.northwind;
		const body = { ...limits, reason: 'a new trader' };
		const asked = { key: running.administratorKey, body };
		const set = await running.call('PUT', `/admin/accounts/${accountId}/limits/${path}`, asked);
		expect(set.status).toBe(200);
	};
	const cancelAll = () => trader('DELETE', '/orders?symbol=CREDIT-EUR');

	test('an account has as many open orders as it may, and others as many as they like', async () => {
		await limit('orders', { maxNumOrders: 2 });
		const statuses = (await Promise.all([order(), order(), order(), order()])).map(
			({ status }) => status,
		);
		expect(statuses.sort()).toEqual([201, 201, 422, 422]);
		const refused = await order();
		expect(refused).toMatchObject({
			status: 422,
			body: { errorCode: 'Exchange_OrderRefused' },
		});
		const { key } = running.harbour;
		for (const price of ['1', '2', '3']) {
			const bid = { ...sale, side: 'BUY', price };
			expect((await running.call('POST', '/orders', { key, body: bid })).status).toBe(201);
		}
		await cancelAll();
		expect((await order()).status).toBe(201);
		await limit('orders', {});
		for (let more = 0; more < 3; more += 1) expect((await order()).status).toBe(201);
		await cancelAll();
	});

	test('open orders hold as much of an asset as they may together, and not a unit more', async () => {
		await limit('assets/CREDIT', { maxHeld: '35' });
		const answers = await Promise.all(Array.from({ length: 6 }, () => order()));
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
		const refused = answers.find(({ status }) => status !== 201);
		expect(refused).toMatchObject({
			status: 422,
			body: { errorCode: 'Exchange_HeldLimit', arguments: ['40', '35', 'CREDIT'] },
		});
		expect((await order({ quantity: '6' })).status).toBe(422);
		const last = await order({ quantity: '5' });
		expect(last.status).toBe(201);
		// What an order holds counts for the one that takes its place.
		const { orderId } = last.body as { readonly orderId: string };
		const { symbol: _, ...terms } = sale;
		const replace = (quantity: string) =>
			trader('POST', `/orders/${orderId}/replace`, { ...terms, quantity });
		expect((await replace('6')).status).toBe(422);
		expect((await replace('4')).status).toBe(201);
		// The limit is of one asset: buying holds another.
		expect((await order({ side: 'BUY', price: '1', quantity: '100' })).status).toBe(201);
		await limit('assets/CREDIT', {});
		expect((await order({ quantity: '100' })).status).toBe(201);
		await cancelAll();
	});

	test('one order is worth as much as it may be, whatever says its worth', async () => {
		const bid = { ...sale, side: 'BUY', price: '10', quantity: '10' };
		expect((await order(bid)).status).toBe(201);
		await limit('notional/EUR', { maxNotional: '50' });
		const market = { type: 'MARKET', price: undefined };
		const tried: readonly (readonly [object, number])[] = [
			[{ price: '50', quantity: '1' }, 201],
			[{ price: '50.01', quantity: '1' }, 422],
			[{ ...bid, price: '5' }, 201],
			[{ ...bid, price: '5.01' }, 422],
			[{ ...market, side: 'BUY', quantity: undefined, quoteOrderQty: '50.01' }, 422],
			[{ ...market, quantity: undefined, quoteOrderQty: '50.01' }, 422],
			[{ ...sale, type: 'STOP_LOSS', price: undefined, stopPrice: '5.01' }, 422],
			// The book shows 10 for it.
			[{ ...market, quantity: '6' }, 422],
		];
		for (const [terms, status] of tried) {
			expect({ terms, status: (await order(terms)).status }).toEqual({ terms, status });
		}
		expect(await order({ price: '60', quantity: '1' })).toMatchObject({
			body: { errorCode: 'Exchange_NotionalLimit', arguments: ['60', '50', 'EUR'] },
		});
		expect((await trader('POST', '/orders/test', { ...sale, price: '60' })).status).toBe(422);
		await limit('notional/EUR', {});
		expect((await order({ price: '60', quantity: '1' })).status).toBe(201);
		await cancelAll();
	});

	test('an account sees its limits and what is used of them', async () => {
		await limit('orders', { maxNumOrders: 2 });
		await limit('assets/CREDIT', { maxHeld: '35' });
		await order();
		const { body } = await trader('GET', '/account');
		expect(body).toMatchObject({
			status: 'ACTIVE',
			limits: {
				maxNumOrders: 2,
				openOrders: [{ symbol: 'CREDIT-EUR', open: 1 }],
				assets: [{ asset: 'CREDIT', maxHeld: '35', held: '10' }],
			},
		});
		await limit('orders', {});
		await limit('assets/CREDIT', {});
		expect((await trader('GET', '/account')).body).toMatchObject({
			limits: { assets: [], payouts: [] },
		});
	});
});
