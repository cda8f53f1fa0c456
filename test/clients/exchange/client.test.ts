/**
 * The client library against a running exchange: its calls, its refusals, lists of many pages, streams
 * that break, and connections that end at the worst time.
 */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { exchangeClient, type ExchangeClient } from '../../../clients/exchange/client';
import type { Order } from '../../../clients/exchange/operations';
import { exchangeSocket } from '../../../clients/exchange/socket';
import { SigningTrader } from '../../exchange/support/signing';
import { TestDatabases } from '../../support/servers/databases';
import { until } from '../../support/clients/requests';
import { cuttableLine } from '../../exchange/support/cuttable-line';
import { startExchange, type RunningExchange } from '../../exchange/support/exchange';

const databases = new TestDatabases();
let running: RunningExchange;
let seller: ExchangeClient;
let buyer: ExchangeClient;

beforeAll(async () => {
	running = await startExchange(await databases.place('SQLite'));
	seller = exchangeClient({ url: running.url, key: running.northwind.key });
	buyer = exchangeClient({ url: running.url, key: running.harbour.key });
});
afterAll(async () => {
	await running.close();
	await databases.close();
});

const market = { symbol: 'CREDIT-EUR' };
const sale = { ...market, side: 'SELL', type: 'LIMIT', price: '7', quantity: '1' } as const;

const isOrder = (answer: object): answer is Order => 'orderId' in answer;

test('a call answers its record, and every field goes where it belongs', async () => {
	const placed = await seller.placeOrder({ ...sale, clientOrderId: 'from-a-client' });
	if (!isOrder(placed)) throw new Error('the order waits for a deposit');
	expect(placed).toMatchObject({ status: 'NEW', price: '7', clientOrderId: 'from-a-client' });
	expect(await seller.getOrder({ orderId: placed.orderId })).toMatchObject(placed);
	expect(await seller.listOrders({ ...market, status: 'open' })).toHaveLength(1);
	const canceled = await seller.cancelOrder({ orderId: placed.orderId });
	expect(canceled).toMatchObject({ status: 'CANCELED' });
	expect(await seller.listOrders()).toEqual([]);
});

test('with a private key in either form it signs calls, lists, streams and sockets, below any path', async () => {
	const signer = new SigningTrader();
	const terms = { label: 'signs', scope: 'FULL', publicKey: signer.publicKey } as const;
	const { keyId, ...made } = await seller.makeOwnKey(terms);
	expect(made).not.toHaveProperty('key');
	const seed = signer.pair.privateKey.export({ format: 'jwk' }).d ?? '';
	const plain = Buffer.from(seed, 'base64url').toString('base64');
	for (const privateKey of [signer.privatePem, plain]) {
		const signing = { keyId, privateKey, recvWindowMs: 10_000 };
		const signed = exchangeClient({ url: `${running.url}/`, signing });
		await signed.placeOrders({ orders: [sale, sale, sale] });
		const seen: string[] = [];
		for await (const { orderId } of signed.all.listOrders({ status: 'open', limit: 2 }))
			seen.push(orderId);
		expect(seen).toHaveLength(3);
		for await (const { event } of signed.follow.streamReports(market)) {
			expect(event).toBe('openOrders');
			break;
		}
		expect(await signed.cancelAllOrders(market)).toHaveLength(3);
		const socket = exchangeSocket({ url: running.url, signing });
		const placed = await socket.placeOrder(sale);
		expect(placed).toMatchObject({ status: 'NEW' });
		await socket.cancelAllOrders(market);
		socket.close();
	}
	const proxy = await prefixedProxy(running.url, '/exchange');
	const behind = { url: `${proxy.url}/exchange`, signing: { keyId, privateKey: plain } };
	expect(await exchangeClient(behind).listOrders({ ...market, status: 'open' })).toEqual([]);
	await proxy.close();
	const foreign = { keyId, privateKey: new SigningTrader().privatePem };
	await expect(
		exchangeClient({ url: running.url, signing: foreign }).account(),
	).rejects.toMatchObject({ status: 401, errorCode: 'Auth_SignatureInvalid' });
});

/** Takes the beginning of each path away, as a proxy before several programs does. */
async function prefixedProxy(target: string, prefix: string) {
	const server = http.createServer((request, response) => {
		const url = target + (request.url ?? '').slice(prefix.length);
		const { method = '', headers } = request;
		http.request(url, { method, headers }, (answer) => answer.pipe(response)).end();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		close: () => new Promise((resolve) => server.close(resolve)),
	};
}

test('a refusal says its code, its field and the id of the request', async () => {
	await expect(seller.placeOrder({ ...sale, price: '7.001' })).rejects.toMatchObject({
		name: 'ExchangeRefusal',
		status: 400,
		errorCode: 'Request_Invalid',
		values: expect.arrayContaining(['price']) as unknown,
		requestId: expect.any(String) as unknown,
	});
	const stranger = exchangeClient({ url: running.url });
	await expect(stranger.account()).rejects.toMatchObject({ status: 401 });
	expect(await stranger.listMarkets()).toMatchObject([market]);
});

test('what is no field or no id is refused before anything is sent', async () => {
	const mistyped = { ...market, offest: 1 };
	await expect(seller.listOrders(mistyped)).rejects.toThrow('/orders takes no field offest');
	await expect(seller.getOrder({ orderId: '..' })).rejects.toThrow(
		"orderId must be an id, and is '..'",
	);
});

test('a list is walked to its end, page by page', async () => {
	const orders = Array.from({ length: 25 }, (_, index) => ({
		...sale,
		price: String(100 + index),
	}));
	const placed = await seller.placeOrders({ orders });
	const expected = placed.map(({ order }) => order?.orderId).reverse();
	const seen: string[] = [];
	for await (const { orderId } of seller.all.listOrders({ ...market, limit: 4 }))
		seen.push(orderId);
	expect(seen).toEqual(expected);
	await seller.cancelAllOrders(market);
});

test('a stream that breaks goes on behind what was seen, and ends when it is left', async () => {
	const line = await cuttableLine(running.url);
	const reader = exchangeClient({ url: line.url, key: running.northwind.key, reconnectMs: 1 });
	const leaving = new AbortController();
	const fills: (number | undefined)[] = [];
	let begun = 0;
	const following = (async () => {
		for await (const event of reader.follow.streamReports(market, { signal: leaving.signal })) {
			if (event.event === 'openOrders') begun += 1;
			else if (event.data.execType === 'TRADE') fills.push(event.data.tradeId);
		}
	})();
	await until(() => Promise.resolve(begun > 0 ? true : undefined));
	for (let round = 0; round < 5; round += 1) {
		await seller.placeOrder(sale);
		line.cut();
		await buyer.placeOrder({ ...sale, side: 'BUY' });
	}
	await until(() => Promise.resolve(fills.length === 5 ? true : undefined));
	leaving.abort();
	await following;
	const trades = await seller.accountTrades({ ...market, limit: 5 });
	expect(fills).toEqual(trades.map(({ tradeId }) => tradeId).reverse());
	await line.close();
});

test('where no answer comes, the call says that it may have been carried out', async () => {
	const line = await cuttableLine(running.url);
	const client = exchangeClient({ url: line.url, key: running.northwind.key });
	line.loseAnswers();
	const order = { ...sale, clientOrderId: 'unheard' };
	await expect(client.placeOrder(order)).rejects.toMatchObject({
		name: 'NoResponseError',
		mayHaveHappened: true,
	});
	await expect(client.account()).rejects.toMatchObject({ mayHaveHappened: false });
	// The same order again is accepted once.
	const again = await seller.placeOrder(order);
	expect(await seller.listOrders(market)).toMatchObject([again]);
	await seller.cancelAllOrders(market);
	await line.close();
});
