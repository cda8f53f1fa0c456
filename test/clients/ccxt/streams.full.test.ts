/** What ccxt's watch methods tell, beside what is read over HTTP. */
import { isDeepStrictEqual } from 'node:util';
import type { DepthUpdate } from '../../../clients/exchange/operations.ts';
import type { OrderBook } from '../../../clients/exchange/order-book.ts';
import { until } from '../../support/clients/requests';
import { cuttableLine } from '../../exchange/support/cuttable-line';
import { randomOf } from '../../exchange/support/random';
import { systemClock } from '../../../server/clock';
import { demoMarket } from '../../../exchange/demo/demo';
import { Markets } from '../../../exchange/trading/markets/markets';
import type { RunningExchange } from '../../exchange/support/exchange';
import { openVenue, symbol, traderAt, type Order, type Trade, type Venue } from './venue';

let venue: Venue;
beforeEach(async () => {
	venue = await openVenue();
});
afterEach(() => venue.close());

const closed = { name: 'ExchangeClosedByUser' };

/** Calls again and again until the trader is closed, and hands on what came. */
async function watching<News>(watch: () => Promise<News>, take: (news: News) => void) {
	for (;;) {
		const news = await watch().catch((fault: Error) => {
			if (fault.name === closed.name) return undefined;
			throw fault;
		});
		if (news === undefined) return;
		take(news);
	}
}

/** Waits for what is told until it is as wanted. */
async function watchUntil<News>(watch: () => Promise<News>, isWanted: (news: News) => boolean) {
	for (;;) {
		const news = await watch();
		if (isWanted(news)) return news;
	}
}

async function addMarket({ exchange }: RunningExchange, name: string): Promise<void> {
	const markets = new Markets(exchange.database, systemClock);
	const [baseAsset = ''] = name.split('-');
	await markets.addAsset(baseAsset, 0);
	await markets.add({ ...demoMarket, symbol: name, baseAsset });
}

async function trade(price: number, amount: number): Promise<void> {
	await venue.seller.createOrder(symbol, 'limit', 'sell', amount, price);
	await venue.buyer.createOrder(symbol, 'limit', 'buy', amount, price);
}

test('the book that is watched is the book, at each change', async () => {
	const { seller, buyer } = venue;
	const watcher = await traderAt(venue.running.url, '');
	await seller.createOrder(symbol, 'limit', 'sell', 3, 12);
	expect(await watcher.watchOrderBook(symbol)).toMatchObject({
		symbol,
		nonce: expect.any(Number),
		bids: [],
		asks: [[12, 3]],
	});
	const random = randomOf(7);
	for (let turn = 0; turn < 60; turn += 1) {
		const [trader, side] = random(2) === 0 ? [seller, 'sell'] : [buyer, 'buy'];
		await trader.createOrder(symbol, 'limit', side, 1 + random(9), 10 + random(40) / 10);
	}
	const { nonce = 0, bids, asks } = await buyer.fetchOrderBook(symbol);
	const seen = await watchUntil(
		() => watcher.watchOrderBook(symbol),
		(book) => (book.nonce ?? 0) >= nonce,
	);
	expect({ bids: seen.bids, asks: seen.asks }).toEqual({ bids, asks });
	await watcher.close();
});

test('a book that lost a change is an error once, and begins anew', async () => {
	const { seller, running } = venue;
	const watcher = await traderAt(running.url, '');
	await seller.createOrder(symbol, 'limit', 'sell', 3, 12);
	await watcher.watchOrderBook(symbol);
	const [client] = Object.values(watcher.clients as Record<string, { subscriptions: object }>);
	const [following] = Object.values(client?.subscriptions ?? {}) as Array<{ book: OrderBook }>;
	const { book } = following ?? { book: undefined };
	const { lastUpdateId = 0 } = book ?? {};
	const change = { firstUpdateId: lastUpdateId + 1, lastUpdateId: lastUpdateId + 1 };
	book?.apply({ ...change, bids: [], asks: [['11.99', '1']] } as unknown as DepthUpdate);
	// As if it had been one of the changes of the exchange.
	if (book !== undefined) book.lastUpdateId = lastUpdateId;
	const next = watcher.watchOrderBook(symbol);
	await seller.createOrder(symbol, 'limit', 'sell', 4, 13);
	await expect(next).rejects.toMatchObject({ name: 'ChecksumError' });
	expect((await watcher.watchOrderBook(symbol)).asks).toEqual([
		[12, 3],
		[13, 4],
	]);
	await watcher.close();
});

test('trades, ticker and candles are told as they happen', async () => {
	await trade(12, 3);
	const { seller } = venue;
	const [first] = await seller.watchTrades(symbol);
	expect(first).toMatchObject({ id: '1', symbol, price: 12, amount: 3, side: 'buy', cost: 36 });
	expect(await seller.watchTicker(symbol)).toMatchObject({ symbol, last: 12, baseVolume: 3 });
	expect((await seller.watchOHLCV(symbol, '1d')).at(-1)?.slice(1)).toEqual([12, 12, 12, 12, 3]);
	await trade(13, 2);
	await trade(11, 1);
	const told: Trade[] = [];
	await watchUntil(
		() => seller.watchTrades(symbol),
		(trades) => told.push(...trades) === 2,
	);
	expect(told.map(({ id, price }) => [id, price])).toEqual([
		['2', 13],
		['3', 11],
	]);
	const ticker = await watchUntil(
		() => seller.watchTicker(symbol),
		({ baseVolume }) => baseVolume === 6,
	);
	expect(ticker).toMatchObject({ last: 11, high: 13, low: 11 });
	const candles = await watchUntil(
		() => seller.watchOHLCV(symbol, '1d'),
		(rows) => rows.at(-1)?.[5] === 6,
	);
	expect(candles.at(-1)?.slice(1)).toEqual([12, 13, 11, 11, 6]);
});

test('own orders are told through their life, with their trades', async () => {
	const { seller, buyer } = venue;
	const resting = await seller.createOrder(symbol, 'limit', 'sell', 5, 12, { clientOrderId: 'a' });
	expect(await seller.watchOrders(symbol)).toMatchObject([
		{ id: resting.id, status: 'open', type: 'limit', timeInForce: 'GTC', amount: 5 },
	]);
	await buyer.createOrder(symbol, 'market', 'buy', 2);
	const [partly] = await seller.watchOrders(symbol);
	expect(partly).toMatchObject({
		id: resting.id,
		clientOrderId: 'a',
		timestamp: resting.timestamp,
		timeInForce: 'GTC',
		status: 'open',
		filled: 2,
		remaining: 3,
		cost: 24,
		fee: { cost: 0.024, currency: 'EUR' },
		lastTradeTimestamp: expect.any(Number),
	});
	expect(await seller.watchMyTrades(symbol)).toMatchObject([
		{
			id: '1',
			order: resting.id,
			side: 'sell',
			takerOrMaker: 'maker',
			price: 12,
			amount: 2,
			cost: 24,
			fee: { cost: 0.024, currency: 'EUR' },
		},
	]);
	await seller.cancelOrder(resting.id ?? '', symbol);
	expect(await seller.watchOrders(symbol)).toMatchObject([
		{ id: resting.id, status: 'canceled', filled: 2, remaining: 3, fee: { cost: 0.024 } },
	]);
	const next = await seller.createOrder(symbol, 'limit', 'sell', 1, 20);
	expect(await seller.watchOrders(symbol)).toMatchObject([
		{ id: next.id, status: 'open', type: 'limit', timestamp: next.timestamp, price: 20 },
	]);
});

test('of the account, balances, orders and trades of all markets are told on one channel', async () => {
	const { seller, buyer, running } = venue;
	const other = 'GAS/EUR';
	await addMarket(running, 'GAS-EUR');
	const line = await cuttableLine(running.url);
	const far = await traderAt(line.url, running.harbour.key);
	const before = await far.watchBalance();
	const same = ({ info: _info, ...balance }: typeof before) => balance;
	expect(same(before)).toEqual(same(await buyer.fetchBalance()));
	const resting = await buyer.createOrder(other, 'limit', 'buy', 3, 5);
	expect(await far.watchOrders()).toMatchObject([{ id: resting.id, symbol: other, filled: 0 }]);
	await trade(12, 1);
	const own = await far.watchMyTrades();
	expect(own).toMatchObject([{ symbol, side: 'buy', price: 12, amount: 1, takerOrMaker: 'taker' }]);
	const waiting = watchUntil(
		() => far.watchMyTrades(),
		() => false,
	);
	line.cut();
	await expect(waiting).rejects.toMatchObject({ name: 'NetworkError' });
	await trade(13, 1);
	await buyer.cancelOrder(resting.id ?? '', other);
	expect(await far.watchMyTrades()).toMatchObject([{ symbol, price: 13 }]);
	const wanted = same(await buyer.fetchBalance());
	expect(wanted['EUR']).not.toEqual(same(before)['EUR']);
	await watchUntil(
		() => far.watchBalance(),
		(balance) => isDeepStrictEqual(same(balance), wanted),
	);
	await watchUntil(
		() => far.watchOrders(),
		(orders) => orders.some(({ id, status }) => id === resting.id && status === 'canceled'),
	);
	expect(seller.has['watchBalance']).toBe(true);
	await far.close();
	await line.close();
});

test('of what happens while the connection is lost, nothing is missed', async () => {
	const { running, seller } = venue;
	const line = await cuttableLine(running.url);
	const far = await traderAt(line.url, running.northwind.key);
	await seller.createOrder(symbol, 'limit', 'sell', 1, 50);
	await far.watchOrders(symbol);
	await trade(12, 1);
	const tape = await far.watchTrades(symbol);
	const own = await far.watchMyTrades(symbol);
	const waiting = far.watchTrades(symbol);
	line.cut();
	await expect(waiting).rejects.toMatchObject({ name: 'NetworkError' });
	for (const price of [13, 14, 15]) await trade(price, 1);
	const ids = ['1', '2', '3', '4'];
	while (tape.length < ids.length) tape.push(...(await far.watchTrades(symbol)));
	while (own.length < ids.length) own.push(...(await far.watchMyTrades(symbol)));
	for (const told of [tape, own]) expect(told.map(({ id }) => id)).toEqual(ids);
	await far.close();
	await line.close();
});

test('a wrong key, and a market there is not, are errors of the watch', async () => {
	const wrong = await traderAt(venue.running.url, 'no-such-key');
	await expect(wrong.watchOrders(symbol)).rejects.toMatchObject({ name: 'AuthenticationError' });
	await expect(wrong.watchTrades('GOLD/EUR')).rejects.toMatchObject({ name: 'BadSymbol' });
	const unknown = wrong.watchOHLCV(symbol, '7m');
	await expect(unknown).rejects.toMatchObject({ name: 'BadRequest' });
	await wrong.close();
});

test('a program that quotes answers each of its fills', async () => {
	const { seller: maker, buyer: taker } = venue;
	const orders = new Map<string, Order>();
	let answered = 0;
	const following = Promise.all([
		watching(
			() => maker.watchOrders(symbol),
			(news) => news.forEach((order) => orders.set(order.id ?? '', order)),
		),
		watching(
			async () => {
				const fills = await maker.watchMyTrades(symbol);
				for (const { side, price = 0, amount = 0 } of fills) {
					const [other, step] = side === 'buy' ? ['sell', 0.05] : ['buy', -0.05];
					await maker.createOrder(symbol, 'limit', other, amount, price + step);
					answered += 1;
				}
				return fills;
			},
			() => undefined,
		),
	]);
	const quotes = [9.9, 9.95, 10.05, 10.1].map((price) => {
		const side = price < 10 ? 'buy' : 'sell';
		return { symbol, type: 'limit', side, amount: 20, price };
	});
	await maker.createOrders(quotes);
	// The open orders are told when the reports are followed.
	await until(async () => orders.size === quotes.length || undefined);
	const random = randomOf(3);
	for (let turn = 0; turn < 25; turn += 1) {
		await taker.createOrder(symbol, 'market', random(2) === 0 ? 'buy' : 'sell', 1 + random(5));
	}
	await until(async () => {
		const fills = await maker.fetchMyTrades(symbol, 1);
		return answered === fills.length || undefined;
	});
	for (const { id = '', status, filled, remaining } of await maker.fetchOrders(symbol, 1)) {
		const told = await until(async () => {
			const order = orders.get(id);
			return order?.status === status && order?.filled === filled ? order : undefined;
		});
		expect(told).toMatchObject({ remaining });
	}
	await maker.close();
	await following;
});
