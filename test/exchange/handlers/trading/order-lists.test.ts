/** Lists of two orders, and stops that follow the market, over real HTTP; what they hold is exact. */
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import {
	EventReader,
	startExchange,
	type RunningExchange,
	type Trader,
} from '../../support/exchange';

interface List {
	readonly orderListId: string;
	readonly listOrderStatus: string;
	readonly orders: readonly [Order, Order];
}
interface Order {
	readonly orderId: string;
	readonly status: string;
	readonly reason?: string;
}

const databases = new TestDatabases();
afterAll(() => databases.close());

const symbol = 'CREDIT-EUR';
const bracket = { symbol, side: 'SELL', quantity: '10', price: '4', stopPrice: '2' };

describe.each(databaseKinds)('lists of orders over HTTP on %s', (kind) => {
	let running: RunningExchange;
	let before: readonly string[];
	beforeAll(async () => {
		running = await startExchange(await databases.place(kind));
		await order(running.northwind, { side: 'SELL', price: '3' });
		await order(running.harbour, { side: 'BUY', price: '3' });
		before = [await held(running.northwind), await held(running.harbour)];
	});
	afterEach(async () => {
		for (const { key } of [running.northwind, running.harbour]) {
			await running.call('DELETE', `/orders?symbol=${symbol}`, { key });
		}
		expect(await auditLedger(running.exchange.database)).toEqual([]);
		expect([await held(running.northwind), await held(running.harbour)]).toEqual(before);
	});
	afterAll(() => running.close());

	const call = ({ key }: Trader, method: string, path: string, body?: object) =>
		running.call(method, path, { key, ...(body !== undefined && { body }) });
	const order = (trader: Trader, terms: object) =>
		call(trader, 'POST', '/orders', { symbol, type: 'LIMIT', quantity: '1', ...terms });
	const placeOco = (trader: Trader, change: object = {}) =>
		call(trader, 'POST', '/order-lists/oco', { ...bracket, ...change });
	const placed = async (trader: Trader, change: object = {}) => {
		const answer = await placeOco(trader, change);
		expect(answer).toMatchObject({ status: 201, body: { listOrderStatus: 'EXECUTING' } });
		return answer.body as List;
	};
	const found = async (trader: Trader, { orderListId }: List) =>
		(await call(trader, 'GET', `/order-lists/${orderListId}`)).body as List;
	const told = ({ listOrderStatus, orders }: List) => [
		listOrderStatus,
		...orders.map(({ status, reason }) => (reason === undefined ? status : `${status} ${reason}`)),
	];
	/** What the account holds of both assets. */
	const held = async (trader: Trader) => {
		const { balances } = (await call(trader, 'GET', '/account')).body as {
			balances: { asset: string; held: string }[];
		};
		return balances.map(({ asset, held: amount }) => `${amount} ${asset}`).join();
	};

	test('a list holds once what its dearer order needs', async () => {
		await placed(running.northwind);
		expect(await held(running.northwind)).toBe('10 CREDIT,0 EUR');
		// Ten at 4, the stop order's limit, and the commission of the taker.
		await placed(running.harbour, {
			...{ side: 'BUY', price: '2', stopPrice: '3.5', stopLimitPrice: '4' },
		});
		expect(await held(running.harbour)).toMatch(/40\.08 EUR/);
		await placed(running.harbour, {
			...{ side: 'BUY', price: '2', stopPrice: '3.5', stopLimitPrice: '1.5' },
		});
		expect(await held(running.harbour)).toMatch(/60\.12 EUR/);
	});

	test('a trade of the limit order ends the stop order, and what is left goes on alone', async () => {
		const list = await placed(running.northwind);
		await order(running.harbour, { side: 'BUY', price: '4', quantity: '4' });
		expect(told(await found(running.northwind, list))).toEqual([
			'EXECUTING',
			'PARTIALLY_FILLED',
			'EXPIRED ORDER_LIST',
		]);
		expect(await held(running.northwind)).toBe('6 CREDIT,0 EUR');
		await order(running.harbour, { side: 'BUY', price: '4', quantity: '6' });
		expect(told(await found(running.northwind, list))[0]).toBe('ALL_DONE');
		expect(await held(running.northwind)).toBe('0 CREDIT,0 EUR');
	});

	test('a stop order that is set off ends the limit order, and takes what there is', async () => {
		const list = await placed(running.northwind);
		await order(running.harbour, { side: 'BUY', price: '2', quantity: '11' });
		await order(running.northwind, { side: 'SELL', price: '2', quantity: '1' });
		expect(told(await found(running.northwind, list))).toEqual([
			'ALL_DONE',
			'EXPIRED ORDER_LIST',
			'FILLED',
		]);
	});

	test('what the dearer order held is free at once when the cheaper goes on alone', async () => {
		const list = await placed(running.harbour, {
			...{ side: 'BUY', price: '2', stopPrice: '3.5', stopLimitPrice: '1.5' },
		});
		expect(await held(running.harbour)).toMatch(/20\.04 EUR/);
		await order(running.northwind, { side: 'SELL', price: '3.5', selfTradePreventionMode: 'NONE' });
		await order(running.harbour, { side: 'BUY', price: '3.5' });
		expect(told(await found(running.harbour, list))).toEqual([
			'EXECUTING',
			'EXPIRED ORDER_LIST',
			'NEW',
		]);
		expect(await held(running.harbour)).toMatch(/15\.03 EUR/);
	});

	test.each(['DELETE /order-lists', 'DELETE /orders', 'DELETE /orders?'])(
		'%s ends both orders',
		async (how) => {
			const list = await placed(running.northwind);
			const [method = '', path = ''] = how.split(' ');
			const whole = how.endsWith('?');
			const id = how.endsWith('lists') ? list.orderListId : list.orders[1].orderId;
			const at = whole ? `${path}symbol=${symbol}` : `${path}/${id}`;
			expect((await call(running.northwind, method, at)).status).toBe(200);
			const [status, ...orders] = told(await found(running.northwind, list));
			expect([status, ...orders.map((text) => text.split(' ')[0])]).toEqual([
				'ALL_DONE',
				'CANCELED',
				'CANCELED',
			]);
			const again = await call(running.northwind, 'DELETE', `/order-lists/${list.orderListId}`);
			expect(again).toMatchObject({
				status: 409,
				body: { errorCode: 'Exchange_OrderNotOpen', arguments: [list.orderListId, 'ALL_DONE'] },
			});
		},
	);

	test('an order of a list is neither reduced nor replaced', async () => {
		const { orderListId, orders } = await placed(running.northwind);
		const alone = { side: 'SELL', type: 'LIMIT', price: '5', quantity: '1' };
		for (const { orderId } of orders) {
			const refusal = {
				status: 409,
				body: { errorCode: 'Exchange_OrderInList', arguments: [orderId, orderListId] },
			};
			const path = `/orders/${orderId}`;
			expect(await call(running.northwind, 'PATCH', path, { quantity: '1' })).toMatchObject(
				refusal,
			);
			const replaced = await call(running.northwind, 'POST', `${path}/replace`, alone);
			expect(replaced).toMatchObject(refusal);
			expect(await call(running.northwind, 'GET', path)).toMatchObject({
				body: { orderListId, status: 'NEW' },
			});
		}
	});

	test('a list the book refuses says why, is kept, and holds nothing', async () => {
		const refused = async (change: object, reason: string) => {
			const answer = await placeOco(running.northwind, change);
			expect(answer).toMatchObject({
				status: 422,
				body: { errorCode: 'Exchange_OrderRefused', arguments: [expect.any(String), reason] },
			});
			const [orderListId] = (answer.body as { arguments: [string] }).arguments;
			const kept = await call(running.northwind, 'GET', `/order-lists/${orderListId}`);
			expect(told(kept.body as List)).toEqual([
				'REJECT',
				`REJECTED ${reason}`,
				`REJECTED ${reason}`,
			]);
		};
		await refused({ price: '1.5' }, 'ORDER_LIST_PRICES_CROSSED');
		await refused({ stopPrice: '3.5' }, 'STOP_WOULD_TRIGGER');
		expect(await held(running.northwind)).toBe('0 CREDIT,0 EUR');
	});

	test('a list that cannot be meant or paid is refused by the name of the field', async () => {
		const code = async (change: object) => {
			const { body } = await placeOco(running.northwind, change);
			const { errorCode, arguments: args } = body as { errorCode: string; arguments: string[] };
			return errorCode === 'Request_Invalid' ? args[0] : errorCode;
		};
		expect(await code({ price: undefined })).toBe('price');
		expect(await code({ stopPrice: undefined })).toBe('stopPrice');
		expect(await code({ stopLimitPrice: '1.001' })).toBe('stopLimitPrice');
		expect(await code({ stopLimitTimeInForce: 'GTC' })).toBe('stopLimitTimeInForce');
		expect(await code({ quantity: '1000000' })).toBe('Exchange_InsufficientBalance');
		expect(await code({ symbol: 'GOLD-EUR' })).toBe('Exchange_MarketNotFound');
	});

	test('ids are taken once: of lists and of their orders', async () => {
		const ids = { listClientOrderId: 'l', limitClientOrderId: 'a', stopClientOrderId: 'b' };
		const list = await placed(running.northwind, ids);
		const again = await placeOco(running.northwind, ids);
		expect(again).toMatchObject({ status: 200, body: { orderListId: list.orderListId } });
		const reused = { status: 422, body: { errorCode: 'Exchange_ClientOrderIdReused' } };
		for (const change of [
			{ ...ids, quantity: '9' },
			{ limitClientOrderId: 'b' },
			{ limitClientOrderId: 'c', stopClientOrderId: 'c' },
		]) {
			expect(await placeOco(running.northwind, change)).toMatchObject(reused);
		}
		const own = await order(running.northwind, { side: 'SELL', price: '4', clientOrderId: 'a' });
		expect(own).toMatchObject(reused);
		const byId = await call(running.northwind, 'GET', '/client-orders/b');
		expect(byId).toMatchObject({ body: { orderListId: list.orderListId, type: 'STOP_LOSS' } });
	});

	test('lists are listed by the page, and are nobody else’s', async () => {
		const list = await placed(running.northwind);
		const page = await call(running.northwind, 'GET', '/order-lists?limit=1');
		expect(page.body).toMatchObject([{ orderListId: list.orderListId }]);
		const [, next = ''] = /<(.*)>/.exec(page.headers.get('link') ?? '') ?? [];
		const second = await call(running.northwind, 'GET', `/order-lists${next}`);
		expect(second.body).toHaveLength(1);
		expect(second.body).not.toMatchObject([{ orderListId: list.orderListId }]);
		const path = `/order-lists/${list.orderListId}`;
		for (const method of ['GET', 'DELETE']) {
			const answer = await call(running.harbour, method, path);
			expect(answer).toMatchObject({
				status: 404,
				body: { errorCode: 'Exchange_OrderListNotFound' },
			});
		}
	});

	test('reports name the list', async () => {
		const url = `${running.url}/account/reports/stream?symbol=${symbol}`;
		const reader = await EventReader.open(url, { 'x-api-key': running.northwind.key });
		await reader.next();
		const { orderListId } = await placed(running.northwind);
		const reports = [await reader.next(), await reader.next()];
		reader.close();
		expect(reports).toMatchObject([
			{ data: { orderListId, execType: 'NEW' } },
			{ data: { orderListId, execType: 'NEW' } },
		]);
	});

	test('a stop order follows the market and is set off at its distance', async () => {
		const path = '/orders';
		const stop = { symbol, side: 'SELL', type: 'STOP_LOSS', quantity: '5', trailingDelta: 1_000 };
		const { status, body } = await call(running.northwind, 'POST', path, stop);
		expect({ status, body }).toMatchObject({ status: 201, body: { trailingDelta: 1_000 } });
		const { orderId } = body as Order;
		const tradeAt = async (price: string) => {
			await order(running.northwind, { side: 'SELL', price });
			await order(running.harbour, { side: 'BUY', price });
			return ((await call(running.northwind, 'GET', `/orders/${orderId}`)).body as Order).status;
		};
		expect(await tradeAt('4')).toBe('NEW');
		expect(await tradeAt('3.7')).toBe('NEW');
		await order(running.harbour, { side: 'BUY', price: '3', quantity: '5' });
		expect(await tradeAt('3.6')).toBe('FILLED');
		const wrong = await call(running.northwind, 'POST', path, { ...stop, trailingDelta: 9 });
		expect(wrong).toMatchObject({
			status: 400,
			body: { arguments: ['trailingDelta', 'must be at least 10'] },
		});
	});
});
