import type { OrderRequest } from '../../../../exchange/trading/intake/order-terms';
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { openLane, type TestLane } from '../../support/lane';

const databases = new TestDatabases();
afterAll(() => databases.close());

const limit = (side: 'BUY' | 'SELL', price: string, quantity: string): OrderRequest => ({
	side,
	type: 'LIMIT',
	price,
	quantity,
});
const buy = (quantity: string): OrderRequest => ({ side: 'BUY', type: 'MARKET', quantity });
const sale = (quoteOrderQty: string): OrderRequest => ({
	side: 'SELL',
	type: 'MARKET',
	quoteOrderQty,
});

describe.each(databaseKinds)('a market order on %s', (kind) => {
	let lane: TestLane;

	// No fees, so that amounts are read at a glance; EUR has four decimals.
	beforeEach(async () => {
		lane = await openLane(await databases.place(kind), { makerFeeBps: 0, takerFeeBps: 0 });
		await lane.fund(lane.anna, 'EUR', '1000');
		await lane.fund(lane.ben, 'CREDIT', '100');
	});

	afterEach(async () => {
		expect(await auditLedger(lane.database)).toEqual([]);
		await lane.drain();
		expect(await auditLedger(lane.database)).toEqual([]);
		await lane.close();
	});

	test('to buy holds what is shown and the collar, so that another order finds money', async () => {
		await lane.place(lane.ben, limit('SELL', '2', '30'));
		await lane.drain();
		await lane.place(lane.anna, buy('10'));
		expect(await lane.balance(lane.anna, 'EUR')).toBe('9790000/210000');
		await lane.place(lane.anna, buy('20'));
		expect(await lane.balance(lane.anna, 'EUR')).toBe('9370000/630000');
		await lane.drain();
		expect([await lane.status(2), await lane.status(3)]).toEqual(['FILLED', 'FILLED']);
		expect(await lane.balance(lane.anna, 'EUR')).toBe('9400000/0');
	});

	test('to buy by cost is filled when the rest buys nothing, and expires without sellers', async () => {
		await lane.place(lane.ben, limit('SELL', '2', '8'));
		await lane.drain();
		const cost = { side: 'BUY', type: 'MARKET', quoteOrderQty: '11' } as const;
		await lane.place(lane.anna, cost);
		await lane.drain();
		expect(await lane.status(2)).toBe('FILLED');
		// 5 at 2, and nothing is held of the rest.
		expect(await lane.balance(lane.anna, 'EUR')).toBe('9900000/0');
		await lane.place(lane.anna, cost);
		await lane.drain();
		expect(await lane.status(3)).toBe('EXPIRED IMMEDIATE_REST');
		expect(await lane.balance(lane.anna, 'EUR')).toBe('9840000/0');
	});

	test('to sell for an amount is filled when a step more would bring too much, and holds nothing', async () => {
		await lane.place(lane.anna, limit('BUY', '2', '20'));
		await lane.drain();
		const before = await lane.balance(lane.ben, 'CREDIT');
		await lane.place(lane.ben, { side: 'SELL', type: 'MARKET', quoteOrderQty: '11' });
		await lane.drain();
		expect(await lane.status(2)).toBe('FILLED');
		const credits = (text: string) => text.split('/').map(Number);
		const [available = 0] = credits(before);
		expect(credits(await lane.balance(lane.ben, 'CREDIT'))).toEqual([available - 5, 0]);
		const { leaves_lots: left } = await lane.database
			.selectFrom('order_states')
			.select('leaves_lots')
			.where('order_id', '=', 2n)
			.executeTakeFirstOrThrow();
		expect(left).toBe(0n);
	});

	test('to buy walks the levels, and the rest counts at the worst of them', async () => {
		await lane.place(lane.ben, limit('SELL', '2', '10'));
		await lane.place(lane.ben, limit('SELL', '4', '10'));
		await lane.drain();
		await lane.place(lane.anna, buy('30'));
		// 10 at 2 and 20 at 4 are 100, and 5 on top.
		expect(await lane.balance(lane.anna, 'EUR')).toBe('8950000/1050000');
	});

	test('to buy walks past the first page of levels', async () => {
		await lane.fund(lane.ben, 'CREDIT', '1000');
		await lane.fund(lane.anna, 'EUR', '1000');
		await Promise.all(
			Array.from({ length: 250 }, (_, index) =>
				lane.place(lane.ben, limit('SELL', (1 + index / 100).toFixed(2), '1')),
			),
		);
		await lane.drain();
		await lane.place(lane.anna, buy('250'));
		const cost = 250 + (249 * 250) / 2 / 100;
		const held = BigInt(Math.round(cost * 1.05 * 10_000));
		expect(await lane.balance(lane.anna, 'EUR')).toBe(`${20_000_000n - held}/${held}`);
		await lane.drain();
		expect(await lane.status(251)).toBe('FILLED');
	});

	test('goes by the last trade where nothing is shown', async () => {
		await lane.place(lane.ben, limit('SELL', '3', '10'));
		await lane.place(lane.anna, limit('BUY', '3', '10'));
		await lane.drain();
		await lane.place(lane.anna, buy('10'));
		expect(await lane.balance(lane.anna, 'EUR')).toBe('9385000/315000');
		await lane.place(lane.ben, sale('57'));
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('70/20');
	});

	test('takes all that is available where nothing is known', async () => {
		await lane.place(lane.anna, buy('10'));
		expect(await lane.balance(lane.anna, 'EUR')).toBe('0/10000000');
		await lane.place(lane.ben, sale('57'));
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('0/100');
	});

	test('takes what is available when that is less than its bound', async () => {
		await lane.place(lane.ben, limit('SELL', '300', '10'));
		await lane.drain();
		await lane.place(lane.anna, buy('10'));
		expect(await lane.balance(lane.anna, 'EUR')).toBe('0/10000000');
		await lane.drain();
		expect(await lane.status(2)).toBe('EXPIRED IMMEDIATE_REST');
		expect(await lane.balance(lane.anna, 'CREDIT')).toBe('3/0');
	});

	test('to buy does not follow a price that runs away', async () => {
		await lane.place(lane.ben, limit('SELL', '2', '10'));
		await lane.place(lane.ben, limit('SELL', '3', '10'));
		await lane.fund(lane.anna, 'CREDIT', '1');
		await lane.drain();
		const another = await lane.place(lane.anna, limit('BUY', '2', '8'));
		await lane.place(lane.anna, buy('10'));
		await lane.drain();
		expect(await lane.status(another.sequence)).toBe('FILLED');
		// 21 buy two at 2 and five at 3; the sixth would pass the bound.
		expect(await lane.status(4)).toBe('EXPIRED IMMEDIATE_REST');
		expect(await lane.balance(lane.anna, 'CREDIT')).toBe('16/0');
	});

	test('to sell for an amount holds what it needs at the collar, and sells no more', async () => {
		await lane.place(lane.anna, limit('BUY', '2', '10'));
		await lane.place(lane.anna, limit('BUY', '1', '50'));
		await lane.drain();
		// At 1.90 ten bring 19, and at 0.95 ten more bring 9.50.
		await lane.place(lane.ben, sale('28.5'));
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('80/20');
		await lane.place(lane.ben, sale('20'));
		await lane.drain();
		// The first sells whole lots for 28, the second its twelve lots for a price that has fallen.
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('70/0');
		expect(await lane.balance(lane.ben, 'EUR')).toBe('400000/0');
	});

	test('is bound by the least the market takes, when what it needs is less', async () => {
		await lane.place(lane.ben, limit('SELL', '0.1', '90'));
		await lane.drain();
		await lane.place(lane.anna, buy('1'));
		await lane.drain();
		expect(await lane.status(2)).toBe('FILLED');
		expect(await lane.balance(lane.anna, 'EUR')).toBe('9999000/0');
	});

	test('of one batch goes by its own market and its own side', async () => {
		const second = await lane.markets.add({ ...lane.market.description, symbol: 'CREDIT-TWO' });
		await lane.place(lane.ben, limit('SELL', '2', '10'));
		await lane.place(lane.anna, limit('BUY', '1', '10'));
		await lane.drain();
		const terms = { side: 'BUY', type: 'MARKET', quantityLots: 10 } as const;
		const order = { accountId: lane.anna, clientOrderId: undefined, origOrderId: undefined };
		await Promise.all([
			lane.place(lane.anna, buy('10')),
			lane.place(lane.ben, sale('9.5')),
			lane.intake.submit(second, { kind: 'ORDER', ...order, terms }),
		]);
		const holds = await lane.database
			.selectFrom('postings')
			.select(['journal', 'asset', 'amount'])
			.where('kind', '=', 'HOLD')
			.where('sequence', '>', 2n)
			.execute();
		expect(holds.map((row) => `${row.journal} ${row.amount} ${row.asset}`).sort()).toEqual([
			'CREDIT-EUR 10 CREDIT',
			'CREDIT-EUR 210000 EUR',
		]);
		const all = await lane.database
			.selectFrom('postings')
			.select(['journal', 'amount'])
			.where('journal', '=', 'CREDIT-TWO')
			.execute();
		expect(all).toEqual([{ journal: 'CREDIT-TWO', amount: 9_690_000n }]);
	});

	test('that is a stop holds by its stop price until that is reached', async () => {
		const stop = (order: Omit<OrderRequest, 'type'>): OrderRequest => ({
			type: 'STOP_LOSS',
			...order,
		});
		await lane.place(lane.anna, stop({ side: 'BUY', stopPrice: '2.03', quantity: '10' }));
		// 20.30 and 5 % of it.
		expect(await lane.balance(lane.anna, 'EUR')).toBe('9786850/213150');
		await lane.place(lane.ben, stop({ side: 'SELL', stopPrice: '1', quoteOrderQty: '10' }));
		// Ten lots at 0.95 bring 9.50, the eleventh the rest.
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('89/11');
		await lane.place(lane.ben, limit('SELL', '2.03', '11'));
		await lane.place(lane.anna, limit('BUY', '2.03', '1'));
		await lane.drain();
		expect(await lane.status(1)).toBe('FILLED');
		expect(await lane.balance(lane.anna, 'EUR')).toBe('9776700/0');
		await lane.place(lane.anna, limit('BUY', '1', '20'));
		await lane.place(lane.ben, limit('SELL', '1', '1'));
		await lane.drain();
		// It got its 10 for ten lots; the eleventh is given back.
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('78/0');
		expect(await lane.balance(lane.ben, 'EUR')).toBe('333300/0');
	});

	test('that is a stop and needs more than is available is refused', async () => {
		const place = (order: Omit<OrderRequest, 'type'>, account: string) =>
			lane.place(account, { type: 'STOP_LOSS', ...order });
		await expect(
			place({ side: 'BUY', stopPrice: '100', quantity: '10' }, lane.anna),
		).rejects.toMatchObject({ args: ['1050', '1000', 'EUR'] });
		await expect(
			place({ side: 'SELL', stopPrice: '1', quoteOrderQty: '95.0001' }, lane.ben),
		).rejects.toMatchObject({ args: ['101', '100', 'CREDIT'] });
		await place({ side: 'SELL', stopPrice: '1', quoteOrderQty: '95' }, lane.ben);
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('0/100');
	});
});
