/** Markets and what is traded in them, field by field as ccxt's manual describes the structures. */
import { openVenue, symbol, type Venue } from './venue';

let venue: Venue;
beforeAll(async () => {
	venue = await openVenue();
	const { seller, buyer } = venue;
	await seller.createOrder(symbol, 'limit', 'sell', 5, 12.5);
	await buyer.createOrder(symbol, 'market', 'buy', 2);
	await buyer.createOrder(symbol, 'limit', 'buy', 7, 12);
	await buyer.createOrder(symbol, 'limit', 'buy', 1, 11.5);
	await seller.createOrder(symbol, 'market', 'sell', 3);
});
afterAll(() => venue.close());

/** A time of the exchange's clock, which is this process's own, told since `before`. */
function expectSince(before: number, told: number | undefined): void {
	const after = Date.now();
	expect(told).toBeGreaterThanOrEqual(before);
	expect(told).toBeLessThanOrEqual(after);
}

test('a market has its names, steps, limits and fees', async () => {
	const markets = await venue.buyer.loadMarkets(true);
	expect(Object.keys(markets)).toEqual([symbol]);
	expect(markets[symbol]).toMatchObject({
		id: 'CREDIT-EUR',
		symbol,
		base: 'CREDIT',
		quote: 'EUR',
		baseId: 'CREDIT',
		quoteId: 'EUR',
		type: 'spot',
		spot: true,
		margin: false,
		swap: false,
		future: false,
		option: false,
		contract: false,
		active: true,
		maker: 0.001,
		taker: 0.002,
		percentage: true,
		tierBased: false,
		feeSide: 'quote',
		precision: { amount: 1, price: 0.01, cost: 0.0001, base: 1, quote: 0.0001 },
		limits: {
			leverage: { min: undefined, max: undefined },
			amount: { min: 1, max: 1_000_000 },
			price: { min: 0.01, max: 100_000 },
			cost: { min: 1, max: undefined },
		},
		info: { symbol: 'CREDIT-EUR' },
	});
	expect(venue.buyer.currencies).toMatchObject({
		CREDIT: { id: 'CREDIT', code: 'CREDIT', precision: 1 },
		EUR: { id: 'EUR', code: 'EUR', precision: 0.0001 },
	});
});

test('amounts and prices are brought to the steps of the market', () => {
	const { buyer } = venue;
	expect(buyer.amountToPrecision(symbol, 3.99)).toBe('3');
	expect(buyer.priceToPrecision(symbol, 12.3456)).toBe('12.35');
	expect(buyer.priceToPrecision(symbol, 1e-2)).toBe('0.01');
	expect(buyer.costToPrecision(symbol, 10.00019)).toBe('10.0001');
	expect(() => buyer.amountToPrecision(symbol, 0.5)).toThrow(
		expect.objectContaining({ name: 'InvalidOrder' }),
	);
});

test('a market that takes no orders is not active, and trades again when it is', async () => {
	const { running, buyer } = venue;
	const set = (status: string) =>
		running.call('POST', '/admin/markets/CREDIT-EUR/status', {
			key: running.administratorKey,
			body: { status, reason: 'a test' },
		});
	await set('CANCEL_ONLY');
	expect((await buyer.loadMarkets(true))[symbol]?.active).toBe(false);
	const order = buyer.createOrder(symbol, 'limit', 'buy', 1, 10);
	await expect(order).rejects.toMatchObject({ name: 'MarketClosed' });
	await set('TRADING');
	expect((await buyer.loadMarkets(true))[symbol]?.active).toBe(true);
});

test('a ticker sums up the day', async () => {
	const before = Date.now();
	const ticker = await venue.buyer.fetchTicker(symbol);
	expectSince(before, ticker.timestamp);
	expect(ticker).toMatchObject({
		symbol,
		datetime: new Date(ticker.timestamp ?? 0).toISOString(),
		high: 12.5,
		low: 12,
		bid: 12,
		bidVolume: 4,
		ask: 12.5,
		askVolume: 3,
		vwap: 12.2,
		open: 12.5,
		close: 12,
		last: 12,
		previousClose: undefined,
		change: -0.5,
		percentage: -4,
		average: 12.25,
		baseVolume: 5,
		quoteVolume: 61,
		info: { symbol: 'CREDIT-EUR' },
	});
	const all = await venue.buyer.fetchTickers();
	expect(Object.keys(all)).toEqual([symbol]);
	const { [symbol]: named } = await venue.buyer.fetchTickers([symbol]);
	expect(named).toMatchObject({ last: 12, baseVolume: 5 });
});

test('a market without a trade has a ticker with nothing in it', async () => {
	const empty = await openVenue();
	const ticker = await empty.buyer.fetchTicker(symbol);
	const none = { last: undefined, bid: undefined, ask: undefined, change: undefined };
	expect(ticker).toMatchObject({ ...none, baseVolume: 0, quoteVolume: 0 });
	expect(await empty.buyer.fetchOrderBook(symbol)).toMatchObject({ bids: [], asks: [] });
	await empty.close();
});

test('the order book has the best prices first, as many as are asked for', async () => {
	const { buyer } = venue;
	expect(await buyer.fetchOrderBook(symbol)).toEqual({
		symbol,
		timestamp: undefined,
		datetime: undefined,
		nonce: expect.any(Number),
		bids: [
			[12, 4],
			[11.5, 1],
		],
		asks: [[12.5, 3]],
	});
	expect((await buyer.fetchOrderBook(symbol, 1)).bids).toEqual([[12, 4]]);
});

test('the tape has the side of the taker', async () => {
	const before = Date.now() - 60_000;
	const [first, second, ...others] = await venue.buyer.fetchTrades(symbol);
	expect(others).toEqual([]);
	expectSince(before, first?.timestamp);
	expect(first).toEqual({
		id: '1',
		order: undefined,
		timestamp: first?.timestamp,
		datetime: new Date(first?.timestamp ?? 0).toISOString(),
		symbol,
		type: undefined,
		side: 'buy',
		takerOrMaker: undefined,
		price: 12.5,
		amount: 2,
		cost: 25,
		fee: { cost: undefined, currency: undefined },
		fees: [],
		info: expect.objectContaining({ tradeId: 1 }),
	});
	expect(second).toMatchObject({ id: '2', side: 'sell', price: 12, amount: 3, cost: 36 });
});

test('candles have a row for each span in which something was traded', async () => {
	const { buyer } = venue;
	const [first] = await buyer.fetchTrades(symbol);
	const day = Math.floor((first?.timestamp ?? 0) / 86_400_000) * 86_400_000;
	const row = [day, 12.5, 12.5, 12, 12, 5];
	expect(await buyer.fetchOHLCV(symbol, '1d')).toEqual([row]);
	for (const timeframe of Object.keys(buyer.timeframes)) {
		// The present span, however long it is and whenever it began.
		const newest = await buyer.fetchOHLCV(symbol, timeframe, undefined, 1);
		expect(newest.map(([, open]) => open)).toEqual([12.5]);
	}
	expect(await buyer.fetchOHLCV(symbol, '1d', day)).toEqual([row]);
	expect(await buyer.fetchOHLCV(symbol, '1d', day + 1)).toEqual([]);
	expect(await buyer.fetchOHLCV(symbol, '1d', undefined, 5, { until: day - 1 })).toEqual([]);
	const unknown = buyer.fetchOHLCV(symbol, '7m');
	await expect(unknown).rejects.toMatchObject({ name: 'BadRequest' });
});

test('the exchange tells its time and how it is', async () => {
	const { running, buyer } = venue;
	const before = Date.now();
	expectSince(before, await buyer.fetchTime());
	expect(await buyer.fetchStatus()).toMatchObject({ status: 'ok', eta: undefined });
	const key = running.administratorKey;
	const endsAt = Date.now() + 600_000;
	const begin = { endsAt, reason: 'a new version' };
	await running.call('POST', '/admin/maintenance/begin', { key, body: begin });
	expect(await buyer.fetchStatus()).toMatchObject({ status: 'maintenance', eta: endsAt });
	const order = buyer.createOrder(symbol, 'limit', 'buy', 1, 10);
	await expect(order).rejects.toMatchObject({ name: 'OnMaintenance' });
	await running.call('POST', '/admin/maintenance/end', { key, body: { reason: 'done' } });
	expect(await buyer.fetchStatus()).toMatchObject({ status: 'ok' });
});

test('fees are those of the market', async () => {
	const { buyer } = venue;
	const fee = { symbol, maker: 0.001, taker: 0.002, percentage: true, tierBased: false };
	expect(await buyer.fetchTradingFee(symbol)).toMatchObject(fee);
	expect(await buyer.fetchTradingFees()).toMatchObject({ [symbol]: fee });
	expect(buyer.calculateFee(symbol, 'limit', 'buy', 2, 12.5, 'taker')).toMatchObject({
		currency: 'EUR',
		cost: 0.05,
	});
});
