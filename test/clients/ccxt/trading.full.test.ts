/**
 * Two programs trade by ccxt: one quotes both sides, the other takes, moves and gives up. What each can
 * work out from what it was answered is then exactly what it has.
 */
import type { Sealkeeper } from '../../../clients/ccxt/sealkeeper.ts';
import { randomOf } from '../../exchange/support/random';
import { SigningTrader } from '../../exchange/support/signing';
import { openVenue, symbol, traderAt, type Order, type Venue } from './venue';

let venue: Venue;
beforeAll(async () => {
	venue = await openVenue();
});
afterAll(() => venue.close());

/** In the smallest unit of the money, where sums are exact. */
const units = (amount: number | undefined) => Math.round((amount ?? 0) * 10_000);

async function holdings(trader: Sealkeeper) {
	const { CREDIT, EUR } = await trader.fetchBalance();
	return { credits: CREDIT?.total ?? 0, money: units(EUR?.total) };
}

/** Prices around ten, anew each time, as they are after what was taken. */
async function quote(trader: Sealkeeper): Promise<void> {
	await trader.cancelAllOrders(symbol);
	const steps = [0.05, 0.1, 0.15];
	const ladder = steps.flatMap((step) => [
		{ symbol, type: 'limit', side: 'buy', amount: 5, price: 10 - step },
		{ symbol, type: 'limit', side: 'sell', amount: 5, price: 10 + step },
	]);
	const placed = await trader.createOrders(ladder);
	expect(placed.map(({ status }) => status)).toEqual(ladder.map(() => 'open'));
}

/** One turn of the taker; what it places it also closes. */
async function take(trader: Sealkeeper, random: (below: number) => number): Promise<Order[]> {
	const side = random(2) === 0 ? 'buy' : 'sell';
	const amount = 1 + random(7);
	if (random(3) > 0) return [await trader.createOrder(symbol, 'market', side, amount)];
	const { bids, asks } = await trader.fetchOrderBook(symbol, 5);
	const price = (side === 'buy' ? bids : asks)[0]?.[0] ?? 10;
	const { id = '' } = await trader.createOrder(symbol, 'limit', side, amount, price);
	const across = price + (side === 'buy' ? 0.2 : -0.2);
	const moved = await trader.editOrder(id, symbol, 'limit', side, amount, across);
	if (moved.status === 'open') await trader.cancelOrder(moved.id ?? '', symbol);
	return [await trader.fetchOrder(id, symbol), await trader.fetchOrder(moved.id ?? '', symbol)];
}

test('two programs trade, and both know to the last unit what they have', async () => {
	const { seller: maker, buyer: taker } = venue;
	const traders = [maker, taker];
	const before = await Promise.all(traders.map(holdings));
	const random = randomOf(12);
	const done: Order[] = [];
	for (let turn = 0; turn < 40; turn += 1) {
		await quote(maker);
		done.push(...(await take(taker, random)));
	}
	await maker.cancelAllOrders(symbol);
	expect(done.filter(({ status }) => status === 'closed').length).toBeGreaterThan(20);
	expect(done.filter(({ status }) => status === 'open')).toEqual([]);
	for (const [place, trader] of traders.entries()) {
		const trades = await trader.fetchMyTrades(symbol, 1);
		const change = { credits: 0, money: 0 };
		for (const { side, amount = 0, cost, fee } of trades) {
			change.credits += side === 'buy' ? amount : -amount;
			change.money += (side === 'buy' ? -1 : 1) * units(cost) - units(fee?.cost);
		}
		const { credits = 0, money = 0 } = before[place] ?? {};
		expect(await holdings(trader)).toEqual({
			credits: credits + change.credits,
			money: money + change.money,
		});
		expect(await trader.fetchOpenOrders()).toEqual([]);
	}
});

test('orders, own trades, tape, candles and ticker tell of the same trades', async () => {
	const { buyer: taker } = venue;
	const trades = await taker.fetchMyTrades(symbol, 1);
	const volume = trades.reduce((sum, { amount = 0 }) => sum + amount, 0);
	const orders = await taker.fetchOrders(symbol, 1);
	for (const { filled = 0, amount = 0, remaining = 0 } of orders) {
		expect(filled + remaining).toBe(amount);
	}
	expect(orders.reduce((sum, { filled = 0 }) => sum + filled, 0)).toBe(volume);
	const tape = await taker.fetchTrades(symbol, 1, 1_000);
	expect(tape.map(({ id, side }) => [id, side])).toEqual(trades.map(({ id, side }) => [id, side]));
	const candles = await taker.fetchOHLCV(symbol, '1m', 1);
	expect(candles.reduce((sum, [, , , , , each = 0]) => sum + each, 0)).toBe(volume);
	const ticker = await taker.fetchTicker(symbol);
	expect(ticker).toMatchObject({ last: tape.at(-1)?.price, baseVolume: volume });
});

test('with a secret, a program signs what it asks, over HTTP and the socket', async () => {
	const signer = new SigningTrader();
	const { running } = venue;
	const { body } = await running.call('POST', '/account/keys', {
		key: running.northwind.key,
		body: { label: 'signs', scope: 'TRADE', publicKey: signer.pem },
	});
	const { keyId } = body as { readonly keyId: string };
	const seed = signer.pair.privateKey.export({ format: 'jwk' }).d ?? '';
	const plain = Buffer.from(seed, 'base64url').toString('base64');
	for (const secret of [signer.privatePem, plain]) {
		const trader = await traderAt(running.url, keyId, { secret, options: { recvWindow: 20_000 } });
		await trader.loadTimeDifference();
		const placed = await trader.createOrder(symbol, 'limit', 'sell', 2, 90);
		expect(placed.status).toBe('open');
		const watched = await trader.watchOrders(symbol);
		expect(watched.map(({ id }) => id)).toContain(placed.id);
		const open = await trader.fetchOrders(symbol, undefined, 50, { status: 'open' });
		expect(open.map(({ id }) => id)).toContain(placed.id);
		expect(await trader.cancelOrder(placed.id ?? '', symbol)).toMatchObject({ status: 'canceled' });
		trader.options['timeDifference'] = 60_000;
		await expect(trader.fetchBalance()).rejects.toMatchObject({ name: 'InvalidNonce' });
		await trader.close();
	}
});
