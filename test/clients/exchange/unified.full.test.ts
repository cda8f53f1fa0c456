/**
 * Bots that speak the unified names of many venues trade at the exchange: one quotes both sides and
 * answers each of its fills, the other takes, edits and gives up. What each bot can work out from what
 * it was told is then exactly what it has.
 */
import { TestDatabases } from '../../support/servers/databases';
import { until } from '../../support/clients/requests';
import { randomOf } from '../../exchange/support/random';
import { startExchange, type RunningExchange } from '../../exchange/support/exchange';
import {
	AuthenticationError,
	InsufficientFunds,
	InvalidOrder,
	OrderNotFound,
	UnifiedExchange,
	type Asked,
	type UnifiedOrder,
} from './unified';

const symbol = 'CREDIT/EUR';
const databases = new TestDatabases();
let running: RunningExchange;
let maker: UnifiedExchange;
let taker: UnifiedExchange;

beforeAll(async () => {
	running = await startExchange(await databases.place('SQLite'));
	maker = new UnifiedExchange({ url: running.url, key: running.harbour.key });
	taker = new UnifiedExchange({ url: running.url, key: running.northwind.key });
});
afterAll(async () => {
	for (const venue of [maker, taker]) venue.close();
	await running.close();
	await databases.close();
});

/** In the smallest unit of the demo market's money, where sums are exact. */
const cents = (amount: number) => Math.round(amount * 10_000);

const limit = (side: Asked['side'], price: number, amount: number): Asked => ({
	symbol,
	type: 'limit',
	side,
	price: Number(price.toFixed(2)),
	amount,
});

/** Quotes a ladder, and answers every fill by the opposite order a step further. */
class Quoter {
	answered = 0;
	private readonly leaving = new AbortController();
	private readonly watching: Promise<void>;

	constructor(private readonly venue: UnifiedExchange) {
		this.watching = this.watch();
	}

	quote(middle: number) {
		const steps = [0.05, 0.1, 0.15];
		return this.venue.createOrders(
			steps.flatMap((step) => [limit('buy', middle - step, 5), limit('sell', middle + step, 5)]),
		);
	}

	async end(): Promise<void> {
		this.leaving.abort();
		await this.watching;
		await this.venue.cancelAllOrders(symbol);
	}

	private async watch(): Promise<void> {
		for await (const fill of this.venue.watchMyTrades(symbol, this.leaving.signal)) {
			const [side, step] =
				fill.side === 'buy' ? (['sell', 0.05] as const) : (['buy', -0.05] as const);
			await this.venue.createOrder(limit(side, fill.price + step, fill.amount));
			this.answered += 1;
		}
	}
}

/** What a bot knows to have happened by the orders it was answered. */
async function take(venue: UnifiedExchange): Promise<UnifiedOrder[]> {
	const random = randomOf(12);
	const done: UnifiedOrder[] = [];
	for (let turn = 0; turn < 30; turn += 1) {
		const side = random(2) === 0 ? 'buy' : 'sell';
		const amount = 1 + random(4);
		if (random(3) > 0) {
			done.push(await venue.createOrder({ symbol, type: 'market', side, amount }));
			continue;
		}
		const { bids, asks } = await venue.fetchOrderBook(symbol, 5);
		const best = (side === 'buy' ? bids : asks)[0]?.[0] ?? 10;
		const resting = await venue.createOrder(limit(side, best, amount));
		if (resting.status !== 'open') continue;
		// The other bot answers meanwhile, so that any of these may come too late.
		const moved = await venue
			.editOrder(resting.id, limit(side, best, amount + 1))
			.catch(whereItIsDone);
		if (moved === undefined) continue;
		expect(await venue.fetchOrder(resting.id)).toMatchObject({ status: 'canceled' });
		if (moved.status === 'open') await venue.cancelOrder(moved.id).catch(whereItIsDone);
	}
	return done;
}

function whereItIsDone(fault: unknown): undefined {
	if (!(fault instanceof OrderNotFound)) throw fault;
	return undefined;
}

async function holdings(venue: UnifiedExchange) {
	const balance = await venue.fetchBalance();
	return { credits: balance['CREDIT']?.total ?? 0, money: cents(balance['EUR']?.total ?? 0) };
}

/** What a bot that only looks was told, until it is left. */
function look(venue: UnifiedExchange) {
	const leaving = new AbortController();
	const seen = { tape: [] as string[], open: new Set<string>(), nonce: 0, book: '' };
	const looking = Promise.all([
		(async () => {
			for await (const { id } of venue.watchTrades(symbol, leaving.signal)) seen.tape.push(id);
		})(),
		(async () => {
			for await (const { id, status } of venue.watchOrders(symbol, leaving.signal)) {
				if (status === 'open') seen.open.add(id);
				else seen.open.delete(id);
			}
		})(),
		(async () => {
			for await (const book of venue.watchOrderBook(symbol, leaving.signal)) {
				seen.nonce = book.nonce;
				seen.book = JSON.stringify([book.bids, book.asks]);
			}
		})(),
	]);
	const leave = async () => {
		leaving.abort();
		await looking;
	};
	return { seen, leave };
}

test('two bots trade, and both know to the last unit what they have', async () => {
	const { seen, leave } = look(maker);
	const before = [await holdings(maker), await holdings(taker)] as const;
	const quoter = new Quoter(maker);
	expect(await quoter.quote(10)).not.toContainEqual(expect.any(Error));
	const done = await take(taker);
	expect(done.filter(({ status }) => status === 'closed').length).toBeGreaterThan(10);
	await until(async () => {
		const fills = await maker.fetchMyTrades(symbol);
		return fills.length > 0 && quoter.answered >= fills.length ? true : undefined;
	});
	await quoter.end();
	await taker.cancelAllOrders(symbol);
	const shown = await maker.fetchOrderBook(symbol, 10);
	await until(() => Promise.resolve(seen.nonce >= shown.nonce ? true : undefined));
	await leave();
	expect(seen.book).toBe(JSON.stringify([shown.bids, shown.asks]));
	expect([...seen.open]).toEqual([]);
	const tape = await maker.fetchTrades(symbol, 1_000);
	expect(seen.tape).toEqual(tape.map(({ id }) => id));
	const venues = [maker, taker];
	for (const [index, venue] of venues.entries()) {
		const trades = await venue.fetchMyTrades(symbol);
		const change = { credits: 0, money: 0 };
		for (const { side, amount, cost, fee } of trades) {
			change.credits += side === 'buy' ? amount : -amount;
			change.money += cents(side === 'buy' ? -cost : cost) - cents(fee.cost);
		}
		const { credits, money } = before[index] ?? { credits: 0, money: 0 };
		expect(await holdings(venue)).toEqual({
			credits: credits + change.credits,
			money: money + change.money,
		});
		expect(await venue.fetchOpenOrders(symbol)).toEqual([]);
	}
});

test('each order, its fills, the tape, the candles and the ticker tell of the same trades', async () => {
	const trades = await taker.fetchMyTrades(symbol);
	const volume = trades.reduce((sum, { amount }) => sum + amount, 0);
	const closed = await taker.fetchClosedOrders(symbol);
	expect(closed.reduce((sum, { filled }) => sum + filled, 0)).toBe(volume);
	const [filled] = closed.filter(({ status }) => status === 'closed');
	if (filled === undefined) throw new Error('no order was filled');
	const own = await taker.fetchOrderTrades(filled.id, symbol);
	expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBe(filled.amount);
	const tape = await taker.fetchTrades(symbol, 1_000);
	expect(tape.map(({ id }) => id)).toEqual(trades.map(({ id }) => id));
	const candles = await taker.fetchOHLCV(symbol);
	expect(candles.reduce((sum, row) => sum + (row[5] ?? 0), 0)).toBe(volume);
	expect(await taker.fetchTicker(symbol)).toMatchObject({
		last: tape.at(-1)?.price,
		baseVolume: volume,
	});
	expect(Object.keys(await taker.fetchTickers())).toEqual([symbol]);
});

test('rules and time are told, and refusals have their unified kinds', async () => {
	expect((await taker.loadMarkets())[symbol]).toMatchObject({
		active: true,
		precision: { amount: 1, price: 0.01 },
		taker: 0.002,
	});
	const before = Date.now();
	const told = await taker.fetchTime();
	const after = Date.now();
	expect(told).toBeGreaterThanOrEqual(before);
	expect(told).toBeLessThanOrEqual(after);
	const poor = taker.createOrder(limit('buy', 90_000, 999_999));
	await expect(poor).rejects.toBeInstanceOf(InsufficientFunds);
	await expect(taker.createOrder(limit('buy', 1, 1.5))).rejects.toBeInstanceOf(InvalidOrder);
	await expect(taker.cancelOrder('CREDIT-EUR.999999')).rejects.toBeInstanceOf(OrderNotFound);
	const nobody = new UnifiedExchange({ url: running.url, key: 'no key' });
	await expect(nobody.fetchOrder('CREDIT-EUR.1')).rejects.toBeInstanceOf(AuthenticationError);
	nobody.close();
	const ids = ['CREDIT-EUR.999999', 'CREDIT-EUR.999998'];
	expect(await taker.cancelOrders(ids)).toEqual([expect.any(Error), expect.any(Error)]);
});
