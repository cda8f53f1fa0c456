/** The demo's market with the rules it is made with: what a trader meets when prices go too far. */
import { ensureDemo } from '../../../../exchange/demo/demo';
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { AheadClock } from '../../../support/clocks/movable-clock';
import { eventually, until } from '../../../support/clients/requests';
import { startBareExchange, type BareExchange } from '../../support/exchange';
import { byCommand, operatorOn } from '../../support/operator';

const databases = new TestDatabases();
afterAll(() => databases.close());

/** So long that it only ends when the test has it pass. */
const pauseMs = 3_600_000;

const change = { symbol: 'CREDIT-EUR', reason: 'a test' } as const;

interface Market {
	readonly status: string;
	readonly referencePrice?: string;
	readonly pausedUntil?: number;
}

describe.each(databaseKinds)('price bands over HTTP on %s', (kind) => {
	let running: BareExchange;
	let keys: readonly string[];
	let clock: AheadClock;

	beforeEach(async () => {
		clock = new AheadClock();
		running = await startBareExchange(await databases.place(kind), { clock });
		const parts = { database: running.exchange.database, clock };
		const { traders } = await ensureDemo(parts, { withNewKeys: true });
		keys = traders.map(({ key = '' }) => key);
	});
	afterEach(async () => {
		expect(await auditLedger(running.exchange.database)).toEqual([]);
		await running.close();
	});

	const place = (trader: 0 | 1, order: Record<string, unknown>) =>
		running.call('POST', '/orders', {
			key: keys[trader] ?? '',
			body: { symbol: 'CREDIT-EUR', ...order },
		});
	const limit = (trader: 0 | 1, side: 'BUY' | 'SELL', price: string, quantity: string) =>
		place(trader, { side, type: 'LIMIT', price, quantity });
	const trade = async (price: string) => {
		await limit(0, 'SELL', price, '1');
		return limit(1, 'BUY', price, '1');
	};
	const market = async () => (await running.call('GET', '/markets/CREDIT-EUR')).body as Market;

	const operator = () => operatorOn({ database: running.exchange.database, clock });

	/** As an administrator does, and until the lane has carried it out. */
	const changeRules = async (rules: Readonly<Record<string, string | number>>) => {
		await operator().setMarketRules(byCommand, { ...change, ...rules });
		const [[name = '', value] = []] = Object.entries(rules);
		await until(
			async () => new Map(Object.entries(await market())).get(name) === value || undefined,
		);
	};

	test('a market shows its rules', async () => {
		expect(await market()).toMatchObject({
			staticBandPercent: '50',
			dynamicBandPercent: '10',
			referenceWindowMs: 300_000,
			pauseMs: 120_000,
			maxNumOrders: 200,
		});
	});

	test('an order that is only tested meets the rules as a placed one does', async () => {
		await trade('10');
		await changeRules({ maxNumOrders: 2 });
		const verdicts: unknown[] = [];
		for (const price of ['4', '9', '9.1', '9.2']) {
			const order = { symbol: 'CREDIT-EUR', side: 'BUY', type: 'LIMIT', price, quantity: '1' };
			const options = { key: keys[1] ?? '', body: order };
			const tested = await running.call('POST', '/orders/test', options);
			const placed = await place(1, order);
			const [reason] = (tested.body as { arguments?: string[] }).arguments ?? [];
			const [, real] = (placed.body as { arguments?: string[] }).arguments ?? [];
			expect(reason).toBe(real);
			verdicts.push(reason ?? placed.status);
		}
		const expected = ['PRICE_OUTSIDE_BAND', 201, 201, 'MAX_NUM_ORDERS_REACHED'];
		expect(verdicts).toEqual(expected);
	});

	test('a market order in a thin book does not fill at thirty times the best price', async () => {
		await limit(0, 'SELL', '10.01', '2');
		await limit(0, 'SELL', '500', '3');
		const bought = await place(1, { side: 'BUY', type: 'MARKET', quantity: '5' });
		expect(bought.body).toMatchObject({
			status: 'EXPIRED',
			reason: 'PRICE_BAND',
			executedQty: '2',
			avgPrice: '10.01',
		});
		expect(await market()).toMatchObject({ status: 'TRADING' });
	});

	test('a limit price beyond the static band is refused with its reason', async () => {
		await trade('10');
		const refused = await limit(1, 'BUY', '15.01', '1');
		expect(refused.status).toBe(422);
		expect(JSON.stringify(refused.body)).toContain('PRICE_OUTSIDE_BAND');
		expect(await limit(1, 'BUY', '5', '1')).toMatchObject({ status: 201 });
		expect(await market()).toMatchObject({ referencePrice: '10' });
	});

	test('an account that has as many open orders as it may is refused a further one', async () => {
		await changeRules({ maxNumOrders: 2 });
		await limit(0, 'SELL', '10', '1');
		await limit(0, 'SELL', '10', '1');
		const refused = await limit(0, 'SELL', '10', '1');
		expect(refused.status).toBe(422);
		expect(JSON.stringify(refused.body)).toContain('MAX_NUM_ORDERS_REACHED');
		expect(await limit(1, 'BUY', '9', '1')).toMatchObject({ status: 201 });
	});

	test('an order that meets the static band pauses the market, which comes back by itself', async () => {
		await changeRules({ staticBandPercent: '4', pauseMs });
		await limit(0, 'SELL', '10.5', '1');
		await trade('10');
		const bought = await place(1, { side: 'BUY', type: 'MARKET', quantity: '1' });
		expect(bought.body).toMatchObject({ status: 'EXPIRED', reason: 'CIRCUIT_BREAKER' });
		const paused = await market();
		expect(paused).toMatchObject({ status: 'CANCEL_ONLY', pausedUntil: expect.any(Number) });
		const refused = await limit(1, 'BUY', '10', '1');
		expect(refused).toMatchObject({ status: 409 });
		expect(paused.pausedUntil).toBeGreaterThan(clock.now());
		clock.pass(pauseMs);
		const resumed = await until(async () => {
			const now = await market();
			return now.status === 'TRADING' ? now : undefined;
		});
		expect(resumed).not.toHaveProperty('pausedUntil');
		expect(await limit(1, 'BUY', '10', '1')).toMatchObject({ status: 201 });
	});

	test('a halt ordered during a pause stays when the pause is over', async () => {
		await changeRules({ staticBandPercent: '4', pauseMs });
		// Ends with the pause, so that the market has been told the time when this order has ended.
		const expireTime = clock.now() + pauseMs;
		const offer = { side: 'SELL', type: 'LIMIT', price: '10.5', quantity: '1' };
		const { body } = await place(0, { ...offer, timeInForce: 'GTD', expireTime });
		const { orderId } = body as { orderId: string };
		await trade('10');
		await place(1, { side: 'BUY', type: 'MARKET', quantity: '1' });
		expect(await market()).toMatchObject({ status: 'CANCEL_ONLY' });
		await operator().setMarketStatus(byCommand, { ...change, status: 'HALT' });
		const halted = await until(async () => {
			const now = await market();
			return now.status === 'HALT' ? now : undefined;
		});
		expect(halted).not.toHaveProperty('pausedUntil');
		clock.pass(2 * pauseMs);
		await eventually(async () =>
			expect(await running.call('GET', `/orders/${orderId}`, { key: keys[0] })).toMatchObject({
				body: { status: 'EXPIRED' },
			}),
		);
		expect(await market()).toMatchObject({ status: 'HALT' });
		await changeRules({ maxNumOrders: 7 });
		expect(await market()).toMatchObject({ status: 'HALT' });
	});
});
