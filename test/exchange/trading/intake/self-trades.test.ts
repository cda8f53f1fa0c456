import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { startExchange, type RunningExchange } from '../../support/exchange';

const databases = new TestDatabases();
afterAll(() => databases.close());

const symbol = 'CREDIT-EUR';

interface Order {
	readonly orderId: string;
	readonly status: string;
	readonly selfTradePreventionMode?: string;
}

describe.each(databaseKinds)('an account that meets itself on %s', (kind) => {
	let running: RunningExchange;
	beforeAll(async () => {
		running = await startExchange(await databases.place(kind));
	});
	afterAll(() => running.close());
	beforeEach(() => running.exchange.database.updateTable('markets').set(safe).execute());
	afterEach(() => call('DELETE', `/orders?symbol=${symbol}`));

	const safe = { self_trade_prevention_mode: 'EXPIRE_MAKER' };

	const call = (method: string, path: string, body?: unknown) =>
		running.call(method, path, { key: running.northwind.key, body });

	const place = async (side: string, more: Readonly<Record<string, unknown>> = {}) => {
		const order = { symbol, side, type: 'LIMIT', price: '3', quantity: '10', ...more };
		const { status, body } = await call('POST', '/orders', order);
		return { status, order: body as Order };
	};
	const order = async ({ orderId }: Order) =>
		(await call('GET', `/orders/${orderId}`)).body as Order;

	/** Money of northwind's to buy with, from a sale to the other trader. */
	beforeAll(async () => {
		await place('SELL', { price: '10', quantity: '100' });
		const body = { symbol, side: 'BUY', type: 'LIMIT', price: '10', quantity: '100' };
		await running.call('POST', '/orders', { key: running.harbour.key, body });
	});

	test('loses the order that rests, and the new one rests', async () => {
		const resting = (await place('SELL')).order;
		const { order: taking } = await place('BUY');
		expect(await order(resting)).toMatchObject({ status: 'EXPIRED_IN_MATCH', executedQty: '0' });
		expect(taking).toMatchObject({ status: 'NEW', selfTradePreventionMode: 'EXPIRE_MAKER' });
		expect(await auditLedger(running.exchange.database)).toEqual([]);
	});

	test('has its own mode, whatever the market has', async () => {
		const resting = (await place('SELL')).order;
		const { order: taking } = await place('BUY', { selfTradePreventionMode: 'NONE' });
		expect([(await order(resting)).status, taking.status]).toEqual(['FILLED', 'FILLED']);
		const other = (await place('SELL')).order;
		const taker = await place('BUY', { selfTradePreventionMode: 'EXPIRE_TAKER' });
		expect(taker.order.status).toBe('EXPIRED_IN_MATCH');
		expect((await order(other)).status).toBe('NEW');
	});

	test('keeps the mode an order was accepted with when the market gets another', async () => {
		const resting = (await place('SELL', { price: '9' })).order;
		const stop = await place('BUY', {
			...{ type: 'STOP_LOSS_LIMIT', stopPrice: '8', price: '9', clientOrderId: `stop-${kind}` },
		});
		expect(
			await running.exchange.database.updateTable('markets').set(none).execute(),
		).toBeDefined();
		const same = { type: 'STOP_LOSS_LIMIT', stopPrice: '8', price: '9' };
		const again = await place('BUY', { ...same, clientOrderId: `stop-${kind}` });
		expect(again).toMatchObject({ status: 200, order: { orderId: stop.order.orderId } });
		expect((await place('BUY', { price: '1' })).order.selfTradePreventionMode).toBe('NONE');
		expect(stop.order.selfTradePreventionMode).toBe('EXPIRE_MAKER');
		expect((await order(resting)).selfTradePreventionMode).toBe('EXPIRE_MAKER');
	});

	const none = { self_trade_prevention_mode: 'NONE' };

	test('is told beforehand what the market does', async () => {
		const market = { symbol, defaultSelfTradePreventionMode: 'EXPIRE_MAKER' };
		expect((await call('GET', `/markets/${symbol}`)).body).toMatchObject(market);
		expect((await call('GET', '/markets')).body).toMatchObject([market]);
	});
});
