import { TestDatabases } from '../../support/servers/databases';
import { startExchange, type RunningExchange } from '../support/exchange';

const databases = new TestDatabases();
let running: RunningExchange;

beforeAll(async () => {
	running = await startExchange(await databases.place('SQLite'));
});

afterAll(async () => {
	await running.close();
	await databases.close();
});

const order = { symbol: 'CREDIT-EUR', side: 'BUY', type: 'LIMIT', price: '1', quantity: '1' };
const gtd = { timeInForce: 'GTD', expireTime: 4_000_000_000_000 };

/** What is changed in a good order, and the field the refusal must name. */
const faults: readonly (readonly [Record<string, unknown>, string])[] = [
	[{ price: '0' }, 'price'],
	[{ price: '-1' }, 'price'],
	[{ price: 'NaN' }, 'price'],
	[{ price: 'Infinity' }, 'price'],
	[{ price: '1e2' }, 'price'],
	[{ price: '0x10' }, 'price'],
	[{ price: ' 1' }, 'price'],
	[{ price: '1,5' }, 'price'],
	[{ price: '' }, 'price'],
	[{ price: 1 }, 'price'],
	[{ price: '1.005' }, 'price'],
	[{ price: '100000.01' }, 'price'],
	[{ price: '1'.repeat(30) }, 'price'],
	[{ price: '9'.repeat(41) }, 'price'],
	[{ price: undefined }, 'price'],
	[{ price: ['1'] }, 'price'],
	[{ quantity: '0' }, 'quantity'],
	[{ quantity: '-5' }, 'quantity'],
	[{ quantity: '0.5' }, 'quantity'],
	[{ quantity: '1000001' }, 'quantity'],
	[{ quantity: '1'.repeat(30) }, 'quantity'],
	[{ quantity: null }, 'quantity'],
	[{ price: '0.01' }, 'quantity'],
	[{ side: 'buy' }, 'side'],
	[{ side: '__proto__' }, 'side'],
	[{ type: 'OCO' }, 'type'],
	[{ type: 'MARKET' }, 'price'],
	[{ type: 'MARKET', price: undefined, quoteOrderQty: '5' }, 'quantity'],
	[{ type: 'MARKET', price: undefined, quantity: undefined }, 'quantity'],
	[{ type: 'MARKET', price: undefined, timeInForce: 'GTC' }, 'timeInForce'],
	[
		{ type: 'MARKET', price: undefined, quantity: undefined, quoteOrderQty: '0.5' },
		'quoteOrderQty',
	],
	[{ type: 'STOP_LOSS', price: undefined, stopPrice: '2', quoteOrderQty: '5' }, 'quantity'],
	[{ type: 'STOP_LOSS_LIMIT' }, 'stopPrice'],
	[{ stopPrice: '2' }, 'stopPrice'],
	[{ timeInForce: 'DAY' }, 'timeInForce'],
	[{ timeInForce: 'GTD' }, 'expireTime'],
	[{ ...gtd, expireTime: 1 }, 'expireTime'],
	[{ ...gtd, expireTime: '4000000000000' }, 'expireTime'],
	[{ ...gtd, expireTime: 1.5 }, 'expireTime'],
	[{ expireTime: 4_000_000_000_000 }, 'expireTime'],
	[{ postOnly: 'true' }, 'postOnly'],
	[{ postOnly: true, timeInForce: 'IOC' }, 'postOnly'],
	[{ icebergQty: '2' }, 'icebergQty'],
	[{ icebergQty: '1', quantity: '101' }, 'icebergQty'],
	[{ icebergQty: '1', timeInForce: 'FOK' }, 'icebergQty'],
	[{ selfTradePreventionMode: 'SOME' }, 'selfTradePreventionMode'],
	[{ clientOrderId: '' }, 'clientOrderId'],
	[{ clientOrderId: 'a.b' }, 'clientOrderId'],
	[{ clientOrderId: 'x'.repeat(37) }, 'clientOrderId'],
	[{ newOrderRespType: 'SOME' }, 'newOrderRespType'],
	[{ symbol: 7 }, 'symbol'],
	[{ unknown: 1 }, 'unknown'],
];

/** What is changed in a good order, and the limit of the market the refusal must tell. */
const beyond: readonly (readonly [Record<string, unknown>, string, string])[] = [
	[{ price: '100000.01' }, 'price', '100000'],
	[{ price: '9'.repeat(40) }, 'price', '100000'],
	[{ type: 'STOP_LOSS_LIMIT', stopPrice: '9'.repeat(40) }, 'stopPrice', '100000'],
	[{ quantity: '9'.repeat(40) }, 'quantity', '1000000'],
	[
		{ type: 'MARKET', price: undefined, quantity: undefined, quoteOrderQty: '9'.repeat(40) },
		'quoteOrderQty',
		'200000000000000',
	],
];

test.each(beyond)('an amount beyond a limit is told the limit: %j', async (change, field, most) => {
	const { key } = running.harbour;
	const answer = await running.call('POST', '/orders', { key, body: { ...order, ...change } });
	expect(answer).toMatchObject({
		status: 400,
		body: { arguments: [field, `must be at most ${most}`] },
	});
});

test.each(faults)('an order with %j is refused by the name of the field', async (change, field) => {
	const { key } = running.harbour;
	const answer = await running.call('POST', '/orders', { key, body: { ...order, ...change } });
	expect(answer).toMatchObject({
		status: 400,
		body: { errorCode: 'Request_Invalid', arguments: [field, expect.any(String)] },
	});
	const { database } = running.exchange;
	expect(await database.selectFrom('commands').selectAll().execute()).toEqual([]);
});

test.each([
	['POST', '/orders', { ...order, symbol: '__proto__' }, 'Exchange_MarketNotFound'],
	['POST', '/orders', { ...order, symbol: 'GOLD-EUR' }, 'Exchange_MarketNotFound'],
	['GET', '/markets/__proto__/depth', undefined, 'Exchange_MarketNotFound'],
	['GET', '/markets/constructor', undefined, 'Exchange_MarketNotFound'],
	['GET', '/orders?symbol=NOPE-USD', undefined, 'Exchange_MarketNotFound'],
	['GET', '/orders?symbol=credit-eur&status=all', undefined, 'Exchange_MarketNotFound'],
	['GET', '/orders/__proto__', undefined, 'Exchange_OrderNotFound'],
	['DELETE', '/orders/CREDIT-EUR.1', undefined, 'Exchange_OrderNotFound'],
	['DELETE', '/orders/CREDIT-EUR.01', undefined, 'Exchange_OrderNotFound'],
	['DELETE', '/orders/CREDIT-EUR.99999999999999999999', undefined, 'Exchange_OrderNotFound'],
	['DELETE', '/orders/__proto__.1', undefined, 'Exchange_OrderNotFound'],
	['GET', '/client-orders/__proto__', undefined, 'Exchange_OrderNotFound'],
	['GET', '/nowhere', undefined, 'Request_RouteNotFound'],
])('%s %s of what is not there answers 404', async (method, path, body, errorCode) => {
	const answer = await running.call(method, path, { key: running.harbour.key, body });
	expect(answer).toMatchObject({ status: 404, body: { errorCode } });
});

test.each([
	['/markets/CREDIT-EUR/depth?limit=0', 'limit'],
	['/markets/CREDIT-EUR/depth?limit=1e3', 'limit'],
	['/markets/CREDIT-EUR/trades?fromId=-1', 'fromId'],
	['/markets/CREDIT-EUR/candles?interval=7m', 'interval'],
	['/markets/CREDIT-EUR/candles?intervall=1m', 'intervall'],
	['/orders?limit=5&limit=6', 'limit'],
	['/orders?__proto__=1', '__proto__'],
])('%s is refused by the name of the field', async (path, field) => {
	const answer = await running.call('GET', path, { key: running.harbour.key });
	expect(answer).toMatchObject({ status: 400, body: { arguments: [field, expect.any(String)] } });
});

test.each(['{', '[]', '"text"', 'null', '{"side":"BUY",}'])(
	'the body %s is refused',
	async (body) => {
		const answer = await fetch(`${running.url}/orders`, {
			method: 'POST',
			headers: { 'x-api-key': running.harbour.key, 'content-type': 'application/json' },
			body,
		});
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({ errorCode: 'Request_Malformed' });
	},
);

test('a body beyond the limit and one that is no JSON are refused', async () => {
	const send = (type: string, body: string) =>
		fetch(`${running.url}/orders`, {
			method: 'POST',
			headers: { 'x-api-key': running.harbour.key, 'content-type': type },
			body,
		});
	expect((await send('application/json', `"${'x'.repeat(70_000)}"`)).status).toBe(413);
	expect((await send('text/csv', 'a,b')).status).toBe(415);
});

test('a missing, a wrong and the administrator’s key are refused for a trader’s call', async () => {
	const missing = await running.call('GET', '/account');
	expect(missing).toMatchObject({ status: 401, body: { errorCode: 'Auth_KeyMissing' } });
	for (const key of ['wrong', running.administratorKey]) {
		const answer = await running.call('GET', '/account', { key });
		expect(answer).toMatchObject({ status: 401, body: { errorCode: 'Auth_KeyInvalid' } });
	}
});

test('no key stands in the log or in the database', async () => {
	const { database } = running.exchange;
	const rows = JSON.stringify(await database.selectFrom('api_keys').selectAll().execute(), (_, v) =>
		typeof v === 'bigint' ? String(v) : v,
	);
	for (const { key } of [running.harbour, running.northwind]) {
		expect(rows).not.toContain(key);
		expect(running.log()).not.toContain(key);
	}
});

test('the OpenAPI document names every path once, and every answer that is no refusal', async () => {
	const { body } = await running.call('GET', '/openapi.json');
	const { paths } = body as { paths: Record<string, { post?: { responses: object } }> };
	expect(Object.keys(paths)).toContain('/markets/{symbol}/depth');
	for (const path of ['/orders', '/deposits', '/payouts']) {
		const statuses = Object.keys(paths[path]?.post?.responses ?? {});
		const answers = statuses.filter((status) => status.startsWith('2'));
		expect(answers.sort()).toEqual(['200', '201', '202']);
	}
});
