/**
 * What is no WebSocket, no message or no method: told apart and refused in our form or closed with the
 * code that says why, and nobody else hears of it.
 */
import net from 'node:net';
import { once } from 'node:events';
import { TestDatabases } from '../../support/servers/databases';
import { startExchange, type RunningExchange } from '../support/exchange';
import { TestSocket } from '../support/socket';

const databases = new TestDatabases();
let running: RunningExchange;
let bystander: TestSocket;
beforeAll(async () => {
	running = await startExchange(await databases.place('SQLite'), { streamsPerAddressMax: 500 });
	bystander = await TestSocket.open(running.url);
});
afterAll(async () => {
	expect(await bystander.ask('ping')).toMatchObject({ status: 200, result: {} });
	expect(running.log()).not.toContain('unexpected fault');
	await running.close();
	await databases.close();
});

const handshake = {
	host: 'a',
	connection: 'Upgrade',
	upgrade: 'websocket',
	'sec-websocket-version': '13',
	'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** Writes bytes and answers all that came until the other side has ended. */
async function spoken(head: string, rest: readonly Buffer[] = []): Promise<Buffer> {
	const connection = net.connect(Number(new URL(running.url).port), '127.0.0.1');
	const parts: Buffer[] = [];
	connection.on('data', (part) => parts.push(part));
	connection.on('error', () => undefined);
	connection.write(head);
	for (const part of rest) connection.write(part);
	const closed = once(connection, 'close');
	await Promise.race([once(connection, 'end'), closed]);
	connection.destroy();
	await closed;
	return Buffer.concat(parts);
}

function head(change: Readonly<Record<string, string | undefined>> = {}, line = 'GET /socket') {
	const headers = Object.entries({ ...handshake, ...change }).flatMap(([name, value]) =>
		value === undefined ? [] : [`${name}: ${value}\r\n`],
	);
	return `${line} HTTP/1.1\r\n${headers.join('')}\r\n`;
}

/** A frame as a client sends it, masked with zeros. */
function frame(firstByte: number, payload: Buffer | string, length?: bigint): Buffer {
	const body = Buffer.from(payload);
	const size = Buffer.alloc(9);
	size[0] = 0x80 | 127;
	size.writeBigUInt64BE(length ?? BigInt(body.length), 1);
	return Buffer.concat([Buffer.from([firstByte]), size, Buffer.alloc(4), body]);
}

/** A control frame, which has a short length. */
const control = (firstByte: number, payload: string) =>
	Buffer.concat([
		Buffer.from([firstByte, 0x80 | payload.length]),
		Buffer.alloc(4),
		Buffer.from(payload),
	]);

const [text, binary, more, end] = [0x81, 0x82, 0x01, 0x80];
const ping = '{"id":1,"method":"ping"}';

/** The code of the close frame that everything ends with. */
function closeCode(bytes: Buffer): number | undefined {
	const at = bytes.lastIndexOf(Buffer.from([0x88]));
	return at < 0 ? undefined : bytes.readUInt16BE(at + 2);
}

test.each<readonly [string, readonly Buffer[], number]>([
	['a binary message', [frame(binary, ping)], 1003],
	['text that is no UTF-8', [frame(text, Buffer.from([0xff, 0xfe]))], 1007],
	['a message that is too large', [frame(text, Buffer.alloc(65_537, 32))], 1009],
	['one that says it is huge', [frame(text, '', 2n ** 62n)], 1009],
	[
		'one that is too large by its fragments',
		[frame(more, Buffer.alloc(60_000, 32)), frame(end, Buffer.alloc(60_000, 32))],
		1009,
	],
	[
		'fragments without end',
		Array.from({ length: 3_000 }, (_, at) => frame(at === 0 ? more : 0, '')),
		1008,
	],
	['a frame that is not masked', [Buffer.from([0x81, 0x02, 0x7b, 0x7d])], 1002],
	['bits nobody has agreed on', [frame(0xf1, ping)], 1002],
	['a kind of frame there is not', [frame(0x83, ping)], 1002],
	['garbage', [Buffer.alloc(500, 0x5a)], 1002],
])('%s ends the socket, by code', async (_what, frames, code) => {
	expect(closeCode(await spoken(head(), frames))).toBe(code);
});

test('a message in fragments with a ping between them is one', async () => {
	const frames = [frame(more, ping.slice(0, 9)), control(0x89, 'there'), frame(end, ping.slice(9))];
	const bytes = await spoken(head(), [...frames, control(0x88, '')]);
	expect(bytes.toString()).toContain('{"id":1,"status":200,"result":{}}');
	expect(bytes.includes(Buffer.from([0x8a, 5, ...Buffer.from('there')]))).toBe(true);
});

test.each<readonly [string, string, unknown, string, string]>([
	['no JSON', '{', null, 'Request_Malformed', ''],
	['no object', '[1]', null, 'Request_Malformed', ''],
	['nothing', '', null, 'Request_Malformed', ''],
	['JSON of great depth', '['.repeat(60_000), null, 'Request_Malformed', ''],
	[
		'depth that is JSON',
		`{"id":1,"method":"ping","params":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
		1,
		'Request_Invalid',
		'a',
	],
	['no id', '{"method":"ping"}', null, 'Request_Invalid', 'id'],
	['an id that is an object', '{"id":{},"method":"ping"}', null, 'Request_Invalid', 'id'],
	[
		'an id of great length',
		`{"id":"${'x'.repeat(65)}","method":"ping"}`,
		null,
		'Request_Invalid',
		'id',
	],
	[
		'a part there is not',
		'{"id":"a","method":"ping","jsonrpc":"2.0"}',
		'a',
		'Request_Invalid',
		'jsonrpc',
	],
	['no method', '{"id":1}', 1, 'Request_Invalid', 'method'],
	['a method there is not', '{"id":1,"method":"constructor"}', 1, 'Request_Invalid', 'method'],
	['a method that is no text', '{"id":1,"method":["ping"]}', 1, 'Request_Invalid', 'method'],
	[
		'fields that are a list',
		'{"id":1,"method":"ping","params":[]}',
		1,
		'Request_Invalid',
		'params',
	],
	['a field there is not', '{"id":1,"method":"ping","params":{"x":1}}', 1, 'Request_Invalid', 'x'],
	[
		'a field of objects',
		'{"id":1,"method":"ping","params":{"__proto__":1}}',
		1,
		'Request_Invalid',
		'__proto__',
	],
	[
		'money from elsewhere',
		'{"id":1,"method":"order.place","params":{"fund":true}}',
		1,
		'Auth_KeyMissing',
		'',
	],
	[
		'a channel there is not',
		'{"id":1,"method":"subscribe","params":{"channel":"all"}}',
		1,
		'Request_Invalid',
		'channel',
	],
	[
		'a channel without its market',
		'{"id":1,"method":"subscribe","params":{"channel":"depth"}}',
		1,
		'Request_Invalid',
		'symbol',
	],
	[
		'a market there is not',
		'{"id":1,"method":"subscribe","params":{"channel":"depth","symbol":"A-B"}}',
		1,
		'Exchange_MarketNotFound',
		'A-B',
	],
	[
		'own reports of nobody',
		'{"id":1,"method":"subscribe","params":{"channel":"reports","symbol":"CREDIT-EUR"}}',
		1,
		'Auth_KeyMissing',
		'',
	],
	[
		'a subscription there is not',
		'{"id":1,"method":"unsubscribe","params":{"subscription":9}}',
		1,
		'Request_Invalid',
		'subscription',
	],
	[
		'a key and a token',
		'{"id":1,"method":"authenticate","params":{"key":"a","token":"b"}}',
		1,
		'Request_Invalid',
		'key',
	],
	[
		'a member given twice',
		'{"id":1,"method":"ping","params":{"quantity":"1","quantity":"100"}}',
		1,
		'Request_Invalid',
		'quantity',
	],
	[
		'a number that would be rounded',
		'{"id":1,"method":"ping","params":{"limit":1.0000000000000000001}}',
		1,
		'Request_Invalid',
		'limit',
	],
	[
		'a wrong key',
		'{"id":1,"method":"authenticate","params":{"key":"a"}}',
		1,
		'Auth_KeyInvalid',
		'',
	],
	[
		'a wrong token',
		'{"id":1,"method":"authenticate","params":{"token":"a"}}',
		1,
		'Auth_KeyInvalid',
		'',
	],
])('%s is refused and the socket goes on', async (_what, sent, id, errorCode, named) => {
	bystander.webSocket.send(sent);
	const answer = await bystander.answerOf(id);
	expect(answer.error).toMatchObject({ errorCode });
	expect(answer.error?.arguments[0] ?? '').toEqual(named === '' ? expect.anything() : named);
	expect(await bystander.ask('ping')).toMatchObject({ status: 200 });
});

test.each<readonly [string, string, string]>([
	[
		'a request that asks for no socket',
		head({ upgrade: undefined, connection: 'close' }),
		'426 Upgrade Required',
	],
	[
		'another upgrade',
		head({ upgrade: 'h2c', connection: 'Upgrade, close' }),
		'426 Upgrade Required',
	],
	['no key of the handshake', head({ 'sec-websocket-key': undefined }), '400 Bad Request'],
	['a version nobody speaks', head({ 'sec-websocket-version': '7' }), '400 Bad Request'],
	['a wrong API key', head({ 'x-api-key': 'wrong' }), '401 Unauthorized'],
	['another method', head({ connection: 'close' }, 'DELETE /socket'), '405 Method Not Allowed'],
	['another address', head({ connection: 'Upgrade, close' }, 'GET /sockets'), '404 Not Found'],
])('%s is answered over HTTP', async (_what, sent, status) => {
	const answer = (await spoken(sent, [frame(text, ping)])).toString();
	expect(answer).toContain(`HTTP/1.1 ${status}\r\n`);
	expect(answer).toMatch(/\{"errorCode":"\w+",.*"requestId":"[\w-]+"\}$/);
});

test('another upgrade of an address that has none is a request like any other', async () => {
	const answer = await spoken(head({ upgrade: 'h2c', connection: 'Upgrade, close' }, 'GET /time'));
	expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\{"serverTime":\d+\}$/);
});

test("an administrator's key opens no socket", async () => {
	const answer = await spoken(head({ 'x-api-key': running.administratorKey }));
	expect(answer.toString()).toContain('Auth_KeyInvalid');
});

test('params that are null are left out, as a field that is null is in a body', async () => {
	bystander.webSocket.send('{"id":7,"method":"ping","params":null}');
	expect(await bystander.answerOf(7)).toMatchObject({ status: 200 });
});
