/** How often both programs let a caller ask, as a stranger would try to get around it. */
import Fastify from 'fastify';
import { addressGroup, Limiter } from '../../../../server/http/app/limiter';
import { mountHealth } from '../../../../server/http/health';
import { listeningUrl } from '../../../../server/http/listening-url';
import { RawConnection, rawRequest } from '../../../support/hostile/raw-connection';
import { send, type Answer } from '../../../support/clients/requests';
import { startExchange } from '../../../exchange/support/exchange';
import { TestDatabases } from '../../../support/servers/databases';
import { programsOfTier, type Program, type ProgramOptions } from '../programs';

const madeUp = (index: number) => `made-up-${index}`;

describe.each(programsOfTier)('%s', (_name, start) => {
	let program: Program;
	const open = async (options: ProgramOptions) => (program = await start(options));
	afterEach(() => program.close());

	const get = (location: string, headers: Readonly<Record<string, string>> = {}) =>
		send({ method: 'GET', url: program.url + location, headers });
	const byKey = (key: string, location = program.goodPath) => get(location, { 'x-api-key': key });

	async function statuses(count: number, ask: (index: number) => Promise<Answer>) {
		const all = [];
		for (let index = 0; index < count; index += 1) all.push((await ask(index)).status);
		return all;
	}

	test('keeps a key limited whatever keys are made up beside it', async () => {
		await open({ requestsPerMinuteMax: 20 });
		expect(await statuses(21, () => byKey(program.key))).toEqual([...Array(20).fill(200), 429]);
		await statuses(100, (index) => byKey(madeUp(index)));
		expect((await byKey(program.key)).status).toBe(429);
	});

	test('ends a connection with one refusal of what it has sent beyond the limit', async () => {
		await open({ requestsPerMinuteMax: 3 });
		const request = rawRequest({ method: 'GET', path: program.publicPath });
		const connection = await RawConnection.open(program.url);
		await connection.write(request.repeat(5));
		const replies = await connection.replies();
		expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
		const alone = await RawConnection.open(program.url);
		await alone.write(request);
		const [refused] = await alone.replies();
		expect(refused).toMatchObject({ status: 429, headers: { connection: 'close' } });
	});

	test('logs what is within the limit, and nothing of what is beyond it', async () => {
		await open({ requestsPerMinuteMax: 2 });
		await statuses(5, () => get(program.publicPath));
		expect(program.log().match(/"msg":"incoming request"/g)).toHaveLength(2);
		expect(program.log().match(/"msg":"request completed"/g)).toHaveLength(2);
	});

	test('cuts the endless body of a key that is limited', async () => {
		await open({ requestsPerMinuteMax: 1 });
		expect((await byKey(program.key)).status).toBe(200);
		const { method, path } = (await program.changes()).request('limited');
		const headers = { 'x-api-key': program.key, 'content-length': String(10 ** 12) };
		const connection = await RawConnection.open(program.url);
		await connection.write(rawRequest({ method, path, headers }));
		const takenBytesMax = 16 * 1024 ** 2;
		expect(await connection.flood(2 * takenBytesMax)).toBeLessThan(takenBytesMax);
		expect(connection.text()).toMatch(/^HTTP\/1\.1 429 /);
	});

	test('does not lift the limit of an address from public pages for a made-up key', async () => {
		await open({ requestsPerMinuteMax: 3 });
		expect(await statuses(4, () => get(program.publicPath))).toEqual([200, 200, 200, 429]);
		const headed = await statuses(3, (index) => byKey(madeUp(index), program.publicPath));
		expect(headed).toEqual([429, 429, 429]);
		expect((await byKey(program.key, program.publicPath)).status).toBe(200);
	});

	test('counts wrong keys for their address, by a stricter limit of their own', async () => {
		await open({ wrongKeysPerMinuteMax: 2 });
		const wrong = await statuses(4, (index) => byKey(madeUp(index)));
		expect(wrong).toEqual([401, 401, 429, 429]);
		const refused = await byKey('wrong');
		expect(refused.json()).toMatchObject({ errorCode: 'Request_TooMany' });
		expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
		expect((await byKey('wrong', program.publicPath)).status).toBe(429);
		expect((await get(program.publicPath)).status).toBe(200);
	});

	describe.each(['revoked', 'expired', 'disabled'] as const)('a key that is %s', (how) => {
		test('counts as a wrong one, and takes nothing from a right one', async () => {
			await open({ wrongKeysPerMinuteMax: 2 });
			const { [how]: key } = await program.endedKeys();
			expect(await statuses(4, () => byKey(key))).toEqual([401, 401, 429, 429]);
			expect((await byKey(program.key)).status).toBe(200);
		});

		test('does not lift the limit of an address', async () => {
			await open({ requestsPerMinuteMax: 3 });
			const { [how]: key } = await program.endedKeys();
			const asked = await statuses(4, () => byKey(key, program.publicPath));
			expect(asked).toEqual([200, 200, 200, 429]);
			expect((await get(program.publicPath)).status).toBe(429);
		});
	});

	test('serves a right key it has not seen before to an address with too many wrong ones', async () => {
		await open({ wrongKeysPerMinuteMax: 1 });
		await statuses(3, (index) => byKey(madeUp(index)));
		expect((await byKey(program.key)).status).toBe(200);
	});

	test('counts what there is no route for as well', async () => {
		await open({ requestsPerMinuteMax: 2 });
		expect(await statuses(3, (index) => get(`/nowhere-${index}`))).toEqual([404, 404, 429]);
	});

	test('limits each guest behind a trusted proxy by themselves', async () => {
		await open({ requestsPerMinuteMax: 1, trustedProxies: ['127.0.0.0/8', '10.1.0.0/16'] });
		const from = async (forwarded: string) =>
			(await get(program.publicPath, { 'x-forwarded-for': forwarded })).status;
		expect(await from('203.0.113.1')).toBe(200);
		expect(await from('203.0.113.2')).toBe(200);
		expect(await from('203.0.113.1')).toBe(429);
		// What the guest wrote in front of the address the proxy saw is nothing but theirs to write.
		expect(await from('198.51.100.7, 203.0.113.2')).toBe(429);
		expect(await from('198.51.100.7, 203.0.113.3, 10.1.2.3')).toBe(200);
		expect(await from('203.0.113.3')).toBe(429);
		expect(await from('2001:db8:1:1::1')).toBe(200);
		expect(await from('2001:db8:1:1:ffff::2')).toBe(429);
		expect(await from('2001:db8:1:2::1')).toBe(200);
	});

	test('believes nobody else whom they ask for', async () => {
		await open({ requestsPerMinuteMax: 2, trustedProxies: ['10.1.0.0/16'] });
		const forwarded = (index: number) => ({ 'x-forwarded-for': `203.0.113.${index}` });
		const all = await statuses(3, (index) => get(program.publicPath, forwarded(index)));
		expect(all).toEqual([200, 200, 429]);
	});
});

test('wrong passwords of the dashboard count as wrong keys, the right one goes on', async () => {
	const databases = new TestDatabases();
	const place = await databases.place('SQLite');
	const exchange = await startExchange(place, { wrongKeysPerMinuteMax: 2 });
	const ask = async (password: string) => {
		const authorization = `Basic ${Buffer.from(`any:${password}`).toString('base64')}`;
		const url = `${exchange.url}/admin/queues`;
		return (await send({ method: 'GET', url, headers: { authorization } })).status;
	};
	const wrong = [await ask('one'), await ask('two'), await ask('three')];
	const right = await ask(exchange.administratorKey);
	await exchange.close();
	await databases.close();
	expect(wrong).toEqual([401, 401, 429]);
	expect(right).toBe(200);
});

test.each([
	['203.0.113.7', '203.0.113.7'],
	['::ffff:203.0.113.7', '203.0.113.7'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
	['2001:db8::6', '2001:db8:0:0::/64'],
	['fe80::1%eth0', 'fe80:0:0:0::/64'],
	['unknown', 'no address'],
	['', 'no address'],
])('the address %s shares the limit of %s', (ip, group) => {
	expect(addressGroup(ip)).toBe(group);
});

test('a limited key stays so through sixty thousand made-up keys of as many addresses', async () => {
	const limiter = new Limiter({
		requestsPerMinuteMax: 2,
		wrongKeysPerMinuteMax: 1,
		isKnownKey: (key) => Promise.resolve(key === 'right'),
	});
	const count = (index: number, key: string) => limiter.count(`2001:db8:${index}::1`, key);
	await count(0, 'right');
	await count(0, 'right');
	for (let index = 0; index < 60_000; index += 1) {
		await limiter.count(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`, madeUp(index));
	}
	expect((await count(1, 'right')).isOver).toBe(true);
});

test('an address with too many wrong keys has one key looked up at a time', async () => {
	let underWay = 0;
	let most = 0;
	const isKnownKey = async () => {
		underWay += 1;
		most = Math.max(most, underWay);
		await new Promise<void>((resolve) => setImmediate(resolve));
		underWay -= 1;
		return false;
	};
	const limits = { requestsPerMinuteMax: 1000, wrongKeysPerMinuteMax: 1 };
	const limiter = new Limiter({ ...limits, isKnownKey });
	await limiter.count('203.0.113.7', 'the first');
	const keys = Array.from({ length: 100 }, (_, index) => madeUp(index));
	const counts = await Promise.all(keys.map((key) => limiter.count('203.0.113.7', key)));
	expect(counts.every(({ isOver }) => isOver)).toBe(true);
	expect(most).toBe(1);
});

test('health is worked out once a second, however many ask for it', async () => {
	let asked = 0;
	let nowMs = 0;
	const app = Fastify();
	mountHealth(app, { database: () => Promise.resolve(`asked ${(asked += 1)} times`) }, () => nowMs);
	await app.listen({ host: '127.0.0.1', port: 0 });
	const url = `${listeningUrl(app)}/health/ready`;
	const askedByMany = async () => {
		const answers = await Promise.all(
			Array.from({ length: 200 }, () => send({ method: 'GET', url })),
		);
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
		return asked;
	};
	expect(await askedByMany()).toBe(1);
	nowMs = 999;
	expect(await askedByMany()).toBe(1);
	nowMs = 1_000;
	expect(await askedByMany()).toBe(2);
	await app.close();
});
