/**
 * What is answered and what has happened agree, whatever comes behind a request on its connection,
 * and nobody is waited for who has no right to be: a refused body is cut after a little, a request
 * that does not come is given up.
 */
import { randomUUID } from 'node:crypto';
import { authenticatedLimits, anonymousLimits } from '../../../../server/http/app/connection-end';
import {
	RawConnection,
	rawRequest,
	socketBuffersBytes,
} from '../../../support/hostile/raw-connection';
import { send } from '../../../support/clients/requests';
import { programsOfTier, type Changes, type Program, type programs } from '../programs';

const rounds = 10;
const garbage = 'this is no HTTP\r\n\r\n';
const twoLengths = 'POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n';
const endlessHead = `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}`;

const ofStrangers = anonymousLimits.sizeBytesMax + socketBuffersBytes;
const ofCallers = authenticatedLimits.sizeBytesMax + socketBuffersBytes;

/** One program for the tests of a block, which takes a request that has not come by then to be given up. */
function stage(start: (typeof programs)[number][1], requestStallMs: number) {
	const at = {} as { program: Program; changes: Changes; before: number };
	beforeAll(async () => {
		at.program = await start({
			...{ requestStallMs, requestsPerMinuteMax: 1_000_000, wrongKeysPerMinuteMax: 1_000_000 },
		});
		at.changes = await at.program.changes();
	});
	afterAll(async () => {
		expect(at.program.log()).not.toContain('unexpected fault');
		await at.program.close();
	});
	beforeEach(async () => {
		at.before = await at.changes.count();
	});

	const change = (headers: Readonly<Record<string, string>> = {}) => {
		const request = at.changes.request(randomUUID());
		return rawRequest({ ...request, headers: { ...request.headers, ...headers } });
	};

	/** A change without its body, and without a key unless there is one among the headers. */
	const head = (headers: Readonly<Record<string, string>>, path?: string) => {
		const { method, path: own, headers: all = {} } = at.changes.request(randomUUID());
		const { 'x-api-key': _key, ...others } = all;
		return rawRequest({ method, path: path ?? own, headers: { ...others, ...headers } });
	};

	/** What came back, where 200 stands for every success, and how many changes were made. */
	const outcome = async (connection: RawConnection) => {
		const replies = await connection.replies();
		const statuses = replies.map(({ status }) => (status < 300 ? 200 : status));
		expect(connection.fault).toBeUndefined();
		const [last] = replies.slice(-1);
		if (last !== undefined && last.status >= 400) {
			expect(last.headers['connection']).toBe('close');
			expect(JSON.parse(last.body)).toHaveProperty('requestId', last.headers['x-request-id']);
		}
		return { statuses, made: (await at.changes.count()) - at.before };
	};
	const key = () => ({ 'x-api-key': at.changes.key });
	return { at, change, head, outcome, key };
}

type Parts = readonly string[];
const ways: readonly (readonly [string, (to: RawConnection, parts: Parts) => Promise<void>])[] = [
	['in one piece', (to, parts) => to.write(parts.join(''))],
	[
		'in several',
		async (to, parts) => {
			for (const part of parts) await to.write(part);
		},
	],
];

describe.each(programsOfTier)('%s', (_name, start) => {
	const { at, change, head, outcome, key } = stage(start, 60_000);

	describe.each(ways)('a change and what follows it %s', (_way, write) => {
		test.each<readonly [string, () => Parts, readonly number[], number]>([
			['garbage', () => [change(), garbage], [200, 400], 1],
			['a bad request', () => [change(), twoLengths], [200, 400], 1],
			['a change and garbage', () => [change(), change(), garbage], [200, 200, 400], 2],
			['a head without end', () => [change(), endlessHead], [200, 431], 1],
			['a tunnel', () => [change(), 'CONNECT a:1 HTTP/1.1\r\n\r\n'], [200, 400], 1],
		])('%s: what was done is answered first', async (_what, parts, statuses, made) => {
			for (let round = 0; round < rounds; round += 1) {
				at.before = await at.changes.count();
				const connection = await RawConnection.open(at.program.url);
				await write(connection, parts());
				expect(await outcome(connection)).toEqual({ statuses, made });
			}
		});
	});

	test.each<readonly [string, () => string]>([
		['garbage', () => garbage],
		['another change', () => change()],
	])('behind the last request of a connection %s is passed over', async (_what, more) => {
		for (let round = 0; round < rounds; round += 1) {
			at.before = await at.changes.count();
			const connection = await RawConnection.open(at.program.url);
			await connection.write(change({ connection: 'close' }) + more());
			expect(await outcome(connection)).toEqual({ statuses: [200], made: 1 });
		}
	});

	test('a refused change takes those behind its body with it, unanswered and undone', async () => {
		for (let round = 0; round < rounds; round += 1) {
			at.before = await at.changes.count();
			const connection = await RawConnection.open(at.program.url);
			await connection.write(head({ 'content-length': '100' }));
			await connection.write('x'.repeat(100) + change());
			const { statuses, made } = await outcome(connection);
			expect([statuses[0], statuses.length - 1]).toEqual([401, made]);
		}
	});

	test('whoever pipelines without end is answered what was begun, and nothing else is done', async () => {
		const count = 1_000;
		const connection = await RawConnection.open(at.program.url);
		await connection.write(Array.from({ length: count }, () => change()).join(''));
		const { statuses, made } = await outcome(connection);
		expect(statuses).toEqual([...Array<number>(made).fill(200), 429]);
		expect(made).toBeLessThan(count);
		expect(connection.text()).toContain('Request_TooManyPipelined');
	});

	test('whoever ends their side once they have asked is answered', async () => {
		for (let round = 0; round < rounds; round += 1) {
			at.before = await at.changes.count();
			const connection = await RawConnection.open(at.program.url);
			connection.socket.end(change() + change());
			expect(await outcome(connection)).toEqual({ statuses: [200, 200], made: 2 });
		}
	});

	test.each<readonly [string, () => string]>([
		['is not framed', () => `${head({ ...key(), 'transfer-encoding': 'chunked' })}zz\r\n`],
		['is cut off', () => `${head({ ...key(), 'content-length': '100' })}{`],
		[
			'is not framed, although it is whole as JSON',
			() => {
				const { body = '' } = at.changes.request(randomUUID());
				const size = body.length.toString(16);
				return `${head({ ...key(), 'transfer-encoding': 'chunked' })}${size}\r\n${body}\r\nzz\r\n`;
			},
		],
	])('a change whose body %s is refused and undone', async (_what, bytes) => {
		const connection = await RawConnection.open(at.program.url);
		connection.socket.end(bytes());
		expect(await outcome(connection)).toEqual({ statuses: [400], made: 0 });
	});

	const framings: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
		['with a length', { 'content-length': String(10 ** 12) }, ''],
		['in chunks', { 'transfer-encoding': 'chunked' }, 'ffffffffff\r\n'],
	];
	type Framing = Readonly<Record<string, string>>;
	const endless: readonly (readonly [string, number, number, (framing: Framing) => string])[] = [
		['without a key', 401, ofStrangers, (framing) => head(framing)],
		['with a wrong key', 401, ofStrangers, (framing) => head({ ...framing, 'x-api-key': 'wrong' })],
		[
			'of one that closes',
			401,
			ofStrangers,
			(framing) => head({ ...framing, connection: 'close' }),
		],
		['to nowhere', 404, ofStrangers, (framing) => head(framing, '/nowhere')],
		['to what takes none', 405, ofStrangers, (framing) => head(framing, '/health/live')],
		['to what is no address', 400, ofStrangers, (framing) => head(framing, '/%FF')],
		[
			'in a content encoding',
			415,
			ofStrangers,
			(framing) => head({ ...framing, 'content-encoding': 'gzip' }),
		],
		[
			'of what is only read',
			200,
			ofStrangers,
			(headers) => rawRequest({ method: 'GET', path: '/health/live', headers }),
		],
		['with a right key', 413, ofCallers, (framing) => head({ ...key(), ...framing })],
	];
	test('a body without end is answered, and cut after a little, whoever sends it', async () => {
		const cases = framings.flatMap(([how, framing, first]) =>
			endless.map(([what, status, sizeBytesMax, request]) => {
				const bytes = request(framing) + first;
				return { name: `${what}, ${how}`, status, sizeBytesMax, bytes };
			}),
		);
		const came = cases.map(async ({ name, sizeBytesMax, bytes }) => {
			const connection = await RawConnection.open(at.program.url);
			await connection.write(bytes);
			const isCut = (await connection.flood(2 * sizeBytesMax)) < sizeBytesMax;
			return [name, Number(connection.text().slice(9, 12)), isCut];
		});
		expect(await Promise.all(came)).toEqual(cases.map(({ name, status }) => [name, status, true]));
	});

	test('a refused body that says nothing is not waited for', async () => {
		const connection = await RawConnection.open(at.program.url);
		await connection.write(head({ 'content-length': '100', connection: 'close' }));
		// Neither side sends anything: the other one has to end.
		expect((await connection.replies()).map(({ status }) => status)).toEqual([401]);
	});

	test('who waits to be told to go on is told with a key, and refused without one', async () => {
		const { body = '', ...request } = at.changes.request(randomUUID());
		const awaitingContinue = { expect: '100-continue', 'content-length': String(body.length) };
		const right = await RawConnection.open(at.program.url);
		await right.write(
			rawRequest({ ...request, headers: { ...request.headers, ...awaitingContinue } }),
		);
		await right.has('HTTP/1.1 100 Continue\r\n\r\n');
		right.socket.end(body);
		expect((await right.replies()).map(({ status }) => status)).toEqual([100, expect.any(Number)]);
		expect(await at.changes.count()).toBe(at.before + 1);
		const wrong = await RawConnection.open(at.program.url);
		await wrong.write(head(awaitingContinue));
		expect((await wrong.replies()).map(({ status }) => status)).toEqual([401]);
	});

	test('the program goes on', async () => {
		const { key: good, goodPath, url } = at.program;
		const answer = await send({
			...{ method: 'GET', url: url + goodPath },
			headers: { 'x-api-key': good },
		});
		expect(answer.status).toBe(200);
	});
});

describe.each(programsOfTier)('%s that soon gives up who sends nothing', (_name, start) => {
	const { at, change, head, outcome, key } = stage(start, 500);

	test.each(ways)('a change and a part of a head %s: it is answered first', async (_way, write) => {
		const connection = await RawConnection.open(at.program.url);
		await write(connection, [change(), 'POST / HT']);
		expect(await outcome(connection)).toEqual({ statuses: [200, 408], made: 1 });
	});

	test('a head or a body that brings a byte now and then is given up, whoever sends it', async () => {
		const drips: readonly (readonly [string, string])[] = [
			['head', 'GET / HTTP/1.1\r\nhost: a\r\nx: '],
			['body', head({ ...key(), 'content-length': '10000' })],
		];
		const came = drips.map(async ([what, first]) => {
			const connection = await RawConnection.open(at.program.url);
			await connection.write(first);
			const drip = setInterval(() => connection.socket.write('a'), 50);
			await connection.closed;
			clearInterval(drip);
			const [, code] = /"errorCode":"(\w+)"/.exec(connection.text()) ?? [];
			return [what, Number(connection.text().slice(9, 12)), code];
		});
		const wanted = drips.map(([what]) => [what, 408, 'Request_TooSlow']);
		expect(await Promise.all(came)).toEqual(wanted);
		expect(await at.changes.count()).toBe(at.before);
	});

	test('a connection that asks nothing is ended', async () => {
		const connection = await RawConnection.open(at.program.url);
		expect(await connection.replies()).toEqual([]);
	});
});
