/**
 * Every refusal and every fault leaves in our form, with the id the log has: on every route of the
 * description, and on those beside it. What is refused before a route is reached is tried on each
 * of them, and then the database is taken away from under all of them.
 */
import type { ProgramDescription } from '../../../api/programs';
import { programs as descriptions } from '../../../api/programs';
import { errors, type ErrorCode } from '../../../api/errors';
import { endpointsOf } from '../../../server/http/routing/endpoints';
import { startService } from '../../support/programs/service';
import { TestDatabases } from '../../support/servers/databases';
import { startExchange } from '../../exchange/support/exchange';
import {
	RawConnection,
	rawRequest,
	type RawReply,
	type RawRequest,
} from '../../support/hostile/raw-connection';

interface Route {
	readonly name: string;
	readonly form: 'main' | 'storage' | 'page';
	readonly request: RawRequest;
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'multipart/form-data; boundary=x' };
const formBody =
	'--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--x--\r\n';

/** A request to each endpoint that a key may make; what it says need not be right. */
function routesOf(
	description: ProgramDescription,
	key: string,
	values: Readonly<Record<string, string>>,
): readonly Route[] {
	return endpointsOf(description).flatMap(({ area, operation, prefix, endpoint, refusals }) =>
		[endpoint.path, ...(endpoint.alsoAt ? [endpoint.alsoAt.path] : [])].map((path): Route => {
			const isForm = Object.values(endpoint.fields).some((field) => field.in === 'form');
			const filled = path.replace(
				/\{(\w+)\}/g,
				(_all, name: string) => values[`${area}.${name}`] ?? values[name] ?? 'x',
			);
			const { method } = endpoint;
			const hasBody = method !== 'GET' && method !== 'DELETE';
			return {
				name: `${area}.${operation} ${path}`,
				form: refusals,
				request: {
					...{ method, path: prefix + filled },
					headers: { 'x-api-key': key, ...(hasBody && (isForm ? form : json)) },
					...(hasBody && { body: isForm ? formBody : '{}' }),
				},
			};
		}),
	);
}

/** Whoever adds a route that asks no database names it here. */
const withoutDatabase = ['exchange.serverTime /time'];

interface Running {
	readonly url: string;
	readonly routes: readonly Route[];
	/** Has every question to the database fail from now on. */
	breakDatabase(): Promise<void>;
	log(): string;
	close(): Promise<void>;
}

const limits = { requestsPerMinuteMax: 1_000_000, wrongKeysPerMinuteMax: 1_000_000 };

async function service(): Promise<Running> {
	const running = await startService({ config: limits });
	const { admin, products } = running.organisation;
	const { Sealer, Tracker, Keeper } = products;
	const ids = {
		'sealer.productId': Sealer,
		'tracker.productId': Tracker,
		'keeper.productId': Keeper,
	};
	const page = (method: string, path: string): Route => ({
		...{ name: `${method} ${path}`, form: 'page' },
		request: { method, path, ...(method === 'POST' && { headers: form, body: formBody }) },
	});
	return {
		url: running.url,
		routes: [
			...routesOf(descriptions.service, admin.key, ids),
			...[page('GET', '/reports/token'), page('GET', '/reports/token/terms.txt.diff')],
			...[page('GET', '/sealed/token'), page('GET', '/files/token')],
			...[page('GET', '/keys/token'), page('POST', '/keys/token')],
		],
		breakDatabase: () => running.service.database.destroy(),
		log: () => running.log(),
		close: () => running.service.close().catch(() => undefined),
	};
}

async function exchange(): Promise<Running> {
	const databases = new TestDatabases();
	const running = await startExchange(await databases.place('SQLite'), limits);
	const values = { symbol: 'CREDIT-EUR' };
	return {
		url: running.url,
		routes: routesOf(descriptions.exchange, running.harbour.key, values),
		breakDatabase: () => running.exchange.database.destroy(),
		log: () => running.log(),
		async close() {
			await running.close().catch(() => undefined);
			await databases.close();
		},
	};
}

type Spoil = (request: RawRequest) => string;

const withHeaders =
	(headers: Readonly<Record<string, string>>): Spoil =>
	(request) =>
		rawRequest({ ...request, headers: { ...request.headers, ...headers } });

/** What is refused on any route, and with which code. */
const refusals: readonly (readonly [string, Spoil, ErrorCode])[] = [
	['two hosts', (request) => withHeaders({ HOST: 'b' })(request), 'Request_Malformed'],
	[
		'no host',
		(request) => rawRequest(request).replace('host: localhost\r\n', ''),
		'Request_Malformed',
	],
	[
		'a content encoding',
		withHeaders({ 'content-encoding': 'gzip' }),
		'Request_UnsupportedEncoding',
	],
	[
		'a transfer encoding besides chunked',
		({ body: _, ...request }) =>
			`${withHeaders({ 'transfer-encoding': 'gzip, chunked' })(request)}0\r\n\r\n`,
		'Request_UnsupportedEncoding',
	],
	['an expectation', withHeaders({ expect: 'more' }), 'Request_ExpectationFailed'],
	[
		'another method',
		(request) => rawRequest({ ...request, method: 'OPTIONS' }),
		'Request_MethodNotAllowed',
	],
	['a head too large', withHeaders({ more: 'a'.repeat(20_000) }), 'Request_HeadTooLarge'],
	['two lengths', withHeaders({ 'content-length': '1\r\ncontent-length: 2' }), 'Request_Malformed'],
	[
		'an address that is no UTF-8',
		(request) => rawRequest({ ...request, path: `${request.path}/%FF` }),
		'Request_Malformed',
	],
	[
		'an address of nothing',
		(request) => rawRequest({ ...request, path: `${request.path}/no/where` }),
		'Request_RouteNotFound',
	],
];

/** Refused before anybody can know which product was meant. */
const formless: readonly ErrorCode[] = ['Request_HeadTooLarge'];

async function ask(url: string, bytes: string): Promise<RawReply> {
	const connection = await RawConnection.open(url);
	await connection.write(bytes);
	connection.socket.end();
	const [reply] = await connection.replies();
	if (reply === undefined) throw new Error(`no answer to ${bytes.slice(0, 200)}`);
	return reply;
}

/** What is wrong with a refusal, in words; nothing where it has the form it must have. */
function formFault(reply: RawReply, kind: Route['form']): string | undefined {
	const requestId = reply.headers['x-request-id'];
	if (requestId === undefined) return 'no id';
	if (kind === 'page') {
		return reply.headers['content-type']?.startsWith('text/html') ? undefined : 'no page';
	}
	const names =
		kind === 'main' ? ['errorCode', 'message', 'arguments'] : ['message', 'body', 'status'];
	const body = JSON.parse(reply.body) as Readonly<Record<string, unknown>>;
	if (Object.keys(body).join() !== [...names, 'requestId'].join())
		return `the form of ${reply.body}`;
	if (body['requestId'] !== requestId) return 'another id';
	if (kind === 'storage' && body['status'] !== reply.status) return 'another status';
	return undefined;
}

const table = [
	['the service', service],
	['the exchange', exchange],
] as const;

describe.each(table)('%s', (_name, start) => {
	let running: Running;
	beforeAll(async () => {
		running = await start();
	});
	afterAll(() => running.close());

	test.each(refusals)('refuses %s in the form of each route', async (what, spoil, code) => {
		const faults: string[] = [];
		for (const { name, form: kind, request } of running.routes) {
			const reply = await ask(running.url, spoil(request));
			const isNeutral = formless.includes(code) || what === 'two lengths';
			const fault = formFault(reply, isNeutral ? 'main' : kind);
			if (fault !== undefined) faults.push(`${name}: ${fault}`);
			if (reply.status !== errors[code].status) faults.push(`${name}: ${reply.status}`);
			const allowed = reply.headers['allow'] ?? '';
			if (reply.status === 405 && !allowed.includes(request.method))
				faults.push(`${name}: ${allowed}`);
		}
		expect(faults).toEqual([]);
		expect(running.routes.length).toBeGreaterThan(20);
	});

	test('answers a fault of its own in the form of each route, and says nothing of it', async () => {
		await running.breakDatabase();
		const faults: string[] = [];
		const served: string[] = [];
		for (const { name, form: kind, request } of running.routes) {
			const reply = await ask(
				running.url,
				rawRequest({ ...request, headers: { ...request.headers, connection: 'close' } }),
			);
			if (reply.status < 400) {
				served.push(name);
				continue;
			}
			const fault = formFault(reply, kind);
			if (fault !== undefined) faults.push(`${name}: ${fault}`);
			if (/driver|database|sqlite|destroyed/i.test(reply.body))
				faults.push(`${name}: ${reply.body}`);
			const id = reply.headers['x-request-id'] ?? '';
			if (reply.status === 500 && !running.log().includes(id)) faults.push(`${name}: not logged`);
		}
		expect(faults).toEqual([]);
		expect(served.filter((name) => !withoutDatabase.includes(name))).toEqual([]);
		expect(running.log()).toContain('unexpected fault');
	});
});
