/**
 * How much of an exchange sockets may take: places, subscriptions, commands under way, messages a
 * minute and bytes that wait for a slow reader; who is gone is found out.
 */
import { once } from 'node:events';
import net from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { Connection } from '../../../exchange/socket/connection';
import { overLimitMax } from '../../../exchange/socket/conversation';
import { TestDatabases } from '../../support/servers/databases';
import { ownHeapBytes } from '../../support/programs/process-use';
import { countOf } from '../../support/run/tier';
import { until } from '../../support/clients/requests';
import { startExchange, type RunningExchange } from '../support/exchange';
import { metric } from '../support/metrics';
import { TestSocket, type SocketAnswer } from '../support/socket';

const databases = new TestDatabases();
afterAll(() => databases.close());
const symbol = 'CREDIT-EUR';

/** From one address. */
const socketsMax = countOf({ quick: 100, full: 1_000 });

describe('the sockets of an exchange', () => {
	let running: RunningExchange;
	const opened: TestSocket[] = [];
	const open = async (key?: string, from?: string) => {
		const socket = await TestSocket.open(running.url, key, from);
		opened.push(socket);
		return socket;
	};
	const untilOpen = (wanted: { readonly address: number; readonly account: number }) =>
		until(async () => {
			for (const [pool, count] of Object.entries(wanted)) {
				const labels = `{pool="${pool}"}`;
				const sockets = await metric(running, `sealkeeper_exchange_sockets${labels}`);
				const places = await metric(running, `sealkeeper_exchange_event_streams${labels}`);
				if (sockets !== count || places !== count) return undefined;
			}
			return true;
		});
	beforeAll(async () => {
		running = await startExchange(await databases.place('SQLite'), {
			...{ streamsMax: 1_300, streamsPerAddressMax: socketsMax },
			...{ accountStreamsMax: 3, streamsPerAccountMax: 2 },
		});
	});
	afterEach(async () => {
		for (const socket of opened.splice(0)) await socket.close();
		await untilOpen({ address: 0, account: 0 });
	});
	afterAll(() => running.close());

	test('as many of them as an address may have are served, in little memory, and one more is refused', async () => {
		const before = ownHeapBytes();
		for (let count = 0; count < socketsMax; count += 50) {
			await Promise.all(Array.from({ length: 50 }, () => open()));
		}
		await Promise.all(opened.map((socket) => socket.subscribe('depth', { symbol })));
		await Promise.all(opened.map((socket) => socket.next()));
		const body = { symbol, side: 'SELL', type: 'LIMIT', price: '7', quantity: '1' };
		await running.call('POST', '/orders', { key: running.northwind.key, body });
		const updates = await Promise.all(opened.map((socket) => socket.next()));
		expect(new Set(updates.map(({ data }) => JSON.stringify(data))).size).toBe(1);
		// Their clients are in this process, too.
		expect(ownHeapBytes() - before).toBeLessThan(300 * 1024 ** 2);
		await untilOpen({ address: socketsMax, account: 0 });
		const subscriptions = 'sealkeeper_exchange_socket_subscriptions{channel="depth"}';
		expect(await metric(running, subscriptions)).toBe(socketsMax);
		await expect(open()).rejects.toThrow('429');
		await open(undefined, '127.0.0.2');
	});

	test('an account has as many as of streams, whichever way they say whose they are', async () => {
		const { northwind, harbour } = running;
		await open(northwind.key);
		const anybody = await open();
		const said = await anybody.ask('authenticate', { key: northwind.key });
		expect(said).toMatchObject({ result: { accountId: northwind.accountId, scope: 'FULL' } });
		const again = await anybody.ask('authenticate', { key: harbour.key });
		expect(again.error).toMatchObject({ errorCode: 'Request_Malformed' });
		await expect(open(northwind.key)).rejects.toThrow('429');
		const late = await open();
		const refused = await late.ask('authenticate', { key: northwind.key });
		expect(refused.error).toMatchObject({ errorCode: 'Exchange_OwnStreamsTooMany' });
		expect(await late.ask('ping')).toMatchObject({ status: 200 });
		await open(harbour.key);
		await untilOpen({ address: 1, account: 3 });
	});

	test('a socket has a hundred subscriptions, and another again when it has left one', async () => {
		const socket = await open();
		const subscribe = () => socket.ask('subscribe', { channel: 'trades', symbol });
		for (let count = 0; count < 100; count += 1) expect((await subscribe()).status).toBe(200);
		expect((await subscribe()).error).toMatchObject({
			errorCode: 'Exchange_SocketFull',
			arguments: [100, 'subscriptions'],
		});
		const left = await socket.ask('unsubscribe', { subscription: 7 });
		expect(left).toMatchObject({ status: 200, result: { subscription: 7 } });
		expect(await subscribe()).toMatchObject({ result: { subscription: 101 } });
	});
});

test('messages count as requests of the key, and are refused with the time to wait', async () => {
	const running = await startExchange(await databases.place('SQLite'), {
		requestsPerMinuteMax: 20,
	});
	const socket = await TestSocket.open(running.url, running.northwind.key);
	for (let count = 1; count < 20; count += 1) {
		expect(await socket.ask('time')).toMatchObject({ status: 200 });
	}
	const refused = await socket.ask('time');
	expect(refused).toMatchObject({ status: 429, error: { errorCode: 'Request_TooMany' } });
	expect(refused.error?.retryAfterSeconds).toBe(refused.error?.arguments[0]);
	expect((await running.call('GET', '/account', { key: running.northwind.key })).status).toBe(429);
	expect((await running.call('GET', '/account', { key: running.harbour.key })).status).toBe(200);
	await socket.close();
	await running.close();
});

test.each([
	['messages', (socket: TestSocket) => socket.webSocket.send('{"id":0,"method":"time"}')],
	['pings', (socket: TestSocket) => socket.webSocket.ping()],
	['pongs', (socket: TestSocket) => socket.webSocket.pong()],
])('who goes on with %s beyond the limit is cut off', async (what, sendOne) => {
	const requestsPerMinuteMax = 5;
	const place = await databases.place('SQLite');
	const running = await startExchange(place, { requestsPerMinuteMax });
	const socket = await TestSocket.open(running.url, running.northwind.key);
	// The request that opened it has counted.
	const within = requestsPerMinuteMax - 1;
	for (let count = 0; count < 2 * (within + overLimitMax); count += 1) sendOne(socket);
	expect(await socket.closed).toEqual({ code: 1008, reason: 'more messages than are allowed' });
	const statuses = socket.all.map((answer) => (answer as SocketAnswer).status);
	expect(statuses).toEqual(
		what === 'messages'
			? [...Array<number>(within).fill(200), ...Array<number>(overLimitMax).fill(429)]
			: [],
	);
	await running.close();
});

describe('a connection', () => {
	/** One of a server of its own, to a client that may neither read nor answer. */
	async function connected(
		limits: { readonly waitingBytes?: number; readonly heartbeatMs?: number },
		client: { readonly autoPong?: boolean } = {},
	) {
		const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false });
		await once(server, 'listening');
		const { port } = server.address() as net.AddressInfo;
		const opening = once(server, 'connection') as Promise<[WebSocket, { socket: net.Socket }]>;
		const webSocket = new WebSocket(`ws://127.0.0.1:${port}`, client);
		webSocket.on('error', () => undefined);
		const [[accepted, { socket }]] = await Promise.all([opening, once(webSocket, 'open')]);
		const { waitingBytes = 1024 ** 2, heartbeatMs = 60_000 } = limits;
		const line = { webSocket: accepted, socket, waitingBytesMax: () => waitingBytes, heartbeatMs };
		const connection = new Connection(line, {
			onText: () => undefined,
			onControl: () => undefined,
		});
		const ended = new Promise<void>((resolve) => connection.onEnd(resolve));
		const close = async () => {
			webSocket.terminate();
			await ended;
			server.close();
		};
		return { connection, accepted, webSocket, ended, close };
	}

	test('keeps a bounded number of bytes for who does not read, then ends', async () => {
		const { connection, accepted, webSocket, ended, close } = await connected({
			waitingBytes: 256 * 1024,
		});
		webSocket.pause();
		const text = 'x'.repeat(64 * 1024);
		let most = 0;
		while (connection.isOpen) {
			connection.send(text);
			most = Math.max(most, accepted.bufferedAmount);
			await nextTurn();
		}
		await ended;
		expect(connection.endedBy).toBe('SLOW');
		expect(most).toBeLessThan(256 * 1024 + 2 * text.length);
		await close();
	});

	test('of who is silent ends, and of who answers goes on', async () => {
		const silent = await connected({ heartbeatMs: 100 }, { autoPong: false });
		const lively = await connected({});
		for (let beats = 0; beats < 3; beats += 1) {
			const heard = once(lively.accepted, 'pong');
			lively.connection.checkHeartbeat();
			await heard;
		}
		await silent.ended;
		expect([silent.connection.endedBy, lively.connection.isOpen]).toEqual(['SILENT', true]);
		for (const { close } of [silent, lively]) await close();
	});

	test('that was asked twice and has not answered ends', async () => {
		const { connection, ended, close } = await connected({}, { autoPong: false });
		connection.checkHeartbeat();
		expect(connection.isOpen).toBe(true);
		connection.checkHeartbeat();
		await ended;
		expect(connection.endedBy).toBe('SILENT');
		await close();
	});
});
