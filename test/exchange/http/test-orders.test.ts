/** Orders that are checked and not placed, beside the same ones placed. */
import { databaseKinds, TestDatabases } from '../../support/databases';
import { startExchange, type RunningExchange, type Trader } from '../support/exchange';

const databases = new TestDatabases();
afterAll(() => databases.close());

const purchase = { symbol: 'CREDIT-EUR', side: 'BUY', type: 'LIMIT', price: '3', quantity: '1' };
const market = { side: 'BUY', type: 'MARKET', price: undefined };

describe.each(databaseKinds)('a test order over HTTP on %s', (kind) => {
	let running: RunningExchange;
	beforeAll(async () => {
		running = await startExchange(await databases.place(kind));
		// The last trade is at 3, and 4 is asked.
		await send(running.northwind, { ...purchase, side: 'SELL', quantity: '2' });
		await send(running.harbour, { ...purchase, quantity: '2' });
		await send(running.northwind, { ...purchase, side: 'SELL', price: '4', quantity: '9' });
	});
	afterAll(() => running.close());

	const send = ({ key }: Trader, body: object, path = '/orders') =>
		running.call('POST', path, { key, body });

	/** Everything that an order could leave behind. */
	const stored = async () => {
		const { database } = running.exchange;
		const tables = ['commands', 'orders', 'postings', 'logs', 'balances'] as const;
		return Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute()));
	};

	test.each<readonly [object, string]>([
		[{}, '3.006'],
		[{ price: '4', quantity: '5' }, '20.04'],
		[{ ...market, quantity: '2' }, '8.4168'],
		[{ ...market, quantity: undefined, quoteOrderQty: '100' }, '100.2'],
		[{ type: 'STOP_LOSS_LIMIT', stopPrice: '5', price: '6' }, '6.012'],
	])('of %j says what it would hold, and leaves nothing behind', async (change, hold) => {
		const before = await stored();
		const answer = await send(running.harbour, { ...purchase, ...change }, '/orders/test');
		expect(answer).toMatchObject({
			status: 200,
			body: { symbol: 'CREDIT-EUR', asset: 'EUR', hold, repeated: false },
		});
		expect(await stored()).toEqual(before);
	});

	test.each<readonly [object, string]>([
		[{ symbol: 'GOLD-EUR' }, 'Exchange_MarketNotFound'],
		[{ price: '3.001' }, 'Request_Invalid'],
		[{ price: '99999', quantity: '1000000' }, 'Exchange_InsufficientBalance'],
		[{ price: '4', postOnly: true }, 'POST_ONLY_WOULD_TAKE'],
		[{ type: 'STOP_LOSS_LIMIT', stopPrice: '2' }, 'STOP_WOULD_TRIGGER'],
		[{ unknown: 1 }, 'Request_Invalid'],
	])('of %j is refused as it would be, and leaves nothing behind', async (change, why) => {
		const order = { ...purchase, ...change };
		const before = await stored();
		const answer = await send(running.harbour, order, '/orders/test');
		expect(await stored()).toEqual(before);
		const { errorCode, arguments: args } = answer.body as {
			errorCode: string;
			arguments: string[];
		};
		expect(errorCode === 'Exchange_OrderWouldBeRefused' ? args[0] : errorCode).toBe(why);
		const real = await send(running.harbour, order);
		expect(real.status).toBe(answer.status);
		const told = real.body as { errorCode: string; arguments: string[] };
		expect(told.errorCode === 'Exchange_OrderRefused' ? told.arguments[1] : told.errorCode).toBe(
			why,
		);
	});

	test('under an id that was used says whether it would be the same order', async () => {
		const order = { ...purchase, price: '1', quantity: '2', clientOrderId: 'used' };
		expect((await send(running.harbour, order)).status).toBe(201);
		expect(await send(running.harbour, order, '/orders/test')).toMatchObject({
			status: 200,
			body: { repeated: true, hold: '0' },
		});
		const other = await send(running.harbour, { ...order, quantity: '3' }, '/orders/test');
		expect(other).toMatchObject({
			status: 422,
			body: { errorCode: 'Exchange_ClientOrderIdReused' },
		});
	});
});
