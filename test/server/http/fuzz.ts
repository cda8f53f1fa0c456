/**
 * Malformed requests from a seed, as bytes, and the program that has to bear them: each is sent on
 * a connection of its own, in one piece or in several, and the connection has to end. What came
 * back is judged by its bytes alone.
 */
import { RawConnection } from '../../support/hostile/raw-connection';
import { send } from '../../support/clients/requests';
import type { PlacedProgram } from '../../support/programs/program-places';

/** mulberry32: small, seeded, and good enough to choose by. */
export function randomOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

type Random = () => number;

function pick<Value>(random: Random, values: readonly [Value, ...Value[]]): Value {
	return values[Math.floor(random() * values.length)] ?? values[0];
}

function bytes(random: Random, lengthMax: number): string {
	const length = Math.floor(random() * lengthMax);
	return String.fromCharCode(...Array.from({ length }, () => Math.floor(random() * 256)));
}

const methods = [
	'GET',
	'POST',
	'PUT',
	'HEAD',
	'OPTIONS',
	'TRACE',
	'CONNECT',
	'PRI',
	'get',
	'',
] as const;
const paths = [
	...[
		'/',
		'/health',
		'/health/live',
		'/products',
		'/account',
		'/orders',
		'/storage/files',
		'/sign/x',
		'*',
		'',
	],
	...['/%FF', '/%', '//', '/../..', '/docs/..%2f..', 'http://a/products', '/?a=%FF&a=&&=', '/\0'],
	...[
		'/markets',
		'/markets/CREDIT-EUR/depth',
		'/tracker/x/balances',
		'/admin/queues',
		'/openapi.json',
	],
] as const;
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'HTP/1.1', ''] as const;
const headers = [
	...[
		'host: a',
		'host: a\r\nhost: b',
		'content-length: 5',
		'content-length: -1',
		'content-length: 1e3',
	],
	...[
		'content-length: 5\r\ncontent-length: 6',
		'transfer-encoding: chunked',
		'transfer-encoding: x',
	],
	...[
		'transfer-encoding: chunked\r\ncontent-length: 3',
		'connection: close',
		'connection: upgrade',
	],
	...[
		'upgrade: websocket',
		'expect: 100-continue',
		'expect: more',
		'content-encoding: gzip',
		'range: x',
	],
	...[
		'content-type: application/json',
		'content-type: multipart/form-data; boundary=x',
		'no colon',
	],
	...[
		'x-api-key: ',
		'x-api-key: wrong',
		': empty',
		' folded: x',
		'cookie: \u00ff',
		'x: \0',
		'te: trailers',
	],
	...[
		'content-type: multipart/form-data',
		'content-type: x',
		'if-none-match: *',
		'traceparent: 00-x',
	],
] as const;
const bodies = [
	...[
		'',
		'{}',
		'{"a":',
		'hello',
		'5\r\nhello\r\n0\r\n\r\n',
		'zz\r\n',
		'0\r\n\r\n',
		'-1\r\n',
		'\0\0\0',
	],
	...[
		'--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--x--\r\n',
		'--x',
	],
	'5;' + 'e'.repeat(20_000),
] as const;

/** A request that is wrong in some places, or no request at all. */
export function malformed(random: Random, key: string): string {
	if (random() < 0.1) return bytes(random, 400);
	const lines = [`${pick(random, methods)} ${pick(random, paths)} ${pick(random, versions)}`];
	if (random() < 0.3) lines.push(`x-api-key: ${key}`);
	for (let count = Math.floor(random() * 6); count > 0; count -= 1)
		lines.push(pick(random, headers));
	const end = pick(random, ['\r\n', '\r\n', '\r\n', '\n', '\r']);
	const text = `${lines.join(end)}${end}${random() < 0.9 ? end : ''}${pick(random, bodies)}`;
	const at = Math.floor(random() * text.length);
	if (random() < 0.3) return text.slice(0, at) + bytes(random, 8) + text.slice(at);
	return random() < 0.3 ? text + malformed(random, key) : text;
}

export interface Load {
	readonly seed: number;
	readonly count: number;
}

const connectionsMax = 48;

/** Sends them all; throws with the seed and the bytes of the first that was borne badly. */
export async function fuzz(program: PlacedProgram, { seed, count }: Load): Promise<void> {
	const random = randomOf(seed);
	let sent = 0;
	const sender = async () => {
		while (sent < count) {
			sent += 1;
			const text = malformed(random, program.key);
			const isSplit = random() < 0.3;
			const leaves = random() < 0.1;
			const bytesSent = Buffer.from(text, 'latin1');
			const answer = await exchange(program.url, bytesSent, { isSplit, leaves });
			if (/HTTP\/1\.1 5\d\d /.test(answer)) {
				throw new Error(`seed ${seed}: ${JSON.stringify(text)} was answered ${answer}`);
			}
		}
	};
	await Promise.all(Array.from({ length: connectionsMax }, sender));
}

/** What came back until the connection ended; nothing where the sender left before. */
async function exchange(
	url: string,
	sent: Buffer,
	{ isSplit, leaves }: { readonly isSplit: boolean; readonly leaves: boolean },
): Promise<string> {
	const connection = await RawConnection.open(url);
	const at = isSplit ? Math.floor(sent.length / 2) : sent.length;
	await connection.write(sent.subarray(0, at));
	if (at < sent.length) await connection.write(sent.subarray(at));
	if (leaves) connection.socket.resetAndDestroy();
	else connection.socket.end();
	await connection.closed;
	return leaves ? '' : connection.text();
}

export async function serves({ url, key }: PlacedProgram, path: string): Promise<boolean> {
	const answer = await send({ method: 'GET', url: url + path, headers: { 'x-api-key': key } });
	return answer.status === 200;
}
