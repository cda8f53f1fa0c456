/** Every way a reply can be wrong, as bytes from a server of the test, and what each comes to. */
import type net from 'node:net';
import { gzipSync } from 'node:zlib';
import { createTracker, type TrackerClient } from '../../../exchange/tracker/client';
import { systemTiming, type Timing } from '../../../exchange/tracker/timing';
import type { TransferRequest } from '../../../exchange/tracker/tracker';
import { HeldTiming } from './held-timing';
import { response, startRawServer, type RawServer, type Respond } from './raw-server';

const key = 'a-key-nobody-may-see-0123456789abcdef';

const asked: TransferRequest = {
	key,
	assetId: 'asset1',
	senderEmail: 'from@first.test',
	recipientEmail: 'to@first.test',
	units: 5,
	idempotencyKey: 'once',
	sendBefore: Number.MAX_SAFE_INTEGER,
};

const transaction = {
	id: 'transaction1',
	assetId: 'asset1',
	assetDisplayName: 'Gold',
	amount: 5,
	senderDisplayName: 'from@first.test',
	recipientDisplayName: 'to@first.test',
	timestamp: 1_700_000_000_000,
	blockchainStatus: 'Unconfirmed',
	isReverted: false,
};
const balance = { id: 'asset1', displayName: 'Gold', amount: 5, type: 'Asset' };
const refusal = {
	errorCode: 'Factory_FactoryTransferInsufficientFund',
	message: 'Too little.',
	arguments: ['4', '5'],
};

/** JSON of a record with one field's value written as these very characters. */
const withAmount = (record: object, characters: string) =>
	`[${JSON.stringify({ ...record, amount: '@' }).replace('"@"', characters)}]`;
const json = (value: unknown) => JSON.stringify(value);

let server: RawServer;
let tracker: TrackerClient;
let respond: Respond;

beforeEach(async () => {
	server = await startRawServer((socket, request) => respond(socket, request));
	tracker = open({});
});

afterEach(async () => {
	await tracker.close();
	await server.close();
});

function open(
	settings: { readonly baseUrl?: string; readonly believesEmpty?: boolean },
	timing: Timing = { ...systemTiming, now: () => Date.parse('2026-01-01T00:00:00Z') },
) {
	return createTracker(
		{
			baseUrl: server.url,
			productId: 'product1',
			timeoutMs: 30_000,
			connectTimeoutMs: 5_000,
			connections: 2,
			callsPerMinuteMax: 0,
			...settings,
		},
		timing,
	);
}

const say =
	(...parts: Parameters<typeof response>): Respond =>
	(socket) =>
		void socket.write(response(...parts));
const raw =
	(text: string | Buffer, then: (socket: net.Socket) => void = () => undefined): Respond =>
	(socket) =>
		void socket.write(text, 'latin1', () => then(socket));

const done = (transactionId: string) => ({ kind: 'DONE', transactionId });
const unknown = (cause: string, retryAfterMs?: number) => ({
	kind: 'UNKNOWN',
	cause,
	...(retryAfterMs !== undefined && { retryAfterMs }),
});
const refused = (status: number, code: string, message: string) => ({
	kind: 'REFUSED',
	status,
	code,
	message,
});
const broke = (code: string) => unknown(`the connection broke: ${code}`);
const ok = 'HTTP/1.1 200 OK\r\n';

const notJson = unknown('status 200 with a body that is not JSON');
const errorInside = unknown('status 200 with an error inside');
const wrongShape = unknown('status 200 with a body of the wrong shape');
const doubtful = (cause: string) => ({ kind: 'DOUBTFUL', cause });
const anotherTransfer = doubtful('status 200 with another transfer');
const noTransfer = doubtful('status 200 without a transfer');

/** Replies that mean the same for a transfer and, as UNAVAILABLE, for a list. */
const both: readonly (readonly [string, Respond, object])[] = [
	['a page of text', say(200, 'It works!'), notJson],
	['a page of HTML', say(200, '<html></html>', ['content-type: text/html']), notJson],
	['half a document', say(200, '[{"id":'), notJson],
	['bytes that are not UTF-8', say(200, Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d])), notJson],
	['spaces', say(200, '  '), notJson],
	['gzip nobody asked for', say(200, gzipSync('[]'), ['content-encoding: gzip']), notJson],
	['gzip that is garbage', say(200, 'not gzip', ['content-encoding: gzip']), notJson],
	['a field named twice', say(200, '[{"id":"a","id":"a"}]'), notJson],
	['null', say(200, 'null'), wrongShape],
	['a number', say(200, '5'), wrongShape],
	['a text', say(200, '"done"'), wrongShape],
	['a record without a list', say(200, '{}'), wrongShape],
	['a list of null', say(200, '[null]'), wrongShape],
	['a list in a list', say(200, '[[]]'), wrongShape],
	['an empty record', say(200, '[{}]'), wrongShape],
	[
		'fields only in the prototype',
		say(200, `[{"__proto__":${json({ ...transaction, ...balance })}}]`),
		wrongShape,
	],
	['an error in place of a list', say(200, json(refusal)), errorInside],
	[
		'an error in the list',
		say(200, json([{ ...transaction, ...balance, ...refusal }])),
		errorInside,
	],
	['a redirect', say(302, '', ['location: /elsewhere']), unknown('status 302')],
	['a permanent redirect', say(308, '', ['location: /elsewhere']), unknown('status 308')],
	['not modified', raw('HTTP/1.1 304 Not Modified\r\n\r\n'), unknown('status 304')],
	['a proxy that forbids', say(403, '<html>no</html>'), unknown('status 403')],
	['a proxy that forbids in JSON', say(403, '{"message":"no"}'), unknown('status 403')],
	[
		'an error without arguments',
		say(400, '{"errorCode":"A","message":"b"}'),
		unknown('status 400'),
	],
	[
		'an error with a code of words',
		say(400, json({ ...refusal, errorCode: 'a b' })),
		unknown('status 400'),
	],
	['a time-out of the server', say(408, json(refusal)), unknown('status 408')],
	['too early', say(425, json(refusal)), unknown('status 425')],
	['too many', say(429, json(refusal), ['retry-after: 7']), unknown('status 429', 7_000)],
	[
		'too many, until a date',
		say(429, '', ['retry-after: Thu, 01 Jan 2026 00:00:09 GMT']),
		unknown('status 429', 9_000),
	],
	[
		'too many, until a date gone by',
		say(429, '', ['retry-after: Thu, 01 Jan 2015 00:00:09 GMT']),
		unknown('status 429', 0),
	],
	[
		'too many, for ever',
		say(429, '', ['retry-after: 99999999999999999999']),
		unknown('status 429', 3_600_000),
	],
	['too many, for a while', say(429, '', ['retry-after: a while']), unknown('status 429')],
	['too many, for less than nothing', say(429, '', ['retry-after: -5']), unknown('status 429')],
	[
		'too many, said twice',
		say(429, '', ['retry-after: 3', 'retry-after: 4']),
		unknown('status 429', 3_000),
	],
	['a fault', say(500, json({ ...refusal, errorCode: 'Core_Unhandled' })), unknown('status 500')],
	['a bad gateway', say(502, '<html></html>'), unknown('status 502')],
	['away for a minute', say(503, '', ['retry-after: 60']), unknown('status 503', 60_000)],
	['a status nobody knows', say(599), unknown('status 599')],
	['a reset before the reply', (socket) => socket.resetAndDestroy(), broke('ECONNRESET')],
	['an end before the reply', (socket) => socket.end(), broke('UND_ERR_SOCKET')],
	[
		'an end in the head',
		raw('HTTP/1.1 200 OK\r\ncont', (socket) => socket.end()),
		broke('UND_ERR_SOCKET'),
	],
	[
		'an end in the body',
		raw(`${ok}content-length: 9\r\n\r\n[{`, (socket) => socket.end()),
		broke('UND_ERR_SOCKET'),
	],
	['an end of a body without length', raw(`${ok}\r\n[{`, (socket) => socket.end()), notJson],
	[
		'chunks that are garbage',
		raw(`${ok}transfer-encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n`),
		broke('HTTPParserError'),
	],
	[
		'chunks without an end',
		raw(`${ok}transfer-encoding: chunked\r\n\r\n2\r\n[]\r\n`, (socket) => socket.end()),
		broke('UND_ERR_SOCKET'),
	],
	['a length too short', raw(`${ok}content-length: 1\r\n\r\n[]`), notJson],
	['a length that is none', raw(`${ok}content-length: two\r\n\r\n[]`), broke('HTTPParserError')],
	[
		'a length and chunks',
		raw(`${ok}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n[]`),
		broke('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'),
	],
	[
		'a head of 1 MiB',
		raw(`${ok}x: ${'x'.repeat(1024 * 1024)}\r\ncontent-length: 2\r\n\r\n[]`),
		broke('UND_ERR_HEADERS_OVERFLOW'),
	],
	['another protocol', raw('SSH-2.0-OpenSSH_9.9\r\n'), broke('HTTPParserError')],
	[
		'an upgrade',
		raw('HTTP/1.1 101 Up\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
		broke('UND_ERR_SOCKET'),
	],
];

const asUnavailable = (answer: object) => ({ ...answer, kind: 'UNAVAILABLE' });

test.each(both)('%s', async (_what, action, answer) => {
	respond = action;
	expect(await tracker.transfer(asked)).toEqual(answer);
	expect(server.requests).toHaveLength(1);
	expect(await tracker.balances(key)).toEqual(asUnavailable(answer));
	expect(await tracker.transactions(key, 'asset1')).toEqual(asUnavailable(answer));
	expect(server.requests).toHaveLength(3);
});

test.each<readonly [string, Respond, object]>([
	['the transfer asked for', say(200, json([transaction])), done('transaction1')],
	['it, created', say(201, json([transaction])), done('transaction1')],
	[
		'it, with fields nobody knows',
		say(200, json([{ ...transaction, memo: 1 }])),
		done('transaction1'),
	],
	[
		'it, with null where nothing is',
		say(200, json([{ ...transaction, batchId: null, errorCode: null }])),
		done('transaction1'),
	],
	[
		'it, in chunks',
		raw(
			`${ok}transfer-encoding: chunked\r\n\r\n${json([transaction]).length.toString(16)}\r\n${json([transaction])}\r\n0\r\n\r\n`,
		),
		done('transaction1'),
	],
	[
		'it, until the end of the connection',
		raw(`${ok}\r\n${json([transaction])}`, (socket) => socket.end()),
		done('transaction1'),
	],
	[
		'it, after early hints',
		raw(
			Buffer.concat([
				Buffer.from('HTTP/1.1 103 Hints\r\nlink: x\r\n\r\n'),
				response(200, json([transaction])),
			]),
		),
		done('transaction1'),
	],
	[
		'it, as text with a byte order mark',
		say(200, `\ufeff${json([transaction])}`, ['content-type: text/plain']),
		done('transaction1'),
	],
	['no content', raw('HTTP/1.1 204 No Content\r\n\r\n'), doubtful('status 204 without a transfer')],
	['an empty body', say(200), noTransfer],
	['empty chunks', raw(`${ok}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`), noTransfer],
	['an empty list', say(200, '[]'), noTransfer],
	['an end where a body may have begun', raw(`${ok}\r\n`, (socket) => socket.end()), notJson],
	[
		'two transfers',
		say(200, json([transaction, { ...transaction, id: 'transaction2' }])),
		anotherTransfer,
	],
	['another asset', say(200, json([{ ...transaction, assetId: 'asset2' }])), anotherTransfer],
	['another amount', say(200, json([{ ...transaction, amount: 6 }])), anotherTransfer],
	[
		'another sender',
		say(200, json([{ ...transaction, senderDisplayName: 'else@first.test' }])),
		anotherTransfer,
	],
	[
		'another recipient',
		say(200, json([{ ...transaction, recipientDisplayName: 'else@first.test' }])),
		anotherTransfer,
	],
	[
		'addresses written otherwise',
		say(200, json([{ ...transaction, recipientDisplayName: 'TO@first.test' }])),
		done('transaction1'),
	],
	[
		'names that are no addresses',
		say(200, json([{ ...transaction, senderDisplayName: 'A', recipientDisplayName: 'B' }])),
		done('transaction1'),
	],
	['a negative amount', say(200, json([{ ...transaction, amount: -5 }])), anotherTransfer],
	['30 digits', say(200, withAmount(transaction, '5'.repeat(30))), anotherTransfer],
	['an amount as text', say(200, withAmount(transaction, '"5"')), wrongShape],
	['half a unit', say(200, withAmount(transaction, '5.5')), wrongShape],
	['a float', say(200, withAmount(transaction, '5.0')), wrongShape],
	['an exponent', say(200, withAmount(transaction, '5e0')), wrongShape],
	['more than any number', say(200, withAmount(transaction, '1e400')), wrongShape],
	['no number', say(200, withAmount(transaction, 'NaN')), notJson],
	['an amount named twice', say(200, withAmount(transaction, '4,"amount":5')), notJson],
	['no id', say(200, json([{ ...transaction, id: undefined }])), wrongShape],
	['an id with a zero in it', say(200, json([{ ...transaction, id: 'a\0b' }])), wrongShape],
	[
		'a status nobody knows',
		say(200, json([{ ...transaction, blockchainStatus: 'Lost' }])),
		wrongShape,
	],
	['a record of another kind', say(200, json([balance])), wrongShape],
	[
		'the key for an id',
		say(200, json([{ ...transaction, id: key }])),
		unknown('status 200 repeats the key'),
	],
	[
		'more than 64 KiB',
		say(200, `[${' '.repeat(64 * 1024)}]`),
		unknown('an answer of more than 65536 bytes'),
	],
	['a refusal', say(422, json(refusal)), refused(422, refusal.errorCode, 'Too little.')],
	[
		'no asset',
		say(404, json({ ...refusal, errorCode: 'Factory_FactoryNotFound' })),
		refused(404, 'Factory_FactoryNotFound', 'Too little.'),
	],
	['no route', say(404, '<html></html>'), unknown('status 404')],
	['no such method', say(405), unknown('status 405')],
	['not made', say(501), unknown('status 501')],
	[
		'a refusal that repeats the key',
		say(401, json({ ...refusal, errorCode: 'Auth_KeyInvalid', message: `No key ${key}!` })),
		refused(401, 'Auth_KeyInvalid', 'No key [key]!'),
	],
	[
		'a refusal that repeats the Idempotency-Key',
		say(422, json({ ...refusal, message: `Known: ${asked.idempotencyKey}.` })),
		refused(422, refusal.errorCode, 'Known: [key].'),
	],
	[
		'a refusal of many words',
		say(400, json({ ...refusal, message: `a\n\0b${'😀'.repeat(500)}` })),
		refused(400, refusal.errorCode, `a b${'😀'.repeat(248)}�`),
	],
])('a transfer is answered with %s', async (_what, action, answer) => {
	respond = action;
	expect(await tracker.transfer(asked)).toEqual(answer);
	expect(server.requests).toHaveLength(1);
});

const unavailable = (cause: string) => ({ kind: 'UNAVAILABLE', cause });
const wrongList = unavailable('status 200 with a body of the wrong shape');
const held = (...units: readonly (readonly [string, bigint])[]) => ({
	kind: 'READ',
	value: new Map(units),
});

test.each<readonly [string, Respond, object]>([
	['nothing', say(200, '[]'), held()],
	[
		'two assets',
		say(200, json([balance, { ...balance, id: 'asset2', type: 'MultiAsset' }])),
		held(['asset1', 5n], ['asset2', 5n]),
	],
	[
		'more than 2^53',
		say(200, withAmount(balance, '9007199254740993')),
		held(['asset1', 9007199254740993n]),
	],
	[
		'30 digits',
		say(200, withAmount(balance, '5'.repeat(30))),
		held(['asset1', BigInt('5'.repeat(30))]),
	],
	['an empty body', say(200), unavailable('status 200 with a body that is not JSON')],
	[
		'no content',
		raw('HTTP/1.1 204 No Content\r\n\r\n'),
		unavailable('status 204 with a body that is not JSON'),
	],
	['less than nothing', say(200, withAmount(balance, '-1')), unavailable('a balance below zero')],
	['an amount as text', say(200, withAmount(balance, '"5"')), wrongList],
	['half a unit', say(200, withAmount(balance, '5.5')), wrongList],
	['more than any number', say(200, withAmount(balance, '1e400')), wrongList],
	['101 digits', say(200, withAmount(balance, '5'.repeat(101))), wrongList],
	[
		'an asset twice',
		say(200, json([balance, balance])),
		unavailable('a list with the same record twice'),
	],
	[
		'more than 8 MiB',
		say(200, `[${' '.repeat(8 * 1024 * 1024)}]`),
		unavailable('an answer of more than 8388608 bytes'),
	],
	[
		'a refusal',
		say(403, json({ ...refusal, errorCode: 'Auth_RoleMissing' })),
		refused(403, 'Auth_RoleMissing', 'Too little.'),
	],
	[
		'no product',
		say(404, json({ ...refusal, errorCode: 'Product_NotFound' })),
		refused(404, 'Product_NotFound', 'Too little.'),
	],
	[
		'no route',
		say(404, json({ ...refusal, errorCode: 'Request_RouteNotFound' })),
		{ kind: 'UNSUPPORTED' },
	],
	['a page not found', say(404, '<html></html>'), { kind: 'UNSUPPORTED' }],
	['no such method', say(405, json(refusal)), { kind: 'UNSUPPORTED' }],
	['not made', say(501), { kind: 'UNSUPPORTED' }],
])('balances are answered with %s', async (_what, action, answer) => {
	respond = action;
	expect(await tracker.balances(key)).toEqual(answer);
});

test.each<readonly [string, Respond, object]>([
	[
		'one',
		say(200, json([transaction])),
		{
			kind: 'READ',
			value: [
				{
					id: 'transaction1',
					units: 5n,
					sender: 'from@first.test',
					recipient: 'to@first.test',
					time: 1_700_000_000_000,
				},
			],
		},
	],
	[
		'another asset',
		say(200, json([{ ...transaction, assetId: 'asset2' }])),
		unavailable('a transaction of another asset'),
	],
	[
		'less than nothing',
		say(200, withAmount(transaction, '-5')),
		unavailable('a transaction with an impossible amount or time'),
	],
	[
		'a time beyond all',
		say(200, `[${json({ ...transaction, timestamp: '@' }).replace('"@"', '9'.repeat(30))}]`),
		unavailable('a transaction with an impossible amount or time'),
	],
	['a time as text', say(200, json([{ ...transaction, timestamp: 'now' }])), wrongList],
	[
		'the key for a sender',
		say(200, json([{ ...transaction, senderDisplayName: `x${key}` }])),
		unavailable('status 200 repeats the key'),
	],
])('transactions are answered with %s', async (_what, action, answer) => {
	respond = action;
	expect(await tracker.transactions(key, 'asset1')).toEqual(answer);
});

test.each<readonly [string, Respond]>([
	['no head', () => undefined],
	['half a head', raw('HTTP/1.1 200 OK\r\n')],
	['half a body', raw(`${ok}content-length: 9\r\n\r\n[`)],
	['informational answers only', raw('HTTP/1.1 102 Wait\r\n\r\n')],
	[
		'a body of one byte after another',
		(socket) => {
			socket.write(`${ok}transfer-encoding: chunked\r\n\r\n`);
			const drip = () => socket.writable && socket.write('1\r\n \r\n', () => setImmediate(drip));
			drip();
		},
	],
])('within the time comes %s', async (_what, action) => {
	const timing = new HeldTiming();
	const tracked = open({}, timing);
	/** Its time is over once the server has what it asks. */
	const late = async <Answer>(call: () => Promise<Answer>) => {
		const arrived = Promise.withResolvers<void>();
		respond = (socket, request) => {
			action(socket, request);
			arrived.resolve();
		};
		const answer = call();
		await arrived.promise;
		timing.next();
		return answer;
	};
	const cause = 'no answer within 30000 ms';
	expect(await late(() => tracked.transfer(asked))).toEqual(unknown(cause));
	expect(await late(() => tracked.balances(key))).toEqual(unavailable(cause));
	expect(server.requests).toHaveLength(2);
	await tracked.close();
});

test.each<readonly [string, Respond, object]>([
	['no content', raw('HTTP/1.1 204 No Content\r\n\r\n'), { kind: 'DONE', transactionId: null }],
	['an empty body', say(200), { kind: 'DONE', transactionId: null }],
	['an empty list', say(200, '[]'), { kind: 'DONE', transactionId: null }],
	['a page', say(200, '<html></html>'), notJson],
	['an end where a body may have begun', raw(`${ok}\r\n`, (socket) => socket.end()), notJson],
	['another amount', say(200, json([{ ...transaction, amount: 6 }])), anotherTransfer],
])('a tracker whose empty answers are believed: %s', async (_, answer, wanted) => {
	await tracker.close();
	tracker = open({ believesEmpty: true });
	respond = answer;
	expect(await tracker.transfer(asked)).toEqual(wanted);
});
