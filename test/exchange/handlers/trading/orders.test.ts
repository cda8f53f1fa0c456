import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { readFills } from '../../../../exchange/reading/own-trades';
import { bothDatabaseKinds, TestDatabases } from '../../../support/servers/databases';
import { AheadClock } from '../../../support/clocks/movable-clock';
import {
	startExchange,
	type Answer,
	type RunningExchange,
	type Trader,
} from '../../support/exchange';

const databases = new TestDatabases();
afterAll(() => databases.close());

describe.each(bothDatabaseKinds)('orders over HTTP on %s', (kind) => {
	let running: RunningExchange;
	const clock = new AheadClock();
	beforeAll(async () => {
		running = await startExchange(await databases.place(kind), { clock });
	});
	afterAll(async () => {
		expect(await auditLedger(running.exchange.database)).toEqual([]);
		await running.close();
	});

	const place = (trader: Trader, order: Record<string, unknown>) =>
		running.call('POST', '/orders', {
			key: trader.key,
			body: { symbol: 'CREDIT-EUR', type: 'LIMIT', ...order },
		});

	const cancelAll = (trader: Trader) =>
		running.call('DELETE', '/orders?symbol=CREDIT-EUR', { key: trader.key });

	afterEach(async () => {
		await cancelAll(running.northwind);
		await cancelAll(running.harbour);
	});

	test('an order is answered as it stands once it has been matched', async () => {
		const sell = await place(running.northwind, { side: 'SELL', price: '1.50', quantity: '10' });
		expect(sell).toMatchObject({
			status: 201,
			body: { status: 'NEW', price: '1.5', quantity: '10', leavesQty: '10', executedQty: '0' },
		});
		const buy = await place(running.harbour, { side: 'BUY', price: '2', quantity: '4' });
		expect(buy).toMatchObject({
			status: 201,
			body: {
				symbol: 'CREDIT-EUR',
				status: 'FILLED',
				timeInForce: 'GTC',
				executedQty: '4',
				executedQuoteQty: '6',
				avgPrice: '1.5',
				commission: '0.012',
				commissionAsset: 'EUR',
			},
		});
	});

	test('the same order under the same clientOrderId is answered again with 200', async () => {
		const order = { side: 'SELL', price: '9', quantity: '1', clientOrderId: 'again' };
		const first = await place(running.northwind, order);
		const second = await place(running.northwind, order);
		expect([first.status, second.status]).toEqual([201, 200]);
		expect(second.body).toEqual(first.body);
		const other = await place(running.northwind, { ...order, quantity: '2' });
		expect(other).toMatchObject({
			status: 422,
			body: { errorCode: 'Exchange_ClientOrderIdReused' },
		});
		const found = await running.call('GET', '/client-orders/again', { key: running.northwind.key });
		expect(found.body).toEqual(first.body);
	});

	test('ACK answers before matching, and the order is there', async () => {
		const ack = await place(running.northwind, {
			side: 'SELL',
			price: '9',
			quantity: '1',
			newOrderRespType: 'ACK',
		});
		expect(ack.status).toBe(201);
		const { orderId } = ack.body as { orderId: string };
		const found = await running.call('GET', `/orders/${orderId}`, { key: running.northwind.key });
		expect(found).toMatchObject({ status: 200, body: { orderId } });
	});

	describe('FULL answers with the trades that filled the order', () => {
		const full = { newOrderRespType: 'FULL' };
		const sell = (price: string, quantity: string) =>
			place(running.northwind, { side: 'SELL', price, quantity });
		const fillsOf = ({ body }: Answer) =>
			(body as { readonly fills: readonly Record<string, unknown>[] }).fills;

		/** Own trades of the order as they are listed, the oldest first. */
		async function listed(trader: Trader, { body }: Answer): Promise<readonly unknown[]> {
			const { orderId, symbol } = body as { readonly orderId: string; readonly symbol: string };
			const path = `/account/trades?symbol=${symbol}&orderId=${orderId}`;
			const answer = await running.call('GET', path, { key: trader.key });
			return (answer.body as readonly Record<string, unknown>[]).toReversed();
		}

		test('of each price and maker one, as they are listed afterwards', async () => {
			for (const [price, quantity] of [
				['3', '2'],
				['2.5', '1'],
				['3', '4'],
			] as const) {
				await sell(price, quantity);
			}
			const order = { side: 'BUY', price: '4', quantity: '5', clientOrderId: 'full-1', ...full };
			const bought = await place(running.harbour, order);
			expect(bought).toMatchObject({
				status: 201,
				body: {
					executedQty: '5',
					executedQuoteQty: '14.5',
					commission: '0.029',
					fills: [
						{ price: '2.5', quantity: '1', quoteQty: '2.5', commission: '0.005' },
						{ price: '3', quantity: '2', quoteQty: '6', commission: '0.012' },
						{ price: '3', quantity: '2', quoteQty: '6', commission: '0.012' },
					],
				},
			});
			const fills = fillsOf(bought);
			expect(Object.keys(fills[0] ?? {}).sort()).toEqual(
				['commission', 'commissionAsset', 'price', 'quantity', 'quoteQty', 'tradeId'].sort(),
			);
			expect(await listed(running.harbour, bought)).toMatchObject(fills);
			expect((await place(running.harbour, order)).body).toEqual(bought.body);
			const { body } = await place(running.harbour, { ...order, newOrderRespType: 'RESULT' });
			expect(body).not.toHaveProperty('fills');
		});

		test('one that rests has none, and sent again those it has got by then', async () => {
			const order = { side: 'SELL', price: '6', quantity: '9', clientOrderId: 'full-2', ...full };
			expect(fillsOf(await place(running.northwind, order))).toEqual([]);
			for (const quantity of ['1', '2']) {
				await place(running.harbour, { side: 'BUY', price: '6', quantity });
			}
			const again = await place(running.northwind, order);
			expect(again).toMatchObject({
				status: 200,
				body: { executedQty: '3', fills: [{ quantity: '1' }, { quantity: '2' }] },
			});
			expect(await listed(running.northwind, again)).toMatchObject(fillsOf(again));
		});

		test('a replacement as well, which tells of its own trades alone', async () => {
			await sell('5', '3');
			const first = { side: 'BUY', type: 'LIMIT', price: '5', quantity: '4' };
			const { body } = await place(running.harbour, first);
			const { orderId } = body as { readonly orderId: string };
			await sell('6', '2');
			const replaced = await running.call('POST', `/orders/${orderId}/replace`, {
				key: running.harbour.key,
				body: { ...first, price: '6', ...full },
			});
			expect(replaced).toMatchObject({ status: 201, body: { fills: [{ quantity: '2' }] } });
		});

		test('what traded since an order was read is left out', async () => {
			const order = { side: 'SELL', price: '6', quantity: '9' };
			const { body } = await place(running.northwind, order);
			const { orderId } = body as { readonly orderId: string };
			for (const quantity of ['1', '2', '3']) {
				await place(running.harbour, { side: 'BUY', price: '6', quantity });
			}
			const filled = { symbol: 'CREDIT-EUR', orderId: Number(orderId.split('.')[1]) };
			const { database } = running.exchange;
			const lots = async (executedLots: bigint) =>
				(await readFills(database, running.northwind.accountId, { ...filled, executedLots })).map(
					({ trade }) => trade.quantityLots,
				);
			expect([await lots(0n), await lots(3n), await lots(6n)]).toEqual([
				[],
				[1n, 2n],
				[1n, 2n, 3n],
			]);
		});

		test('a batch does not take it', async () => {
			const orders = [{ symbol: 'CREDIT-EUR', type: 'LIMIT', side: 'SELL', price: '9' }];
			const batch = { key: running.northwind.key, body: { orders, ...full } };
			expect(await running.call('POST', '/orders/batch', batch)).toMatchObject({
				status: 400,
				body: { errorCode: 'Request_Invalid', arguments: ['newOrderRespType', expect.any(String)] },
			});
		});
	});

	test('an order is cancelled once; the second time it is not open any more', async () => {
		const { body } = await place(running.northwind, { side: 'SELL', price: '9', quantity: '1' });
		const { orderId } = body as { orderId: string };
		const cancel = () =>
			running.call('DELETE', `/orders/${orderId}`, { key: running.northwind.key });
		expect(await cancel()).toMatchObject({
			status: 200,
			body: { status: 'CANCELED', leavesQty: '0' },
		});
		expect(await cancel()).toMatchObject({
			status: 409,
			body: { errorCode: 'Exchange_OrderNotOpen', arguments: [orderId, 'CANCELED'] },
		});
	});

	test('by its own id an order is cancelled with the same answers', async () => {
		const order = { side: 'SELL', price: '9', quantity: '1' };
		const { key } = running.northwind;
		const answers = [];
		for (const clientOrderId of ['cancel-1', 'cancel-2']) {
			const { body } = await place(running.northwind, { ...order, clientOrderId });
			const { orderId } = body as { orderId: string };
			const path = clientOrderId === 'cancel-1' ? `/orders/${orderId}` : '/client-orders/cancel-2';
			const first = await running.call('DELETE', path, { key });
			const second = await running.call('DELETE', path, { key });
			const text = JSON.stringify([first, second].map(({ status, body }) => ({ status, body })));
			answers.push(
				text
					.replaceAll(orderId, 'ID')
					.replaceAll(clientOrderId, 'OWN')
					.replace(/"(createdAt|updatedAt)":\d+/g, '"$1":0')
					.replace(/"requestId":"[^"]+"/g, ''),
			);
		}
		expect(answers[1]).toBe(answers[0]);
		expect(answers[0]).toContain('Exchange_OrderNotOpen');
	});

	test("another trader's order is as unknown as none", async () => {
		const order = { side: 'SELL', price: '9', quantity: '1', clientOrderId: 'of-northwind' };
		const { body } = await place(running.northwind, order);
		const { orderId } = body as { orderId: string };
		for (const path of [`/orders/${orderId}`, '/client-orders/of-northwind']) {
			for (const method of ['GET', 'DELETE']) {
				const answer = await running.call(method, path, { key: running.harbour.key });
				expect(answer).toMatchObject({
					status: 404,
					body: { errorCode: 'Exchange_OrderNotFound' },
				});
			}
		}
		const { status } = await running.call('GET', `/orders/${orderId}`, {
			key: running.northwind.key,
		});
		expect(status).toBe(200);
	});

	test('an order is made smaller and keeps its id; not larger', async () => {
		const { body } = await place(running.northwind, { side: 'SELL', price: '9', quantity: '10' });
		const { orderId } = body as { orderId: string };
		const resize = (quantity: string) =>
			running.call('PATCH', `/orders/${orderId}`, {
				key: running.northwind.key,
				body: { quantity },
			});
		expect(await resize('4')).toMatchObject({
			status: 200,
			body: { quantity: '4', status: 'NEW' },
		});
		expect(await resize('11')).toMatchObject({
			status: 400,
			body: { arguments: ['quantity', expect.any(String)] },
		});
	});

	test('an order is replaced by another', async () => {
		const { body } = await place(running.northwind, { side: 'SELL', price: '9', quantity: '10' });
		const { orderId } = body as { orderId: string };
		const replaced = await running.call('POST', `/orders/${orderId}/replace`, {
			key: running.northwind.key,
			body: { side: 'SELL', type: 'LIMIT', price: '8', quantity: '12' },
		});
		expect(replaced).toMatchObject({
			status: 201,
			body: { status: 'NEW', price: '8', origOrderId: orderId },
		});
		const old = await running.call('GET', `/orders/${orderId}`, { key: running.northwind.key });
		expect(old).toMatchObject({ body: { status: 'CANCELED', reason: 'REPLACED' } });
	});

	describe('an order the book refuses at once answers 422 with the reason, and is kept', () => {
		const refused = async (answer: Answer, key: string, reason: string) => {
			expect(answer).toMatchObject({
				status: 422,
				body: {
					errorCode: 'Exchange_OrderRefused',
					message: expect.stringContaining(reason) as unknown,
					arguments: [expect.stringMatching(/^CREDIT-EUR\.\d+$/), reason],
				},
			});
			const [orderId] = (answer.body as { arguments: [string] }).arguments;
			const found = await running.call('GET', `/orders/${orderId}`, { key });
			expect(found).toMatchObject({ status: 200, body: { orderId, status: 'REJECTED', reason } });
		};
		const toRest = { side: 'SELL', price: '3', quantity: '1', postOnly: true };

		test('when it is placed, and when it is sent again', async () => {
			const { key } = running.northwind;
			await place(running.harbour, { side: 'BUY', price: '3', quantity: '1' });
			const again = { ...toRest, clientOrderId: `refused-${kind}` };
			await refused(await place(running.northwind, again), key, 'POST_ONLY_WOULD_TAKE');
			await refused(await place(running.northwind, again), key, 'POST_ONLY_WOULD_TAKE');
		});

		test('whatever the reason', async () => {
			await place(running.northwind, { side: 'SELL', price: '3', quantity: '1' });
			await place(running.harbour, { side: 'BUY', price: '3', quantity: '1' });
			const stop = { side: 'BUY', type: 'STOP_LOSS_LIMIT', price: '3', stopPrice: '2' };
			const answer = await place(running.harbour, { ...stop, quantity: '1' });
			await refused(answer, running.harbour.key, 'STOP_WOULD_TRIGGER');
		});

		test('when it is to take the place of another, which stays', async () => {
			const { key } = running.northwind;
			await place(running.harbour, { side: 'BUY', price: '3', quantity: '1' });
			const sold = await place(running.northwind, { side: 'SELL', price: '9', quantity: '1' });
			const { orderId } = sold.body as { orderId: string };
			const body = { ...toRest, type: 'LIMIT' };
			const answer = await running.call('POST', `/orders/${orderId}/replace`, { key, body });
			await refused(answer, key, 'POST_ONLY_WOULD_TAKE');
			const found = await running.call('GET', `/orders/${orderId}`, { key });
			expect(found).toMatchObject({ body: { status: 'NEW' } });
		});
	});

	test('cancelling all answers the reports of those that were open', async () => {
		await place(running.northwind, { side: 'SELL', price: '8', quantity: '1' });
		await place(running.northwind, { side: 'SELL', price: '9', quantity: '1' });
		const { body } = await cancelAll(running.northwind);
		expect(body).toMatchObject([
			{ execType: 'CANCELED', price: '8' },
			{ execType: 'CANCELED', price: '9' },
		]);
		const open = await running.call('GET', '/orders', { key: running.northwind.key });
		expect(open.body).toEqual([]);
		const all = await running.call('GET', '/orders?status=all&limit=1', {
			key: running.northwind.key,
		});
		expect(all.body).toMatchObject([{ status: 'CANCELED' }]);
	});

	test('a GTD order ends by the clock', async () => {
		const expireTime = clock.now() + 3_600_000;
		const order = { side: 'SELL', price: '9', quantity: '1', timeInForce: 'GTD', expireTime };
		const named = { ...order, clientOrderId: 'gtd' };
		const { body } = await place(running.northwind, named);
		const { orderId } = body as { orderId: string };
		expect(body).toMatchObject({ status: 'NEW' });
		clock.pass(3_600_000);
		let status = 'NEW';
		while (status === 'NEW') {
			const found = await running.call('GET', `/orders/${orderId}`, { key: running.northwind.key });
			({ status } = found.body as { status: string });
		}
		expect(status).toBe('EXPIRED');
		// Whoever lost the answer sends it again, and it was accepted once.
		const again = await place(running.northwind, named);
		expect(again).toMatchObject({ status: 200, body: { orderId, status: 'EXPIRED' } });
		const late = await place(running.northwind, order);
		expect(late).toMatchObject({
			status: 400,
			body: { arguments: ['expireTime', expect.any(String)] },
		});
	});

	test('account, own trades, public trades, depth and candles agree about a trade', async () => {
		await place(running.northwind, { side: 'SELL', price: '3', quantity: '10' });
		await place(running.harbour, { side: 'BUY', price: '3', quantity: '6' });
		const { body: depth } = await running.call('GET', '/markets/CREDIT-EUR/depth');
		expect(depth).toMatchObject({ bids: [], asks: [['3', '4']] });
		const { body: trades } = await running.call('GET', '/markets/CREDIT-EUR/trades?limit=1');
		expect(trades).toMatchObject([{ price: '3', quantity: '6', quoteQty: '18', takerSide: 'BUY' }]);
		const own = (trader: Trader) =>
			running.call('GET', '/account/trades?symbol=CREDIT-EUR&limit=1', { key: trader.key });
		expect((await own(running.northwind)).body).toMatchObject([
			{ side: 'SELL', isMaker: true, commission: '0.018' },
		]);
		expect((await own(running.harbour)).body).toMatchObject([
			{ side: 'BUY', isMaker: false, commission: '0.036' },
		]);
		const { body: candles } = await running.call('GET', '/markets/CREDIT-EUR/candles?interval=1d');
		// The order that ended by the clock moved it by an hour, which may be another day.
		expect((candles as unknown[]).at(-1)).toMatchObject({ close: '3' });
		const { body: account } = await running.call('GET', '/account', { key: running.northwind.key });
		expect(account).toMatchObject({
			balances: [
				{ asset: 'CREDIT', held: '4' },
				{ asset: 'EUR', held: '0' },
			],
		});
	});
});
