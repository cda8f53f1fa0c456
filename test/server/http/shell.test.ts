/** What both programs owe to one application shell: every request is answered in our form. */
import { once } from 'node:events';
import net from 'node:net';
import { send, until } from '../../support/clients/requests';
import { programs, type Program } from './programs';

describe.each(programs)('%s', (_name, start) => {
	let program: Program;
	beforeAll(async () => {
		program = await start({});
	});
	afterAll(() => program.close());

	const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
		send({ method: 'GET', url: program.url + path, headers });

	/** What comes back for bytes written to the connection, until it ends. */
	const written = async (text: string): Promise<string> => {
		const socket = net.connect(Number(new URL(program.url).port), '127.0.0.1');
		const chunks: Buffer[] = [];
		socket.on('data', (chunk: Buffer) => chunks.push(chunk));
		socket.write(text);
		await once(socket, 'close');
		return Buffer.concat(chunks).toString();
	};

	test.each([
		['is no UTF-8', () => '/%FF', 400, 'Request_Malformed'],
		['has an id that is no UTF-8', () => program.idPath('%C3%28'), 400, 'Request_Malformed'],
		['is endless', () => program.idPath('a'.repeat(1001)), 414, 'Request_AddressTooLong'],
		['leads nowhere', () => '/nowhere/at/all', 404, 'Request_RouteNotFound'],
	])('answers an address that %s in the form of the interface', async (...given) => {
		const [, path, status, errorCode] = given;
		const answer = await get(path(), { 'x-api-key': program.key });
		expect({ ...(answer.json() as object), status: answer.status }).toEqual({
			...{ status, errorCode, requestId: answer.headers['x-request-id'] },
			message: expect.any(String) as unknown,
			arguments: expect.any(Array) as unknown,
		});
	});

	test.each([
		['no HTTP at all', 'HELO there\r\n\r\n', 400, 'Request_Malformed'],
		[
			'a head without end',
			`GET / HTTP/1.1\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`,
			...[431, 'Request_HeadTooLarge'],
		],
		[
			'two lengths',
			'POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
			...[400, 'Request_Malformed'],
		],
		['a tunnel', 'CONNECT localhost:1 HTTP/1.1\r\n\r\n', 400, 'Request_Malformed'],
	])('answers %s in the form of the interface', async (...given) => {
		const [, text, status, errorCode] = given as [string, string, number, string];
		const [head = '', body = ''] = (await written(text)).split('\r\n\r\n');
		expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
		const { requestId, ...rest } = JSON.parse(body) as Record<string, unknown>;
		expect(rest).toMatchObject({ errorCode });
		expect(head).toContain(`x-request-id: ${String(requestId)}`);
		expect(program.log()).toContain(`"reqId":"${String(requestId)}"`);
	});

	const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
	test.each([
		[{ 'x-request-id': 'from-a.caller:1/2' }, 'from-a.caller:1/2'],
		[{ 'x-request-id': 'own', traceparent: `00-${trace}-00f067aa0ba902b7-01` }, 'own'],
	])('takes the id of a request from %j', async (headers, wanted) => {
		const good = await get(program.goodPath, { ...headers, 'x-api-key': program.key });
		expect([good.status, good.headers['x-request-id']]).toEqual([200, wanted]);
		const refused = await get(program.goodPath, headers);
		expect(refused.status).toBe(401);
		expect(refused.headers['x-request-id']).toBe(wanted);
		expect(refused.json()).toMatchObject({ requestId: wanted });
		expect(program.log()).toContain(`"reqId":"${wanted}"`);
	});

	test.each<Readonly<Record<string, string>>>([
		{},
		{ 'x-request-id': '' },
		{ 'x-request-id': 'a b' },
		{ 'x-request-id': 'a'.repeat(129) },
		{ 'x-request-id': 'not well "formed"' },
		{ traceparent: `00-${trace}-00f067aa0ba902b7-01` },
	])('gives a request with %j a fresh id', async (headers) => {
		const first = await get(program.goodPath, headers);
		const second = await get(program.goodPath, headers);
		const ids = [first, second].map((answer) => String(answer.headers['x-request-id']));
		for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
		expect(new Set(ids).size).toBe(2);
	});

	test.each([
		[`00-${trace}-00f067aa0ba902b7-01`, trace],
		[`01-${trace}-00f067aa0ba902b7-00-more`, trace],
		[`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined],
		[`00-${trace}-${'0'.repeat(16)}-01`, undefined],
		[`ff-${trace}-00f067aa0ba902b7-01`, undefined],
		[`00-${trace}-00f067aa0ba902b7-01-more`, undefined],
		[trace, undefined],
	])('logs of a traceparent %s the trace %s', async (traceparent, wanted) => {
		const answer = await get(program.goodPath, { 'x-api-key': program.key, traceparent });
		const id = `"reqId":"${String(answer.headers['x-request-id'])}"`;
		const lines = await until(() => {
			const found = program
				.log()
				.split('\n')
				.filter((line) => line.includes(id));
			return Promise.resolve(found.length === 2 ? found : undefined);
		});
		const traces = lines.map((line) => (JSON.parse(line) as { trace_id?: string }).trace_id);
		expect(traces).toEqual([wanted, wanted]);
	});

	test('logs a request as one JSON object a line, by its route and without its address', async () => {
		const secret = 'a-secret-in-an-address';
		const headers = { 'x-api-key': program.key, 'x-request-id': 'to-be-found' };
		await get(`${program.goodPath}?token=${secret}`, headers);
		await get(`/${secret}`, headers);
		for (const path of [`/%73ign/${secret}`, `/docs/../sign/${secret}`]) await get(path, headers);
		const lines = await until(() => {
			const found = program
				.log()
				.split('\n')
				.filter((line) => line.includes('to-be-found'));
			return Promise.resolve(found.length < 8 ? undefined : found);
		});
		const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
		expect(logged[0]).toMatchObject({
			reqId: 'to-be-found',
			req: { method: 'GET', route: program.goodPath },
		});
		expect(program.log()).not.toContain(secret);
		expect(program.log()).not.toContain(program.key);
	});
});
