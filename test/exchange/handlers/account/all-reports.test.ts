/**
 * The stream of reports of all markets: each report once and none missing, in the order of its
 * market, however often the reader is cut off and at whichever report.
 */
import { Markets } from '../../../../exchange/trading/markets/markets';
import { demoMarket } from '../../../../exchange/demo/demo';
import { removePlaces } from '../../../../exchange/events/removing';
import { systemClock } from '../../../../server/clock';
import { Random } from '../../../simulation/world';
import { until } from '../../../support/clients/requests';
import { bothDatabaseKinds, TestDatabases } from '../../../support/servers/databases';
import {
	EventReader,
	startExchange,
	type ReadEvent,
	type RunningExchange,
	type Trader,
} from '../../support/exchange';
import { TestSocket } from '../../support/socket';

const databases = new TestDatabases();
afterAll(() => databases.close());

const symbols = ['CREDIT-EUR', 'CREDIT-TRI', 'CREDIT-TWO'];

type Told = Pick<ReadEvent, 'event' | 'id' | 'data'>;

const reportId = ({ data }: Told) => String(data['reportId']);

describe.each(bothDatabaseKinds)('reports of all markets on %s', (kind) => {
	let running: RunningExchange;
	beforeAll(async () => {
		running = await startExchange(await databases.place(kind));
		const markets = new Markets(running.exchange.database, systemClock);
		for (const symbol of symbols.slice(1)) await markets.add({ ...demoMarket, symbol });
	});
	afterAll(() => running.close());
	afterEach(async () => {
		for (const symbol of symbols) {
			for (const { key } of [running.northwind, running.harbour]) {
				await running.call('DELETE', `/orders?symbol=${symbol}`, { key });
			}
		}
	});

	const place = async (trader: Trader, order: object) => {
		const body = { type: 'LIMIT', price: '5', quantity: '1', ...order };
		const answer = await running.call('POST', '/orders', { key: trader.key, body });
		expect(answer.status).toBe(201);
		return answer.body as { readonly orderId: string };
	};

	/** Reports as they are listed, market by market. */
	const listed = async ({ key }: Trader) => {
		const all: string[][] = [];
		for (const symbol of symbols) {
			const path = `/account/reports?symbol=${symbol}&limit=1000&startTime=1`;
			const { body } = await running.call('GET', path, { key });
			all.push((body as { readonly reportId: string }[]).map((report) => report.reportId));
		}
		return all;
	};

	const ofMarkets = (ids: readonly string[]) =>
		symbols.map((symbol) => ids.filter((id) => id.startsWith(`${symbol}.`)));

	const follow = ({ key }: Trader, lastId?: string) =>
		EventReader.open(`${running.url}/account/reports/stream`, {
			'x-api-key': key,
			...(lastId !== undefined && { 'last-event-id': lastId }),
		});

	test('over the socket they begin with the open orders of all', async () => {
		const placed = [];
		for (const symbol of symbols) {
			placed.push(await place(running.northwind, { symbol, side: 'SELL' }));
		}
		await place(running.harbour, { symbol: 'CREDIT-TWO', side: 'BUY', price: '1' });
		const socket = await TestSocket.open(running.url, running.northwind.key);
		const number = await socket.subscribe('reports');
		const found: unknown[] = [];
		for (let isMore = true; isMore;) {
			const { event, data, more } = await socket.next(number);
			if (event !== 'openOrders') continue;
			found.push(...(data['orders'] as { readonly orderId: string }[]));
			isMore = more === true;
		}
		expect(found).toMatchObject(placed.map(({ orderId }) => ({ orderId, status: 'NEW' })));
		for (const [symbol, price] of symbols.map((name, index) => [name, String(5 + index)])) {
			await place(running.harbour, { symbol, side: 'BUY', price });
		}
		const traded: unknown[] = [];
		while (traded.length < symbols.length) {
			const { event, data } = await socket.next(number);
			expect(event).toBe('executionReport');
			if (data['execType'] === 'TRADE') traded.push(data['symbol']);
		}
		expect(traded.toSorted()).toEqual(symbols.toSorted());
		await socket.close();
	});

	test('however often it breaks, each report is told once and none is missing', async () => {
		const random = new Random(11);
		const { northwind, harbour } = running;
		const first = await follow(northwind);
		const opening = await first.next();
		expect(opening).toMatchObject({ event: 'openOrders', data: { orders: [] } });
		first.close();
		const before = new Set((await listed(northwind)).flat());

		/** The last report of each market is that of an order named `last`. */
		const trading = Promise.all(
			symbols.map(async (symbol) => {
				for (let round = 0; round < 12; round += 1) {
					const orders = [1, 2, 3].map((quantity) => ({
						...{ symbol, side: 'SELL', type: 'LIMIT', price: '5', quantity: String(quantity) },
					}));
					const batch = { key: northwind.key, body: { orders } };
					expect((await running.call('POST', '/orders/batch', batch)).status).toBe(200);
					await place(harbour, { symbol, side: 'BUY', quantity: String(1 + random.below(6)) });
				}
				await running.call('DELETE', `/orders?symbol=${symbol}`, { key: northwind.key });
				await place(northwind, { symbol, side: 'SELL', clientOrderId: `last-of-${symbol}` });
			}),
		);
		const told: Told[] = [];
		let lastId = opening?.id;
		let open = 0;
		let reader = await follow(northwind, lastId);
		for (let left = symbols.length; left > 0;) {
			if (open === 0) {
				reader.close();
				reader = await follow(northwind, lastId);
				open = 1 + random.below(9);
			}
			open -= 1;
			const event = await reader.next();
			if (event === undefined) throw new Error('the stream has ended');
			expect(event.event).toBe('executionReport');
			told.push(event);
			lastId = event.id;
			if (String(event.data['clientOrderId']).startsWith('last-of-')) left -= 1;
		}
		reader.close();
		await trading;
		const wanted = (await listed(northwind)).map((ids) => ids.filter((id) => !before.has(id)));
		const ids = told.map(reportId);
		expect(ofMarkets(ids)).toEqual(wanted);
		expect(new Set(ids).size).toBe(ids.length);
		const places = told.map(({ id }) => Number(id));
		expect(places).toEqual(places.toSorted((one, other) => one - other));
	});

	test('an id that was never given, or of what is removed, begins anew', async () => {
		const { orderId } = await place(running.northwind, { symbol: 'CREDIT-TWO', side: 'SELL' });
		const begins = async (lastId: string) => {
			const reader = await follow(running.northwind, lastId);
			const event = await reader.next();
			reader.close();
			return event;
		};
		const opening = { event: 'openOrders', data: { orders: [{ orderId }] } };
		for (const id of ['999999999999', 'CREDIT-EUR.1.0', 'nonsense', '9'.repeat(200)]) {
			expect(await begins(id)).toMatchObject(opening);
		}
		expect(await begins('0')).toMatchObject({ event: 'executionReport' });
		const { database } = running.exchange;
		await until(async () => {
			await removePlaces(database, systemClock.now() + 1);
			return (await begins('0'))?.event === 'openOrders' ? true : undefined;
		});
		expect(await begins('0')).toMatchObject(opening);
	});
});
