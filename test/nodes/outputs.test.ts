/**
 * What comes out of the operations that get something, in n8n's engine: one style of names and dates,
 * with Simplify what people use alone, and with word of a list that goes on. The server answers as the description says, by its own examples.
 */
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import type { EndpointDescription, ModelField } from '../../api/language/description';
import { models } from '../../api/models';
import { Exchange } from '../../nodes/Exchange/Exchange.node';
import { exchangeScreen } from '../../nodes/Exchange/screen';
import { Keeper } from '../../nodes/Keeper/Keeper.node';
import { keeperScreen } from '../../nodes/Keeper/screen';
import { Sealer } from '../../nodes/Sealer/Sealer.node';
import { sealerScreen } from '../../nodes/Sealer/screen';
import { Storage } from '../../nodes/Storage/Storage.node';
import { storageScreen } from '../../nodes/Storage/screen';
import { Tracker } from '../../nodes/Tracker/Tracker.node';
import { trackerScreen } from '../../nodes/Tracker/screen';
import { recordFields, simpleRecordOf } from '../../nodes/wire/output';
import {
	endpointOf,
	parameterName,
	type AnyOperationScreen,
	type NodeScreen,
} from '../../nodes/wire/screen';
import { simpleRecords } from '../../nodes/wire/simple-records';
import { modelExample } from '../../server/http/routing/schemas';
import { answeringServer, json, type AnsweringServer } from './engine/answering-server';
import { removeN8nFolder, runNode } from './engine/engine';
import { byId } from './engine/real-service';

let server: AnsweringServer;

beforeAll(async () => {
	server = await answeringServer();
});

afterAll(async () => {
	await server.close();
	removeN8nFolder();
});

type Fields = Readonly<Record<string, ModelField>>;
const allModels: Readonly<Record<string, Fields>> = models;

const nodes: ReadonlyArray<readonly [INodeType, NodeScreen]> = [
	[new Sealer(), sealerScreen],
	[new Tracker(), trackerScreen],
	[new Keeper(), keeperScreen],
	[new Storage(), storageScreen],
	[new Exchange(), exchangeScreen],
];

const isGet = ({ operation }: AnyOperationScreen) => operation.startsWith('get');

/** All operations that get records; a statement is a file. */
const gets = nodes
	.flatMap(([node, screen]) =>
		screen.operations.filter(isGet).map((operation) => ({
			...{ name: `${screen.area}: ${operation.resource} ${operation.operation}`, node, screen },
			...{ operation, endpoint: endpointOf(screen.area, operation.endpoint) },
		})),
	)
	.filter(({ endpoint: { reply } }) => reply.kind === 'record' || reply.kind === 'list');

const id = '65f0c0ffee0123456789abcd';

/** Something for every parameter that is asked for. */
function parametersOf({ fields, resource, operation }: AnyOperationScreen): INodeParameters {
	const given = Object.entries(fields).flatMap(([name, field]): Array<[string, unknown]> => {
		if (field.as !== 'parameter') return [];
		const value = field.search === undefined ? (field.initial ?? id) : byId(id);
		return name === 'status' || name === 'interval' ? [] : [[parameterName(name, field), value]];
	});
	return { ...Object.fromEntries(given), resource, operation };
}

/** What the description shows an endpoint to answer. */
function exampleOf({ reply }: EndpointDescription): unknown {
	if (reply.kind !== 'record' && reply.kind !== 'list') throw new Error('no records');
	const record = modelExample(allModels[reply.model] ?? {});
	return reply.kind === 'list' ? [record] : record;
}

/** The records in it. */
function recordsIn(answer: unknown, within: string | undefined): IDataObject[] {
	const found: unknown = within === undefined ? answer : (answer as IDataObject)[within];
	return [found].flat() as IDataObject[];
}

async function outputsOf(
	{ node, operation }: (typeof gets)[number],
	parameters: INodeParameters = {},
) {
	const { items, error } = await runNode({
		node,
		parameters: { ...parametersOf(operation), ...parameters },
		credential: {
			...{ apiKey: 'key', baseUrl: server.url, storageUrl: server.url, exchangeUrl: server.url },
			...{ sealerProductId: id, trackerProductId: id, keeperProductId: id },
		},
	});
	if (error !== undefined) throw error;
	return items.map((item) => item.json);
}

/** A name of another style, and a moment as a number. */
const strange = { name: /"[A-Z]\w*":/, moment: /[:[]1[5-9]\d{11}\b/ };

test.each(gets)('$name gives the whole record, and with Simplify what people use', async (get) => {
	const { operation, screen, endpoint } = get;
	const answer = exampleOf(endpoint);
	server.answer = (_request, response) => json(response, 200, answer);
	const records = recordsIn(answer, operation.recordsIn);
	const whole = JSON.stringify(await outputsOf(get, { simplify: false }));
	expect(whole).not.toMatch(strange.name);
	expect(whole).not.toMatch(strange.moment);
	expect(whole.length).toBeGreaterThanOrEqual(JSON.stringify(records).length);

	const simple = simpleRecordOf(screen, operation);
	if (simple === undefined) return;
	const outputs = await outputsOf(get);
	const text = JSON.stringify(outputs);
	for (const each of Object.values(strange)) expect(text).not.toMatch(each);
	expect(outputs.length).toBe(records.length);
	for (const output of outputs) {
		expect(Object.keys(simple)).toEqual(expect.arrayContaining(Object.keys(output)));
		expect(Object.keys(output).length).toBeGreaterThan(2);
		expect(
			Object.values(output)
				.flat()
				.map((value) => typeof value),
		).not.toContain('object');
	}
});

/** What stands at a place of a record; of a list, in each of its records. */
function fieldAt(fields: Fields, place: string): ModelField | undefined {
	const [name = '', ...inner] = place.split('.');
	const field = fields[name];
	return inner.length === 0 ? field : fieldAt(field?.fields ?? {}, inner.join('.'));
}

test('what Simplify shows is of the description, of ten fields at most but where more are asked for', () => {
	for (const [model, simple] of Object.entries(simpleRecords)) {
		const fields = allModels[model] ?? {};
		for (const place of Object.values(simple).flatMap((places) => places.split('|'))) {
			expect([model, place, fieldAt(fields, place)?.type]).toEqual([
				...[model, place],
				expect.stringMatching(/string|integer|number|boolean/),
			]);
		}
		expect([model, Object.keys(simple).length <= 12]).toEqual([model, true]);
	}
});

test('of every record with more than ten fields there is a simple one, and each is shown by an operation', () => {
	const large = gets.filter(
		({ operation, endpoint }) =>
			Object.keys(recordFields(endpoint, operation.recordsIn)).length > 10,
	);
	for (const { name, screen, operation } of large) {
		expect([name, simpleRecordOf(screen, operation)]).toEqual([name, expect.anything()]);
	}
	const shown = gets.map(({ screen, operation }) => simpleRecordOf(screen, operation));
	for (const [model, simple] of Object.entries(simpleRecords)) {
		expect([model, shown.includes(simple)]).toEqual([model, true]);
	}
});

function* integersOf(fields: Fields, at: string): Generator<readonly [string, ModelField]> {
	for (const [name, field] of Object.entries(fields)) {
		if (field.type === 'integer') yield [`${at}.${name}`, field];
		if (field.fields !== undefined) yield* integersOf(field.fields, `${at}.${name}`);
	}
}

test('every number that is a moment is said to be one', () => {
	const integers = Object.entries(allModels).flatMap(([name, fields]) => [
		...integersOf(fields, name),
	]);
	const isMoment = ([name, { example, description }]: readonly [string, ModelField]) =>
		Number(example) > 1e12 ||
		/since 1970/.test(description) ||
		(/(Time|At|Until|timestamp)$/.test(name) && !/milliseconds it/i.test(description));
	expect(integers.filter(isMoment).map(([name, field]) => [name, field.isMoment])).toEqual(
		integers.filter(([, field]) => field.isMoment).map(([name]) => [name, true]),
	);
});

const balances = gets.filter(({ name }) => name === 'tracker: balance getAll');
const orders = gets.filter(({ name }) => name === 'exchange: order getAll');

/** As the service leaves a list out to an offset, or the exchange begins it at a record. */
function serveList(length: number): void {
	server.answer = ({ url }, response) => {
		const asked = new URL(url, server.url).searchParams;
		const begin = Number(
			asked.get('offset') ?? String(asked.get('fromId') ?? '0').split('.')[1] ?? 0,
		);
		const size = Math.min(Number(asked.get('limit')), length - begin);
		const records = Array.from({ length: size }, (_, index) => ({
			...{ id: String(begin + index), orderId: `M.${begin + index}`, amount: 1 },
		}));
		json(response, 200, records);
	};
}

async function hintsOf(get: (typeof gets)[number], parameters: INodeParameters) {
	const { run, items } = await runNode({
		node: get.node,
		parameters: { ...parametersOf(get.operation), ...parameters },
		credential: {
			...{ apiKey: 'key', baseUrl: server.url, exchangeUrl: server.url },
			trackerProductId: id,
		},
	});
	const hints = run.data.resultData.runData.Node?.[0]?.hints ?? [];
	return { shown: items.length, said: hints.map(({ message }) => message) };
}

const more = (shown: number) =>
	`There is more than the ${shown} results shown: raise 'Limit', or turn on 'Return All'.`;

test.each([...balances, ...orders])(
	'a list that goes on says so, and no other: $name',
	async (get) => {
		serveList(51);
		expect(await hintsOf(get, { limit: 50 })).toEqual({ shown: 50, said: [more(50)] });
		expect(await hintsOf(get, { limit: 51 })).toEqual({ shown: 51, said: [] });
		expect(await hintsOf(get, { returnAll: true })).toEqual({ shown: 51, said: [] });
	},
);

test('a list larger than a page is asked for by the page, and no page twice', async () => {
	serveList(12_000);
	server.received.length = 0;
	const [get] = balances;
	if (get === undefined) throw new Error('the Tracker lists no balances');
	expect(await hintsOf(get, { limit: 10_000 })).toEqual({ shown: 10_000, said: [more(10_000)] });
	const asked = server.received.map(({ url }) => new URL(url, server.url).searchParams);
	expect(asked.map((each) => [each.get('offset'), each.get('limit')])).toEqual([
		['0', '5000'],
		['5000', '5000'],
		['10000', '1'],
	]);
});

test('both entries of a trade with oneself appear once, wherever a page ends', async () => {
	const entries = Array.from({ length: 2500 }, (_, place) => ({
		...{ accountTradeId: `M.${Math.ceil(place / 2)}`, orderId: `M.${place}` },
	}));
	server.answer = ({ url }, response) => {
		const asked = new URL(url, server.url).searchParams;
		const from = entries.findIndex(
			({ accountTradeId }) => accountTradeId === (asked.get('fromId') ?? 'M.0'),
		);
		json(response, 200, entries.slice(from, from + Number(asked.get('limit'))));
	};
	const [get] = gets.filter(({ name }) => name === 'exchange: account getTrades');
	if (get === undefined) throw new Error('the Exchange node lists no own trades');
	const { items } = await runNode({
		node: get.node,
		parameters: { ...parametersOf(get.operation), returnAll: true },
		credential: { apiKey: 'key', exchangeUrl: server.url },
	});
	expect(items.map(({ json: { orderId } }) => orderId)).toEqual(
		entries.map(({ orderId }) => orderId),
	);
});
