/**
 * Every endpoint and every field of the exchange's description is called wrongly over real HTTP, as
 * the service's are: each call answers with a code that is documented for the endpoint and a
 * sentence that names the field, and leaves nothing behind. Good requests are the golden ones.
 */
import fc from 'fast-check';
import { Agent } from 'undici';
import type { Field } from '../../../api/language/description';
import { errors, type ErrorCode } from '../../../api/errors';
import { programs } from '../../../api/programs';
import {
	bodyPlace,
	codesOf,
	endpointsOf,
	type NamedEndpoint,
} from '../../../server/http/routing/endpoints';
import {
	ExchangeStage,
	exchangeSteps,
	stageExchange,
	type StagedExchange,
} from '../../api/exchange-stage';
import { filled, goldenOf, isRecord } from '../../api/golden';
import { badHeader, badJson, badQuery, type BadValues } from '../../support/hostile/bad-values';
import { TestDatabases } from '../../support/servers/databases';
import { send, type Answer, type Request } from '../../support/clients/requests';
import { countOf, Turns } from '../../support/run/tier';

interface GoodRequest {
	readonly method: string;
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly json?: Readonly<Record<string, unknown>>;
}

const databases = new TestDatabases();
let staged: StagedExchange;
let stage: ExchangeStage;
let before: unknown;
const connections = new Agent();

const needs = ['means at the tracker', 'a deposit', 'a payout'] as const;

beforeAll(async () => {
	staged = await stageExchange(await databases.place('SQLite'));
	stage = await ExchangeStage.open(staged);
	for (const need of needs) await exchangeSteps[need](stage);
	stage.values['sellerOrderId'] = `${stage.value('symbol')}.1`;
	stage.values['sellerKeyId'] = '65f0c0ffee0123456789abcd';
	stage.values['alarmId'] = '65f0c0ffee0123456789abcd';
	stage.values['subscriptionId'] = '65f0c0ffee0123456789abcd';
	stage.values['sellerOrderListId'] = `${stage.value('symbol')}.1`;
	before = await written();
});
afterAll(async () => {
	const after = await written();
	await connections.close();
	await staged.close();
	await databases.close();
	expect(after).toEqual(before);
});

function call(request: Request): Promise<Answer> {
	return send(request, connections);
}

/** What a wrong request must leave as it was. */
async function written(): Promise<unknown> {
	const { database } = staged.exchange.exchange;
	return {
		commands: await database.selectFrom('commands').selectAll().execute(),
		intents: await database.selectFrom('intents').select('id').execute(),
		accounts: await database.selectFrom('accounts').selectAll().execute(),
	};
}

const all = endpointsOf(programs.exchange).map((named) => [named.operation, named] as const);

function goodRequest({ operation }: NamedEndpoint): GoodRequest {
	return filled(goldenOf('exchange', operation).request, stage.values);
}

function documented({ endpoint }: NamedEndpoint): readonly ErrorCode[] {
	return codesOf(endpoint);
}

function expectRefusal(named: NamedEndpoint, answer: Answer, code: ErrorCode, names = ''): void {
	const body = answer.json();
	if (!isRecord(body)) throw new Error(`no refusal: ${answer.text}`);
	// One comparison: each `expect` costs as much as a small request.
	expect({
		code: body['errorCode'],
		text: answer.text,
		members: Object.keys(body),
		documented: documented(named),
		status: answer.status,
	}).toEqual({
		code,
		text: expect.stringContaining(names) as unknown,
		members: ['errorCode', 'message', 'arguments', 'requestId'],
		documented: expect.arrayContaining([code]) as unknown,
		status: errors[code].status,
	});
}

type Spoil = (good: GoodRequest, value: unknown) => GoodRequest;

async function expectSpoiled(named: NamedEndpoint, name: string, spoilt: GoodRequest) {
	const answer = await call({ ...spoilt, url: spoilt.path });
	expectRefusal(named, answer, 'Request_Invalid', `'${name}'`);
}

function cases(place: Field['in'], badOf: (field: Field) => readonly BadValues[]) {
	return all.flatMap(([operation, named]) =>
		Object.entries(named.endpoint.fields)
			.filter(([, field]) => field.in === place)
			.flatMap(([name, field]) =>
				badOf(field).map((bad) => [`${operation} ${name} ${bad.what}`, named, name, bad] as const),
			),
	);
}

async function tryAll(named: NamedEndpoint, name: string, bad: BadValues, spoil: Spoil) {
	await fc.assert(
		fc.asyncProperty(bad.values, (value) =>
			expectSpoiled(named, name, spoil(goodRequest(named), value)),
		),
		{ numRuns: countOf({ quick: 1, full: 5 }) },
	);
}

const withQuery = (
	{ path: url, ...good }: GoodRequest,
	name: string,
	values: readonly unknown[],
) => {
	const changed = new URL(url);
	changed.searchParams.delete(name);
	for (const value of values) changed.searchParams.append(name, String(value));
	return { ...good, path: changed.href };
};

test.each(cases('json', (field) => badJson(field, { nullIsAbsent: true })))(
	'a field of a JSON body: %s',
	async (_title, named, name, bad) => {
		await tryAll(named, name, bad, (good, value) => ({
			...good,
			json: { ...good.json, [name]: value },
		}));
	},
);

test.each(cases('query', badQuery))('a field of a query: %s', async (_title, named, name, bad) => {
	await tryAll(named, name, bad, (good, value) => withQuery(good, name, [value]));
});

const once = (field: Field) =>
	field.many === true ? [] : [{ what: 'is sent twice', values: fc.constant(1) }];

test.each(cases('query', once))('a field of a query: %s', async (_title, named, name) => {
	await expectSpoiled(named, name, withQuery(goodRequest(named), name, [1, 1]));
});

test.each(cases('header', badHeader))('a header: %s', async (_title, named, name, bad) => {
	await tryAll(named, name, bad, (good, value) => ({
		...good,
		headers: { ...good.headers, [name]: String(value) },
	}));
});

const longIds = [{ what: 'is too long', values: fc.constant('a'.repeat(201)) }];
test.each(cases('path', () => longIds))('an id: %s', async (_title, named, name) => {
	const { endpoint } = named;
	const location = endpoint.path.replace(`{${name}}`, 'a'.repeat(201));
	const good = goodRequest(named);
	await expectSpoiled(named, name, { ...good, path: stage.value('exchange_url') + location });
});

test.each(all)('a field that is not described is refused in a query: %s', async (_name, named) => {
	await expectSpoiled(named, 'unknown', withQuery(goodRequest(named), 'unknown', ['x']));
});

const withBody = all.filter(([, { endpoint }]) => bodyPlace(endpoint) === 'json');

const notJson = new Turns(['', '{', '[]', 'null', '"text"', '1'], 2);
const wrongTypes = new Turns(['text/plain', 'multipart/form-data', 'nonsense'], 1);

test.each(withBody)('a body that is no JSON object is refused: %s', async (_name, named) => {
	const { json: _json, ...good } = goodRequest(named);
	const post = (text: string, type: string) =>
		call({ ...good, url: good.path, text, headers: { ...good.headers, 'content-type': type } });
	for (const text of notJson.take()) {
		expectRefusal(named, await post(text, 'application/json'), 'Request_Malformed', 'JSON');
	}
	for (const type of wrongTypes.take()) {
		expectRefusal(
			named,
			await post('{}', type),
			'Request_UnsupportedMediaType',
			'application/json',
		);
	}
	const endless = JSON.stringify({ more: 'a'.repeat(2 ** 17) });
	expectRefusal(named, await post(endless, 'application/json'), 'Request_TooLarge', 'body');
});

const guarded = all.filter(([, { endpoint }]) => endpoint.caller !== 'ANYONE');

test.each(guarded)('a key that is missing or nobody’s is refused: %s', async (_name, named) => {
	const good = goodRequest(named);
	const { 'x-api-key': key = '', ...headers } = good.headers;
	expectRefusal(named, await call({ ...good, url: good.path, headers }), 'Auth_KeyMissing');
	const { administratorKey } = staged.exchange;
	const other = key === administratorKey ? stage.value('sellerKey') : administratorKey;
	const others = named.endpoint.caller === 'TRADER_OR_ADMINISTRATOR' ? [] : [other];
	for (const wrong of [`${key}A`, key.slice(0, -1), ...others]) {
		const spoilt = { ...good, url: good.path, headers: { ...headers, 'x-api-key': wrong } };
		expectRefusal(named, await call(spoilt), 'Auth_KeyInvalid');
	}
});
