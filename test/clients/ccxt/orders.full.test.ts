/** The whole life of an order, as ccxt's manual describes its structure. */
import { openVenue, symbol, type Venue } from './venue';

let venue: Venue;
beforeAll(async () => {
	venue = await openVenue();
});
afterAll(() => venue.close());
afterEach(async () => {
	await venue.seller.cancelAllOrders(symbol);
	await venue.buyer.cancelAllOrders(symbol);
});

test('an order has every field of the structure, of the right type', async () => {
	const before = Date.now();
	const params = { clientOrderId: 'sale-1', selfTradePrevention: 'EXPIRE_BOTH' };
	const order = await venue.seller.createOrder(symbol, 'limit', 'sell', 5, 12.5, params);
	expect(order).toEqual({
		id: expect.stringMatching(/^CREDIT-EUR\.\d+$/),
		clientOrderId: 'sale-1',
		timestamp: expect.any(Number),
		datetime: new Date(order.timestamp ?? 0).toISOString(),
		lastTradeTimestamp: undefined,
		lastUpdateTimestamp: order.timestamp,
		symbol,
		type: 'limit',
		timeInForce: 'GTC',
		postOnly: false,
		reduceOnly: false,
		side: 'sell',
		price: 12.5,
		stopPrice: undefined,
		triggerPrice: undefined,
		takeProfitPrice: undefined,
		stopLossPrice: undefined,
		amount: 5,
		filled: 0,
		remaining: 5,
		cost: 0,
		average: undefined,
		status: 'open',
		fee: { cost: 0, currency: 'EUR' },
		fees: [{ cost: 0, currency: 'EUR' }],
		trades: [],
		info: expect.objectContaining({ status: 'NEW', selfTradePreventionMode: 'EXPIRE_BOTH' }),
	});
	expect(order.timestamp).toBeGreaterThanOrEqual(before);
});

test('an order is open, partly filled, and closed, with what it cost and the fees', async () => {
	const { seller, buyer } = venue;
	const sale = await seller.createOrder(symbol, 'limit', 'sell', 5, 12.5);
	const first = await buyer.createOrder(symbol, 'limit', 'buy', 2, 13);
	expect(first).toMatchObject({
		status: 'closed',
		price: 13,
		average: 12.5,
		filled: 2,
		remaining: 0,
		cost: 25,
		fee: { cost: 0.05, currency: 'EUR' },
	});
	expect(await seller.fetchOrder(sale.id ?? '')).toMatchObject({
		status: 'open',
		filled: 2,
		remaining: 3,
		cost: 25,
		fee: { cost: 0.025, currency: 'EUR' },
	});
	await buyer.createOrder(symbol, 'market', 'buy', 3);
	expect(await seller.fetchOrder(sale.id ?? '', symbol)).toMatchObject({
		status: 'closed',
		filled: 5,
		remaining: 0,
		cost: 62.5,
	});
	const trades = await seller.fetchOrderTrades(sale.id ?? '', symbol);
	expect(trades.map(({ amount, takerOrMaker }) => [amount, takerOrMaker])).toEqual([
		[2, 'maker'],
		[3, 'maker'],
	]);
});

test('a cancelled order keeps what was filled and tells what was not', async () => {
	const { seller, buyer } = venue;
	const { id = '' } = await seller.createOrder(symbol, 'limit', 'sell', 5, 12.5);
	await buyer.createOrder(symbol, 'market', 'buy', 2);
	expect(await seller.cancelOrder(id, symbol)).toMatchObject({
		id,
		status: 'canceled',
		filled: 2,
		remaining: 3,
	});
	await expect(seller.cancelOrder(id)).rejects.toMatchObject({ name: 'OrderNotFound' });
});

test('an order is read and cancelled by the id its owner gave it', async () => {
	const { seller } = venue;
	const params = { clientOrderId: 'own-1' };
	const { id } = await seller.createOrder(symbol, 'limit', 'sell', 1, 20, params);
	expect(await seller.fetchOrder('', undefined, params)).toMatchObject({ id, status: 'open' });
	expect(await seller.fetchOrderWithClientOrderId('own-1')).toMatchObject({ id });
	expect(await seller.cancelOrderWithClientOrderId('own-1')).toMatchObject({
		id,
		clientOrderId: 'own-1',
		status: 'canceled',
	});
	const again = seller.cancelOrder('', symbol, params);
	await expect(again).rejects.toMatchObject({ name: 'OrderNotFound' });
});

test('a market order is for an amount, or for what it may cost', async () => {
	const { seller, buyer } = venue;
	await seller.createOrder(symbol, 'limit', 'sell', 50, 10);
	expect(await buyer.createOrder(symbol, 'market', 'buy', 3)).toMatchObject({
		type: 'market',
		timeInForce: 'IOC',
		status: 'closed',
		amount: 3,
		average: 10,
		cost: 30,
	});
	const spent = await buyer.createMarketBuyOrderWithCost(symbol, 100);
	expect(spent).toMatchObject({ status: 'closed', filled: 10, cost: 100, remaining: 0 });
	const uneven = await buyer.createOrder(symbol, 'market', 'buy', 0, undefined, { cost: 25 });
	// Five euros buy nothing more.
	expect(uneven).toMatchObject({ status: 'closed', amount: 2, filled: 2, cost: 20 });
	await seller.cancelAllOrders(symbol);
	await buyer.createOrder(symbol, 'limit', 'buy', 50, 9);
	const sold = await seller.createMarketSellOrderWithCost(symbol, 45);
	expect(sold).toMatchObject({ side: 'sell', status: 'closed', filled: 5, cost: 45 });
});

test('a market order with nobody to trade with expires', async () => {
	const order = await venue.buyer.createOrder(symbol, 'market', 'buy', 1);
	expect(order).toMatchObject({ status: 'expired', filled: 0, remaining: 1, average: undefined });
});

const timesInForce = [
	[{ timeInForce: 'IOC' }, { status: 'expired', filled: 2, remaining: 3, timeInForce: 'IOC' }],
	[{ timeInForce: 'FOK' }, { status: 'expired', filled: 0, remaining: 5, timeInForce: 'FOK' }],
	[{ timeInForce: 'GTC' }, { status: 'open', filled: 2, remaining: 3, timeInForce: 'GTC' }],
] as const;

test.each(timesInForce)('with %j it comes to %j', async (params, outcome) => {
	await venue.seller.createOrder(symbol, 'limit', 'sell', 2, 10);
	const order = await venue.buyer.createOrder(symbol, 'limit', 'buy', 5, 10, params);
	expect(order).toMatchObject(outcome);
});

test.each([{ postOnly: true }, { timeInForce: 'PO' }])('with %j it never takes', async (params) => {
	const { seller, buyer } = venue;
	const resting = await seller.createOrder(symbol, 'limit', 'sell', 2, 10, params);
	expect(resting).toMatchObject({ status: 'open', postOnly: true, timeInForce: 'PO' });
	const taking = buyer.createOrder(symbol, 'limit', 'buy', 2, 10, params);
	await expect(taking).rejects.toMatchObject({ name: 'OrderImmediatelyFillable' });
	const [refused] = await buyer.fetchOrders(symbol, undefined, 1);
	expect(refused).toMatchObject({ status: 'rejected', filled: 0 });
});

test('an order until a time ends by itself then', async () => {
	const expireTime = Date.now() + 3_600_000;
	const params = { timeInForce: 'GTD', expireTime };
	const order = await venue.seller.createOrder(symbol, 'limit', 'sell', 2, 10, params);
	expect(order).toMatchObject({ timeInForce: 'GTD', info: { expireTime } });
});

test('stop orders wait for their price, and trade then', async () => {
	const { seller, buyer } = venue;
	const trade = async (price: number) => {
		await buyer.createOrder(symbol, 'limit', 'buy', 1, price);
		await seller.createOrder(symbol, 'market', 'sell', 1);
	};
	await trade(10);
	const stop = await seller.createTriggerOrder(symbol, 'market', 'sell', 2, undefined, 9);
	expect(stop).toMatchObject({ type: 'market', status: 'open', triggerPrice: 9, stopPrice: 9 });
	const params = { stopLossPrice: 8 };
	const limited = await seller.createOrder(symbol, 'limit', 'sell', 2, 7.5, params);
	expect(limited).toMatchObject({ type: 'limit', price: 7.5, triggerPrice: 8, status: 'open' });
	await trade(9);
	expect(await seller.fetchOrder(stop.id ?? '')).toMatchObject({ status: 'expired', filled: 0 });
	await trade(8);
	expect(await seller.fetchOrder(limited.id ?? '')).toMatchObject({ status: 'open', filled: 0 });
	expect((await seller.fetchOrderBook(symbol)).asks).toEqual([[7.5, 2]]);
});

test('orders that take profit wait for a better price', async () => {
	const { seller, buyer } = venue;
	const trade = async (price: number) => {
		await seller.createOrder(symbol, 'limit', 'sell', 1, price);
		await buyer.createOrder(symbol, 'limit', 'buy', 1, price);
	};
	await seller.cancelAllOrders(symbol);
	await trade(8);
	const params = { takeProfitPrice: 12 };
	const limited = await seller.createOrder(symbol, 'limit', 'sell', 2, 11, params);
	expect(limited).toMatchObject({ type: 'limit', price: 11, triggerPrice: 12, status: 'open' });
	expect(limited).toMatchObject({ takeProfitPrice: 12, info: { type: 'TAKE_PROFIT_LIMIT' } });
	const market = await seller.createTakeProfitOrder(symbol, 'market', 'sell', 1, undefined, 12);
	expect(market).toMatchObject({ type: 'market', status: 'open', info: { type: 'TAKE_PROFIT' } });
	await trade(9);
	expect((await seller.fetchOrderBook(symbol)).asks).toEqual([]);
	await trade(12);
	expect((await seller.fetchOrderBook(symbol)).asks).toEqual([[11, 2]]);
	await seller.cancelAllOrders(symbol);
});

test('a trailing order follows the best price at its distance', async () => {
	const { seller, buyer } = venue;
	const order = await seller.createTrailingPercentOrder(
		symbol,
		'limit',
		'sell',
		2,
		5,
		2.5,
		undefined,
	);
	expect(order).toMatchObject({ type: 'limit', price: 5, status: 'open' });
	expect(order.info).toMatchObject({ type: 'STOP_LOSS_LIMIT', trailingDelta: 250 });
	const uneven = buyer.createOrder(symbol, 'limit', 'buy', 1, 5, { trailingPercent: 0.123 });
	await expect(uneven).rejects.toMatchObject({ name: 'InvalidOrder' });
});

test('many orders go at once, and each is answered for itself', async () => {
	const { seller } = venue;
	const [good, bad] = await seller.createOrders([
		{ symbol, type: 'limit', side: 'sell', amount: 1, price: 30, params: { clientOrderId: 'b1' } },
		{ symbol, type: 'limit', side: 'sell', amount: 100_000, price: 30 },
	]);
	expect(good).toMatchObject({ status: 'open', clientOrderId: 'b1', amount: 1, price: 30 });
	expect(bad).toMatchObject({
		id: undefined,
		status: 'rejected',
		amount: 100_000,
		info: { error: { errorCode: 'Exchange_InsufficientBalance' } },
	});
	const [ended, unknown] = await seller.cancelOrders([good?.id ?? '', 'CREDIT-EUR.999999'], symbol);
	expect(ended).toMatchObject({ id: good?.id, status: 'canceled' });
	expect(unknown).toMatchObject({
		id: 'CREDIT-EUR.999999',
		status: undefined,
		info: { error: { errorCode: 'Exchange_OrderNotFound' } },
	});
	await seller.createOrder(symbol, 'limit', 'sell', 1, 30, { clientOrderId: 'b2' });
	expect(await seller.cancelOrdersWithClientOrderIds(['b2'], symbol)).toMatchObject([
		{ clientOrderId: 'b2', status: 'canceled' },
	]);
});

test('an order becomes smaller in its place, and another takes its place for a new price', async () => {
	const { seller } = venue;
	const { id = '' } = await seller.createOrder(symbol, 'limit', 'sell', 5, 20);
	const smaller = await seller.editOrder(id, symbol, 'limit', 'sell', 3);
	expect(smaller).toMatchObject({ id, amount: 3, remaining: 3, price: 20, status: 'open' });
	const larger = seller.editOrder(id, symbol, 'limit', 'sell', 9);
	await expect(larger).rejects.toMatchObject({ name: 'InvalidOrder' });
	const moved = await seller.editOrder(id, symbol, 'limit', 'sell', 7, 21);
	expect(moved).toMatchObject({ amount: 7, price: 21, status: 'open' });
	expect(moved.id).not.toBe(id);
	expect(await seller.fetchOrder(id)).toMatchObject({ status: 'canceled' });
});

test('all orders of a market are cancelled, or all there are', async () => {
	const { seller } = venue;
	const place = () =>
		seller.createOrders(
			[20, 21, 22].map((price) => ({ symbol, type: 'limit', side: 'sell', amount: 1, price })),
		);
	const placed = await place();
	const ended = await seller.cancelAllOrders(symbol);
	expect(ended.map(({ id, status }) => [id, status])).toEqual(
		placed.map(({ id }) => [id, 'canceled']),
	);
	await place();
	expect(await seller.cancelAllOrders()).toHaveLength(3);
	expect(await seller.fetchOpenOrders()).toEqual([]);
	expect(await seller.cancelAllOrders()).toEqual([]);
});

test('a timer that cancels all is set and turned off', async () => {
	const { seller } = venue;
	const set = await seller.cancelAllOrdersAfter(60_000, { symbol });
	expect(set).toMatchObject({ symbol: 'CREDIT-EUR', status: 'RUNNING', countdownTime: 60_000 });
	expect(await seller.cancelAllOrdersAfter(0, { symbol })).toMatchObject({ status: 'OFF' });
	expect(await seller.cancelAllOrdersAfter(60_000)).not.toHaveProperty('symbol');
	await seller.cancelAllOrdersAfter(0);
});
