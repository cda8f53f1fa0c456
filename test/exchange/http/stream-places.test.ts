/**
 * Strangers who open streams: they get no more than a few places each, none of the traders', and
 * what they do not read is not kept for them.
 */
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import {
	EventStreams,
	type EventStream,
	type ServerEvent,
} from '../../../server/http/streams/event-stream';
import { streamPlaces } from '../../../exchange/http/stream-limits';
import { TestDatabases } from '../../support/servers/databases';
import { startExchange, type RunningExchange } from '../support/exchange';

const databases = new TestDatabases();
const depth = '/markets/CREDIT-EUR/depth/stream';
const reports = '/account/reports/stream?symbol=CREDIT-EUR';

describe('the places of streams', () => {
	let running: RunningExchange;
	const left: (() => void)[] = [];

	beforeAll(async () => {
		running = await startExchange(await databases.place('SQLite'), {
			...{ streamsMax: 5, streamsPerAddressMax: 2 },
			...{ accountStreamsMax: 3, streamsPerAccountMax: 2 },
		});
	});
	afterEach(async () => {
		for (const leave of left.splice(0)) leave();
		await untilOpen({ address: 0, account: 0 });
	});
	afterAll(async () => {
		await running.close();
		await databases.close();
	});

	/** Opens a stream from an address of its own; answers its status, and the code of a refusal. */
	async function open(localAddress: string, path = depth, key?: string): Promise<string> {
		const headers = key === undefined ? {} : { 'x-api-key': key };
		const request = http.get(running.url + path, { localAddress, headers, agent: false });
		left.push(() => request.destroy());
		const [answer] = (await once(request, 'response')) as [IncomingMessage];
		answer.on('error', () => undefined);
		if (answer.statusCode === 200) return '200';
		const { errorCode } = JSON.parse(await text(answer)) as { readonly errorCode: string };
		return `${answer.statusCode} ${errorCode}`;
	}

	const openCounts = async () => {
		const { body } = await running.call('GET', '/metrics');
		const value = (pool: string) =>
			new RegExp(`^sealkeeper_exchange_event_streams\\{pool="${pool}"\\} (\\d+)$`, 'm').exec(
				String(body),
			)?.[1];
		return { address: Number(value('address')), account: Number(value('account')) };
	};

	async function untilOpen(wanted: { readonly address: number; readonly account: number }) {
		for (;;) {
			const { address, account } = await openCounts();
			if (address === wanted.address && account === wanted.account) return;
			await nextTurn();
		}
	}

	test('an address gets as many as it may have, and others go on', async () => {
		const one = '127.0.0.1';
		expect([await open(one), await open(one)]).toEqual(['200', '200']);
		expect(await open(one)).toBe('429 Exchange_OwnStreamsTooMany');
		expect(await open('127.0.0.2')).toBe('200');
	});

	test('an address gets a place again when it has left one', async () => {
		const one = '127.0.0.1';
		expect([await open(one), await open(one)]).toEqual(['200', '200']);
		left.pop()?.();
		await untilOpen({ address: 1, account: 0 });
		expect(await open(one)).toBe('200');
	});

	test('strangers who take every public place take none of the traders', async () => {
		for (const address of ['127.0.0.1', '127.0.0.2']) {
			expect([await open(address), await open(address)]).toEqual(['200', '200']);
		}
		expect(await open('127.0.0.3')).toBe('200');
		expect(await open('127.0.0.4')).toBe('429 Exchange_StreamsTooMany');
		expect(await open('127.0.0.1', reports, running.northwind.key)).toBe('200');
	});

	test('an account gets as many as it may have from wherever it asks, and others go on', async () => {
		const { northwind, harbour } = running;
		expect(await open('127.0.0.1', reports, northwind.key)).toBe('200');
		expect(await open('127.0.0.2', reports, northwind.key)).toBe('200');
		const third = await open('127.0.0.3', reports, northwind.key);
		expect(third).toBe('429 Exchange_OwnStreamsTooMany');
		expect(await open('127.0.0.3', reports, harbour.key)).toBe('200');
		expect(await open('127.0.0.3', reports, harbour.key)).toBe('429 Exchange_StreamsTooMany');
		expect(await open('127.0.0.3')).toBe('200');
	});

	test('who leaves at once, or before the stream has begun, leaves no place taken', async () => {
		for (let times = 0; times < 30; times += 1) {
			const connection = net.connect(Number(new URL(running.url).port), '127.0.0.1');
			await once(connection, 'connect');
			connection.write(`GET ${depth} HTTP/1.1\r\nhost: a\r\n\r\n`, () => connection.destroy());
			await once(connection, 'close');
		}
		// The last of them may be on its way; a later request of the same process is not ahead of it.
		await running.call('GET', '/markets');
		await untilOpen({ address: 0, account: 0 });
		expect([await open('127.0.0.1'), await open('127.0.0.1')]).toEqual(['200', '200']);
	});
});

async function text(answer: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of answer) parts.push(part as Buffer);
	return Buffer.concat(parts).toString();
}

describe('a reader who does not read', () => {
	const owner = { kind: 'address', id: 'a' } as const;
	const limits = {
		...{ streamsMax: 1000, streamsPerAddressMax: 1000 },
		...{ accountStreamsMax: 0, streamsPerAccountMax: 0 },
	};

	/** A stream to somebody who never reads, with what its server keeps for them. */
	async function stuckStream(
		streams: EventStreams,
		work: (stream: EventStream<ServerEvent>, raw: ServerResponse) => Promise<void>,
	): Promise<void> {
		const app = Fastify();
		const done = new Promise<void>((resolve, reject) => {
			app.get('/', (_request, reply) => {
				work(streams.open(reply, owner), reply.raw).then(resolve, reject);
			});
		});
		const address = await app.listen({ host: '127.0.0.1', port: 0 });
		const connection = net.connect(Number(new URL(address).port), '127.0.0.1');
		connection.on('error', () => undefined);
		connection.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
		try {
			await done;
		} finally {
			connection.destroy();
			await app.close();
		}
	}

	const size = 64 * 1024;
	const event = { event: 'much', data: 'x'.repeat(size) };
	const openOf = (streams: EventStreams) => streams.places.counts()[0]?.open;

	test('is cut when a bounded number of bytes waits, and gives the place back', async () => {
		const streams = new EventStreams(streamPlaces(limits));
		await stuckStream(streams, async (stream, raw) => {
			let most = 0;
			const ended = new Promise<void>((resolve) => stream.onEnd(resolve));
			while (!raw.destroyed) {
				stream.send(event);
				most = Math.max(most, raw.writableLength);
				await nextTurn();
			}
			await ended;
			expect(most).toBeGreaterThan(size);
			expect(most).toBeLessThan(1024 * 1024 + 3 * size);
			expect(openOf(streams)).toBe(0);
		});
	});

	test('holds up nothing that is sent no faster than it is read', async () => {
		const streams = new EventStreams(streamPlaces(limits));
		await stuckStream(streams, async (stream, raw) => {
			let isReady = true;
			const waits = async () => {
				while (isReady) {
					stream.send(event);
					isReady = await stream.ready();
				}
			};
			const waiting = waits();
			while (!raw.writableNeedDrain) await nextTurn();
			expect(raw.writableLength).toBeLessThan(3 * size);
			raw.destroy();
			await waiting;
			expect(openOf(streams)).toBe(0);
		});
	});
});
