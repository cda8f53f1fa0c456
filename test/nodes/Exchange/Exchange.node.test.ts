/**
 * The Exchange node in n8n's engine against a running exchange that settles at a running tracker, through a
 * gateway that can lose answers and hold callers to a limit, as networks do.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type http from 'node:http';
import { systemClock } from '../../../server/clock';
import { errors } from '../../../api/errors';
import { Exchange } from '../../../nodes/Exchange/Exchange.node';
import { saidUndone } from '../../../nodes/wire/call/call-error';
import { byCommand, operatorOn } from '../../exchange/support/operator';
import { publishNow } from '../../exchange/support/publishing';
import { startSettling, type Settling, type SettlingTrader } from '../../exchange/support/settling';
import { TestDatabases } from '../../support/servers/databases';
import { until } from '../../support/clients/requests';
import { countOf } from '../../support/run/tier';
import {
	answeringServer,
	json,
	type AnsweringServer,
	type Received,
} from '../engine/answering-server';
import {
	bytesOf,
	removeN8nFolder,
	runNode,
	runStored,
	storedAtBegin,
	storedForRetry,
	type Run,
} from '../engine/engine';
import { byId } from '../engine/real-service';

const databases = new TestDatabases();
let settling: Settling;
let gateway: AnsweringServer;
let dataFolder: string;

beforeAll(async () => {
	const place = await databases.place('SQLite');
	({ dataFolder } = place);
	settling = await startSettling(place);
	gateway = await answeringServer();
	for (const [trader, asset, amount] of [
		[settling.seller, 'CREDIT', '500'],
		[settling.buyer, 'EUR', '5000'],
	] as const) {
		const body = { asset, amount, clientDepositId: 'means' };
		await settling.exchange.call('POST', '/deposits', { key: trader.key, body });
		const onDemand = { payouts: 'ON_DEMAND' };
		await settling.exchange.call('PATCH', '/account', { key: trader.key, body: onDemand });
	}
});
beforeEach(() => {
	gateway.answer = passOn;
	gateway.received.length = 0;
});
afterAll(async () => {
	await gateway.close();
	await settling.close();
	await databases.close();
	removeN8nFolder();
});

/** Hands a request on and its answer back. */
function passOn(request: Received, response: http.ServerResponse): void {
	void carriedOut(request).then(({ status, text, type, name }) => {
		response.writeHead(status, { 'content-type': type, 'content-disposition': name });
		response.end(text);
	});
}

async function carriedOut({ method, url, headers, body }: Received) {
	const kept = ['x-api-key', 'content-type', 'x-tracker-key'] as const;
	const answer = await fetch(settling.exchange.url + url, {
		method,
		headers: Object.fromEntries(
			kept.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
		),
		...(body.length > 0 && { body: new Uint8Array(body) }),
	});
	const type = answer.headers.get('content-type') ?? '';
	const name = answer.headers.get('content-disposition') ?? '';
	return { status: answer.status, text: await answer.text(), type, name };
}

/** Carries the request out and lets nobody hear of it. */
function loseAnswer(request: Received, response: http.ServerResponse): void {
	void carriedOut(request).then(() => response.destroy());
}

function runOf(
	parameters: INodeParameters,
	change: Partial<Run> & { readonly trader?: SettlingTrader } = {},
): Run {
	const { trader = settling.seller, ...rest } = change;
	const credential: IDataObject = { apiKey: trader.key, exchangeUrl: gateway.url };
	return { node: new Exchange(), parameters, credential, ...rest };
}

async function records(...given: Parameters<typeof runOf>): Promise<IDataObject[]> {
	const { items, error } = await runNode(runOf(...given));
	if (error !== undefined) throw error;
	return items.map((item) => item.json);
}

const sale: INodeParameters = {
	resource: 'order',
	operation: 'place',
	symbol: byId('CREDIT-EUR'),
	side: 'SELL',
	type: 'LIMIT',
	price: '12.5',
	quantity: '1',
	timeInForce: 'GTC',
};

const openOrders = (trader = settling.seller) =>
	records({ resource: 'order', operation: 'getAll', status: 'open', returnAll: true }, { trader });

const cancelAll = (trader = settling.seller) =>
	records({ resource: 'order', operation: 'cancelAll', symbol: byId('CREDIT-EUR') }, { trader });

afterEach(async () => {
	gateway.answer = passOn;
	await cancelAll();
	await cancelAll(settling.buyer);
});

test('an order is tried first, placed, found by either id, replaced and cancelled', async () => {
	const [tried] = await records({ ...sale, dryRun: true });
	expect(tried).toMatchObject({ dryRun: true, wouldBeRefused: false, hold: '1', status: 'NEW' });
	expect(await openOrders()).toEqual([]);
	const [placed] = await records({ ...sale, clientOrderId: 'sale-1' });
	expect(placed).toMatchObject({ status: 'NEW', clientOrderId: 'sale-1', price: '12.5' });
	const byOwnId = { __rl: true, mode: 'name', value: 'sale-1' };
	const get = { resource: 'order', operation: 'get', simplify: false };
	expect(await records({ ...get, orderId: byOwnId })).toEqual([placed]);
	expect(await records({ ...get, orderId: byId(placed?.orderId) })).toEqual([placed]);
	const other = { ...sale, operation: 'replace', orderId: byOwnId, quantity: '2' };
	expect(await records({ ...other, dryRun: true })).toMatchObject([{ leavesQty: '2', hold: '1' }]);
	const [replaced] = await records(other);
	expect(replaced).toMatchObject({ quantity: '2', origOrderId: placed?.orderId });
	const cancel = { resource: 'order', operation: 'cancel', orderId: byId(replaced?.orderId) };
	expect(await records({ ...cancel, dryRun: true })).toMatchObject([
		{ dryRun: true, asset: 'CREDIT', wouldBeFree: '2', orderId: replaced?.orderId },
	]);
	expect(await openOrders()).toHaveLength(1);
	expect(await records(cancel)).toMatchObject([{ status: 'CANCELED' }]);
	expect(await records({ ...cancel, dryRun: true })).toMatchObject([
		{ wouldBeRefused: true, errorCode: 'Exchange_OrderNotOpen' },
	]);
});

test('a dry run tells what trades at which prices and costs, and then that happens', async () => {
	await records({ ...sale, price: '12', quantity: '2' });
	await records({ ...sale, price: '13', quantity: '5' });
	const { trader } = { trader: settling.buyer };
	const purchase = { ...sale, side: 'BUY', type: 'MARKET', quantity: '3' };
	const [told] = await records({ ...purchase, dryRun: true }, { trader });
	expect(told).toMatchObject({
		trades: [
			{ price: '12', quantity: '2', quoteQty: '24' },
			{ price: '13', quantity: '1', quoteQty: '13' },
		],
		...{ status: 'FILLED', commission: '0.37', totalQuoteQty: '37.37', leavesQty: '0' },
	});
	const [real] = await records(purchase, { trader });
	const same = ['status', 'executedQty', 'executedQuoteQty', 'avgPrice', 'commission'] as const;
	for (const field of same) expect([field, real?.[field]]).toEqual([field, told?.[field]]);
	const own = { resource: 'account', operation: 'getTrades', symbol: byId('CREDIT-EUR') };
	expect(await records({ ...own, returnAll: true }, { trader })).toHaveLength(2);
	expect(
		await records({
			resource: 'market',
			operation: 'getTrades',
			symbol: byId('CREDIT-EUR'),
			limit: 9,
		}),
	).toMatchObject([{ price: '12' }, { price: '13' }]);
	const candles = { resource: 'market', operation: 'getCandles', symbol: byId('CREDIT-EUR') };
	for (const interval of ['1h', '1w', '1M']) {
		const found = await records({ ...candles, interval, limit: 3 });
		expect(found).toMatchObject([{ open: '12', close: '13' }]);
		const newest = { ...candles, interval, limit: 1 };
		expect(await records(newest)).toEqual(found);
		const endTime = String(found[0]?.openTime);
		expect(await records({ ...newest, options: { endTime } })).toEqual(found);
	}
});

test('a retry in the list of executions, which has another id, places one order', async () => {
	gateway.answer = loseAnswer;
	const run = runOf(sale);
	const first = await runStored(run, storedAtBegin(run), '1');
	expect(first.error?.message).toBe('The order may have been taken: its answer did not come');
	const [, id = ''] = /Client Order ID is (\S+)\./.exec(first.error?.description ?? '') ?? [];
	expect(id).toMatch(/^n8n-[0-9a-f]{32}$/);
	gateway.answer = passOn;
	const found = { __rl: true, mode: 'name', value: id };
	const get = { resource: 'order', operation: 'get', simplify: false };
	const [there] = await records({ ...get, orderId: found });
	const again = await runStored(run, storedForRetry(first.run), '2');
	expect(again.items.map((item) => item.json)).toEqual([there]);
	const once = await runStored(run, storedForRetry(first.run), '3');
	expect(once.items.map((item) => item.json)).toEqual([there]);
	expect(await openOrders()).toMatchObject([{ id: there?.orderId }]);
});

test('an execution that died between call and answer, run again, places one order; another one a second', async () => {
	const run = runOf(sale, { items: [{}, {}] });
	const stored = storedAtBegin(run);
	const kept = structuredClone(stored);
	gateway.answer = loseAnswer;
	await runStored(run, stored, '1');
	gateway.answer = passOn;
	// What n8n finds after its end: the data of the beginning, to which it may add what its log tells.
	kept.resultData.runData = {
		Node: [
			{ startTime: 0, executionIndex: 0, executionTime: 0, source: [null], data: { main: [] } },
		],
	};
	expect((await runStored(run, kept, '2')).error).toBeUndefined();
	expect(await openOrders()).toHaveLength(2);
	await runStored(run, storedAtBegin(run), '3');
	expect(await openOrders()).toHaveLength(4);
});

/** The buyer's orders with an id that the node derived. */
async function counted(): Promise<number> {
	const { count } = await settling.exchange.exchange.database
		.selectFrom('orders')
		.select(({ fn }) => fn.countAll<bigint>().as('count'))
		.where('client_order_id', 'like', 'n8n-%')
		.where('account_id', '=', settling.buyer.accountId)
		.executeTakeFirstOrThrow();
	return Number(count);
}

const itemsOf = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));

const callByCall = countOf({ quick: 50, full: 1_000 });
const batchedCount = countOf({ quick: 500, full: 1_000 });
const ways = [
	{
		way: 'one by one',
		options: {},
		price: ['1.5', '1.4'],
		count: callByCall,
		refusedEvery: callByCall * 0.4,
	},
	{
		...{ way: 'in batches', options: { sendInBatches: true }, price: ['1.3', '1.2'] },
		...{ count: batchedCount, refusedEvery: countOf({ quick: 3, full: 5 }) },
	},
];

test.each(ways)(
	'$count orders of one workflow with a limit of requests in the way are all placed once, $way',
	async ({ options, price: [odd, even], count, refusedEvery }) => {
		let [asked, refused] = [0, 0];
		gateway.answer = (request, response) => {
			asked += 1;
			if (asked % refusedEvery !== 0) return passOn(request, response);
			refused += 1;
			response.setHeader('retry-after', '1');
			json(response, 429, { errorCode: 'Request_TooMany', message: '', arguments: ['1'] });
		};
		const items = itemsOf(count);
		const price = `={{ $json.index % 2 ? "${odd}" : "${even}" }}`;
		const cheap = { ...sale, side: 'BUY', price, options };
		const before = await counted();
		const { items: placed, error } = await runNode(
			runOf({ ...cheap, timeInForce: 'IOC' }, { items, trader: settling.buyer }),
		);
		expect(error).toBeUndefined();
		expect(refused).toBe(2);
		expect(new Set(placed.map((item) => item.json.orderId)).size).toBe(count);
		expect((await counted()) - before).toBe(count);
	},
);

const untrue = [{}, { json: { test: null } }, { json: { test: 'yes' } }, { json: { test: {} } }];

test('an order whose dry run or cap gives nothing, or is not true or false, is not placed', async () => {
	const given = { ...sale, dryRun: '={{ $json.test }}' };
	const told = await records(given, { items: untrue, onError: 'continueRegularOutput' });
	expect(told.map(({ error }) => String(error).slice(0, 12))).toEqual(
		untrue.map(() => "'Dry Run' is"),
	);
	const capped = { ...sale, options: { maxNotionalPerOrder: '={{ $json.test }}' } };
	const { error } = await runNode(runOf(capped));
	expect(error?.message).toBe("'Max Notional per Order' is empty (undefined)");
	expect(await openOrders()).toEqual([]);
	await records(sale);
	const all = { resource: 'order', operation: 'cancelAll', symbol: byId('CREDIT-EUR') };
	const kept = await runNode(runOf({ ...all, dryRun: '={{ $json.test }}' }));
	expect(kept.error?.message).toBe("'Dry Run' is empty (undefined)");
	expect(await openOrders()).toHaveLength(1);
});

const inBatches: INodeParameters = { options: { sendInBatches: true } };
const calls = () => gateway.received.map(({ method, url }) => `${method} ${url}`);

test('in batches, 250 orders take three calls, are placed in their order, and again once', async () => {
	const items = itemsOf(250);
	const priced = { ...sale, ...inBatches, price: '={{ 20 + $json.index }}' };
	const run = runOf({ ...priced, quantity: '1', side: 'SELL' }, { items });
	const stored = storedAtBegin(run);
	const kept = structuredClone(stored);
	const first = await runStored(run, stored, '1');
	expect(first.error).toBeUndefined();
	expect(calls()).toEqual(Array.from({ length: 3 }, () => 'POST /orders/batch'));
	expect(first.items.map(({ json: { price } }) => price)).toEqual(
		items.map(({ json: { index } }) => String(20 + index)),
	);
	expect(first.items.map(({ pairedItem }) => pairedItem)).toEqual(
		items.map((_, item) => ({ item })),
	);
	const places = first.items.map(({ json: { orderId } }) => Number(String(orderId).split('.')[1]));
	expect(places).toEqual(places.toSorted((one, other) => one - other));
	const again = await runStored(run, kept, '2');
	expect(again.items.map(({ json: { orderId } }) => orderId)).toEqual(
		first.items.map(({ json: { orderId } }) => orderId),
	);
	expect(await openOrders()).toHaveLength(250);
	gateway.received.length = 0;
	const cancel = { resource: 'order', operation: 'cancel', ...inBatches };
	const ids = first.items.map(({ json: { orderId, clientOrderId } }) => ({
		json: { orderId, clientOrderId },
	}));
	const named = { __rl: true, mode: 'name', value: '={{ $json.clientOrderId }}' };
	const byOwn = await records({ ...cancel, orderId: named }, { items: ids.slice(0, 125) });
	const orderId = byId('={{ $json.orderId }}');
	const byTheirs = await records({ ...cancel, orderId }, { items: ids.slice(125) });
	expect([...byOwn, ...byTheirs].map(({ status }) => status)).toEqual(ids.map(() => 'CANCELED'));
	expect(calls()).toHaveLength(4);
	expect(await openOrders()).toEqual([]);
});

test('in batches, a cancellation is only tried where its own item says so', async () => {
	const placed = await records(sale, { items: itemsOf(4) });
	const items = placed.map(({ orderId }, at) => ({ json: { orderId, dry: at % 2 === 1 } }));
	const cancel = { resource: 'order', operation: 'cancel', ...inBatches };
	const parameters = {
		...cancel,
		orderId: byId('={{ $json.orderId }}'),
		dryRun: '={{ $json.dry }}',
	};
	const told = await runNode(runOf(parameters, { items }));
	expect(told.items.map(({ json: { orderId, dryRun = false } }) => [orderId, dryRun])).toEqual(
		items.map(({ json: { orderId, dry } }) => [orderId, dry]),
	);
	expect(told.items.map(({ pairedItem }) => pairedItem)).toEqual(
		items.map((_, item) => ({ item })),
	);
	const open = (await openOrders()).map(({ id }) => String(id));
	expect(open.toSorted()).toEqual([items[1], items[3]].map((item) => item?.json.orderId).sort());
});

test('in batches, each order is refused for itself, and none behind a call with one that failed is sent', async () => {
	const items = itemsOf(150);
	const one = '={{ $json.index === 3 ? "12.503" : $json.index === 5 ? "1" : "12.5" }}';
	const orders = { ...sale, ...inBatches, price: one };
	const bound = { sendInBatches: true, maxNotionalPerOrder: '2' };
	const told = await records(orders, { items, onError: 'continueRegularOutput' });
	expect(told.map(({ error }) => error !== undefined)).toEqual(items.map((_, at) => at === 3));
	expect(told[3]).toMatchObject({
		error: "Field 'Price' must be a multiple of the tick 0.01 above 0.",
		details: {
			description: 'The nearest that fit are 12.5 and 12.51.',
			clientOrderId: expect.stringMatching(/^n8n-/),
		},
	});
	await cancelAll();
	const stopped = await runNode(runOf(orders, { items }));
	expect(stopped.error?.description).toContain('99 of 150 items were carried out');
	expect(await openOrders()).toHaveLength(99);
	await cancelAll();
	const bounded = await runNode(runOf({ ...orders, options: bound }, { items }));
	expect(bounded.error?.message).toMatch(/^The order is beyond 'Max Notional per Order'/);
	expect(await openOrders()).toEqual([]);
	const funded = { ...sale, options: { sendInBatches: true, fund: true } };
	expect((await runNode(runOf(funded))).error?.message).toMatch(/do not go together$/);
});

test('in batches, an answer that did not come leaves each order in doubt under its own id, and tried again all are placed once', async () => {
	const run = runOf(
		{ ...sale, ...inBatches, price: '90' },
		{ items: itemsOf(3), onError: 'continueRegularOutput' },
	);
	const stored = storedAtBegin(run);
	const kept = structuredClone(stored);
	gateway.answer = loseAnswer;
	const lost = await runStored(run, stored, '1');
	const ids = lost.items.map(({ json: { error, details } }) => {
		expect(error).toBe('The order may have been taken: its answer did not come');
		return (details as IDataObject).clientOrderId;
	});
	expect(new Set(ids).size).toBe(3);
	gateway.answer = passOn;
	const again = await runStored(run, kept, '2');
	expect(again.items.map(({ json: { clientOrderId } }) => clientOrderId)).toEqual(ids);
	expect(await openOrders()).toHaveLength(3);
	gateway.answer = (_, response) => json(response, 200, [{}]);
	const strange = await runNode(
		runOf({ ...sale, ...inBatches }, { onError: 'continueRegularOutput' }),
	);
	expect(strange.items[0]?.json.error).toBe(
		'The order may have been taken: its answer did not come',
	);
});

test('in batches, a dry run tells of each, and nothing is placed', async () => {
	const price = '={{ $json.index === 1 ? "12.503" : "12.5" }}';
	const tried = { ...sale, ...inBatches, dryRun: true, price, quantity: '2' };
	const told = await records(tried, { items: itemsOf(3) });
	expect(told).toMatchObject([
		{ dryRun: true, wouldBeRefused: false, hold: '2', status: 'NEW' },
		{ dryRun: true, wouldBeRefused: true, errorCode: 'Request_Invalid' },
		{ dryRun: true, wouldBeRefused: false, hold: '2', status: 'NEW' },
	]);
	expect(Number(told[0]?.available) - Number(told[2]?.available)).toBe(2);
	expect(calls()).toEqual(['POST /orders/batch-test']);
	expect(await openOrders()).toEqual([]);
});

test('a statement is a file of the workflow, as a table or as JSON', async () => {
	const statement = { resource: 'account', operation: 'getStatement' };
	const { items, error } = await runNode(runOf({ ...statement, format: 'CSV' }));
	expect(error).toBeUndefined();
	const [item] = items;
	expect(item?.json).toMatchObject({ format: 'CSV', mimeType: 'text/csv' });
	const table = (await bytesOf(item, 'data')).toString();
	expect(table.split('\r\n')[0]).toMatch(/^time,kind,journal/);
	const named = {
		format: 'JSON',
		outputField: 'report',
		options: { startTime: '2026-01-01T00:00:00Z' },
	};
	const { items: others } = await runNode(runOf({ ...statement, ...named }));
	const { report } = others[0]?.binary ?? {};
	expect(report).toMatchObject({ fileName: 'statement-2026-01-01.json' });
	const read = JSON.parse((await bytesOf(others[0], 'report')).toString()) as IDataObject;
	expect(read).toMatchObject({ from: '2026-01-01T00:00:00.000Z' });
});

const wrong: ReadonlyArray<readonly [string, INodeParameters, RegExp]> = [
	['a decimal comma', { price: '12,5' }, /^'Price' is 12,5, which is no plain decimal number/],
	['an exponent', { quantity: '1e2' }, /^'Quantity' is 1e2, which is no plain/],
	['blanks', { quantity: '1 000' }, /^'Quantity' is 1 000, which is no plain/],
	['a sign', { price: '-1' }, /^'Price' is -1/],
	[
		'an expression that is lost',
		{ price: '={{ $json.nothing }}' },
		/^'Price' is empty \(undefined\)$/,
	],
	['a number too small for text', { price: '={{ 0.0000001 }}' }, /^'Price' is 1e-7/],
	['a market that is not there', { symbol: byId('GOLD-EUR') }, /GOLD-EUR/],
	['an own id of a wrong form', { clientOrderId: '<b>x</b>' }, /^Field 'Client Order ID'/],
];

test.each(wrong)('%s is refused in the words of its field', async (_, change, message) => {
	const { error } = await runNode(runOf({ ...sale, ...change }));
	expect(error?.message).toMatch(message);
	expect(await openOrders()).toEqual([]);
});

test('amounts off tick and step are explained with the nearest that fit', async () => {
	const off = await runNode(runOf({ ...sale, price: '12.503' }));
	expect(off.error?.description).toBe('The nearest that fit are 12.5 and 12.51.');
	const small = await runNode(runOf({ ...sale, quantity: '0.4' }));
	expect(small.error?.description).toBe('The least that fits is 1.');
});

test('a stale id, an id of somebody else and one of nothing are not found, and say so', async () => {
	const [foreign] = await records(
		{ ...sale, side: 'BUY', price: '1.1' },
		{ trader: settling.buyer },
	);
	const cancel = { resource: 'order', operation: 'cancel' };
	for (const orderId of [String(foreign?.orderId), 'CREDIT-EUR.999999', '<i>']) {
		const { error } = await runNode(runOf({ ...cancel, orderId: byId(orderId) }));
		expect(error).toMatchObject({ context: { errorCode: 'Exchange_OrderNotFound' } });
	}
	const [ended] = await records({ ...sale, price: '99', timeInForce: 'IOC' });
	const { error } = await runNode(runOf({ ...cancel, orderId: byId(ended?.orderId) }));
	expect(error).toMatchObject({ context: { errorCode: 'Exchange_OrderNotOpen' } });
});

test('a market in HALT takes nothing, in a dry run neither, and is named in the list', async () => {
	const { database } = settling.exchange.exchange;
	const operator = operatorOn({ database, clock: systemClock });
	const set = async (status: 'HALT' | 'TRADING') => {
		const change = { symbol: 'CREDIT-EUR', status, reason: 'a test' };
		await operator.setMarketStatus(byCommand, change);
		const get = { resource: 'market', operation: 'get', symbol: byId('CREDIT-EUR') };
		await until(async () => (await records(get))[0]?.status === status || undefined);
	};
	await set('HALT');
	const { error } = await runNode(runOf(sale));
	expect(error).toMatchObject({ context: { errorCode: 'Exchange_MarketNotTrading' } });
	expect(await records({ ...sale, dryRun: true })).toMatchObject([
		{ wouldBeRefused: true, errorCode: 'Exchange_MarketNotTrading' },
	]);
	await set('TRADING');
});

test('an exchange that is down was never asked, and one that answers 502 may have been', async () => {
	const down = runOf(sale);
	down.credential.exchangeUrl = 'http://127.0.0.1:9';
	const refused = await runNode(down);
	expect(refused.error?.message).toMatch(/^The service could not be reached: nothing listens/);
	expect(refused.error?.description).toContain("'Exchange Address'");
	gateway.answer = (_, response) => json(response, 502, {});
	const doubt = await runNode(runOf(sale, { onError: 'continueRegularOutput' }));
	expect(doubt.items[0]?.json).toMatchObject({
		error: 'The order may have been taken: its answer did not come',
		details: { clientOrderId: expect.stringMatching(/^n8n-/), httpCode: '502' },
	});
	expect(JSON.stringify(doubt.run)).not.toContain(settling.seller.key);
});

test('an exchange that is ending or in maintenance has taken nothing, and its words are told', async () => {
	const answers = [
		['Core_Ending', [], /^The service is ending/],
		['Exchange_InMaintenance', ['a new disk', '30'], /^The exchange is in maintenance: a new disk/],
	] as const;
	for (const [errorCode, args, message] of answers) {
		gateway.answer = (_, response) =>
			json(response, 503, { errorCode, message: '', arguments: args });
		const { error } = await runNode(runOf(sale));
		expect(error).toMatchObject({
			message: expect.stringMatching(message),
			context: { errorCode },
		});
		expect(error?.description).toMatch(/^Nothing was done/);
	}
	gateway.answer = passOn;
	expect(await openOrders()).toEqual([]);
	const said = Object.entries(errors).filter(
		([, { status, change }]) => status >= 500 && change.startsWith('Nothing was done'),
	);
	expect(said.map(([code]) => code).sort()).toEqual([...saidUndone].sort());
});

test('the bounds of the node hold back what is beyond them, of one order and of all', async () => {
	const bound = (options: INodeParameters, more: INodeParameters = {}) =>
		runNode(runOf({ ...sale, ...more, options }, { items: [{}, {}, {}] }));
	const one = await bound({ maxNotionalPerOrder: '12.4' });
	expect(one.error?.message).toBe("The order is beyond 'Max Notional per Order': 12.5 EUR of 12.4");
	expect(await openOrders()).toEqual([]);
	const all = await bound({ maxNotionalPerExecution: '25' });
	expect(all.error?.message).toMatch(/^The order is beyond 'Max Notional per Execution'/);
	expect(await openOrders()).toHaveLength(2);
	const market = await runNode(
		runOf(
			{ ...sale, side: 'BUY', type: 'MARKET', options: { maxNotionalPerOrder: '12' } },
			{ trader: settling.buyer },
		),
	);
	expect(market.error?.message).toMatch(/12\.5 EUR of 12$/);
	expect(await openOrders()).toHaveLength(2);
});

test('an order that is being funded is waited for, and output as it stands when the time is over', async () => {
	const funded = { ...sale, quantity: '600', price: '50' };
	const tried = { ...funded, dryRun: true };
	expect(await records(tried)).toMatchObject([{ errorCode: 'Exchange_InsufficientBalance' }]);
	expect(await records({ ...tried, options: { fund: true } })).toMatchObject([
		{ wouldBeRefused: false, pulled: expect.any(String), status: 'NEW' },
	]);
	let asked = 0;
	const pending = { status: 'PENDING_FUNDING', deposit: { status: 'SENDING' } };
	gateway.answer = (request, response) => {
		asked += 1;
		if (asked <= 2) json(response, 202, pending);
		else passOn(request, response);
	};
	expect(await records({ ...funded, options: { fund: true } })).toMatchObject([{ status: 'NEW' }]);
	gateway.answer = (_, response) => json(response, 202, pending);
	const stands = { ...funded, options: { fund: true, waitSeconds: 0 } };
	expect(await records(stands)).toMatchObject([pending]);
});

test('money is deposited and withdrawn once, and never everything for want of an amount', async () => {
	const move = { resource: 'account', asset: byId('CREDIT') };
	const deposit = runOf({ ...move, operation: 'deposit', amount: '10' });
	const data = storedAtBegin(deposit);
	const kept = structuredClone(data);
	gateway.answer = loseAnswer;
	const lost = await runStored(deposit, data, '1');
	expect(lost.error?.message).toBe('The deposit may have been taken: its answer did not come');
	gateway.answer = passOn;
	const again = await runStored(deposit, kept, '2');
	expect(again.items[0]?.json).toMatchObject({ status: 'SETTLED', amount: '10' });
	const { body } = await settling.exchange.call('GET', '/deposits', { key: settling.seller.key });
	const ten = (body as { amount: string }[]).filter(({ amount }) => amount === '10');
	expect(ten).toHaveLength(1);
	const withdraw = { ...move, operation: 'withdraw', howMuch: 'amount' };
	const empty = await runNode(runOf({ ...withdraw, amount: '={{ $json.nothing }}' }));
	expect(empty.error?.message).toBe("'Amount' is empty (undefined)");
	expect(await records({ ...withdraw, amount: '10' })).toMatchObject([{ status: 'SETTLED' }]);
	const balances = await records({ resource: 'account', operation: 'getBalances' });
	expect(balances).toEqual(expect.arrayContaining([expect.objectContaining({ asset: 'CREDIT' })]));
});

test('what is left at the tracker is told in decimals of the exchange', async () => {
	const held = await settling.held(settling.seller.user, 'CREDIT');
	expect(await records({ resource: 'account', operation: 'getTrackerBalances' })).toEqual([
		{ asset: 'CREDIT', amount: String(held) },
	]);
});

test('the key of the tracker goes with what pulls money or asks there, and with nothing else', async () => {
	const own = runOf({
		...{ resource: 'account', operation: 'deposit', asset: byId('CREDIT'), amount: '1' },
	});
	own.credential.trackerApiKey = settling.seller.key;
	expect((await runNode(own)).error).toBeUndefined();
	const asking = runOf({ resource: 'account', operation: 'getTrackerBalances' });
	const order = runOf({ ...sale });
	for (const run of [asking, order]) {
		run.credential.trackerApiKey = settling.seller.key;
		expect((await runNode(run)).error).toBeUndefined();
	}
	const sent = gateway.received.map(({ url, headers }) => [url, 'x-tracker-key' in headers]);
	const takes = ['/deposits', '/account/tracker-balances'];
	expect(sent).toEqual(expect.arrayContaining(takes.map((url) => [url, true])));
	expect(sent.filter(([, has]) => has).every(([url]) => takes.includes(String(url)))).toBe(true);
});

test('the proof of reserves is checked in the node, and one that was changed does not hold', async () => {
	await publishNow(settling.exchange.exchange.database, dataFolder);
	const verify = { resource: 'reserves', operation: 'verify' };
	const [good] = await records(verify);
	expect(good).toMatchObject({ valid: true, isCovered: true });
	gateway.answer = (request, response) => {
		void carriedOut(request).then(({ status, text }) => {
			json(response, status, JSON.parse(text.replace(/"liabilities":"\d/, '"liabilities":"9')));
		});
	};
	expect(await records(verify)).toMatchObject([{ valid: false }]);
});
