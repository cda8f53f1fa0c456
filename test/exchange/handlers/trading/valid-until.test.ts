/** Every call that places an order takes `validUntil`, over HTTP and over the socket. */
import { TestDatabases } from '../../../support/servers/databases';
import { AheadClock } from '../../../support/clocks/movable-clock';
import { startExchange, type RunningExchange } from '../../support/exchange';
import { TestSocket } from '../../support/socket';

const databases = new TestDatabases();
let running: RunningExchange;
const clock = new AheadClock();
beforeAll(async () => {
	running = await startExchange(await databases.place(), { clock });
});
afterAll(async () => {
	await running.close();
	await databases.close();
});

const symbol = 'CREDIT-EUR';
const terms = { side: 'SELL', type: 'LIMIT', price: '9', quantity: '1' };
const order = { symbol, ...terms };
const pair = { symbol, side: 'SELL', quantity: '1', price: '13', stopPrice: '12' };

const call = (method: string, path: string, body?: object) =>
	running.call(method, path, { key: running.northwind.key, ...(body && { body }) });

const refused = (validUntil: number) => ({
	errorCode: 'Exchange_OrderTooLate',
	message: expect.stringContaining(`which is after ${validUntil}, its validUntil`),
	arguments: [expect.any(Number), validUntil],
});

test('an order, a test, a replacement and a list are refused in the same words', async () => {
	const { body } = await call('POST', '/orders', { ...order, clientOrderId: 'first' });
	const { orderId } = body as { readonly orderId: string };
	const before = [await call('GET', '/orders?status=all'), await call('GET', '/account')];
	const late = { validUntil: clock.now() - 1 };
	for (const [path, request] of [
		['/orders', order],
		['/orders/test', order],
		[`/orders/${orderId}/replace`, terms],
		['/order-lists/oco', pair],
	] as const) {
		const answer = await call('POST', path, { ...request, ...late });
		expect([path, answer]).toMatchObject([path, { status: 422, body: refused(late.validUntil) }]);
	}
	const after = [await call('GET', '/orders?status=all'), await call('GET', '/account')];
	expect(after.map((answer) => answer.body)).toEqual(before.map((answer) => answer.body));

	const inTime = { validUntil: clock.now() + 60_000 };
	for (const [path, request, status] of [
		['/orders', order, 201],
		['/orders/test', order, 200],
		[`/orders/${orderId}/replace`, terms, 201],
		['/order-lists/oco', pair, 201],
	] as const) {
		expect(await call('POST', path, { ...request, ...inTime })).toMatchObject({ status });
	}
});

test('of a batch, that order alone is refused', async () => {
	const validUntil = clock.now() - 1;
	const orders = [order, { ...order, validUntil }, { ...order, validUntil: clock.now() + 60_000 }];
	const placed = { status: 201, order: { status: 'NEW' } };
	const error = { ...refused(validUntil), arguments: [expect.any(String), String(validUntil)] };
	expect(await call('POST', '/orders/batch', { orders })).toMatchObject({
		status: 200,
		body: [placed, { status: 422, error }, placed],
	});
	expect(await call('POST', '/orders/batch-test', { orders })).toMatchObject({
		body: [{ status: 200 }, { status: 422, error }, { status: 200 }],
	});
});

test('a retry is the same order with a later one, and is answered once its time is over', async () => {
	const once = { ...order, clientOrderId: 'once' };
	const first = await call('POST', '/orders', { ...once, validUntil: clock.now() + 1_000 });
	expect(first.status).toBe(201);
	clock.pass(60_000);
	for (const validUntil of [clock.now() + 60_000, clock.now() - 60_000, undefined]) {
		const again = await call('POST', '/orders', { ...once, validUntil });
		expect(again).toMatchObject({ status: 200, body: first.body });
	}
});

test('over the socket it is refused as well, and what it cannot be is named', async () => {
	const socket = await TestSocket.open(running.url, running.northwind.key);
	const validUntil = clock.now() - 1;
	for (const [method, params] of [
		['order.place', order],
		['orderList.placeOco', pair],
	] as const) {
		const answer = await socket.ask(method, { ...params, validUntil });
		expect(answer).toMatchObject({ status: 422, error: refused(validUntil) });
	}
	for (const bad of ['soon', 0, 1.5, '1798761660000']) {
		const { status, error } = await socket.ask('order.place', { ...order, validUntil: bad });
		expect([status, error?.errorCode, error?.arguments[0]]).toEqual([
			400,
			'Request_Invalid',
			'validUntil',
		]);
	}
	await socket.close();
});
