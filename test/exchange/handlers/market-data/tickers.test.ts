/**
 * The ticker of a market against all of its trades, added up one by one: whatever was traded before
 * and within the window of 24 hours, which begins with a minute.
 */
import { readTicker, Tickers } from '../../../../exchange/market-data/tickers';
import { tickerWire } from '../../../../exchange/market-data/wire';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { Random } from '../../../simulation/world';
import { openLane, startTime, type TestLane } from '../../support/lane';

const databases = new TestDatabases();
afterAll(() => databases.close());

const minuteMs = 60_000;
const dayMs = 86_400_000;

describe.each(databaseKinds)('the ticker on %s', (kind) => {
	let lane: TestLane;
	let kept: Tickers;
	beforeAll(async () => {
		lane = await openLane(await databases.place(kind));
		kept = new Tickers(lane.database);
		await lane.fund(lane.anna, 'CREDIT', '100000');
		await lane.fund(lane.ben, 'EUR', '100000000');
	});
	afterAll(() => lane.close());

	/** Read from the database; what is kept from earlier readings must be the same. */
	const ticker = async () => {
		const read = await readTicker(lane.database, 'CREDIT-EUR', lane.clock.time);
		expect(await kept.of(['CREDIT-EUR'], lane.clock.time)).toEqual(new Map([['CREDIT-EUR', read]]));
		return tickerWire(lane.market, read);
	};

	test('makes nothing up where nothing was traded', async () => {
		expect(await ticker()).toEqual({
			symbol: 'CREDIT-EUR',
			volume: '0',
			quoteVolume: '0',
			trades: 0,
			openTime: startTime - dayMs,
			closeTime: startTime,
		});
	});

	test('is what all trades of its window come to, at any moment of two days and more', async () => {
		const random = new Random(7);
		const traded: { time: number; price: number; quantity: number }[] = [];
		for (let round = 0; round < 40; round += 1) {
			for (let moment = 0; moment < 3; moment += 1) {
				lane.clock.time += random.below(60 * minuteMs);
				const read = await ticker();
				if (traded.length > 0) expect(read).toMatchObject(expected(traded, lane.clock.time));
			}
			const [price, quantity] = [10 + random.below(20), 1 + random.below(5)];
			const order = { type: 'LIMIT', price: String(price), quantity: String(quantity) } as const;
			await lane.place(lane.anna, { side: 'SELL', ...order });
			await lane.place(lane.ben, { side: 'BUY', ...order });
			traded.push({ time: lane.clock.time, price, quantity });
			await lane.drain();
			lane.clock.time += random.below(minuteMs);
			expect(await ticker()).toMatchObject(expected(traded, lane.clock.time));
		}
		lane.clock.time += 2 * dayMs;
		const { lastPrice, trades, openPrice } = await ticker();
		const last = String(traded.at(-1)?.price);
		expect({ lastPrice, trades, openPrice }).toEqual({ lastPrice: last, trades: 0 });
	});

	test('shows the best prices', async () => {
		for (const [account, side, price] of [
			[lane.anna, 'SELL', '50'],
			[lane.anna, 'SELL', '49.5'],
			[lane.ben, 'BUY', '2'],
			[lane.ben, 'BUY', '3.25'],
		] as const) {
			await lane.place(account, { side, type: 'LIMIT', price, quantity: '4' });
		}
		await lane.drain();
		expect(await ticker()).toMatchObject({
			bidPrice: '3.25',
			bidQty: '4',
			askPrice: '49.5',
			askQty: '4',
		});
	});
});

function expected(
	traded: readonly { time: number; price: number; quantity: number }[],
	now: number,
) {
	const openTime = Math.floor((now - dayMs) / minuteMs) * minuteMs;
	const within = traded.filter(({ time }) => time >= openTime);
	const prices = within.map(({ price }) => price);
	const [open = 0, last = 0] = [prices[0], prices.at(-1)];
	const volume = within.reduce((sum, { quantity }) => sum + quantity, 0);
	const quote = within.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
	/** Exact: a quotient of numbers could lie a little below its last digit. */
	const cut = (value: number, by: number, digits: number) =>
		String(Number(BigInt(value * digits) / BigInt(by)) / digits);
	return {
		openTime,
		closeTime: now,
		openPrice: String(open),
		lastPrice: String(last),
		highPrice: String(Math.max(...prices)),
		lowPrice: String(Math.min(...prices)),
		priceChange: String(last - open),
		priceChangePercent: cut((last - open) * 100, open, 1000),
		volume: String(volume),
		quoteVolume: String(quote),
		weightedAvgPrice: cut(quote, volume, 10_000),
		trades: within.length,
	};
}
