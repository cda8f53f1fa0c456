/**
 * A request that is cut off leaves no file and no row, wherever the cut falls and however the
 * caller goes. Bytes are written to a bare socket, because no HTTP client breaks off on purpose.
 */
import { once } from 'node:events';
import net from 'node:net';
import type { NamedEndpoint } from '../../../server/http/routing/endpoints';
import { Stage, steps, type StepName } from '../../api/stage';
import {
	bodyOf,
	endpointName,
	everyPath,
	goodParts,
	requestOf,
} from '../../support/clients/endpoint-requests';
import { RawConnection } from '../../support/hostile/raw-connection';
import { encodeForm, send, until, type FormPart } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import {
	draftsGone,
	storedFiles,
	StoredStates,
	type StoredState,
} from '../../support/programs/stored-state';
import { countOf } from '../../support/run/tier';

const needs: readonly StepName[] = [
	'a folder',
	'a kept file',
	'a template',
	'signatures of their own',
	'a signature of the user on another contract',
	'a contract',
	'the link of the user',
	'a confirmed log',
];

/** More than one stripe, so that a part of the file is in the buckets before the rest came. */
const content = Buffer.alloc(1_700_000, 'All is well. ');

let running: RunningService;
let stage: Stage;
let states: StoredStates;
let before: StoredState;

beforeAll(async () => {
	running = await startService();
	stage = await Stage.open(running);
	for (const need of needs) await steps[need](stage);
	await running.service.mailsDelivered();
	await draftsGone(running.dataFolder);
	states = await StoredStates.open(running);
	before = await states.read();
});

afterAll(async () => {
	await states.close();
	await running.close();
});

function encodeJson(json: unknown) {
	return {
		headers: { 'content-type': 'application/json' },
		body: Buffer.from(JSON.stringify(json)),
	};
}

interface RawRequest {
	readonly head: Buffer;
	readonly body: Buffer;
}

type Framing = 'content-length' | 'chunked';

/** The good request of an endpoint as bytes, with every file made large. */
function rawRequest(named: NamedEndpoint, framing: Framing): RawRequest {
	const {
		method,
		url,
		headers,
		form = [],
		json,
	} = requestOf(named, goodParts(named, stage), stage);
	const large = form.map((part): FormPart => ('value' in part ? part : { ...part, content }));
	const encoded = json === undefined ? encodeForm(large) : encodeJson(json);
	const { pathname, host } = new URL(url);
	const isChunked = framing === 'chunked';
	const size = encoded.body.length;
	const head = [
		`${method} ${pathname} HTTP/1.1`,
		`host: ${host}`,
		...Object.entries({ ...headers, ...encoded.headers }).map((pair) => pair.join(': ')),
		isChunked ? 'transfer-encoding: chunked' : `content-length: ${size}`,
	];
	const body = isChunked
		? Buffer.concat([
				Buffer.from(`${size.toString(16)}\r\n`),
				encoded.body,
				Buffer.from('\r\n0\r\n\r\n'),
			])
		: encoded.body;
	return { head: Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body };
}

function lines(text: string): number {
	return running.log().split(text).length - 1;
}

async function noConnections(): Promise<void> {
	await until(
		() =>
			new Promise<true | undefined>((resolve) =>
				running.service.app.server.getConnections((_error, count) =>
					resolve(count === 0 ? true : undefined),
				),
			),
	);
}

/** Writes the bytes, waits until the service has met them, and goes without a word. */
async function cutOff(
	sent: Buffer,
	{ seen, leave }: { seen: () => boolean; leave: 'reset' | 'close' },
): Promise<void> {
	const socket = net.connect(Number(new URL(running.url).port), '127.0.0.1');
	await once(socket, 'connect');
	socket.on('error', () => socket.destroy());
	// The service may refuse the request and close first.
	const closed = new Promise((resolve) => socket.once('close', resolve));
	socket.resume();
	socket.write(sent);
	await until(() => Promise.resolve(seen() ? true : undefined));
	if (leave === 'reset') socket.resetAndDestroy();
	else socket.end();
	await closed;
	await noConnections();
}

function hasFilesUnderWay(): boolean {
	return storedFiles(running.dataFolder).length > before.files.length;
}

/** What only looks at a file, or takes a small one alone, keeps nothing that could be seen: the request itself is, then. */
function metBy({ operation }: NamedEndpoint): () => boolean {
	const count = lines('incoming request');
	const looks = ['findFile', 'verifyFile', 'verifySealedFile', 'convertToPdf', 'setLogo'];
	return looks.includes(operation) ? () => lines('incoming request') > count : hasFilesUnderWay;
}

/** Until what was under way is gone; a leak would keep this waiting until the test fails. */
async function expectNothingLeft(): Promise<void> {
	await until(() => {
		const files = storedFiles(running.dataFolder);
		return Promise.resolve(files.length === before.files.length ? true : undefined);
	});
	expect(await states.read()).toEqual(before);
}

const formEndpoints = everyPath()
	.filter(({ endpoint }) => bodyOf(endpoint) === 'form')
	.map((named) => [endpointName(named), named] as const);

const ways = (
	[
		['chunked', 'reset'],
		['content-length', 'reset'],
		['chunked', 'close'],
		['content-length', 'close'],
	] as const
).slice(0, countOf({ quick: 1, full: 4 }));

describe.each(ways)('a request with %s, and a connection that ends with a %s', (framing, leave) => {
	test.each(formEndpoints)('is cut off in its head: %s', async (_name, named) => {
		const { head } = rawRequest(named, framing);
		await cutOff(head.subarray(0, head.length / 2), { seen: () => true, leave });
		await expectNothingLeft();
	});

	test.each(formEndpoints)('is cut off before its first part: %s', async (_name, named) => {
		const { head, body } = rawRequest(named, framing);
		const count = lines('incoming request');
		await cutOff(Buffer.concat([head, body.subarray(0, 20)]), {
			seen: () => lines('incoming request') > count,
			leave,
		});
		await expectNothingLeft();
	});

	test.each(formEndpoints)('is cut off in a file: %s', async (_name, named) => {
		const { head, body } = rawRequest(named, framing);
		const middle = body.length - 800_000;
		await cutOff(Buffer.concat([head, body.subarray(0, middle)]), {
			seen: metBy(named),
			leave,
		});
		await expectNothingLeft();
	});

	test.each(formEndpoints)('is cut off in its last boundary: %s', async (_name, named) => {
		const { head, body } = rawRequest(named, framing);
		const end = body.lastIndexOf('\r\n--');
		await cutOff(Buffer.concat([head, body.subarray(0, end + 10)]), {
			seen: metBy(named),
			leave,
		});
		await expectNothingLeft();
	});
});

const abandoned = everyPath()
	.filter(({ endpoint }) => endpoint.endsWithCaller)
	.map((named) => [endpointName(named), named] as const);

test.each(abandoned)('is given up when its caller ends their side: %s', async (_name, named) => {
	const { head, body } = rawRequest(named, 'content-length');
	const connection = await RawConnection.open(running.url);
	await connection.write(Buffer.concat([head, body]));
	connection.socket.end();
	await connection.closed;
	expect(connection.text()).toBe('');
});

test('the service goes on, and takes the whole request afterwards', async () => {
	const [, named] = formEndpoints.find(([name]) => name.startsWith('E11')) ?? [];
	if (named === undefined) throw new Error('there is no upload to try');
	const answer = await send(requestOf(named, goodParts(named, stage), stage));
	expect(answer.status).toBe(201);
	expect(running.log()).not.toContain('unexpected fault');
});

describe('a refused upload is answered even to a caller who sends everything first', () => {
	const large = Buffer.alloc(40_000_000, 1);

	/** The answer to E9 with more than the buffers on the way hold, read after all was sent. */
	async function answerAfterAll(key: string, connection: string, content = large): Promise<string> {
		const [, named] = formEndpoints.find(([name]) => name.startsWith('E9')) ?? [];
		if (named === undefined) throw new Error('there is no file to add');
		const wrong = { name: 'displayName', fileName: 'x', content: 'x' };
		const { headers, body } = encodeForm([wrong, { name: 'file', fileName: 'more.bin', content }]);
		const url = new URL(requestOf(named, goodParts(named, stage), stage).url);
		const head = [
			`POST ${url.pathname} HTTP/1.1`,
			`host: ${url.host}`,
			`x-api-key: ${key}`,
			`content-type: ${headers['content-type']}`,
			`content-length: ${body.length}`,
			`connection: ${connection}`,
		];
		const socket = net.connect(Number(url.port), '127.0.0.1');
		await once(socket, 'connect');
		socket.write(`${head.join('\r\n')}\r\n\r\n`);
		await new Promise<void>((resolve, reject) => {
			socket.once('error', reject);
			socket.write(body, () => resolve());
		});
		const answer = await readAnswer(socket);
		socket.destroy();
		return answer;
	}

	test.each(['close', 'keep-alive'])('with connection: %s', async (connection) => {
		const answer = await answerAfterAll(stage.value('allRoundKey'), connection);
		expect(answer).toMatch(/^HTTP\/1\.1 400 /);
		expect(answer).toContain("Field 'displayName' must be a text part");
	});

	test.each(['close', 'keep-alive'])(
		'without a key as far as little is sent, with connection: %s',
		async (connection) => {
			const answer = await answerAfterAll('nobody', connection, Buffer.alloc(500_000, 1));
			expect(answer).toMatch(/^HTTP\/1\.1 401 /);
			expect(answer).toContain('Auth_KeyInvalid');
		},
	);
});

/** What the service sends up to the end of a JSON object, or all it sends before it closes. */
async function readAnswer(socket: net.Socket): Promise<string> {
	let text = '';
	for await (const chunk of socket as AsyncIterable<Buffer>) {
		text += chunk.toString();
		if (text.endsWith('}')) break;
	}
	return text;
}
