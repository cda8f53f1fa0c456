import type { OrderRequest } from '../../../../exchange/trading/intake/order-terms';
import { isOwned } from '../../../../exchange/trading/lane/commit';
import { LaneState } from '../../../../exchange/trading/lane/lane-state';
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { Refusal } from '../../../../server/refusal';
import { bothDatabaseKinds, TestDatabases } from '../../../support/servers/databases';
import { openLane, startTime, type TestLane } from '../../support/lane';

const databases = new TestDatabases();
afterAll(() => databases.close());

const limit = (side: 'BUY' | 'SELL', price: string, quantity: string): OrderRequest => ({
	side,
	type: 'LIMIT',
	price,
	quantity,
});

describe.each(bothDatabaseKinds)('the lane on %s', (kind) => {
	let lane: TestLane;

	beforeEach(async () => {
		lane = await openLane(await databases.place(kind));
		await lane.fund(lane.anna, 'EUR', '1000');
		await lane.fund(lane.ben, 'CREDIT', '100');
	});

	afterEach(async () => {
		expect(await auditLedger(lane.database)).toEqual([]);
		await lane.close();
	});

	test('an accepted order holds its price and its dearest commission before it is matched', async () => {
		const { sequence } = await lane.place(lane.anna, limit('BUY', '1.25', '10'));
		expect(sequence).toBe(1);
		// 12.5 EUR and 20 bps of it, with four decimals.
		expect(await lane.balance(lane.anna, 'EUR')).toBe('9874750/125250');
		await lane.drain();
		expect(await lane.status(1)).toBe('NEW');
		expect(await lane.balance(lane.anna, 'EUR')).toBe('9874750/125250');
	});

	test('a trade posts both legs and both commissions at the price of the maker', async () => {
		await lane.place(lane.ben, limit('SELL', '1.20', '10'));
		await lane.place(lane.anna, limit('BUY', '1.25', '4'));
		await lane.drain();
		expect(await lane.status(1)).toBe('PARTIALLY_FILLED');
		expect(await lane.status(2)).toBe('FILLED');
		// Anna pays 4.80 and 0.0096; Ben gets 4.80 less 0.0048; what was held too much is back.
		expect(await lane.balance(lane.anna, 'EUR')).toBe('9951904/0');
		expect(await lane.balance(lane.anna, 'CREDIT')).toBe('4/0');
		expect(await lane.balance(lane.ben, 'EUR')).toBe('47952/0');
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('90/6');
		expect(await lane.balance('fees', 'EUR')).toBe('144/0');
	});

	test('a cancelled order gives back what it holds', async () => {
		await lane.place(lane.anna, limit('BUY', '1', '10'));
		await lane.intake.submit(lane.market, { kind: 'CANCEL', accountId: lane.anna, orderId: 1 });
		await lane.drain();
		expect(await lane.status(1)).toBe('CANCELED REQUESTED');
		expect(await lane.balance(lane.anna, 'EUR')).toBe('10000000/0');
	});

	test('a reduced order gives back the difference', async () => {
		await lane.place(lane.ben, limit('SELL', '1', '10'));
		await lane.intake.submit(lane.market, {
			kind: 'REDUCE',
			accountId: lane.ben,
			orderId: 1,
			newQuantityLots: 4,
		});
		await lane.drain();
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('96/4');
	});

	test('an order the engine refuses is REJECTED and gives back what it holds', async () => {
		await lane.place(lane.ben, limit('SELL', '1', '10'));
		await lane.place(lane.anna, { ...limit('BUY', '1', '10'), postOnly: true });
		await lane.drain();
		expect(await lane.status(2)).toBe('REJECTED POST_ONLY_WOULD_TAKE');
		expect(await lane.balance(lane.anna, 'EUR')).toBe('10000000/0');
	});

	test('an order that needs more than is available is refused and leaves no trace', async () => {
		const refusal = lane.place(lane.anna, limit('BUY', '1000', '1'));
		await expect(refusal).rejects.toMatchObject({
			code: 'Exchange_InsufficientBalance',
			args: ['1002', '1000', 'EUR'],
		});
		expect(await lane.database.selectFrom('commands').selectAll().execute()).toEqual([]);
		expect(await lane.balance(lane.anna, 'EUR')).toBe('10000000/0');
	});

	test('orders of one batch share one balance: those it does not reach are refused', async () => {
		const orders = Array.from({ length: 15 }, () => lane.place(lane.ben, limit('SELL', '1', '10')));
		const outcomes = await Promise.allSettled(orders);
		const refused = outcomes.filter(({ status }) => status === 'rejected');
		expect(refused).toHaveLength(5);
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('0/100');
	});

	test('a market buy by quantity spends at most what is available', async () => {
		await lane.place(lane.ben, limit('SELL', '300', '10'));
		await lane.place(lane.anna, { side: 'BUY', type: 'MARKET', quantity: '10' });
		await lane.drain();
		expect(await lane.status(2)).toBe('EXPIRED IMMEDIATE_REST');
		expect(await lane.balance(lane.anna, 'CREDIT')).toBe('3/0');
		// 900 and 20 bps of it.
		expect(await lane.balance(lane.anna, 'EUR')).toBe('982000/0');
	});

	test('a market sale by quote amount sells what that amount needs', async () => {
		await lane.place(lane.anna, limit('BUY', '2', '100'));
		await lane.place(lane.ben, { side: 'SELL', type: 'MARKET', quoteOrderQty: '50' });
		await lane.drain();
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('75/0');
		expect(await lane.balance(lane.ben, 'EUR')).toBe('499000/0');
	});

	test('the same order under the same client id is accepted once, also within one batch', async () => {
		const order = limit('SELL', '1', '10');
		const [first, second] = await Promise.all([
			lane.place(lane.ben, order, 'mine'),
			lane.place(lane.ben, order, 'mine'),
		]);
		const third = await lane.place(lane.ben, order, 'mine');
		expect(first).toMatchObject({ market: 'CREDIT-EUR', sequence: 1, repeated: false });
		expect([second, third]).toEqual([
			{ market: 'CREDIT-EUR', sequence: 1, repeated: true },
			{ market: 'CREDIT-EUR', sequence: 1, repeated: true },
		]);
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('90/10');
	});

	test('another order under a used client id is refused', async () => {
		await lane.place(lane.ben, limit('SELL', '1', '10'), 'mine');
		const other = lane.place(lane.ben, limit('SELL', '1', '11'), 'mine');
		await expect(other).rejects.toMatchObject({ code: 'Exchange_ClientOrderIdReused' });
		const anna = await lane.place(lane.anna, limit('BUY', '0.5', '10'), 'mine');
		expect(anna.repeated).toBe(false);
	});

	test('a halted market refuses orders at the intake and in the book', async () => {
		await lane.intake.submit(lane.market, { kind: 'STATUS', status: 'HALT' });
		await lane.place(lane.ben, limit('SELL', '1', '10'));
		await lane.drain();
		expect(await lane.status(2)).toBe('REJECTED MARKET_HALTED');
		const later = lane.place(lane.ben, limit('SELL', '1', '10'));
		await expect(later).rejects.toBeInstanceOf(Refusal);
		expect((await lane.markets.listed('CREDIT-EUR'))?.status).toBe('HALT');
	});

	test('a GTD order ends with the first EXPIRE at its time or later', async () => {
		const expireTime = startTime + 5_000;
		await lane.place(lane.ben, { ...limit('SELL', '1', '10'), timeInForce: 'GTD', expireTime });
		await lane.intake.submit(lane.market, { kind: 'EXPIRE', time: expireTime - 1 });
		await lane.drain();
		expect(await lane.status(1)).toBe('NEW');
		await lane.intake.submit(lane.market, { kind: 'EXPIRE', time: expireTime });
		await lane.drain();
		expect(await lane.status(1)).toBe('EXPIRED EXPIRE_TIME');
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('100/0');
	});

	test('a clock that goes back does not take the times of the log with it', async () => {
		await lane.place(lane.ben, limit('SELL', '1', '10'));
		lane.clock.time -= 3_600_000;
		await lane.place(lane.ben, limit('SELL', '1', '10'));
		await lane.intake.submit(lane.market, { kind: 'EXPIRE', time: startTime });
		await lane.intake.submit(lane.market, { kind: 'EXPIRE', time: lane.clock.time });
		await lane.drain();
		const rows = await lane.database.selectFrom('commands').select('accepted_at').execute();
		expect(new Set(rows.map((row) => row.accepted_at))).toEqual(new Set([BigInt(startTime)]));
		expect(await lane.status(2)).toBe('NEW');
	});

	test('an owner that was overtaken commits nothing and the order is matched once', async () => {
		const other = lane.newLane();
		await lane.place(lane.ben, limit('SELL', '1', '10'));
		await lane.drain();
		await lane.place(lane.anna, limit('BUY', '1', '10'));
		const outcomes = await Promise.all([lane.lane.drain('CREDIT-EUR'), other.drain('CREDIT-EUR')]);
		expect(outcomes).toContain('DRAINED');
		expect(await lane.database.selectFrom('trades').selectAll().execute()).toHaveLength(1);
		await lane.place(lane.ben, limit('SELL', '2', '10'));
		await lane.drain();
		expect(await lane.status(3)).toBe('NEW');
	});

	test('a lane is owned with its epoch at its cursor, and with no older one', async () => {
		await lane.place(lane.ben, limit('SELL', '1', '10'));
		await lane.newLane().drain('CREDIT-EUR');
		const state = LaneState.empty(lane.market);
		const isOwnedWith = (fence: { readonly epoch: bigint; readonly cursor: number }) =>
			lane.database.transaction().execute((transaction) => isOwned(transaction, state, fence));
		expect(await isOwnedWith({ epoch: 1n, cursor: 1 })).toBe(true);
		expect(await isOwnedWith({ epoch: 0n, cursor: 0 })).toBe(false);
		expect(await isOwnedWith({ epoch: 1n, cursor: 0 })).toBe(false);
		expect(await isOwnedWith({ epoch: 0n, cursor: 1 })).toBe(false);
	});

	test('an owner that was overtaken writes nothing', async () => {
		await lane.place(lane.ben, limit('SELL', '1', '10'));
		await lane.drain();
		await lane.newLane().drain('CREDIT-EUR');
		await lane.place(lane.anna, limit('BUY', '1', '10'));
		expect(await lane.lane.drainOwn('CREDIT-EUR')).toBe('FENCED');
		expect(await lane.database.selectFrom('batches').selectAll().execute()).toHaveLength(1);
		await lane.drain();
		expect(await lane.status(2)).toBe('FILLED');
	});

	test('the levels show the book after each batch', async () => {
		await lane.place(lane.ben, limit('SELL', '1.01', '5'));
		await lane.place(lane.ben, { ...limit('SELL', '1.01', '20'), icebergQty: '2' });
		await lane.place(lane.ben, limit('SELL', '1.02', '3'));
		await lane.drain();
		await lane.place(lane.anna, limit('BUY', '1.01', '25'));
		await lane.drain();
		const levels = await lane.database.selectFrom('levels').selectAll().execute();
		expect(levels.map((row) => `${row.side} ${row.price_ticks} ${row.quantity_lots}`)).toEqual([
			'SELL 102 3',
		]);
	});

	test('candles hold the trades of their minute', async () => {
		await lane.place(lane.ben, limit('SELL', '1', '5'));
		await lane.place(lane.ben, limit('SELL', '2', '5'));
		await lane.place(lane.anna, limit('BUY', '2', '8'));
		await lane.drain();
		lane.clock.time += 60_000;
		await lane.place(lane.anna, limit('BUY', '2', '2'));
		await lane.drain();
		const candles = await lane.database
			.selectFrom('candles')
			.selectAll()
			.where('span_ms', '=', 60_000n)
			.orderBy('opened_at')
			.execute();
		expect(
			candles.map(({ open_ticks, high_ticks, close_ticks, volume_lots, trades }) => [
				open_ticks,
				high_ticks,
				close_ticks,
				volume_lots,
				trades,
			]),
		).toEqual([
			[100n, 200n, 200n, '8', 2n],
			[200n, 200n, 200n, '2', 1n],
		]);
	});

	test('no statement can take a balance below nothing', async () => {
		for (const column of ['available', 'held'] as const) {
			const update = lane.database
				.updateTable('balances')
				.set({ [column]: -1 })
				.where('account_id', '=', lane.anna)
				.execute();
			await expect(update).rejects.toThrow(/balances_never_negative/);
		}
	});
});
