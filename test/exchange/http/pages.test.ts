/**
 * Every list of the exchange says when there is more than its page holds, and following what it
 * says brings every entry once, also while entries are added at either end.
 */
import type { EndpointDescription } from '../../../api/language/description';
import { programs } from '../../../api/programs';
import { endpointsOf } from '../../../server/http/routing/endpoints';
import { ExchangeStage, stageExchange, type StagedExchange } from '../../api/exchange-stage';
import { TestDatabases } from '../../support/servers/databases';
import { followed, nextPage, type Listed } from '../../support/clients/pages';
import { send } from '../../support/clients/requests';

const databases = new TestDatabases();
let staged: StagedExchange;
/** Where is traded, and where is settled at the tracker. */
let stage: ExchangeStage;
let settling: ExchangeStage;

beforeAll(async () => {
	staged = await stageExchange(await databases.place('SQLite'));
	stage = await ExchangeStage.open(staged);
	await stage.means();
	// It hears nothing here: a delivery of its own could come between two readings.
	await stage.subscription('buyer', ['deposit.refused']);
	await stage.order('seller', { price: '12.5', quantity: '500' });
	settling = await ExchangeStage.open(staged);
	await settling.meansAtTracker();
	await settling.deposit();
});
afterAll(async () => {
	await staged.close();
	await databases.close();
});

async function transfer(path: string): Promise<void> {
	const answer = await send({
		method: 'POST',
		url: settling.value('exchange_url') + path,
		headers: { 'x-api-key': settling.value('buyerKey') },
		json: { asset: settling.value('quote'), amount: '1' },
	});
	expect([201, 202]).toContain(answer.status);
}

const minuteMs = 60_000;
let minutes = 0;

/** Trades of as many minutes, which a test does not wait for. */
async function addCandles(wanted: number): Promise<void> {
	const { database } = staged.exchange.exchange;
	const candle = (minute: number) => ({
		market: stage.value('symbol'),
		span_ms: minuteMs,
		opened_at: minute * minuteMs,
		open_ticks: 1250,
		high_ticks: 1250,
		low_ticks: 1250,
		close_ticks: 1250,
		volume_lots: '1',
		quote_volume: '125000',
		trades: 1,
	});
	for (let left = wanted; left > 0; left -= 50) {
		const rows = Array.from({ length: Math.min(left, 50) }, () => candle((minutes += 1)));
		await database.insertInto('candles').values(rows).execute();
	}
}

let added = 0;

/** An administrator adds something; its number is one nobody had. */
async function administer(path: string, json: (number: number) => object): Promise<void> {
	added += 1;
	const answer = await send({
		method: 'POST',
		url: `${stage.value('exchange_url')}/admin${path}`,
		headers: { 'x-api-key': stage.value('administratorKey') },
		json: json(added),
	});
	expect(answer.status).toBeLessThan(300);
}

/** A payout that waits for an administrator. */
async function waitingPayout(): Promise<void> {
	const asset = settling.value('quote');
	const limits = { asset, approvalAbove: '0.5', reason: 'a new trader' };
	await administer(`/accounts/${settling.value('buyerAccount')}/payout-limits`, () => limits);
	await transfer('/payouts');
}

async function addReconciliation(): Promise<void> {
	const entry = { began_at: 1, ended_at: 2, runs: 1, verdict: 'AGREES' };
	await staged.exchange.exchange.database
		.insertInto('reconciliations')
		.values({ ...entry, report: '{"version":1,"assets":[]}' })
		.execute();
}

let deliveries = 0;

/** What became of an event of the buyer's. */
async function addDelivery(): Promise<void> {
	deliveries += 1;
	await staged.exchange.exchange.database
		.insertInto('event_deliveries')
		.values({
			...{ subscription_id: stage.value('subscriptionId'), sequence: deliveries, attempts: 1 },
			...{ event_id: `event-${deliveries}`, type: 'order.traded', subject: 'an order' },
			...{ state: 'DELIVERED', next_at: 0, status: 204 },
		})
		.execute();
}

const trade = () => stage.order('buyer', { price: '12.5', quantity: '1' });

interface Growth {
	/** Adds one entry. */
	readonly add: () => Promise<void>;
	/** What the list is asked with. */
	readonly query: () => string;
	readonly isOldestFirst?: true;
	readonly isSettled?: true;
	readonly isAdministrators?: true;
}

/** How each list comes to hold more. */
const lists: Readonly<Record<string, Growth>> = {
	trades: { add: trade, query: () => 'fromId=1&', isOldestFirst: true },
	candles: {
		add: () => addCandles(1),
		query: () => 'interval=1m&startTime=0&endTime=600000000&',
		isOldestFirst: true,
	},
	listReports: {
		add: () => stage.order('buyer', { price: '1', quantity: '1' }),
		query: () => `symbol=${stage.value('symbol')}&fromId=${stage.value('symbol')}.1.0&`,
		isOldestFirst: true,
	},
	accountTrades: { add: trade, query: () => `symbol=${stage.value('symbol')}&` },
	listDeposits: { add: () => transfer('/deposits'), query: () => '', isSettled: true },
	listPayouts: { add: () => transfer('/payouts'), query: () => '', isSettled: true },
	listOrders: {
		add: () => stage.order('buyer', { price: '1', quantity: '1' }),
		query: () => `symbol=${stage.value('symbol')}&status=open&`,
	},
	listOrderLists: {
		add: () => stage.orderListOf('buyer'),
		query: () => '',
	},
	listAccounts: {
		add: () => administer('/accounts', (number) => ({ name: `listed ${number}` })),
		query: () => 'status=ACTIVE&',
		isAdministrators: true,
	},
	listKeys: {
		add: () => administer('/keys', (number) => ({ label: `listed ${number}` })),
		query: () => '',
		isAdministrators: true,
	},
	listAssets: {
		add: () => administer('/assets', (number) => ({ asset: `Z${1000 + number}`, decimals: 2 })),
		query: () => 'fromId=Z&',
		isOldestFirst: true,
		isAdministrators: true,
	},
	listTransfers: {
		add: () => transfer('/deposits'),
		query: () => `accountId=${settling.value('buyerAccount')}&`,
		isSettled: true,
		isAdministrators: true,
	},
	listWaitingPayouts: {
		add: waitingPayout,
		query: () => '',
		isOldestFirst: true,
		isSettled: true,
		isAdministrators: true,
	},
	listReconciliations: { add: addReconciliation, query: () => '', isAdministrators: true },
	listDeliveries: { add: () => addDelivery(), query: () => '', isOldestFirst: true },
	listAlarms: { add: () => stage.alarm(), query: () => 'status=ALL&', isAdministrators: true },
	listAdminActions: {
		add: () => stage.shutOut('sellerAccount'),
		query: () => `subject=${stage.value('sellerAccount')}&startTime=1&`,
		isAdministrators: true,
	},
};

const isList = ({ method, reply }: EndpointDescription) =>
	method === 'GET' && reply.kind === 'list';

/** Each has one entry of a market or an asset, or few by their nature, and all of them are in one. */
const whole = [
	...['listCancelAfter', 'listCommissions', 'listLanes', 'listMarkets', 'listOwnKeys'],
	...['listQueues', 'listSubscriptions', 'listTickers'],
];

test('every list has its pages, but those that are short by their nature', () => {
	const described = endpointsOf(programs.exchange).filter(({ endpoint }) => isList(endpoint));
	const names = described.map(({ operation }) => operation);
	expect([...Object.keys(lists), ...whole].sort()).toEqual(names.sort());
});

function endpointOf(name: string): EndpointDescription {
	const found = endpointsOf(programs.exchange).find(({ operation }) => operation === name);
	if (found === undefined) throw new Error(`there is no endpoint ${name}`);
	return found.endpoint;
}

const askOf =
	(asked: ExchangeStage, key = 'buyerKey') =>
	(url: string) =>
		send({ method: 'GET', url, headers: { 'x-api-key': asked.value(key) } });

const ask = (url: string) => askOf(stage)(url);

const addressOf = ({ path }: EndpointDescription) =>
	stage.value('exchange_url') +
	path.replace(/\{(\w+)\}/, (_place, name: string) => stage.value(name));

function idsOf({ reply }: EndpointDescription, entries: readonly Listed[]) {
	const property = reply.kind === 'list' ? reply.next?.property : undefined;
	if (property === undefined) throw new Error('pages of the exchange begin at an entry');
	return entries.map((entry) => entry[property]);
}

test.each(Object.entries(lists))(
	'%s brings every entry once by its links, and no link where there is no more',
	async (name, { add, query, isOldestFirst, isSettled, isAdministrators }) => {
		const key = isAdministrators ? 'administratorKey' : 'buyerKey';
		const ask = askOf(isSettled ? settling : stage, key);
		const endpoint = endpointOf(name);
		for (let round = 0; round < 4; round += 1) await add();
		const url = `${addressOf(endpoint)}?${query()}`;
		const whole = await ask(`${url}limit=1000`);
		expect(nextPage(whole, url)).toBeUndefined();
		const before = idsOf(endpoint, whole.json() as Listed[]);
		expect(before.length).toBeGreaterThanOrEqual(4);
		const exact = await ask(`${url}limit=${before.length}`);
		expect(nextPage(exact, url)).toBeUndefined();
		const one = await ask(`${url}limit=${before.length - 1}`);
		const last = await followed(ask, nextPage(one, url));
		expect(idsOf(endpoint, last)).toEqual(before.slice(-1));

		const first = await ask(`${url}limit=2`);
		await add();
		const rest = await followed(ask, nextPage(first, url));
		const seen = idsOf(endpoint, [...(first.json() as Listed[]), ...rest]);
		const now = idsOf(endpoint, (await ask(`${url}limit=1000`)).json() as Listed[]);
		expect(now).toHaveLength(before.length + 1);
		expect(seen).toEqual(isOldestFirst ? now : before);
	},
);

test.each(['/deposits', '/payouts'])('%s are found by their time', async (path) => {
	const url = settling.value('exchange_url') + path;
	const asked = async (query: string) => await followed(askOf(settling), `${url}?${query}`);
	const every = await asked('limit=1000');
	const times = every.map(({ createdAt }) => Number(createdAt));
	expect(times).toEqual(times.toSorted((one, other) => other - one));
	const [endTime = 0, startTime = 0] = [times[1], times.at(-2)];
	const timely = every.filter((_entry, at) => {
		const time = times[at] ?? 0;
		return time >= startTime && time <= endTime;
	});
	expect(timely.length).toBeLessThan(every.length);
	expect(await asked(`startTime=${startTime}&endTime=${endTime}&limit=2`)).toEqual(timely);
});

test('what the caller asked with is asked again with, and an offset only once', async () => {
	const { symbol, exchange_url: base } = stage.values;
	const url = `${base}/orders?status=all&symbol=${symbol}&offset=1&limit=2`;
	const next = new URL(nextPage(await ask(url), url) ?? '');
	expect(Object.fromEntries(next.searchParams)).toEqual({
		status: 'all',
		symbol,
		limit: '2',
		fromId: expect.stringContaining(`${symbol}.`) as unknown,
	});
	const whole = idsOf(
		endpointOf('listOrders'),
		(await ask(`${base}/orders?status=all&limit=1000`)).json() as Listed[],
	);
	const pages = idsOf(endpointOf('listOrders'), await followed(ask, url));
	expect(pages).toEqual(whole.slice(1));
});

test('the newest trades are as many as were asked for, the oldest of them first', async () => {
	const url = `${addressOf(endpointOf('trades'))}?limit=2`;
	const newest = await ask(url);
	const every = (await ask(`${addressOf(endpointOf('trades'))}?fromId=1`)).json() as Listed[];
	expect(newest.json()).toEqual(every.slice(-2));
	expect(nextPage(newest, url)).toBeUndefined();
});

test.each([
	['/orders?fromId=NONE-NONE.1', 'Exchange_OrderNotFound'],
	['/deposits?fromId=none', 'Exchange_IntentNotFound'],
	['/payouts?fromId=none', 'Exchange_IntentNotFound'],
])('%s begins nowhere and is refused', async (path, errorCode) => {
	const answer = await ask(stage.value('exchange_url') + path);
	expect({ status: answer.status, body: answer.json() }).toMatchObject({
		status: 404,
		body: { errorCode },
	});
});

test('a list stops at its default and at its most, and says so', async () => {
	const candles = endpointOf('candles');
	const url = addressOf(candles);
	await addCandles(1000 - minutes);
	const full = await ask(`${url}?limit=1000&startTime=0&endTime=60000000`);
	expect(full.json()).toHaveLength(1000);
	expect(nextPage(full, url)).toBeUndefined();
	await addCandles(1);
	const capped = await ask(`${url}?limit=1000&startTime=0&endTime=600000000`);
	expect(capped.json()).toHaveLength(1000);
	expect(capped.headers['link']).toBe(
		'<?limit=1000&startTime=60060000&endTime=600000000>; rel="next"',
	);
	expect(await followed(ask, `${url}?limit=1000&startTime=0&endTime=600000000`)).toHaveLength(1001);
	const short = await ask(`${url}?startTime=0`);
	expect(short.json()).toHaveLength(100);
	expect(short.headers['link']).toBe('<?startTime=6060000>; rel="next"');
});
