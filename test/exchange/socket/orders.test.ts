/**
 * Orders over the socket: what is refused over HTTP is refused in the same words, and an order under a
 * clientOrderId is accepted once, by whatever way and however often it comes.
 */
import { exchangeClient, type ExchangeClient } from '../../../clients/exchange/client';
import { ExchangeRefusal } from '../../../clients/exchange/faults';
import type { Order, SocketCalls } from '../../../clients/exchange/operations';
import { exchangeSocket, type ExchangeSocket } from '../../../clients/exchange/socket';
import { auditLedger } from '../../../exchange/history/reconciliation/audit';
import { databaseKinds, TestDatabases } from '../../support/servers/databases';
import { until } from '../../support/clients/requests';
import { startExchange, type RunningExchange } from '../support/exchange';
import { TestSocket } from '../support/socket';

const databases = new TestDatabases();
afterAll(() => databases.close());

const symbol = 'CREDIT-EUR';
const sale = { symbol, side: 'SELL', type: 'LIMIT', price: '90', quantity: '2' } as const;

type Call = (by: SocketCalls) => Promise<unknown>;

/** What a program that is not ours may send. */
const wrong = (input: object) => input as never;

const places: readonly (readonly [string, object, string])[] = [
	['without a symbol', { symbol: undefined }, 'Request_Invalid'],
	['a symbol that is null', { symbol: null }, 'Request_Invalid'],
	['a side there is not', { side: 'UP' }, 'Request_Invalid'],
	['a number for a quantity', { quantity: 1 }, 'Request_Invalid'],
	['a price between two ticks', { price: '7.001' }, 'Request_Invalid'],
	['no price for a limit', { price: undefined }, 'Request_Invalid'],
	['a quantity of 0', { quantity: '0' }, 'Request_Invalid'],
	['an id with a blank', { clientOrderId: 'a b' }, 'Request_Invalid'],
	['a market there is not', { symbol: 'GOLD-EUR' }, 'Exchange_MarketNotFound'],
	['more than is there', { quantity: '999999' }, 'Exchange_InsufficientBalance'],
	['a maker that would take', { price: '5', postOnly: true }, 'Exchange_OrderRefused'],
	[
		'another order under its id',
		{ clientOrderId: 'open', price: '91' },
		'Exchange_ClientOrderIdReused',
	],
];

/** Each with what it is refused with; `open` and `done` are orders of the trader. */
function refused(open: string, done: string): readonly (readonly [string, Call, string])[] {
	const terms = { side: 'SELL', type: 'LIMIT', price: '90', quantity: '2' } as const;
	return [
		...places.map(([what, change, code]): readonly [string, Call, string] => [
			`order: ${what}`,
			(by) => by.placeOrder(wrong({ ...sale, ...change })),
			code,
		]),
		[
			'test: too much',
			(by) => by.testOrder({ ...sale, quantity: '999999' }),
			'Exchange_InsufficientBalance',
		],
		[
			'test: no maker',
			(by) => by.testOrder({ ...sale, price: '5', postOnly: true }),
			'Exchange_OrderWouldBeRefused',
		],
		['get: none', (by) => by.getOrder({ orderId: `${symbol}.999999` }), 'Exchange_OrderNotFound'],
		[
			'get: no id',
			(by) => by.getOrderByClientId({ clientOrderId: 'nothing' }),
			'Exchange_OrderNotFound',
		],
		['cancel: none', (by) => by.cancelOrder({ orderId: 'nonsense' }), 'Exchange_OrderNotFound'],
		[
			'cancel: no own id',
			(by) => by.cancelOrderByClientId({ clientOrderId: 'nothing' }),
			'Exchange_OrderNotFound',
		],
		['cancel: done', (by) => by.cancelOrder({ orderId: done }), 'Exchange_OrderNotOpen'],
		['reduce: larger', (by) => by.reduceOrder({ orderId: open, quantity: '3' }), 'Request_Invalid'],
		[
			'reduce: no number',
			(by) => by.reduceOrder({ orderId: open, quantity: 'x' }),
			'Request_Invalid',
		],
		[
			'replace: done',
			(by) => by.replaceOrder({ orderId: done, ...terms }),
			'Exchange_OrderNotOpen',
		],
		[
			'all: no market',
			(by) => by.cancelAllOrders({ symbol: 'GOLD-EUR' }),
			'Exchange_MarketNotFound',
		],
		['batch: none', (by) => by.placeOrders({ orders: [] }), 'Request_Invalid'],
		['batch: no orders', (by) => by.placeOrders(wrong({ orders: [1] })), 'Request_Invalid'],
		[
			'batch: 101',
			(by) => by.placeOrders({ orders: Array(101).fill(sale) as (typeof sale)[] }),
			'Request_Invalid',
		],
		['batch: no list', (by) => by.cancelOrders(wrong({ orders: 'all' })), 'Request_Invalid'],
		['switch: a past', (by) => by.cancelAfter({ countdownTime: -1 }), 'Request_Invalid'],
		[
			'list: none',
			(by) => by.cancelOrderList({ orderListId: `${symbol}.999999` }),
			'Exchange_OrderListNotFound',
		],
		['list: no terms', (by) => by.placeOco(wrong({ symbol })), 'Request_Invalid'],
	];
}

describe.each(databaseKinds)('orders over the socket, on %s', (kind) => {
	let running: RunningExchange;
	let http: ExchangeClient;
	let socket: ExchangeSocket;
	const opened: ExchangeSocket[] = [];
	const open = (key?: string) => {
		const options = { url: running.url, ...(key !== undefined && { key }) };
		const by = exchangeSocket(options);
		opened.push(by);
		return [exchangeClient(options), by] as const;
	};

	beforeAll(async () => {
		running = await startExchange(await databases.place(kind));
		[http, socket] = open(running.northwind.key);
	});
	afterAll(async () => {
		for (const each of opened) each.close();
		expect(await auditLedger(running.exchange.database)).toEqual([]);
		await running.close();
	});

	/** The refusal without what is another with every call: its id, and those of orders. */
	async function refusal(call: Promise<unknown>) {
		const fault = await call.then(
			() => undefined,
			(thrown: unknown) => thrown,
		);
		if (fault === undefined) return { errorCode: 'done' };
		if (!(fault instanceof ExchangeRefusal)) throw new Error('no refusal', { cause: fault });
		const { status, errorCode, message, values, retryAfterSeconds } = fault;
		expect(fault.requestId).toEqual(expect.any(String));
		const plain = (text: unknown) => String(text).replace(/(CREDIT-EUR)\.\d+/g, '$1');
		return {
			...{ status, errorCode, message: plain(message), values: values.map(plain) },
			isLater: retryAfterSeconds !== undefined,
		};
	}

	async function expectSame([http, socket]: readonly [SocketCalls, SocketCalls], call: Call) {
		const [wanted, came] = [await refusal(call(http)), await refusal(call(socket))];
		expect(came).toEqual(wanted);
		return came;
	}

	const orderOf = (answer: object) => answer as Order;

	test('what is refused over HTTP is refused over the socket in the same words', async () => {
		const { orderId } = orderOf(await http.placeOrder({ ...sale, clientOrderId: 'open' }));
		const buyer = exchangeClient({ url: running.url, key: running.harbour.key });
		await buyer.placeOrder({ ...sale, side: 'BUY', price: '5' });
		const done = orderOf(await socket.placeOrder({ ...sale, price: '80' })).orderId;
		await socket.cancelOrder({ orderId: done });
		const told: string[] = [];
		const wanted: string[] = [];
		for (const [what, call, code] of refused(orderId, done)) {
			wanted.push(`${what}: ${code}`);
			told.push(`${what}: ${(await expectSame([http, socket], call)).errorCode}`);
		}
		expect(told).toEqual(wanted);
		await buyer.cancelAllOrders({ symbol });
	});

	test('who may not may not: no key, one that reads, a frozen account, maintenance, a halt', async () => {
		const operator = (method: string, path: string, body: object = { reason: 'a test' }) =>
			running.call(method, path, { key: running.administratorKey, body });
		/** A status is a command of the log; until the lane has carried it out, the old one holds. */
		const become = async (status: 'HALT' | 'TRADING') => {
			await operator('POST', `/admin/markets/${symbol}/status`, { status, reason: 'a test' });
			await until(async () => {
				const market = await http.getMarket({ symbol });
				return market.status === status ? market : undefined;
			});
		};
		const calls: readonly Call[] = [
			(by) => by.placeOrder(sale),
			(by) => by.testOrder(sale),
			(by) => by.placeOrders({ orders: [sale] }),
			(by) => by.cancelAllOrders({ symbol }),
			(by) => by.account(),
		];
		const codes = async (pair: readonly [SocketCalls, SocketCalls]) => {
			const told = [];
			for (const call of calls) told.push((await expectSame(pair, call)).errorCode);
			return told;
		};
		expect(await codes(open())).toEqual(Array(5).fill('Auth_KeyMissing'));
		const body = { label: 'reads', scope: 'READ' };
		const made = await running.call('POST', '/account/keys', { key: running.northwind.key, body });
		const reader = open((made.body as { readonly key: string }).key);
		const missing = 'Auth_ScopeMissing';
		const [readHttp, readSocket] = reader;
		expect(await codes(reader)).toEqual([...Array<string>(4).fill(missing), 'done']);
		expect(await readSocket.account()).toEqual(await readHttp.account());
		const own = [http, socket] as const;
		await operator('POST', `/admin/accounts/${running.northwind.accountId}/freeze`);
		const frozen = 'Exchange_AccountFrozen';
		expect((await codes(own)).slice(0, 2)).toEqual([frozen, frozen]);
		expect(await socket.placeOrders({ orders: [sale] })).toMatchObject([
			{ status: 403, error: { errorCode: frozen } },
		]);
		await operator('POST', `/admin/accounts/${running.northwind.accountId}/unfreeze`);
		await operator('POST', '/admin/maintenance/begin');
		expect((await codes(own)).slice(0, 2)).toEqual(Array(2).fill('Exchange_InMaintenance'));
		await operator('POST', '/admin/maintenance/end');
		await become('HALT');
		expect((await codes(own))[0]).toBe('Exchange_MarketNotTrading');
		await become('TRADING');
	});

	test('an order under its id is accepted once, by both ways at once and again later', async () => {
		const order = { ...sale, clientOrderId: 'once' };
		const [, second] = open(running.northwind.key);
		const ways = [http, socket, second];
		const sent = Array.from({ length: 24 }, (_, index) => ways[index % 3] ?? http);
		const answers = await Promise.all(sent.map((by) => by.placeOrder(order)));
		expect(new Set(answers.map((answer) => orderOf(answer).orderId)).size).toBe(1);
		expect(await socket.getOrderByClientId({ clientOrderId: 'once' })).toEqual(
			orderOf(answers[0] ?? {}),
		);
		const raw = await TestSocket.open(running.url, running.northwind.key);
		expect(await raw.ask('order.place', order)).toMatchObject({ status: 200 });
		expect(await raw.ask('order.place', { ...sale, clientOrderId: 'new' })).toMatchObject({
			status: 201,
			result: { status: 'NEW', clientOrderId: 'new' },
		});
		await raw.close();
	});

	test('every method does over the socket what its operation does', async () => {
		const [first, second] = await socket.placeOrders({
			orders: [sale, { ...sale, quantity: 'x' }],
		});
		expect([first?.status, second?.status]).toEqual([201, 400]);
		const orderId = first?.order?.orderId ?? '';
		expect(await socket.reduceOrder({ orderId, quantity: '1' })).toMatchObject({ quantity: '1' });
		const { symbol: _symbol, ...terms } = sale;
		const replaced = await socket.replaceOrder({ orderId, ...terms, price: '92' });
		expect(replaced).toMatchObject({ status: 'NEW', price: '92' });
		expect(await socket.getOrder({ orderId })).toMatchObject({ status: 'CANCELED' });
		expect(await socket.testOrder(sale)).toMatchObject({ asset: 'CREDIT', hold: '2' });
		expect(await socket.cancelAfter({ symbol, countdownTime: 60_000 })).toMatchObject({
			status: 'RUNNING',
		});
		expect(await socket.cancelAfter({ symbol, countdownTime: 0 })).toMatchObject({ status: 'OFF' });
		const oco = { price: '95', stopPrice: '2', quantity: '1', side: 'SELL' } as const;
		const list = await socket.placeOco({ symbol, ...oco });
		const { orderListId } = list;
		expect(await socket.getOrderList({ orderListId })).toEqual(list);
		expect(await socket.cancelOrderList({ orderListId })).toMatchObject({ orderListId });
		const [gone] = await socket.cancelOrders({ orders: [{ orderId: replaced.orderId }] });
		expect(gone).toMatchObject({ status: 200, order: { status: 'CANCELED' } });
		const reports = await socket.cancelAllOrders({ symbol });
		expect(reports.length).toBeGreaterThan(0);
		expect(await http.listOrders({ symbol })).toEqual([]);
		expect(await socket.serverTime()).toEqual({ serverTime: expect.any(Number) as unknown });
	});
});
