/** Batches of orders over real HTTP: one commit, and a result for each. */
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { bothDatabaseKinds, TestDatabases } from '../../../support/servers/databases';
import { startExchange, type RunningExchange, type Trader } from '../../support/exchange';

interface Result {
	readonly status: number;
	readonly order?: { readonly orderId: string; readonly status: string };
	readonly error?: { readonly errorCode: string; readonly arguments: readonly string[] };
}

const databases = new TestDatabases();
afterAll(() => databases.close());

const sale = {
	symbol: 'CREDIT-EUR',
	side: 'SELL',
	type: 'LIMIT',
	price: '9',
	quantity: '1',
} as const;
const purchase = { ...sale, side: 'BUY' } as const;

describe.each(bothDatabaseKinds)('batches over HTTP on %s', (kind) => {
	let running: RunningExchange;
	beforeAll(async () => {
		running = await startExchange(await databases.place(kind));
	});
	afterAll(async () => {
		expect(await auditLedger(running.exchange.database)).toEqual([]);
		await running.close();
	});
	afterEach(async () => {
		for (const { key } of [running.northwind, running.harbour]) {
			await running.call('DELETE', '/orders?symbol=CREDIT-EUR', { key });
		}
	});

	const batch = async (
		path: 'batch' | 'batch-cancel',
		{ key }: Trader,
		body: Readonly<Record<string, unknown>>,
	): Promise<readonly Result[]> => {
		const answer = await running.call('POST', `/orders/${path}`, { key, body });
		expect(answer).toMatchObject({ status: 200 });
		return answer.body as readonly Result[];
	};
	const place = (trader: Trader, orders: readonly object[], more = {}) =>
		batch('batch', trader, { orders, ...more });
	const cancel = (trader: Trader, orders: readonly object[], more = {}) =>
		batch('batch-cancel', trader, { orders, ...more });
	const idOf = ({ order }: Result): string => {
		if (order === undefined) throw new Error('the order was refused');
		return order.orderId;
	};

	test('100 orders are accepted at one time, without a gap between their places', async () => {
		const orders = Array.from({ length: 100 }, (_, index) => ({ ...sale, price: `${9 + index}` }));
		const results = await place(running.northwind, orders);
		expect(results.map(({ status, order }) => [status, order?.status])).toEqual(
			Array.from({ length: 100 }, () => [201, 'NEW']),
		);
		const places = results.map((result) => Number(idOf(result).split('.')[1]));
		expect(places).toEqual(places.map((_, index) => (places[0] ?? 0) + index));
		const accepted = await running.exchange.database
			.selectFrom('commands')
			.select('accepted_at')
			.where('sequence', '>=', BigInt(places[0] ?? 0))
			.distinct()
			.execute();
		expect(accepted).toHaveLength(1);
	});

	test('each is refused for itself, by what it would have been refused for alone', async () => {
		await place(running.harbour, [{ ...purchase, price: '3' }]);
		const results = await place(running.northwind, [
			sale,
			{ ...sale, symbol: 'GOLD-EUR' },
			{ ...sale, price: '9.001' },
			{ ...sale, unknown: 1 },
			{},
			{ ...sale, quantity: '1000000' },
			{ ...sale, price: '3', postOnly: true },
			{ ...sale, fund: true },
			sale,
		]);
		expect(results.map(({ status, error }) => [status, error?.errorCode])).toEqual([
			[201, undefined],
			[404, 'Exchange_MarketNotFound'],
			[400, 'Request_Invalid'],
			[400, 'Request_Invalid'],
			[400, 'Request_Invalid'],
			[422, 'Exchange_InsufficientBalance'],
			[422, 'Exchange_OrderRefused'],
			[400, 'Request_Invalid'],
			[201, undefined],
		]);
		const named = results.map(({ error }) => error?.arguments[0]);
		expect(named.slice(2, 5)).toEqual(['price', 'unknown', 'symbol']);
	});

	test('later ones have what earlier ones leave of the balance', async () => {
		const path = '/account';
		const { body } = await running.call('GET', path, { key: running.northwind.key });
		const { balances } = body as { balances: { asset: string; available: string }[] };
		const all = balances.find(({ asset }) => asset === 'CREDIT')?.available;
		const results = await place(running.northwind, [{ ...sale, quantity: all }, sale]);
		expect(results).toMatchObject([
			{ status: 201 },
			{ status: 422, error: { errorCode: 'Exchange_InsufficientBalance' } },
		]);
	});

	test('an id that comes again is answered again, in one batch and in another', async () => {
		const [own, other] = [`once-${kind}`, `other-${kind}`];
		const order = { ...sale, clientOrderId: own };
		const orders = [order, order, { ...order, quantity: '2' }, { ...sale, clientOrderId: other }];
		const first = await place(running.northwind, orders);
		expect(first.map(({ status }) => status)).toEqual([201, 200, 422, 201]);
		expect(first[2]?.error).toMatchObject({ errorCode: 'Exchange_ClientOrderIdReused' });
		expect(first.slice(0, 2).map(idOf)).toEqual([idOf(first[0] ?? fail), idOf(first[0] ?? fail)]);
		const again = await place(running.northwind, orders);
		expect(again.map(({ status }) => status)).toEqual([200, 200, 422, 200]);
		expect(again[0]?.order).toEqual(first[0]?.order);
	});

	test('orders of one batch meet each other in their order', async () => {
		const results = await place(running.northwind, [
			{ ...sale, selfTradePreventionMode: 'NONE' },
			{ ...sale, side: 'SELL', price: '10' },
		]);
		const bought = await place(running.harbour, [
			{ ...purchase, price: '9' },
			{ ...purchase, price: '9' },
		]);
		expect(results.map(({ order }) => order?.status)).toEqual(['NEW', 'NEW']);
		expect(bought.map(({ order }) => order?.status)).toEqual(['FILLED', 'NEW']);
	});

	test('ACK answers when they are durable, and they are there', async () => {
		const more = { newOrderRespType: 'ACK' };
		const placed = await place(running.northwind, [sale, sale], more);
		expect(placed.map(({ status }) => status)).toEqual([201, 201]);
		const ids = placed.map((result) => ({ orderId: idOf(result) }));
		const acknowledged = await cancel(running.northwind, ids, more);
		expect(acknowledged.map(({ status }) => status)).toEqual([200, 200]);
		const cancelled = await cancel(running.northwind, ids);
		for (const { status, order, error } of cancelled) {
			expect(order?.status ?? error?.arguments[1]).toBe('CANCELED');
			expect([200, 409]).toContain(status);
		}
	});

	test('orders are cancelled by either id, and each is answered for itself', async () => {
		const clientOrderId = `cancelled-${kind}`;
		const placed = await place(running.northwind, [sale, { ...sale, clientOrderId }, sale]);
		const [first, second, third] = placed.map(idOf);
		const strange = await place(running.harbour, [{ ...purchase, price: '1' }]);
		await running.call('DELETE', `/orders/${third}`, { key: running.northwind.key });
		const results = await cancel(running.northwind, [
			{ orderId: first },
			{ clientOrderId },
			{ orderId: first },
			{ orderId: third },
			{ orderId: idOf(strange[0] ?? fail) },
			{ orderId: 'CREDIT-EUR.01' },
			{ clientOrderId: 'nobody' },
			{},
			{ orderId: second, clientOrderId },
			{ orderId: second, symbol: 'CREDIT-EUR' },
		]);
		expect(
			results.map(({ status, order, error }) => [status, order?.status ?? error?.errorCode]),
		).toEqual([
			[200, 'CANCELED'],
			[200, 'CANCELED'],
			[409, 'Exchange_OrderNotOpen'],
			[409, 'Exchange_OrderNotOpen'],
			[404, 'Exchange_OrderNotFound'],
			[404, 'Exchange_OrderNotFound'],
			[404, 'Exchange_OrderNotFound'],
			[400, 'Request_Invalid'],
			[400, 'Request_Invalid'],
			[400, 'Request_Invalid'],
		]);
		const found = await running.call('GET', '/orders', { key: running.harbour.key });
		expect(found.body).toHaveLength(1);
	});

	test('the second of a list is answered as if it came behind the first', async () => {
		const { key } = running.northwind;
		const pair = { ...sale, type: undefined, price: '30', stopPrice: '2' };
		const { status, body } = await running.call('POST', '/order-lists/oco', { key, body: pair });
		expect(status).toBe(201);
		const { orders } = body as { readonly orders: readonly { readonly orderId: string }[] };
		const results = await cancel(
			running.northwind,
			orders.map(({ orderId }) => ({ orderId })),
		);
		expect(results.map((result) => result.status)).toEqual([200, 409]);
	});

	test.each(['batch', 'batch-cancel'] as const)('%s takes 1 to 100 orders', async (path) => {
		const { key } = running.northwind;
		for (const orders of [[], Array(101).fill(sale), 'orders', undefined]) {
			const answer = await running.call('POST', `/orders/${path}`, { key, body: { orders } });
			expect(answer).toMatchObject({
				status: 400,
				body: { errorCode: 'Request_Invalid', arguments: ['orders', expect.any(String)] },
			});
		}
	});
});

const fail: Result = { status: 0 };
