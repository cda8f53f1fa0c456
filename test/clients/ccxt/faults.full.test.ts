/** What goes wrong, by the names that ccxt's manual gives it. */
import type { Sealkeeper } from '../../../clients/ccxt/sealkeeper.ts';
import { cuttableLine } from '../../exchange/support/cuttable-line';
import { openVenue, symbol, traderAt, type Venue } from './venue';

let venue: Venue;
beforeAll(async () => {
	venue = await openVenue();
});
afterAll(() => venue.close());

const sell =
	(amount: number, price: number, params = {}) =>
	(trader: Sealkeeper) =>
		trader.createOrder(symbol, 'limit', 'sell', amount, price, params);

const faults: ReadonlyArray<readonly [string, string, (trader: Sealkeeper) => Promise<unknown>]> = [
	['more than there is', 'InsufficientFunds', sell(10_001, 10)],
	['more than an order may be', 'InvalidOrder', sell(1_000_001, 10)],
	['an amount below the step', 'InvalidOrder', sell(0.2, 10)],
	['a price above the highest', 'InvalidOrder', sell(1, 100_001)],
	['less than an order must be worth', 'InvalidOrder', sell(1, 0.5)],
	['a term that is not known', 'InvalidOrder', sell(1, 10, { reduceOnly: true })],
	['a time in force that is not known', 'InvalidOrder', sell(1, 10, { timeInForce: 'DAY' })],
	['two triggers', 'InvalidOrder', sell(1, 10, { takeProfitPrice: 11, stopLossPrice: 9 })],
	['post only at once', 'InvalidOrder', sell(1, 10, { postOnly: true, timeInForce: 'IOC' })],
	['another type', 'InvalidOrder', (trader) => trader.createOrder(symbol, 'peg', 'buy', 1, 1)],
	['another side', 'InvalidOrder', (trader) => trader.createOrder(symbol, 'limit', 'hold', 1, 1)],
	[
		'a market there is not',
		'BadSymbol',
		(trader) => trader.createOrder('GOLD/EUR', 'limit', 'buy', 1, 1),
	],
	[
		'a market there is not any more',
		'BadSymbol',
		(trader) => trader['publicGetMarketsSymbol']({ symbol: 'GOLD-EUR' }),
	],
	['an order there is not', 'OrderNotFound', (trader) => trader.fetchOrder('CREDIT-EUR.999999')],
	['a strange id', 'OrderNotFound', (trader) => trader.cancelOrder('../$& ?')],
	[
		'an own id there is not',
		'OrderNotFound',
		(trader) => trader.cancelOrderWithClientOrderId('nothing'),
	],
	['a page that is too long', 'BadRequest', (trader) => trader.fetchOrderBook(symbol, 5_001)],
	['no deposits without a tracker', 'NotSupported', (trader) => trader.fetchDeposits()],
	[
		'a payout to an address',
		'InvalidAddress',
		(trader) => trader.withdraw('EUR', 1, 'somebody@else.test'),
	],
];

test.each(faults)('%s is an error %s', async (_, name, call) => {
	await expect(call(venue.seller)).rejects.toMatchObject({ name });
});

test('the same own id with another order is one used twice, with the same order that order', async () => {
	const params = { clientOrderId: 'twice' };
	const { id } = await sell(1, 40, params)(venue.seller);
	expect(await sell(1, 40, params)(venue.seller)).toMatchObject({ id });
	const other = sell(2, 40, params)(venue.seller);
	await expect(other).rejects.toMatchObject({ name: 'DuplicateOrderId' });
});

test('the message of an error says what to change', async () => {
	await expect(sell(10_001, 10)(venue.seller)).rejects.toThrow(
		/sealkeeper .*Exchange_InsufficientBalance.*10001.*available.*ask for less/,
	);
});

test('a wrong key, none at all, and one that may only read', async () => {
	const { running, seller } = venue;
	const wrong = await traderAt(running.url, 'no-such-key');
	await expect(wrong.fetchBalance()).rejects.toMatchObject({ name: 'AuthenticationError' });
	const nobody = await traderAt(running.url, '');
	await expect(nobody.fetchBalance()).rejects.toMatchObject({ name: 'AuthenticationError' });
	expect(await nobody.fetchTicker(symbol)).toMatchObject({ symbol });
	const { key } = (await seller['privatePostAccountKeys']({
		scope: 'READ',
		label: 'watcher',
	})) as { key: string };
	const reader = await traderAt(running.url, key);
	expect((await reader.fetchBalance())['EUR']?.total).toBe(500_000);
	await expect(sell(1, 40)(reader)).rejects.toMatchObject({ name: 'PermissionDenied' });
});

test('an exchange without an address is asked for one', async () => {
	const lost = await traderAt('https://{hostname}', venue.running.northwind.key);
	await expect(lost.fetchTime()).rejects.toThrow(/requires the address.*urls: \{ api:/);
	lost.hostname = 'exchange.example.org';
	expect(lost.sign('time')).toMatchObject({ url: 'https://exchange.example.org/time' });
});

test('a frozen account is told so', async () => {
	const { running, buyer } = venue;
	const key = running.administratorKey;
	const path = `/admin/accounts/${running.harbour.accountId}`;
	await running.call('POST', `${path}/freeze`, { key, body: { reason: 'a test' } });
	const order = buyer.createOrder(symbol, 'limit', 'buy', 1, 1);
	await expect(order).rejects.toMatchObject({ name: 'AccountSuspended' });
	await running.call('POST', `${path}/unfreeze`, { key, body: { reason: 'it is over' } });
});

test('an order whose answer is lost is sent once, whatever the options say, and can be sent again', async () => {
	const { running, seller } = venue;
	const line = await cuttableLine(running.url);
	const options = { maxRetriesOnFailure: 5 };
	const far = await traderAt(line.url, running.northwind.key, { options });
	await far.loadMarkets();
	line.loseAnswers();
	const before = await seller.fetchOrders(symbol, 1);
	await expect(sell(1, 41)(far)).rejects.toMatchObject({ name: 'NetworkError' });
	const params = { clientOrderId: 'lost' };
	await expect(sell(1, 42, params)(far)).rejects.toMatchObject({ name: 'NetworkError' });
	await line.close();
	const again = await sell(1, 42, params)(seller);
	const after = await seller.fetchOrders(symbol, 1);
	expect(after.slice(before.length).map(({ price }) => price)).toEqual([41, 42]);
	expect(after.at(-1)?.id).toBe(again.id);
	await expect(far.fetchTime()).rejects.toMatchObject({ name: 'NetworkError' });
	await far.close();
});

test('as many requests go out a minute as the exchange says it takes, and no more', async () => {
	const limited = await openVenue({ requestsPerMinuteMax: 5 });
	const { running, seller } = limited;
	await seller.fetchTime();
	expect(seller.rateLimit).toBe(12_000);
	expect(seller.throttler).toMatchObject({ config: { maxWeight: 5, windowSize: 60_000 } });
	const hasty = await traderAt(running.url, running.harbour.key, { enableRateLimit: false });
	const asked = await Promise.allSettled(
		Array.from({ length: 6 }, () => hasty['privateGetAccount']()),
	);
	const refused = asked.filter(({ status }) => status === 'rejected');
	expect(refused).toMatchObject([{ reason: { name: 'RateLimitExceeded' } }]);
	await limited.close();
});
