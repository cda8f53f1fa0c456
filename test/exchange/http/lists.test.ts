/**
 * Lists by time, by order and by cursor, asked over HTTP: what is listed, in which order, and that a
 * page begins where it should, also where a trader has traded with themselves.
 */
import { systemClock } from '../../../server/clock';
import { Markets } from '../../../exchange/trading/markets/markets';
import { demoMarket } from '../../../exchange/demo/demo';
import { databaseKinds, TestDatabases } from '../../support/servers/databases';
import { followed } from '../../support/clients/pages';
import { send, until } from '../../support/clients/requests';
import { startExchange, type RunningExchange, type Trader } from '../support/exchange';

const databases = new TestDatabases();
afterAll(() => databases.close());

interface Entry {
	readonly orderId: string;
	readonly tradeId: number;
	readonly reportId: string;
	readonly createdAt: number;
	readonly time: number;
	readonly isMaker: boolean;
	readonly side: string;
	readonly commission: string;
	readonly status: string;
}

describe.each(databaseKinds)('lists on %s', (kind) => {
	let running: RunningExchange;
	beforeAll(async () => {
		running = await startExchange(await databases.place(kind));
		const markets = new Markets(running.exchange.database, systemClock);
		await markets.add({ ...demoMarket, symbol: 'SECOND-EUR' }, 'NONE');
		await markets.setSelfTradePrevention('CREDIT-EUR', 'NONE');
	});
	afterAll(() => running.close());

	const order = async (trader: Trader, side: string, price: string, terms: object = {}) => {
		const body = { symbol: 'CREDIT-EUR', type: 'LIMIT', side, price, quantity: '1', ...terms };
		const answer = await running.call('POST', '/orders', { key: trader.key, body });
		expect(answer.status).toBe(201);
		return answer.body as Entry;
	};

	const list = async (path: string, { key }: Trader = running.northwind) => {
		const answer = await running.call('GET', path, { key });
		expect(answer.status).toBe(200);
		return answer.body as readonly Entry[];
	};

	const orderIds = (entries: readonly Entry[]) => entries.map(({ orderId }) => orderId);

	const pages = async (path: string, { key }: Trader = running.northwind) => {
		const ask = (url: string) => send({ method: 'GET', url, headers: { 'x-api-key': key } });
		return (await followed(ask, running.url + path)) as unknown as readonly Entry[];
	};

	/** So that what follows is of a later millisecond. */
	const laterThan = async (time: number) => {
		await until(async () => {
			const { body } = await running.call('GET', '/time');
			return (body as { readonly serverTime: number }).serverTime > time ? true : undefined;
		});
	};

	test('orders of all markets stand in the order of their times, by pages, times and an offset', async () => {
		const placed: Entry[] = [];
		for (let round = 0; round < 4; round += 1) {
			for (const symbol of ['CREDIT-EUR', 'SECOND-EUR']) {
				const entry = await order(running.northwind, 'SELL', '90', { symbol });
				placed.unshift(entry);
				await laterThan(entry.createdAt);
			}
		}
		const ids = orderIds(placed);
		for (const status of ['open', 'all']) {
			expect(orderIds(await list(`/orders?status=${status}`))).toEqual(ids);
			expect(orderIds(await pages(`/orders?status=${status}&limit=3`))).toEqual(ids);
			expect(orderIds(await list(`/orders?status=${status}&offset=3&limit=2`))).toEqual(
				ids.slice(3, 5),
			);
			const [endTime, startTime] = [placed[2]?.createdAt, placed[5]?.createdAt];
			const timely = `/orders?status=${status}&startTime=${startTime}&endTime=${endTime}`;
			expect(orderIds(await list(timely))).toEqual(ids.slice(2, 6));
			expect(orderIds(await pages(`${timely}&limit=1`))).toEqual(ids.slice(2, 6));
			const second = `${timely}&symbol=SECOND-EUR`;
			expect(orderIds(await list(second))).toEqual(
				ids.slice(2, 6).filter((id) => id.startsWith('SECOND')),
			);
		}
		const [newest = ''] = ids;
		await running.call('DELETE', `/orders/${newest}`, { key: running.northwind.key });
		expect(orderIds(await list('/orders'))).toEqual(ids.slice(1));
		expect(orderIds(await list('/orders?status=all'))).toEqual(ids);
		for (const symbol of ['CREDIT-EUR', 'SECOND-EUR']) {
			await running.call('DELETE', `/orders?symbol=${symbol}`, { key: running.northwind.key });
		}
		expect(await list('/orders')).toEqual([]);
	});

	test('an offset that would take long is refused with what to do instead', async () => {
		const answer = await running.call('GET', '/orders?offset=10001', {
			key: running.northwind.key,
		});
		expect(answer).toMatchObject({ status: 400, body: { errorCode: 'Request_Invalid' } });
	});

	test('a trade with oneself is listed twice, each part once by pages, with its own commission', async () => {
		const { northwind, harbour } = running;
		const maker = await order(northwind, 'SELL', '5');
		const first = await order(harbour, 'BUY', '5');
		const own = await order(harbour, 'SELL', '7');
		const taken = await order(harbour, 'BUY', '7');
		expect(taken.status).toBe('FILLED');
		const trades = await list('/account/trades?symbol=CREDIT-EUR', harbour);
		expect(trades.map(({ orderId, isMaker, side }) => [orderId, isMaker, side])).toEqual([
			[taken.orderId, false, 'BUY'],
			[own.orderId, true, 'SELL'],
			[first.orderId, false, 'BUY'],
		]);
		expect(trades.slice(0, 2).map(({ commission }) => commission)).toEqual(['0.014', '0.007']);
		for (const limit of [1, 2, 3]) {
			expect(await pages(`/account/trades?symbol=CREDIT-EUR&limit=${limit}`, harbour)).toEqual(
				trades,
			);
		}
		for (const offset of [1, 2, 3]) {
			expect(await list(`/account/trades?symbol=CREDIT-EUR&offset=${offset}`, harbour)).toEqual(
				trades.slice(offset),
			);
		}
		const ofOrder = await list(`/account/trades?symbol=CREDIT-EUR&orderId=${own.orderId}`, harbour);
		expect(ofOrder).toEqual(trades.slice(1, 2));
		expect(await list(`/account/trades?symbol=CREDIT-EUR&orderId=${maker.orderId}`)).toHaveLength(
			1,
		);
		const foreign = await running.call(
			'GET',
			`/account/trades?symbol=CREDIT-EUR&orderId=${maker.orderId}`,
			{ key: harbour.key },
		);
		expect(foreign).toMatchObject({ status: 404, body: { errorCode: 'Exchange_OrderNotFound' } });
	});

	test('trades of a market and own ones are found by their time', async () => {
		const { northwind, harbour } = running;
		await order(northwind, 'SELL', '8', { quantity: '3' });
		for (let round = 0; round < 3; round += 1) {
			await order(harbour, 'BUY', '8');
			const [last] = await list('/account/trades?symbol=CREDIT-EUR&limit=1', harbour);
			await laterThan(last?.time ?? 0);
		}
		const every = await list('/account/trades?symbol=CREDIT-EUR', harbour);
		const [newest, middle, oldest] = every;
		const range = `startTime=${oldest?.time}&endTime=${middle?.time}`;
		expect(await list(`/account/trades?symbol=CREDIT-EUR&${range}`, harbour)).toEqual([
			middle,
			oldest,
		]);
		const ids = (entries: readonly Entry[]) => entries.map(({ tradeId }) => tradeId);
		const market = await list(`/markets/CREDIT-EUR/trades?${range}`);
		expect(ids(market)).toEqual([oldest?.tradeId, middle?.tradeId]);
		const after = `/markets/CREDIT-EUR/trades?startTime=${oldest?.time}&limit=1`;
		expect(ids(await pages(after))).toEqual([oldest, middle, newest].map((one) => one?.tradeId));
		const before = await list(`/markets/CREDIT-EUR/trades?endTime=${middle?.time}&limit=1`);
		expect(ids(before)).toEqual([middle?.tradeId]);
	});

	test('own reports are listed from one on, by time, or the newest of them', async () => {
		const { northwind, harbour } = running;
		const resting = await order(northwind, 'SELL', '9', { quantity: '2' });
		await order(harbour, 'BUY', '9');
		await order(harbour, 'BUY', '9');
		const every = await pages('/account/reports?symbol=CREDIT-EUR&startTime=0&limit=2');
		const newest = every.slice(-3);
		expect(newest.map(({ orderId }) => orderId)).toEqual(Array(3).fill(resting.orderId));
		expect(newest.map(({ status }) => status)).toEqual(['NEW', 'PARTIALLY_FILLED', 'FILLED']);
		expect(await list('/account/reports?symbol=CREDIT-EUR&limit=3')).toEqual(newest);
		const from = `/account/reports?symbol=CREDIT-EUR&fromId=${newest[1]?.reportId}`;
		expect(await list(from)).toEqual(newest.slice(1));
		const at = newest[0]?.time ?? 0;
		const timely = await list(`/account/reports?symbol=CREDIT-EUR&startTime=${at}&endTime=${at}`);
		expect(timely).toEqual(every.filter(({ time }) => time === at));
		const before = await list(`/account/reports?symbol=CREDIT-EUR&endTime=${at}&limit=1`);
		expect(before).toEqual(every.filter(({ time }) => time <= at).slice(-1));
		const strange = await running.call('GET', '/account/reports?symbol=CREDIT-EUR&fromId=1', {
			key: northwind.key,
		});
		expect(strange).toMatchObject({ status: 400, body: { errorCode: 'Request_Invalid' } });
	});
});
