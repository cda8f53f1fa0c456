import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { startBareExchange, type BareExchange } from '../../support/exchange';
import { openLane, startTime, type TestLane } from '../../support/lane';
import { Random } from '../../../simulation/world';

const databases = new TestDatabases();
afterAll(() => databases.close());

const minuteMs = 60_000;
const dayMs = 86_400_000;

const everyMs = (spanMs: number) => (time: number) => time - (time % spanMs);

/** When a candle of each interval opens, by the clock and the calendar. */
const openings: Readonly<Record<string, (time: number) => number>> = {
	'1m': everyMs(minuteMs),
	'3m': everyMs(3 * minuteMs),
	'5m': everyMs(5 * minuteMs),
	'15m': everyMs(15 * minuteMs),
	'30m': everyMs(30 * minuteMs),
	'1h': everyMs(60 * minuteMs),
	'2h': everyMs(120 * minuteMs),
	'4h': everyMs(240 * minuteMs),
	'6h': everyMs(360 * minuteMs),
	'12h': everyMs(720 * minuteMs),
	'1d': everyMs(dayMs),
	/** Back to the last Monday, day by day. */
	'1w': (time) => {
		let day = time - (time % dayMs);
		while (new Date(day).getUTCDay() !== 1) day -= dayMs;
		return day;
	},
	'1M': (time) => Date.parse(`${new Date(time).toISOString().slice(0, 7)}-01T00:00:00.000Z`),
};

/** February of a common and of a leap year, the end of a year, a Monday that begins a month. */
const turns = ['2026-11-23', '2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01', '2028-02-29']
	.concat(['2028-03-01'])
	.map((day) => Date.parse(day));

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
function candlesOf(
	traded: readonly Traded[],
	openingOf: (time: number) => number,
): readonly Candle[] {
	const spans = Map.groupBy(traded, ({ time }) => openingOf(time));
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

/** Many times within four days, fewer within 16 months, and those on either side of each turn. */
function timesOf(random: Random): readonly number[] {
	const times = turns.flatMap((turn) => [turn - 1, turn]);
	let time = startTime;
	while (time < startTime + 4 * dayMs) {
		times.push(time);
		if (random.chance(0.3)) continue;
		time += random.chance(0.5) ? random.below(4 * minuteMs) : random.below(dayMs / 5);
	}
	for (; time < Date.parse('2028-04-10'); time += random.below(9 * dayMs)) times.push(time);
	return times.toSorted((one, other) => one - other);
}

/** Those of one time, and some others, are in one batch of the lane. */
async function tradeForMonths(lane: TestLane): Promise<readonly Traded[]> {
	const random = new Random(4);
	const traded: Traded[] = [];
	for (const time of timesOf(random)) {
		if (time > lane.clock.time || random.chance(0.5)) await lane.drain();
		lane.clock.time = time;
		const price = 1 + random.below(50);
		const quantity = 1 + random.below(9);
		const shared = { type: 'LIMIT', price: String(price), quantity: String(quantity) } as const;
		await lane.place(lane.ben, { ...shared, side: 'SELL' });
		await lane.place(lane.anna, { ...shared, side: 'BUY' });
		traded.push({ time, price, quantity });
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
		traded = await tradeForMonths(lane);
		await lane.close();
		running = await startBareExchange(place);
	});
	afterAll(() => running.close());

	const candles = async (query: string) =>
		(await running.call('GET', `/markets/CREDIT-EUR/candles?${query}`)).body;

	test('two days hold every trade of two days', async () => {
		const [first, second] = candlesOf(traded, everyMs(dayMs));
		expect(first?.trades).toBeGreaterThan(10);
		expect(await candles('interval=1d&limit=2&startTime=0')).toMatchObject([first, second]);
	});

	test.each(Object.entries(openings))(
		'candles of %s are those of the trades',
		async (name, openingOf) => {
			const wanted = candlesOf(traded, openingOf);
			expect(wanted.length).toBeGreaterThan(15);
			expect(await candles(`interval=${name}&limit=1000`)).toMatchObject(wanted);
			const first = await candles(`interval=${name}&limit=3&startTime=0`);
			expect(first).toMatchObject(wanted.slice(0, 3));
		},
	);

	test.each(Object.entries(openings))(
		'candles of %s open between the times asked for, and are whole',
		async (name, openingOf) => {
			const day = startTime + dayMs + 90 * minuteMs + 1;
			const ranges = [
				[day, startTime + 3 * dayMs],
				...turns.flatMap((turn) => [
					[turn, turn + 40 * dayMs],
					[turn + 1, turn + 70 * dayMs],
					[day, turn],
					[day, turn - 1],
				]),
			] as const;
			for (const [since = 0, until = 0] of ranges) {
				const wanted = candlesOf(traded, openingOf).filter(
					({ openTime }) => openTime >= since && openTime <= until,
				);
				const query = `interval=${name}&limit=1000&startTime=${since}&endTime=${until}`;
				expect(await candles(query)).toMatchObject(wanted);
			}
		},
	);

	test.each(Object.entries(openings))(
		'the newest candles of %s are answered without a start',
		async (name, openingOf) => {
			const all = candlesOf(traded, openingOf);
			for (const limit of [1, 2, 7, 1_000]) {
				expect(await candles(`interval=${name}&limit=${limit}`)).toEqual(
					all.slice(-limit).map((candle) => expect.objectContaining(candle) as unknown),
				);
				for (const end of turns.flatMap((turn) => [turn - 1, turn])) {
					const until = all.filter(({ openTime }) => openTime <= end).slice(-limit);
					const found = await candles(`interval=${name}&limit=${limit}&endTime=${end}`);
					expect(found).toMatchObject(until);
				}
			}
		},
	);

	test('a page of months goes on where it ended', async () => {
		const wanted = candlesOf(traded, openings['1M'] ?? everyMs(dayMs));
		const found: Candle[] = [];
		let next: string | undefined = '?interval=1M&limit=4&startTime=0';
		while (next !== undefined) {
			const answer = await running.call('GET', `/markets/CREDIT-EUR/candles${next}`);
			found.push(...(answer.body as readonly Candle[]));
			next = /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
		}
		expect(found).toMatchObject(wanted);
	});

	test('what lies beyond every calendar is empty', async () => {
		for (const name of Object.keys(openings)) {
			expect(await candles(`interval=${name}&startTime=${Number.MAX_SAFE_INTEGER}`)).toEqual([]);
		}
	});
});
