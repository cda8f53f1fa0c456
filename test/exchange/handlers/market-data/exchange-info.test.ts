/** What a program begins with is what it then meets: every rule it is told is tried. */
import { demoMarket } from '../../../../exchange/demo/demo';
import { Markets } from '../../../../exchange/trading/markets/markets';
import { systemClock } from '../../../../server/clock';
import { TestDatabases } from '../../../support/servers/databases';
import { EventReader, startExchange, type RunningExchange } from '../../support/exchange';

interface TypeRow {
	readonly type: string;
	readonly needs: readonly string[];
	readonly oneOf: readonly string[];
	readonly anyOf: readonly string[];
	readonly takes: readonly string[];
	readonly timesInForce: readonly string[];
}

interface Info {
	readonly serverTime: number;
	readonly rateLimits: readonly { readonly rateLimitType: string; readonly limit: number }[];
	readonly orderTypes: readonly TypeRow[];
	readonly markets: readonly { readonly symbol: string }[];
}

const databases = new TestDatabases();
const limits = { requestsPerMinuteMax: 4_321, streamsPerAddressMax: 2, streamsPerAccountMax: 3 };
let running: RunningExchange;
let info: Info;

const read = async (query = '') => running.call('GET', `/exchange-info${query}`);

beforeAll(async () => {
	running = await startExchange(await databases.place(), limits);
	const markets = new Markets(running.exchange.database, systemClock);
	const narrow = { symbol: 'CREDIT-TWO', tickSize: '0.5', takerFeeBps: 7 };
	await markets.add({ ...demoMarket, ...narrow });
	info = (await read()).body as Info;
});
afterAll(async () => {
	await running.close();
	await databases.close();
});

test('the markets are those of the list, all or those that are named, in their order', async () => {
	const listed = (await running.call('GET', '/markets')).body as Info['markets'];
	expect(info.markets).toEqual(listed);
	expect(listed).toMatchObject([
		{ symbol: 'CREDIT-EUR', status: 'TRADING', takerFeeBps: 20 },
		{ symbol: 'CREDIT-TWO', tickSize: '0.5', takerFeeBps: 7, quoteAssetPrecision: 4 },
	]);
	const named = await read('?symbols=CREDIT-TWO&symbols=CREDIT-EUR');
	expect((named.body as Info).markets).toEqual(listed.toReversed());
	expect(await read('?symbols=CREDIT-EUR&symbols=GOLD-EUR')).toMatchObject({
		status: 404,
		body: { errorCode: 'Exchange_MarketNotFound', arguments: ['GOLD-EUR'] },
	});
});

test('the time is that of the exchange, and the limits are those that are counted', async () => {
	const { body } = await running.call('GET', '/time');
	expect((body as Info).serverTime - info.serverTime).toBeGreaterThanOrEqual(0);
	const limitOf = (kind: string) =>
		info.rateLimits.find(({ rateLimitType }) => rateLimitType === kind)?.limit;
	expect(info.rateLimits[0]).toMatchObject({ interval: 'MINUTE', intervalNum: 1 });
	const { headers } = await read();
	expect(headers.get('x-ratelimit-limit')).toBe(String(limitOf('REQUESTS')));
	for (const [kind, path, key] of [
		['ADDRESS_STREAMS', '/markets/CREDIT-EUR/depth/stream', ''],
		['ACCOUNT_STREAMS', '/account/reports/stream', running.northwind.key],
	] as const) {
		const most = limitOf(kind) ?? 0;
		const asked = { ...(key !== '' && { 'x-api-key': key }) };
		const open: EventReader[] = [];
		for (let count = 0; count < most; count += 1) {
			open.push(await EventReader.open(running.url + path, asked));
		}
		const refused = await fetch(running.url + path, { headers: asked });
		expect([kind, refused.status]).toEqual([kind, 429]);
		for (const reader of open) reader.close();
	}
});

/** A value each field takes, in a market where nothing was traded. */
const values: Readonly<Record<string, unknown>> = {
	price: '90',
	stopPrice: '80',
	quantity: '20',
	quoteOrderQty: '50',
	icebergQty: '10',
	trailingDelta: 100,
	expireTime: 4_000_000_000_000,
	postOnly: false,
	timeInForce: 'GTC',
};

/** Whether the exchange would take such an order, or the field it names. */
async function tried(fields: Readonly<Record<string, unknown>>): Promise<string> {
	const order = { symbol: 'CREDIT-EUR', side: 'SELL', ...fields };
	const { key } = running.northwind;
	const { status, body } = await running.call('POST', '/orders/test', { key, body: order });
	const { errorCode, arguments: [field] = [] } = body as {
		readonly errorCode?: string;
		readonly arguments?: readonly string[];
	};
	if (status === 200 || errorCode === 'Exchange_OrderWouldBeRefused') return 'taken';
	return errorCode === 'Request_Invalid' ? (field ?? '') : (errorCode ?? '');
}

const withValues = (names: readonly string[]) =>
	Object.fromEntries(names.map((name) => [name, values[name]]));

test('each type of order takes the fields it is told to take, and no others', async () => {
	expect(info.orderTypes.map(({ type }) => type).toSorted()).toEqual([
		...['LIMIT', 'MARKET', 'STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'],
	]);
	for (const { type, needs, oneOf, anyOf, takes, timesInForce } of info.orderTypes) {
		const least = { type, ...withValues([...needs, ...oneOf.slice(0, 1), ...anyOf.slice(0, 1)]) };
		expect([type, await tried(least)]).toEqual([type, 'taken']);
		for (const name of needs) {
			expect([type, await tried({ ...least, [name]: undefined })]).toEqual([type, name]);
		}
		for (const group of [oneOf, anyOf]) {
			const none = { ...least, ...Object.fromEntries(group.map((name) => [name, undefined])) };
			if (group.length > 0) expect(group).toContain(await tried(none));
		}
		if (oneOf.length > 0) expect(oneOf).toContain(await tried({ ...least, ...withValues(oneOf) }));
		const known = [...needs, ...oneOf, ...anyOf, ...takes];
		for (const name of Object.keys(values).filter((each) => !known.includes(each))) {
			expect([type, await tried({ ...least, [name]: values[name] })]).toEqual([type, name]);
		}
		for (const timeInForce of ['GTC', 'IOC', 'FOK', 'GTD']) {
			const timed = {
				...least,
				timeInForce,
				...(timeInForce === 'GTD' && withValues(['expireTime'])),
			};
			const isTold = timesInForce.includes(timeInForce);
			expect([type, timeInForce, (await tried(timed)) === 'taken']).toEqual([
				type,
				timeInForce,
				isTold,
			]);
		}
	}
});
