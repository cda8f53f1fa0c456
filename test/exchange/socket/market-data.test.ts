/**
 * Market data over the socket: a book that is kept up by its changes is the one HTTP shows, whatever
 * was traded meanwhile, and sequence and checksum tell when it is not; trades, ticker and candles tell
 * what happened.
 */
import { crc32 } from 'node:zlib';
import { followBook, OrderBook } from '../../../clients/exchange/order-book';
import { exchangeSocket, type ExchangeSocket } from '../../../clients/exchange/socket';
import type { Depth, DepthUpdate } from '../../../clients/exchange/operations';
import { depthChecksum } from '../../../exchange/market-data/checksum';
import { databaseKinds, TestDatabases } from '../../support/servers/databases';
import { until } from '../../support/clients/requests';
import { startExchange, type RunningExchange, type Trader } from '../support/exchange';
import { randomOf } from '../support/random';
import { TestSocket } from '../support/socket';

const databases = new TestDatabases();
afterAll(() => databases.close());
const symbol = 'CREDIT-EUR';

/** A book as somebody writes it by the README alone. */
class ReadersBook {
	private readonly sides = [new Map<string, string>(), new Map<string, string>()] as const;

	constructor(snapshot: Depth) {
		this.take(snapshot);
	}

	/** Returns the checksum of the book after the update. */
	applied(update: DepthUpdate): number {
		this.take(update);
		const [bids = [], asks = []] = this.best(10);
		return crc32(`${asks.flat().join()};${bids.flat().join()}`);
	}

	best(count: number): readonly [string, string][][] {
		const [bids, asks] = this.sides.map((side) =>
			[...side].sort(([one], [other]) => Number(one) - Number(other)),
		);
		return [(bids ?? []).reverse().slice(0, count), (asks ?? []).slice(0, count)];
	}

	private take({ bids, asks }: Pick<Depth, 'bids' | 'asks'>): void {
		for (const [index, levels] of [bids, asks].entries()) {
			for (const [price, quantity] of levels) {
				if (quantity === '0') this.sides[index]?.delete(price);
				else this.sides[index]?.set(price, quantity);
			}
		}
	}
}

describe.each(databaseKinds)('market data over the socket, on %s', (kind) => {
	let running: RunningExchange;
	let socket: TestSocket;
	const speakers: ExchangeSocket[] = [];
	beforeAll(async () => {
		running = await startExchange(await databases.place(kind));
		socket = await TestSocket.open(running.url);
	});
	afterAll(async () => {
		for (const speaker of speakers) speaker.close();
		await socket.close();
		await running.close();
	});

	const place = async ({ key }: Trader, order: object) => {
		const body = { symbol, type: 'LIMIT', ...order };
		const answer = await running.call('POST', '/orders', { key, body });
		expect([201, 422]).toContain(answer.status);
	};

	const depth = async (limit: number) =>
		(await running.call('GET', `/markets/${symbol}/depth?limit=${limit}`)).body as Depth;

	/** A random walk of orders around 10, some of which trade, and cancellations. */
	async function trade(seed: number, orders: number): Promise<void> {
		const random = randomOf(seed);
		for (let count = 0; count < orders; count += 10) {
			const batch = Array.from({ length: 10 }, () => {
				const side = random(2) === 0 ? 'BUY' : 'SELL';
				const away = (random(60) - 10) * (side === 'BUY' ? -1 : 1);
				const price = String((1_000 + away) / 100);
				return { symbol, type: 'LIMIT', side, price, quantity: String(1 + random(9)) };
			});
			for (const [index, { key }] of [running.northwind, running.harbour].entries()) {
				const own = batch.filter(({ side }) => (side === 'SELL') === (index === 0));
				if (own.length === 0) continue;
				await running.call('POST', '/orders/batch', { key, body: { orders: own } });
			}
			if (random(4) > 0) continue;
			const { key } = random(2) === 0 ? running.northwind : running.harbour;
			await running.call('DELETE', `/orders?symbol=${symbol}`, { key });
		}
	}

	/** 300 prices of each side and nothing else. */
	async function fillDeep(): Promise<void> {
		for (const [side, { key }] of [
			['SELL', running.northwind],
			['BUY', running.harbour],
		] as const) {
			await running.call('DELETE', `/orders?symbol=${symbol}`, { key });
			for (let first = 1; first <= 300; first += 100) {
				const orders = Array.from({ length: 100 }, (_, index) => {
					const away = first + index;
					const price = String((1_000 + (side === 'SELL' ? away : -away)) / 100);
					return { symbol, type: 'LIMIT', side, price, quantity: String(1 + (away % 9)) };
				});
				const { body } = await running.call('POST', '/orders/batch', { key, body: { orders } });
				for (const { status } of body as { status: number }[]) expect(status).toBe(201);
			}
		}
	}

	/** One of the best is cancelled, some are bought up, or a better price comes. */
	async function takeOut(random: (below: number) => number, limit: number): Promise<void> {
		const [side, trader, other] =
			random(2) === 0
				? (['SELL', running.northwind, running.harbour] as const)
				: (['BUY', running.harbour, running.northwind] as const);
		const what = random(4);
		if (what === 0) {
			const taker = { side: side === 'SELL' ? 'BUY' : 'SELL', type: 'MARKET' };
			return place(other, { ...taker, quantity: String(1 + random(40)) });
		}
		if (what === 1) {
			const price = side === 'SELL' ? '10.01' : '9.99';
			return place(trader, { side, price, quantity: '3' });
		}
		const { asks, bids } = await depth(limit);
		const [price] = (side === 'SELL' ? asks : bids)[random(limit)] ?? [];
		const { key } = trader;
		const { body } = await running.call('GET', `/orders?symbol=${symbol}&limit=1000`, { key });
		const orders = body as readonly { readonly orderId: string; readonly price: string }[];
		const found = orders.filter((order) => order.price === price);
		for (const { orderId } of found) await running.call('DELETE', `/orders/${orderId}`, { key });
	}

	test('a book kept up by its changes is the one HTTP shows, checksum and all', async () => {
		await trade(1, 30);
		const number = await socket.subscribe('depth', { symbol, limit: 5_000 });
		const book = new OrderBook((await socket.next(number)).data as unknown as Depth);
		await trade(2, 200);
		const shown = await depth(5_000);
		while (book.lastUpdateId < shown.lastUpdateId) {
			const { event, data } = await socket.next(number);
			expect(event).toBe('update');
			expect(data['checksum']).toEqual(expect.any(Number));
			expect(book.apply(data as unknown as DepthUpdate)).toBe(true);
		}
		const { lastUpdateId, checksum, ...levels } = shown;
		expect(book.lastUpdateId).toBe(lastUpdateId);
		expect(book.best()).toEqual(levels);
		expect(levels.bids.length + levels.asks.length).toBeGreaterThan(10);
		expect(book.checksum()).toBe(checksum);
		expect((await depth(1)).checksum).toBe(checksum);
		await socket.ask('unsubscribe', { subscription: number });
	});

	test.each([10, 11, 50])(
		'with a limit of %i every checksum is right, whatever is taken out of a deep book',
		async (limit) => {
			await fillDeep();
			const number = await socket.subscribe('depth', { symbol, limit });
			const snapshot = (await socket.next(number)).data as unknown as Depth;
			expect([snapshot.bids.length, snapshot.asks.length]).toEqual([limit, limit]);
			const book = new ReadersBook(snapshot);
			const random = randomOf(limit);
			for (let count = 0; count < 40; count += 1) await takeOut(random, limit);
			const shown = await depth(limit);
			for (let last = snapshot.lastUpdateId; last < shown.lastUpdateId;) {
				const update = (await socket.next(number)).data as unknown as DepthUpdate;
				expect([update.firstUpdateId, book.applied(update)]).toEqual([last + 1, update.checksum]);
				last = update.lastUpdateId;
			}
			expect(book.best(limit)).toEqual([shown.bids, shown.asks]);
			await socket.ask('unsubscribe', { subscription: number });
		},
	);

	test('a stream of fewer prices than the checksum is of is refused in words', async () => {
		expect(await socket.ask('subscribe', { channel: 'depth', symbol, limit: 9 })).toMatchObject({
			status: 400,
			error: { message: expect.stringContaining("Field 'limit' must be at least 10") },
		});
		const answer = await running.call('GET', `/markets/${symbol}/depth/stream?limit=9`);
		expect(answer.status).toBe(400);
	});

	test('a change that is missing or is another is found, and the book begun anew', async () => {
		await place(running.northwind, { side: 'SELL', price: '20', quantity: '2' });
		const speaker = exchangeSocket({ url: running.url, reconnectMs: 1 });
		speakers.push(speaker);
		const leaving = new AbortController();
		const spoil: ((update: DepthUpdate) => DepthUpdate | undefined)[] = [];
		async function* spoiled() {
			const events = speaker.follow.streamDepth({ symbol }, { signal: leaving.signal });
			for await (const event of events) {
				const change = event.event === 'update' ? spoil.shift() : undefined;
				if (event.event === 'snapshot' || change === undefined) yield event;
				else {
					const data = change(event.data);
					if (data !== undefined) yield { event: 'update' as const, data };
				}
			}
		}
		let resyncs = 0;
		let book: OrderBook | undefined;
		const following = (async () => {
			for await (const next of followBook(spoiled, { onResync: () => (resyncs += 1) })) book = next;
		})();
		await until(() => Promise.resolve(book));
		const faults = [
			() => undefined,
			(update: DepthUpdate) => ({ ...update, asks: [['0.5', '3']] as const }),
		];
		for (const [index, fault] of faults.entries()) {
			spoil.push(fault);
			for (const price of ['21', '22']) {
				await place(running.northwind, { side: 'SELL', price: `${price}.${index}`, quantity: '1' });
			}
			const wanted = await depth(100);
			await until(() => Promise.resolve(book?.lastUpdateId === wanted.lastUpdateId || undefined));
			const { bids, asks } = wanted;
			expect(book?.best(100)).toEqual({ bids, asks });
			expect(resyncs).toBe(index + 1);
		}
		leaving.abort();
		await following;
	});

	test('trades go on behind the last one seen; ticker and candles tell of the newest', async () => {
		const cleared = [running.northwind, running.harbour].map(({ key }) =>
			running.call('DELETE', `/orders?symbol=${symbol}`, { key }),
		);
		await Promise.all(cleared);
		const match = async (price: string) => {
			await place(running.northwind, { side: 'SELL', price, quantity: '1' });
			await place(running.harbour, { side: 'BUY', price, quantity: '1' });
		};
		await match('7');
		const trades = await socket.subscribe('trades', { symbol, limit: 1 });
		const seen = await socket.next(trades);
		expect(seen).toMatchObject({ event: 'trade', data: { price: '7' } });
		const ticker = await socket.subscribe('ticker', { symbol });
		expect(await socket.next(ticker)).toMatchObject({ data: { symbol, lastPrice: '7' } });
		const month = Date.parse(`${new Date(Date.now()).toISOString().slice(0, 7)}-01`);
		const candles = await socket.subscribe('candles', { symbol, interval: '1M' });
		expect(await socket.next(candles)).toMatchObject({ data: { openTime: month, close: '7' } });
		await match('8');
		const lastEventId = seen.id;
		const later = await socket.subscribe('trades', { symbol, lastEventId });
		expect(await socket.next(later)).toMatchObject({ data: { price: '8' } });
		expect(await socket.next(trades)).toMatchObject({ data: { price: '8' } });
		for (let last; last !== '8';) last = (await socket.next(ticker)).data['lastPrice'];
		for (let last; last !== '8';) last = (await socket.next(candles)).data['close'];
	});
});

test('the checksum is of ten asks and ten bids as they are sent, best first', () => {
	const level = (price: string, quantity: string) => [price, quantity] as const;
	const asks = Array.from({ length: 12 }, (_, index) => level(`${10 + index}.05`, '0.03'));
	const bids = [level('9.5', '12'), level('0.007', '1')];
	const book = new OrderBook({ lastUpdateId: 1, bids: bids.toReversed(), asks, checksum: 0 });
	const text = `${Array.from({ length: 10 }, (_, index) => `${10 + index}.05,0.03`).join(',')};9.5,12,0.007,1`;
	expect(book.checksum()).toBe(crc32(text));
});

test.each([
	[[['1.5', '10']], [['15', '10']]],
	[[['1', '23']], [['12', '3']]],
	[
		[
			['1', '2'],
			['3', '4'],
		],
		[['1', '2']],
	],
] as const)(
	'asks %j and %j have two checksums, as has the same on the other side',
	(one, other) => {
		const sums = [one, other].flatMap((levels) => [
			depthChecksum([], levels),
			depthChecksum(levels, []),
		]);
		expect(new Set(sums).size).toBe(4);
	},
);
