import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { startBareExchange, type BareExchange } from '../../support/exchange';
import { openLane, startTime, type TestLane } from '../../support/lane';
import { Random } from '../../../simulation/world';

const databases = new TestDatabases();
afterAll(() => databases.close());

const minuteMs = 60_000;
const dayMs = 86_400_000;
const spansMs = {
	'1m': minuteMs,
	'5m': 5 * minuteMs,
	'15m': 15 * minuteMs,
	'1h': 60 * minuteMs,
	'4h': 240 * minuteMs,
	'1d': dayMs,
} as const;

interface Candle {
	readonly openTime: number;
	readonly open: string;
	readonly high: string;
	readonly low: string;
	readonly close: string;
	readonly volume: string;
	readonly trades: number;
}

interface Traded {
	readonly time: number;
	readonly price: number;
	readonly quantity: number;
}

/** What anyone would put together from the trades alone. */
function candlesOf(traded: readonly Traded[], spanMs: number): readonly Candle[] {
	const spans = Map.groupBy(traded, ({ time }) => time - (time % spanMs));
	return [...spans].map(([openTime, trades]) => {
		const prices = trades.map(({ price }) => price);
		const sum = trades.reduce((lots, { quantity }) => lots + quantity, 0);
		return {
			openTime,
			open: String(prices.at(0)),
			high: String(Math.max(...prices)),
			low: String(Math.min(...prices)),
			close: String(prices.at(-1)),
			volume: String(sum),
			trades: trades.length,
		};
	});
}

/** Trades in many minutes of four days, some of them several in one batch of the lane. */
async function tradeForDays(lane: TestLane): Promise<readonly Traded[]> {
	const random = new Random(4);
	const traded: Traded[] = [];
	while (lane.clock.time < startTime + 4 * dayMs) {
		const price = 1 + random.below(50);
		const quantity = 1 + random.below(9);
		const shared = { type: 'LIMIT', price: String(price), quantity: String(quantity) } as const;
		await lane.place(lane.ben, { ...shared, side: 'SELL' });
		await lane.place(lane.anna, { ...shared, side: 'BUY' });
		traded.push({ time: lane.clock.time, price, quantity });
		if (random.chance(0.3)) continue;
		await lane.drain();
		lane.clock.time += random.chance(0.5) ? random.below(4 * minuteMs) : random.below(dayMs / 5);
	}
	await lane.drain();
	return traded;
}

describe.each(databaseKinds)('candles on %s', (kind) => {
	let traded: readonly Traded[];
	let running: BareExchange;

	beforeAll(async () => {
		const place = await databases.place(kind);
		const lane = await openLane(place);
		await lane.fund(lane.anna, 'EUR', '1000000');
		await lane.fund(lane.ben, 'CREDIT', '1000000');
		traded = await tradeForDays(lane);
		await lane.close();
		running = await startBareExchange(place);
	});
	afterAll(() => running.close());

	const candles = async (query: string) =>
		(await running.call('GET', `/markets/CREDIT-EUR/candles?${query}`)).body;

	test('two days hold every trade of two days', async () => {
		const [first, second] = candlesOf(traded, dayMs);
		expect(first?.trades).toBeGreaterThan(10);
		expect(await candles('interval=1d&limit=2')).toMatchObject([first, second]);
	});

	test.each(Object.entries(spansMs))(
		'candles of %s are those of the trades',
		async (name, spanMs) => {
			const wanted = candlesOf(traded, spanMs);
			expect(await candles(`interval=${name}&limit=1000`)).toMatchObject(wanted);
			expect(await candles(`interval=${name}&limit=3`)).toMatchObject(wanted.slice(0, 3));
		},
	);

	test.each(Object.entries(spansMs))(
		'candles of %s open between the times asked for, and are whole',
		async (name, spanMs) => {
			const since = startTime + dayMs + 90 * minuteMs + 1;
			const until = startTime + 3 * dayMs;
			const wanted = candlesOf(traded, spanMs).filter(
				({ openTime }) => openTime >= since && openTime <= until,
			);
			const query = `interval=${name}&limit=1000&startTime=${since}&endTime=${until}`;
			expect(await candles(query)).toMatchObject(wanted);
		},
	);
});
