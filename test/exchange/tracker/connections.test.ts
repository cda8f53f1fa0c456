/** What is sent, what is not, and that nothing is sent twice. */
import net from 'node:net';
import { inspect } from 'node:util';
import {
	createTracker,
	type TrackerClient,
	type TrackerSettings,
} from '../../../exchange/tracker/client';
import { systemTiming, type Timing } from '../../../exchange/tracker/timing';
import type { TransferRequest } from '../../../exchange/tracker/tracker';
import { HeldTiming } from './held-timing';
import { response, startRawServer, type RawServer, type Respond } from './raw-server';

const key = 'a-key-nobody-may-see-0123456789abcdef';

const asked: TransferRequest = {
	key,
	assetId: 'asset1',
	senderEmail: null,
	recipientEmail: 'to@first.test',
	units: 5,
	idempotencyKey: 'once',
	sendBefore: Number.MAX_SAFE_INTEGER,
};
/** What comes of the server's answer, an empty list. */
const answered = { kind: 'DOUBTFUL', cause: 'status 200 without a transfer' };
const nothing = { kind: 'READ', value: new Map() };

let server: RawServer;
let respond: Respond;
const trackers: TrackerClient[] = [];

beforeEach(async () => {
	respond = (socket) => void socket.write(response(200, '[]'));
	server = await startRawServer((socket, request) => respond(socket, request));
});

afterEach(async () => {
	await Promise.all(trackers.splice(0).map((tracker) => tracker.close()));
	await server.close();
});

function open(settings: Partial<TrackerSettings> = {}, timing?: Timing): TrackerClient {
	const tracker = createTracker(
		{
			baseUrl: server.url,
			productId: 'product1',
			timeoutMs: 30_000,
			connectTimeoutMs: 5_000,
			connections: 1,
			callsPerMinuteMax: 0,
			...settings,
		},
		timing,
	);
	trackers.push(tracker);
	return tracker;
}

describe('a request', () => {
	test('is what the interface describes', async () => {
		const tracker = open({ baseUrl: `${server.url}/base/`, productId: 'a b/c' });
		expect(await tracker.transfer({ ...asked, assetId: 'ü?#' })).toEqual(answered);
		const [head = '', body] = server.requests[0]?.split('\r\n\r\n') ?? [];
		expect(head).toMatch(
			/^POST \/base\/tracker\/a%20b%2Fc\/assets\/%C3%BC%3F%23\/transfer HTTP\/1\.1\r\n/,
		);
		const { host } = new URL(server.url);
		expect(head.split('\r\n').slice(1).sort()).toEqual([
			'accept: application/json',
			'connection: keep-alive',
			'content-length: 45',
			'content-type: application/json',
			`host: ${host}`,
			'idempotency-key: once',
			`x-api-key: ${key}`,
		]);
		expect(body).toBe('{"recipientEmail":"to@first.test","amount":5}');
		expect(await tracker.balances(key)).toEqual(nothing);
		expect(server.requests[1]).toMatch(
			/^GET \/base\/tracker\/a%20b%2Fc\/balances\?limit=5000&offset=0 /,
		);
		expect(await tracker.transactions(key, 'asset1')).toEqual({ kind: 'READ', value: [] });
		expect(server.requests[2]).toMatch(
			/^GET \/base\/tracker\/a%20b%2Fc\/assets\/asset1\/transactions\?limit=5000&offset=0 /,
		);
	});

	test.each<readonly [string, Partial<TransferRequest>, string]>([
		['no asset', { assetId: '' }, 'a request cannot carry this assetId'],
		['an asset that is another path', { assetId: '..' }, 'a request cannot carry this assetId'],
		['half a character', { assetId: '\ud800' }, 'a request cannot carry this assetId'],
		['half a unit', { units: 1.5 }, 'a request cannot carry this amount'],
		['nothing to transfer', { units: 0 }, 'a request cannot carry this amount'],
		['less than nothing', { units: -1 }, 'a request cannot carry this amount'],
		['no number', { units: NaN }, 'a request cannot carry this amount'],
		['more than 2^53', { units: 2 ** 53 }, 'a request cannot carry this amount'],
		['no key', { key: '' }, 'a request cannot carry this key'],
		['a key of two lines', { key: `${key}\r\nx: y` }, 'a request cannot carry this key'],
		['a key of other letters', { key: 'ключ' }, 'a request cannot carry this key'],
		[
			'a name of two lines',
			{ idempotencyKey: 'a\nb' },
			'a request cannot carry this idempotency-key',
		],
	])('is not sent with %s', async (_what, change, cause) => {
		const tracker = open();
		expect(await tracker.transfer({ ...asked, ...change })).toEqual({ kind: 'NOT_SENT', cause });
		expect(server.requests).toEqual([]);
		expect(await tracker.transfer(asked)).toEqual(answered);
	});

	test.each(['ftp://tracker.test', 'http://tracker.test?a=b', 'tracker.test', ''])(
		'has no address in "%s"',
		(baseUrl) => {
			expect(() => open({ baseUrl })).toThrow();
		},
	);
});

describe('without a connection nothing is sent', () => {
	async function closedPort(): Promise<number> {
		const other = net.createServer();
		await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
		const { port } = other.address() as net.AddressInfo;
		await new Promise((resolve) => other.close(resolve));
		return port;
	}

	async function expectNotSent(settings: Partial<TrackerSettings>, cause: RegExp) {
		const tracker = open(settings);
		const text: unknown = expect.stringMatching(cause);
		expect(await tracker.transfer(asked)).toEqual({ kind: 'NOT_SENT', cause: text });
		expect(await tracker.balances(key)).toEqual({ kind: 'UNAVAILABLE', cause: text });
	}

	/** A server below HTTP, for handshakes that fail. */
	async function withConnections(
		onConnection: (socket: net.Socket) => void,
		run: (url: string) => Promise<void>,
	) {
		const sockets: net.Socket[] = [];
		const other = net.createServer((socket) => {
			sockets.push(socket.on('error', () => socket.destroy()));
			onConnection(socket);
		});
		await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
		await run(`https://127.0.0.1:${(other.address() as net.AddressInfo).port}`);
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => other.close(resolve));
	}

	test('a port where nobody listens', async () => {
		await expectNotSent(
			{ baseUrl: `http://127.0.0.1:${await closedPort()}` },
			/^no connection: ECONNREFUSED$/,
		);
	});

	test('a name nobody has', async () => {
		await expectNotSent(
			{ baseUrl: 'http://nobody.invalid' },
			/^no connection: (ENOTFOUND|EAI_AGAIN)$/,
		);
	});

	test('a handshake that never ends', async () => {
		await withConnections(
			() => undefined,
			(baseUrl) =>
				expectNotSent(
					{ baseUrl, connectTimeoutMs: 100 },
					/^no connection: UND_ERR_CONNECT_TIMEOUT$/,
				),
		);
		await withConnections(
			() => undefined,
			(baseUrl) => expectNotSent({ baseUrl, timeoutMs: 100 }, /^no answer within 100 ms$/),
		);
	});

	test('a handshake that is broken off', async () => {
		await withConnections(
			(socket) => socket.resume().once('data', () => socket.resetAndDestroy()),
			(baseUrl) => expectNotSent({ baseUrl }, /^no connection: ECONNRESET$/),
		);
		await withConnections(
			(socket) => socket.resume().once('data', () => socket.end()),
			(baseUrl) => expectNotSent({ baseUrl }, /^no connection: ECONNRESET$/),
		);
	});

	test('a handshake with something else', async () => {
		await withConnections(
			(socket) => socket.resume().once('data', () => socket.end('HTTP/1.1 400 Bad\r\n\r\n')),
			(baseUrl) => expectNotSent({ baseUrl }, /^no connection: (ERR_SSL_\w+|EPROTO)$/),
		);
	});
});

describe('a connection in use', () => {
	test('carries one call after another', async () => {
		const tracker = open();
		for (let call = 0; call < 20; call++) expect(await tracker.transfer(asked)).toEqual(answered);
		expect(server.connections()).toBe(1);
		expect(server.requests).toHaveLength(20);
	});

	test('that breaks under a call leaves it in doubt, and it is not repeated', async () => {
		const tracker = open();
		expect(await tracker.transfer(asked)).toEqual(answered);
		respond = (socket) => socket.resetAndDestroy();
		expect(await tracker.transfer(asked)).toEqual({
			kind: 'UNKNOWN',
			cause: 'the connection broke: ECONNRESET',
		});
		respond = (socket) => socket.end();
		expect(await tracker.transfer(asked)).toMatchObject({ kind: 'UNKNOWN' });
		expect(server.requests).toHaveLength(3);
	});

	test('that breaks leaves the calls behind it whole', async () => {
		const tracker = open();
		respond = (socket) => {
			if (server.requests.length === 1) socket.resetAndDestroy();
			else socket.write(response(200, '[]'));
		};
		const answers = await Promise.all([1, 2, 3].map(() => tracker.transfer(asked)));
		expect(answers.map(({ kind }) => kind)).toEqual(['UNKNOWN', 'DOUBTFUL', 'DOUBTFUL']);
		expect(server.requests).toHaveLength(3);
	});

	test('that ends between calls is replaced', async () => {
		const tracker = open();
		respond = (socket) => socket.end(response(200, '[]'));
		for (let call = 0; call < 3; call++) expect(await tracker.transfer(asked)).toEqual(answered);
		expect(server.requests).toHaveLength(3);
	});

	test('that ends at any moment between calls is told truly: sent once, or not sent', async () => {
		const tracker = open({ connections: 4 });
		let calls = 0;
		respond = (socket) => {
			socket.write(response(200, '[]'), () => {
				if (calls++ % 2 === 0) setImmediate(() => socket.resetAndDestroy());
			});
		};
		const answers = await Promise.all(
			Array.from({ length: 300 }, (_, call) =>
				tracker.transfer({ ...asked, idempotencyKey: `call${call}` }),
			),
		);
		const sent = server.requests.map((request) => /idempotency-key: (\w+)/.exec(request)?.[1]);
		expect(new Set(sent).size).toBe(sent.length);
		for (const [call, { kind }] of answers.entries()) {
			if (kind === 'DOUBTFUL') expect(sent).toContain(`call${call}`);
			else if (kind === 'NOT_SENT') expect(sent).not.toContain(`call${call}`);
			else expect(kind).toBe('UNKNOWN');
		}
	});

	test('is waited for; a call whose time is over meanwhile is never sent', async () => {
		const deadlines: (() => void)[] = [];
		const after: Timing['after'] = (_delayMs, action) => {
			deadlines.push(action);
			return () => undefined;
		};
		const tracker = open({}, { ...systemTiming, after });
		const arrived = Promise.withResolvers<net.Socket>();
		respond = (socket) => arrived.resolve(socket);
		const first = tracker.transfer({ ...asked, idempotencyKey: 'first' });
		const second = tracker.transfer({ ...asked, idempotencyKey: 'second' });
		const socket = await arrived.promise;
		deadlines[1]?.();
		expect(await second).toEqual({ kind: 'NOT_SENT', cause: 'no answer within 30000 ms' });
		respond = (other) => void other.write(response(200, '[]'));
		socket.write(response(200, '[]'));
		expect(await first).toEqual(answered);
		expect(await tracker.transfer({ ...asked, idempotencyKey: 'third' })).toEqual(answered);
		const sent = server.requests.map((request) => /idempotency-key: (\w+)/.exec(request)?.[1]);
		expect(sent).toEqual(['first', 'third']);
		expect(server.connections()).toBe(1);
	});

	test('is given up with the call that is too slow, and the next has another', async () => {
		const timing = new HeldTiming();
		const tracker = open({}, timing);
		const arrived = Promise.withResolvers<void>();
		respond = () => arrived.resolve();
		const first = tracker.transfer(asked);
		await arrived.promise;
		timing.next();
		expect(await first).toEqual({ kind: 'UNKNOWN', cause: 'no answer within 30000 ms' });
		respond = (socket) => void socket.write(response(200, '[]'));
		expect(await tracker.transfer(asked)).toEqual(answered);
		expect(server.connections()).toBe(2);
		expect(server.requests).toHaveLength(2);
	});
});

describe('a limit per minute', () => {
	test('holds calls back in their order', async () => {
		const timing = new HeldTiming();
		const tracker = open({ callsPerMinuteMax: 2 }, timing);
		const answers = ['a', 'b', 'c'].map((idempotencyKey) =>
			tracker.transfer({ ...asked, idempotencyKey }),
		);
		expect(await answers[0]).toEqual(answered);
		expect(server.requests).toHaveLength(1);
		timing.next();
		expect(await answers[1]).toEqual(answered);
		timing.next();
		expect(await answers[2]).toEqual(answered);
		const sent = server.requests.map((request) => /idempotency-key: (\w+)/.exec(request)?.[1]);
		expect(sent).toEqual(['a', 'b', 'c']);
		expect(timing.elapsed()).toBe(60_000);
	});
});

describe('closing', () => {
	const closed = { kind: 'NOT_SENT', cause: 'the client is closed' };

	test('lets the call under way end and answers the rest', async () => {
		const timing = new HeldTiming();
		const tracker = open({ callsPerMinuteMax: 1 }, timing);
		const arrived = Promise.withResolvers<net.Socket>();
		respond = (socket) => arrived.resolve(socket);
		const underWay = tracker.transfer(asked);
		const waiting = tracker.transfer(asked);
		const socket = await arrived.promise;
		const closing = tracker.close();
		expect(await waiting).toEqual(closed);
		expect(await tracker.transfer(asked)).toEqual(closed);
		expect(await tracker.balances(key)).toEqual({ ...closed, kind: 'UNAVAILABLE' });
		socket.write(response(200, '[]'));
		expect(await underWay).toEqual(answered);
		await closing;
		expect(server.requests).toHaveLength(1);
	});

	test('ends with the time of a call that is never answered', async () => {
		const timing = new HeldTiming();
		const tracker = open({}, timing);
		const arrived = Promise.withResolvers<void>();
		respond = () => arrived.resolve();
		const underWay = tracker.transfer(asked);
		await arrived.promise;
		const closing = tracker.close();
		timing.next();
		await closing;
		expect(await underWay).toMatchObject({ kind: 'UNKNOWN' });
	});

	test('a client nobody used', async () => {
		await open().close();
		const twice = open();
		await twice.close();
		await twice.close();
	});
});

describe('the key', () => {
	/** Sends the whole request back in places an answer could take words from. */
	const echoes: readonly ((request: string) => Buffer)[] = [
		(request) => response(200, request),
		(request) => response(200, JSON.stringify([{ id: request }])),
		(request) => response(500, request, [`x-echo: ${key}`]),
		(request) => response(302, '', [`location: http://${key}.test/`, `x: ${request.length}`]),
		(request) => Buffer.from(request),
		() => response(429, '', [`retry-after: ${key}`]),
		() => Buffer.from(`HTTP/1.1 ${key}\r\n\r\n`),
		() => Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${key}\r\n\r\n`),
		() => Buffer.from(`HTTP/1.1 200 ${key}\r\ncontent-length: 2\r\n\r\n[]`),
		...[400, 401, 404, 422].map(
			(status) => (request: string) =>
				response(
					status,
					JSON.stringify({ errorCode: `Key_${key}`, message: request, arguments: [request] }),
				),
		),
		() =>
			response(
				200,
				JSON.stringify([
					{
						id: key,
						assetId: 'asset1',
						assetDisplayName: key,
						displayName: key,
						type: 'Asset',
						amount: 5,
						senderDisplayName: key,
						recipientDisplayName: key,
						timestamp: 1,
						blockchainStatus: 'Confirmed',
						isReverted: false,
					},
				]),
			),
	];

	test('is in no answer and no error of a whole run', async () => {
		const underscored = key.replaceAll('-', '_');
		const told: unknown[] = [];
		const ask = async (tracker: TrackerClient, secret: string) => {
			told.push(await tracker.transfer({ ...asked, key: secret }));
			told.push(await tracker.transfer({ ...asked, key: secret, assetId: '..' }));
			told.push(await tracker.balances(secret));
			told.push(await tracker.transactions(secret, 'asset1'));
		};
		const tracker = open();
		for (const secret of [key, underscored, ` ${key} `, `${key}\n`]) {
			for (const echo of echoes) {
				respond = (socket, request) => {
					const bytes = echo(request).toString('latin1');
					socket.end(bytes.replaceAll(key, secret.trim()), 'latin1');
				};
				await ask(tracker, secret);
			}
		}
		await tracker.close();
		await ask(tracker, key);
		const text = inspect(told, { depth: null, maxArrayLength: null, maxStringLength: null });
		expect(told.length).toBeGreaterThan(200);
		expect(text).toMatch(/REFUSED/);
		expect(text).not.toContain(key);
		expect(text).not.toContain(underscored);
	});
});
