/** Orders that are checked and not placed, beside the same ones placed. */
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { randomOf } from '../../support/random';
import { startExchange, type RunningExchange, type Trader } from '../../support/exchange';

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
		[{ type: 'TAKE_PROFIT_LIMIT', stopPrice: '1', price: '2' }, '2.004'],
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
		[{ type: 'TAKE_PROFIT_LIMIT', stopPrice: '5' }, 'STOP_WOULD_TRIGGER'],
		[{ type: 'TAKE_PROFIT_LIMIT' }, 'Request_Invalid'],
		[{ type: 'TAKE_PROFIT_LIMIT', stopPrice: '1', trailingDelta: 100 }, 'Request_Invalid'],
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

	test('says what trades, what it costs, and what rests, as then happens', async () => {
		const random = randomOf(20_261_123);
		const pick = <T>(...choices: readonly T[]) => choices[random(choices.length)];
		const limit = () => ({ type: 'LIMIT', price: String(2 + random(4)), ...rest() });
		const rest = () => ({ timeInForce: pick('GTC', 'GTC', 'IOC', 'FOK') });
		const kinds = [
			() => ({ ...limit(), quantity: String(1 + random(6)) }),
			() => ({ ...limit(), timeInForce: 'GTC', postOnly: true, quantity: '2' }),
			() => ({ type: 'MARKET', quantity: String(1 + random(6)) }),
			() => ({ type: 'MARKET', quoteOrderQty: String(1 + random(20)) }),
			() => ({ ...limit(), price: '3.001', quantity: '1' }),
			() => ({ type: 'STOP_LOSS', side: 'BUY', stopPrice: '9000', quantity: '1' }),
		];
		const counts = { traded: 0, refused: 0 };
		for (let step = 0; step < 40; step += 1) {
			const [trader, side] = pick([running.northwind, 'SELL'], [running.harbour, 'BUY']) ?? [];
			if (trader === undefined) throw new Error('nobody trades');
			const mode = pick('EXPIRE_MAKER', 'NONE');
			const order = { symbol: 'CREDIT-EUR', side, selfTradePreventionMode: mode };
			const asked = { ...order, ...kinds[random(kinds.length)]?.() };
			const told = await send(trader, asked, '/orders/test');
			const real = await send(trader, asked);
			if (told.status !== 200) {
				counts.refused += 1;
				expect([asked, real.status]).toEqual([asked, told.status]);
				continue;
			}
			const { outcome } = told.body as { outcome: Record<string, unknown> };
			const { trades, totalQuoteQty, metOrderIds, ...state } = outcome;
			expect(real.body).toMatchObject(state);
			const quantities = (trades as { quantity: string }[]).map(({ quantity }) => Number(quantity));
			const traded = quantities.reduce((sum, each) => sum + each, 0);
			expect(traded).toBe(Number(state['executedQty']));
			if (traded > 0) counts.traded += 1;
			const sum =
				Number(state['executedQuoteQty']) + (side === 'BUY' ? 1 : -1) * Number(state['commission']);
			expect(Number(totalQuoteQty)).toBeCloseTo(sum, 4);
			expect(metOrderIds).toEqual([]);
		}
		expect(counts.traded).toBeGreaterThan(5);
		expect(counts.refused).toBeGreaterThan(1);
	});

	test('in the place of another counts what that one holds, and names own orders in its way', async () => {
		const cancelAll = async () => {
			for (const { key } of [running.harbour, running.northwind]) {
				await running.call('DELETE', '/orders?symbol=CREDIT-EUR', { key });
			}
		};
		await cancelAll();
		const { body } = await send(running.harbour, { ...purchase, price: '1', quantity: '9' });
		const { orderId: origOrderId } = body as { orderId: string };
		const other = { ...purchase, price: '1', quantity: '10', origOrderId };
		const before = await stored();
		const told = await send(running.harbour, other, '/orders/test');
		expect(await stored()).toEqual(before);
		expect(told).toMatchObject({
			status: 200,
			body: { hold: '1.002', outcome: { status: 'NEW', leavesQty: '10' } },
		});
		const sale = { ...purchase, side: 'SELL', price: '50', quantity: '1' };
		const { body: own } = await send(running.harbour, sale);
		const met = await send(running.harbour, { ...sale, side: 'BUY' }, '/orders/test');
		expect(met.body).toMatchObject({
			outcome: { executedQty: '0', metOrderIds: [(own as { orderId: string }).orderId] },
		});
		const strange = { ...other, origOrderId: 'CREDIT-EUR.999999' };
		expect((await send(running.harbour, strange, '/orders/test')).body).toMatchObject({
			errorCode: 'Exchange_OrderNotFound',
		});
		await cancelAll();
	});

	test('of a cancellation tells which orders would end and what they free', async () => {
		const { key } = running.harbour;
		await running.call('DELETE', '/orders?symbol=CREDIT-EUR', { key });
		const { body } = await send(running.harbour, { ...purchase, price: '1', quantity: '5' });
		const { orderId } = body as { orderId: string };
		await send(running.harbour, { ...purchase, price: '0.5', quantity: '2' });
		const ask = (of: object) => send(running.harbour, of, '/orders/test-cancel');
		const before = await stored();
		expect(await ask({ orderId })).toMatchObject({
			status: 200,
			body: [{ order: { orderId, status: 'NEW' }, asset: 'EUR', amount: '5.01' }],
		});
		expect((await ask({ symbol: 'CREDIT-EUR' })).body).toHaveLength(2);
		expect(await stored()).toEqual(before);
		const foreign = await send(running.northwind, { orderId }, '/orders/test-cancel');
		expect(foreign.body).toMatchObject({ errorCode: 'Exchange_OrderNotFound' });
		expect((await ask({})).status).toBe(400);
		await running.call('DELETE', `/orders/${orderId}`, { key });
		expect((await ask({ orderId })).body).toMatchObject({ errorCode: 'Exchange_OrderNotOpen' });
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
