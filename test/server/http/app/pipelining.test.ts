/**
 * Requests that a connection sends before it has read the replies: one is carried out at a time, and
 * what is beyond the limit costs nothing, however much arrives at once.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import Fastify, { type FastifyInstance } from 'fastify';
import { InFlightRequests } from '../../../../server/http/app/in-flight-requests';
import { createServer } from '../../../../server/http/app/server';
import { until } from '../../../support/clients/requests';
import { RawConnection, rawRequest } from '../../../support/hostile/raw-connection';

const inFlight = new InFlightRequests();
let app: FastifyInstance;
let url: string;
/** Ends the request that was begun first and has not ended. */
const endings: (() => void)[] = [];
let begunCount = 0;
/** Who sent the requests of `/by`, in the order in which they were begun. */
const begunBy: string[] = [];

beforeAll(async () => {
	const parts = { requestStallMs: 60_000, inFlight, onAnswered: () => undefined };
	app = Fastify({ serverFactory: (listener) => createServer(listener, parts) });
	app.get('/held', () => {
		begunCount += 1;
		return new Promise((resolve) => endings.push(() => resolve('done')));
	});
	app.get('/at-once', () => 'done');
	app.get<{ Params: { name: string } }>('/by/:name', ({ params }) => {
		begunBy.push(params.name);
		return 'done';
	});
	url = await app.listen({ host: '127.0.0.1', port: 0 });
});

beforeEach(() => {
	begunCount = 0;
});

afterAll(() => app.close());

const held = rawRequest({ method: 'GET', path: '/held' });
const atOnce = rawRequest({ method: 'GET', path: '/at-once' });

/** All that the server could begin by now it has begun. */
async function roundTrip(): Promise<void> {
	const other = await RawConnection.open(url);
	await other.write(
		rawRequest({ method: 'GET', path: '/at-once', headers: { connection: 'close' } }),
	);
	expect(await other.replies()).toMatchObject([{ status: 200 }]);
}

const begun = (count: number) =>
	until(() => Promise.resolve(begunCount === count ? true : undefined));

test('of the requests of a connection one is carried out at a time, in their order', async () => {
	const connection = await RawConnection.open(url);
	await connection.write(held + held + atOnce);
	for (const count of [1, 2]) {
		await begun(count);
		await roundTrip();
		expect(begunCount).toBe(count);
		endings.shift()?.();
	}
	await until(() => Promise.resolve(inFlight.count === 0 ? true : undefined));
	connection.socket.end();
	expect(await connection.replies()).toMatchObject([
		{ status: 200, body: 'done' },
		{ status: 200, body: 'done' },
		{ status: 200, body: 'done' },
	]);
});

test('between the requests of a connection others have their turn', async () => {
	begunBy.length = 0;
	const [crowd, other] = [await RawConnection.open(url), await RawConnection.open(url)];
	const last = { connection: 'close' };
	const asks = (name: string, headers = {}) =>
		rawRequest({ method: 'GET', path: `/by/${name}`, headers });
	await Promise.all([
		crowd.write(asks('crowd').repeat(20) + asks('crowd', last)),
		other.write(asks('other', last)),
	]);
	await Promise.all([crowd.replies(), other.replies()]);
	expect(begunBy).toHaveLength(22);
	expect(begunBy.indexOf('other')).toBeLessThan(3);
});

test('what stands behind a request whose caller is gone is not begun', async () => {
	const connection = await RawConnection.open(url);
	await connection.write(held + held);
	await begun(1);
	connection.socket.resetAndDestroy();
	await until(() => Promise.resolve(inFlight.count === 0 ? true : undefined));
	endings.shift()?.();
	await roundTrip();
	expect(begunCount).toBe(1);
});

/** Node.js tells of each request that it makes of what it has parsed. */
const parsed = 'http.server.request.start';

test('of the requests behind the one that is refused none is made', async () => {
	let madeCount = 0;
	const count = () => {
		madeCount += 1;
	};
	subscribe(parsed, count);
	const connection = await RawConnection.open(url);
	await connection.write(atOnce.repeat(1_000));
	const replies = await connection.replies();
	unsubscribe(parsed, count);
	expect(replies.map(({ status }) => status)).toEqual([...Array<number>(32).fill(200), 429]);
	expect(madeCount).toBe(33);
});
