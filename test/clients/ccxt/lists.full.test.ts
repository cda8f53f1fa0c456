/** Lists of many entries, read in pieces as programs do: by a time, by an id, or all at once. */
import { openVenue, symbol, type Order, type Trade, type Venue } from './venue';

let venue: Venue;

/** What the seller did: many orders, of which some trade at the same instant. */
beforeAll(async () => {
	venue = await openVenue();
	const { seller, buyer } = venue;
	const sale = { symbol, type: 'limit', side: 'sell', amount: 1, price: 10 };
	for (let turn = 0; turn < 6; turn += 1) {
		await seller.createOrders(Array.from({ length: 4 }, () => sale));
		await buyer.createOrder(symbol, 'market', 'buy', turn === 5 ? 2 : 3);
	}
	const rest = Array.from({ length: 100 }, () => ({ ...sale, price: 50 }));
	await seller.createOrders(rest);
	await seller.createOrders(rest.slice(0, 20));
	await buyer.createOrder(symbol, 'market', 'buy', 2);
	const { id = '' } = await seller.createOrder(symbol, 'limit', 'sell', 1, 60);
	await seller.cancelOrder(id);
});
afterAll(() => venue.close());

const idsOf = (entries: readonly { readonly id?: string }[]) => entries.map(({ id }) => id);
const numbersOf = (orders: readonly Order[]) =>
	orders.map(({ id }) => Number(id?.replace('CREDIT-EUR.', '')));

/** Reads on from the time of the newest entry seen, and leaves out what it has seen. */
async function readOn<Entry extends { readonly id?: string; readonly timestamp?: number }>(
	page: (since: number) => Promise<readonly Entry[]>,
	since: number,
): Promise<Entry[]> {
	const seen = new Map<string, Entry>();
	for (let from = since; ;) {
		const entries = await page(from);
		const fresh = entries.filter(({ id }) => !seen.has(id ?? ''));
		if (fresh.length === 0) return [...seen.values()];
		for (const entry of fresh) seen.set(entry.id ?? '', entry);
		from = entries.at(-1)?.timestamp ?? from;
	}
}

test('orders read on by their time are all of them, the oldest first', async () => {
	const { seller } = venue;
	const all = await seller.fetchOrders(symbol, 1);
	expect(all).toHaveLength(24 + 120 + 1);
	const times = all.map(({ timestamp = 0 }) => timestamp);
	expect(times).toEqual([...times].sort((one, other) => one - other));
	expect(numbersOf(all)).toEqual([...numbersOf(all)].sort((one, other) => one - other));
	const read = await readOn((since) => seller.fetchOrders(symbol, since, 110), 1);
	expect(idsOf(read)).toEqual(idsOf(all));
	expect(idsOf(await seller.fetchOrders(undefined, 1))).toEqual(idsOf(all));
});

test('a limit takes the first after a time, and the newest without one', async () => {
	const { seller } = venue;
	const all = await seller.fetchOrders(symbol, 1);
	expect(idsOf(await seller.fetchOrders(symbol, 1, 5))).toEqual(idsOf(all.slice(0, 5)));
	expect(idsOf(await seller.fetchOrders(symbol, undefined, 5))).toEqual(idsOf(all.slice(-5)));
	expect(idsOf(await seller.fetchOrders(symbol))).toEqual(idsOf(all.slice(-100)));
	const every = await seller.fetchOrders(symbol, undefined, undefined, { paginate: true });
	expect(idsOf(every)).toEqual(idsOf(all));
	const until = all[9]?.timestamp ?? 0;
	const early = await seller.fetchOrders(symbol, 1, undefined, { until });
	expect(idsOf(early)).toEqual(idsOf(all.filter(({ timestamp = 0 }) => timestamp <= until)));
});

test('open orders are all of them, and those that ended are told apart', async () => {
	const { seller, buyer } = venue;
	const all = await seller.fetchOrders(symbol, 1);
	const having = (...statuses: string[]) =>
		idsOf(all.filter(({ status = '' }) => statuses.includes(status)));
	expect(having('open').length).toBeGreaterThan(100);
	expect(idsOf(await seller.fetchOpenOrders())).toEqual(having('open'));
	expect(idsOf(await seller.fetchOpenOrders(symbol, undefined, 3))).toEqual(
		having('open').slice(-3),
	);
	// They lie behind more than a page of open ones.
	expect(idsOf(await seller.fetchClosedOrders(symbol, undefined, 7))).toEqual(
		having('closed').slice(-7),
	);
	expect(idsOf(await seller.fetchCanceledOrders(symbol))).toEqual(having('canceled'));
	expect(idsOf(await seller.fetchCanceledAndClosedOrders(symbol))).toEqual(
		having('canceled', 'closed'),
	);
	expect(await buyer.fetchOpenOrders()).toEqual([]);
});

test('own trades read on by their time are all of them, as the tape is', async () => {
	const { seller, buyer } = venue;
	const all = await seller.fetchMyTrades(symbol, 1);
	expect(all).toHaveLength(19);
	expect(new Set(all.map(({ timestamp }) => timestamp)).size).toBeLessThan(all.length);
	const own = await readOn((since) => seller.fetchMyTrades(symbol, since, 6), 1);
	const tape = await readOn((since) => buyer.fetchTrades(symbol, since, 6), 1);
	for (const read of [own, tape]) expect(idsOf(read)).toEqual(idsOf(all));
	expect(idsOf(await seller.fetchMyTrades(symbol, undefined, 4))).toEqual(idsOf(all.slice(-4)));
	expect(idsOf(await buyer.fetchTrades(symbol, undefined, 4))).toEqual(idsOf(all.slice(-4)));
	const pages = { limit: 5, paginate: true };
	for (const list of [
		await seller.fetchMyTrades(symbol, undefined, undefined, pages),
		await buyer.fetchTrades(symbol, 1, undefined, pages),
	])
		expect(idsOf(list)).toEqual(idsOf(all));
	const after = await buyer.fetchTrades(symbol, undefined, 3, { fromId: 10 });
	expect(idsOf(after)).toEqual(['10', '11', '12']);
});

test('an own trade has its order, its role and its fee', async () => {
	const { seller, buyer } = venue;
	const [sold] = await seller.fetchMyTrades(symbol, 1, 1);
	const [bought] = await buyer.fetchMyTrades(symbol, 1, 1);
	expect(sold).toMatchObject({
		id: '1',
		order: 'CREDIT-EUR.1',
		symbol,
		side: 'sell',
		takerOrMaker: 'maker',
		price: 10,
		amount: 1,
		cost: 10,
		fee: { cost: 0.01, currency: 'EUR' },
	});
	expect(bought).toMatchObject({
		id: '1',
		side: 'buy',
		takerOrMaker: 'taker',
		fee: { cost: 0.02, currency: 'EUR' },
	});
	await expect(seller.fetchMyTrades()).rejects.toMatchObject({ name: 'ArgumentsRequired' });
});

test('balances add up, and trades tell how they came to be', async () => {
	for (const [trader, sign] of [
		[venue.seller, 1],
		[venue.buyer, -1],
	] as const) {
		const { CREDIT, EUR } = await trader.fetchBalance();
		const trades = await trader.fetchMyTrades(symbol, 1);
		const sum = (of: (trade: Trade) => number | undefined) =>
			trades.reduce((total, trade) => total + Math.round((of(trade) ?? 0) * 10_000), 0) / 10_000;
		const [amount, cost] = [sum((trade) => trade.amount), sum((trade) => trade.cost)];
		const fees = sum((trade) => trade.fee?.cost);
		expect(CREDIT?.total).toBe(10_000 - sign * amount);
		expect(EUR?.total).toBeCloseTo(500_000 + sign * cost - fees, 4);
		const open = await trader.fetchOpenOrders();
		const held = open.reduce((total, { remaining = 0 }) => total + remaining, 0);
		expect(CREDIT).toEqual({
			free: 10_000 - sign * amount - held,
			used: held,
			total: CREDIT?.total,
		});
		const { free, used, total } = await trader.fetchBalance();
		expect([free, used, total]).toMatchObject([
			{ EUR: EUR?.free },
			{ EUR: 0 },
			{ EUR: EUR?.total },
		]);
	}
});

test('a list of more than a page holds every entry once', async () => {
	const { seller, buyer } = venue;
	const sale = { symbol, type: 'limit', side: 'sell', amount: 1, price: 70 };
	for (let turn = 0; turn < 11; turn += 1) {
		await seller.createOrders(Array.from({ length: 100 }, () => sale));
	}
	const all = await seller.fetchOrders(symbol, 1);
	const numbers = numbersOf(all);
	expect(new Set(numbers).size).toBe(145 + 1_100);
	expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
	expect(numbersOf(await seller.fetchOrders(symbol, undefined, 1_100))).toEqual(
		numbers.slice(-1_100),
	);
	await buyer.createOrder(symbol, 'limit', 'buy', 1_100, 70);
	const trades = await buyer.fetchTrades(symbol, 1, 1_050);
	expect(trades.map(({ id }) => Number(id))).toEqual(
		Array.from({ length: 1_050 }, (_, place) => place + 1),
	);
	const own = await buyer.fetchMyTrades(symbol, undefined, undefined, { paginate: true });
	const tape = await buyer.fetchTrades(symbol, undefined, undefined, { paginate: true });
	expect(idsOf(own)).toEqual(idsOf(tape));
	expect(own.length).toBeGreaterThan(1_100);
});
