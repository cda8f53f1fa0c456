/** An exchange that closes answers the requests under way and is kept waiting by nobody else. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import net from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { systemClock } from '../../../server/clock';
import { streamPlaces } from '../../../exchange/http/stream-limits';
import { Lane } from '../../../exchange/trading/lane/lane';
import { Markets } from '../../../exchange/trading/markets/markets';
import { EventStreams } from '../../../server/http/streams/event-stream';
import { privateRedis } from '../../../server/redis/private-redis';
import { TestDatabases } from '../../support/servers/databases';
import { startExchange } from '../support/exchange';
import { untoldLane } from '../support/lane';
import { putRedisOnPath } from '../support/redis-program';

const databases = new TestDatabases();
afterAll(() => databases.close());

const limits = {
	streamsMax: 1,
	streamsPerAddressMax: 1,
	accountStreamsMax: 1,
	streamsPerAccountMax: 1,
};
const reader = { kind: 'address', id: '127.0.0.1' } as const;

test('an order that waits for its result is answered, a later request hears of the end', async () => {
	putRedisOnPath();
	const place = await databases.place('SQLite');
	const redis = await privateRedis(place.dataFolder);
	// The API alone: the order is carried out when the test says so.
	const running = await startExchange(place, { redisUrl: redis.url }, 'api');
	const { app, database } = running.exchange;
	// The framework would give the end ten seconds.
	expect(app.initialConfig.pluginTimeout).toBe(0);
	const markets = new Markets(database, systemClock);
	const lane = new Lane({ database, markets, clock: systemClock, ...untoldLane });
	const { key } = running.northwind;
	const order = { symbol: 'CREDIT-EUR', type: 'LIMIT', side: 'SELL', price: '1', quantity: '1' };
	const body = { ...order, clientOrderId: 'waits' };
	const answer = running.call('POST', '/orders', { key, body });
	const unasked = net.connect(Number(new URL(running.url).port), '127.0.0.1');
	await once(unasked, 'connect');
	const untilStatus = async (path: string, wanted: number) => {
		for (;;) {
			const seen = await running.call('GET', path, { key });
			if (seen.status === wanted) return seen;
		}
	};
	await untilStatus('/client-orders/waits', 200);
	const closed = running.close();
	expect(await untilStatus('/account', 503)).toMatchObject({ body: { errorCode: 'Core_Ending' } });
	const board = await running.call('GET', '/admin/queues');
	expect(board).toMatchObject({ status: 503, body: { errorCode: 'Core_Ending' } });
	await lane.drain('CREDIT-EUR');
	const result = { clientOrderId: 'waits', status: 'NEW' };
	expect(await answer).toMatchObject({ status: 201, body: result });
	await closed;
	unasked.resume();
	if (!unasked.closed) await once(unasked, 'close');
	await redis.close();
});

test('a stream that was about to open when all were closed is refused', async () => {
	const streams = new EventStreams(streamPlaces(limits));
	const app = Fastify();
	app.get('/', (_request, reply) => void streams.open(reply, reader));
	await app.listen({ host: '127.0.0.1', port: 0 });
	streams.closeAll();
	const answer = await fetch(app.listeningOrigin);
	expect([answer.status, await answer.text()]).toEqual([
		503,
		expect.stringMatching(/The service is ending/),
	]);
	await app.close();
});

test('a stream whose reader does not read is cut, not waited for', async () => {
	const streams = new EventStreams(streamPlaces(limits));
	const app = Fastify();
	const stuck = new Promise<ServerResponse>((resolve) => {
		app.get('/', async (_request, reply) => {
			const stream = streams.open(reply, reader);
			const data = 'x'.repeat(64 * 1024);
			do {
				stream.send({ event: 'much', data });
				// What the system takes is gone after a turn; once it takes no more, something stays.
				await nextTurn();
			} while (reply.raw.writableLength === 0);
			resolve(reply.raw);
		});
	});
	const address = await app.listen({ host: '127.0.0.1', port: 0 });
	const connection = net.connect(Number(new URL(address).port), '127.0.0.1');
	connection.on('error', () => undefined);
	connection.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
	const response = await stuck;
	const closed = once(response, 'close');
	streams.closeAll();
	await closed;
	expect(response.writableFinished).toBe(false);
	connection.destroy();
	await app.close();
});
