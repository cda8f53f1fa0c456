/**
 * A program that is asked to end finishes the replies under way, however long they take up to its
 * deadline, and its exit code says whether it could. Real processes, ended as an operator ends them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
	placeExchange,
	placeService,
	type PlacedProgram,
} from '../../support/programs/program-places';
import { RawConnection, rawRequest } from '../../support/hostile/raw-connection';
import { encodeForm, send, until } from '../../support/clients/requests';

const content = Buffer.alloc(1_000_000, 'All is well. ');

interface Bytes {
	readonly head: string;
	readonly body: Buffer;
}

function upload({ key }: PlacedProgram): Bytes {
	const { headers, body } = encodeForm([{ name: 'file', fileName: 'a.bin', content }]);
	const head = rawRequest({
		...{ method: 'POST', path: '/storage/files' },
		headers: { 'x-api-key': key, ...headers, 'content-length': String(body.length) },
	});
	return { head, body };
}

function order({ key }: PlacedProgram, clientOrderId: string): Bytes {
	const terms = { symbol: 'CREDIT-EUR', type: 'LIMIT', side: 'BUY', price: '1', quantity: '1' };
	const body = Buffer.from(JSON.stringify({ ...terms, clientOrderId }));
	const head = rawRequest({
		...{ method: 'POST', path: '/orders' },
		headers: {
			...{ 'x-api-key': key, 'content-type': 'application/json' },
			'content-length': String(body.length),
		},
	});
	return { head, body };
}

/** Sends the first half, so that a reply is due, and answers what sends the rest. */
async function begun(program: PlacedProgram, { head, body }: Bytes) {
	const connection = await RawConnection.open(program.url);
	const half = Math.floor(body.length / 2);
	await connection.write(Buffer.concat([Buffer.from(head), body.subarray(0, half)]));
	return { connection, rest: body.subarray(half) };
}

/** The program has met so many requests of this kind. */
async function met({ process }: PlacedProgram, route: string, count: number): Promise<void> {
	await until(async () =>
		process.output().split(`"route":"${route}"`).length > count ? true : undefined,
	);
}

/** A new connection hears that the program ends; the replies that are due keep it there. */
async function isEnding({ url }: PlacedProgram): Promise<void> {
	await until(async () => {
		const { status } = await send({ method: 'GET', url: `${url}/health/live` });
		return status === 503 ? true : undefined;
	});
}

const programs: readonly (readonly [
	string,
	(environment?: Readonly<Record<string, string>>) => Promise<PlacedProgram>,
	(program: PlacedProgram, name: string) => Bytes,
	string,
	string,
])[] = [
	['the service', placeService, upload, '/storage/files', 'STOP_TIMEOUT_MS'],
	['the exchange', placeExchange, order, '/orders', 'EXCHANGE_STOP_TIMEOUT_MS'],
];

describe.each(programs)('%s', (_name, place, change, route, stopTimeout) => {
	test('with seconds to drain is unready and serves what comes, then ends; SIGINT waits for none', async () => {
		const variable = stopTimeout.replace('STOP_TIMEOUT_MS', 'DRAIN_SECONDS');
		const program = await place({ [variable]: '2' });
		await program.process.start();
		await send({ method: 'GET', url: `${program.url}/health/live` });
		const exited = program.process.end();
		const statusOf = async (path: string) =>
			(await send({ method: 'GET', url: program.url + path })).status;
		const draining = await until(async () => {
			const answer = await send({ method: 'GET', url: `${program.url}/health/ready` });
			return answer.status === 503 ? answer.json() : undefined;
		});
		expect(draining).toMatchObject({ status: 'draining' });
		expect(await Promise.all(['/health/live', '/openapi.json'].map(statusOf))).toEqual([200, 200]);
		expect(await exited).toBe(0);
		expect(await program.process.start().then(() => program.process.end('SIGINT'))).toBe(0);
		expect(program.process.output().match(/"signal":"SIGINT"/g)).toHaveLength(1);
	});

	test('asked to end under twenty requests answers all of them, and ends with 0', async () => {
		const program = await place();
		await program.process.start();
		const names = Array.from({ length: 20 }, (_, index) => `order-${index}`);
		const all = await Promise.all(names.map((name) => begun(program, change(program, name))));
		await met(program, route, all.length);
		const stranger = await RawConnection.open(program.url);
		await stranger.write('POST /orders HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n');
		const exitCode = program.process.end();
		await isEnding(program);
		const [slow, ...others] = all;
		for (const { connection, rest } of others) await connection.write(rest);
		// That the framework sets no deadline of its own is held by exchange/http/closing.test.ts.
		for (const byte of slow?.rest.subarray(0, 4) ?? []) {
			await slow?.connection.write(Buffer.from([byte]));
			await pause(250);
		}
		await slow?.connection.write(slow.rest.subarray(4));
		const replies = await Promise.all(all.map(({ connection }) => connection.replies()));
		expect(replies.map(([reply]) => reply?.status)).toEqual(names.map(() => 201));
		expect(all.flatMap(({ connection }) => connection.fault ?? [])).toEqual([]);
		expect(await exitCode).toBe(0);
		expect(program.process.output()).not.toMatch(/did not start in time|"level":50/);
		program.remove();
	});

	test('ends at its deadline with a code that says that replies were cut', async () => {
		const program = await place({ [stopTimeout]: '500' });
		await program.process.start();
		const { connection } = await begun(program, change(program, 'cut'));
		await met(program, route, 1);
		expect(await program.process.end()).toBe(75);
		expect(await connection.replies()).toEqual([]);
		expect(program.process.output()).toMatch(/"requests":1,"msg":"cut at the deadline"/);
		program.remove();
	});
});
