/**
 * Keys that sign: what a signature covers, how long it is good for, and what a key without a secret
 * cannot do. The signatures are made by the words of docs/exchange.md.
 */
import { once } from 'node:events';
import net from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import { Accounts } from '../../../../exchange/accounts/accounts';
import { openDatabase } from '../../../../exchange/database/database';
import { lockLogs } from '../../../../exchange/trading/intake/logs';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { AheadClock } from '../../../support/clocks/movable-clock';
import { until } from '../../../support/clients/requests';
import { EventReader, startExchange, type RunningExchange } from '../../support/exchange';
import { SigningTrader, type SignedCall } from '../../support/signing';
import { TestSocket } from '../../support/socket';

const databases = new TestDatabases();
afterAll(() => databases.close());

const sale = { symbol: 'CREDIT-EUR', side: 'SELL', type: 'LIMIT', price: '90', quantity: '1' };
const saleText = JSON.stringify(sale);

interface MadeKey {
	readonly keyId: string;
	readonly key?: string;
}

describe.each(databaseKinds)('on %s', (kind) => {
	let running: RunningExchange;
	const clock = new AheadClock();
	const trader = new SigningTrader();
	const other = new SigningTrader();
	beforeAll(async () => {
		running = await startExchange(await databases.place(kind), { clock });
		trader.keyId = (await made({ publicKey: trader.publicKey })).keyId;
		other.keyId = (await made({ publicKey: other.pem })).keyId;
	});
	afterAll(() => running.close());

	const make = (terms: object) =>
		running.call('POST', '/account/keys', {
			key: running.northwind.key,
			body: { label: 'signs', scope: 'FULL', ...terms },
		});

	async function made(terms: object): Promise<MadeKey> {
		const { status, body } = await make(terms);
		expect({ status, body }).toMatchObject({ status: 201 });
		return body as MadeKey;
	}

	/** Sends what was signed, or something else in its place. */
	async function send(
		call: Omit<SignedCall, 'timestamp'> & { readonly timestamp?: number },
		sent: Partial<SignedCall> & { readonly headers?: Record<string, string> } = {},
		by = trader,
	) {
		const signed = { timestamp: clock.now(), ...call };
		const { method, path, body } = { ...signed, ...sent };
		const headers = { ...by.headers(signed), ...sent.headers };
		const response = await fetch(running.url + path, { method, headers, body });
		return { status: response.status, body: await response.json() };
	}

	const order = { method: 'POST', path: '/orders', body: saleText };
	const notSigned = { status: 401, body: { errorCode: 'Auth_SignatureInvalid' } };
	const outside = { status: 401, body: { errorCode: 'Auth_TimeOutside' } };
	const invalid = (field: string) => ({
		status: 400,
		body: { errorCode: 'Request_Invalid', arguments: [field, expect.any(String)] },
	});

	const openOrders = async () => {
		const { body } = await running.call('GET', '/orders?status=all', {
			key: running.northwind.key,
		});
		return (body as readonly unknown[]).length;
	};

	test('a key of a public key signs reading, orders, and cancellations with a query', async () => {
		expect(await send({ method: 'GET', path: '/account' })).toMatchObject({ status: 200 });
		const placed = await send(order);
		expect(placed).toMatchObject({ status: 201, body: { status: 'NEW' } });
		const all = await send({ method: 'DELETE', path: '/orders?symbol=CREDIT-EUR' });
		expect(all).toMatchObject({ status: 200 });
		expect(await send(order, {}, other)).toMatchObject({ status: 201 });
		const { body } = await send({ method: 'GET', path: '/account/keys' });
		expect(body).toContainEqual(
			expect.objectContaining({
				keyId: other.keyId,
				publicKey: other.publicKey,
				plainReading: false,
			}),
		);
	});

	test('nothing that signs is stored, and there is nothing to send in place of a signature', async () => {
		const answer = await make({ publicKey: new SigningTrader().pem });
		expect(answer.body).not.toHaveProperty('key');
		const rows = await running.exchange.database
			.selectFrom('api_keys')
			.selectAll()
			.where('id', '=', trader.keyId)
			.execute();
		expect(rows).toMatchObject([{ key_hash: null, public_key: trader.publicKey }]);
		for (const key of [trader.keyId, trader.publicKey]) {
			expect(await running.call('GET', '/account', { key })).toMatchObject({
				status: 401,
				body: { errorCode: 'Auth_KeyInvalid' },
			});
		}
	});

	test('whatever was changed on the way is refused, and nothing is placed', async () => {
		const before = await openOrders();
		const dearer = saleText.replace('"90"', '"91"');
		expect(await send(order, { body: dearer })).toMatchObject(notSigned);
		// The changed body with its own sum, which is not the signed one.
		const own = other.headers({ ...order, body: dearer, timestamp: 0 })['x-body-sha256'] ?? '';
		const withSum = { body: dearer, headers: { 'x-body-sha256': own } };
		expect(await send(order, withSum)).toMatchObject(notSigned);
		expect(await send(order, { path: '/orders/test' })).toMatchObject(notSigned);
		const list = { method: 'GET', path: '/orders?status=all&limit=5' };
		expect(await send(list)).toMatchObject({ status: 200 });
		for (const path of ['/orders?limit=5&status=all', '/orders?status=all&limit=6', '/orders?']) {
			expect(await send(list, { path })).toMatchObject(notSigned);
		}
		const cancelAll = { method: 'DELETE', path: '/orders?symbol=CREDIT-EUR' };
		expect(await send({ ...cancelAll, method: 'GET' }, cancelAll)).toMatchObject(notSigned);
		const longer = { headers: { 'x-recv-window': '60000' } };
		expect(await send(order, longer)).toMatchObject(notSigned);
		const later = { headers: { 'x-timestamp': String(clock.now() + 1) } };
		expect(await send({ ...order, timestamp: clock.now() }, later)).toMatchObject(notSigned);
		// A body that was not signed, and one that was taken away.
		const { body: _, ...bare } = order;
		const added = { body: saleText, headers: { 'content-type': 'application/json' } };
		expect(await send(bare, added)).toMatchObject(notSigned);
		const body = JSON.stringify({ label: 'x' });
		const get = { method: 'GET', path: '/account' };
		expect(await send({ ...get, body }, { body: undefined })).toMatchObject(notSigned);
		expect(await openOrders()).toBe(before);
	});

	test("another key's signature is refused, by whichever id it comes", async () => {
		const headers = { 'x-key-id': other.keyId };
		expect(await send(order, { headers })).toMatchObject(notSigned);
		const foreign = other.headers({ ...order, timestamp: clock.now() })['x-signature'] ?? '';
		expect(await send(order, { headers: { 'x-signature': foreign } })).toMatchObject(notSigned);
		const twin = new SigningTrader();
		Object.assign(twin, { pair: trader.pair });
		twin.keyId = (await made({ publicKey: trader.publicKey })).keyId;
		expect(await send(order, { headers: { 'x-key-id': twin.keyId } })).toMatchObject(notSigned);
		for (const text of ['', 'AAAA', `${'A'.repeat(86)}==`, `${'A'.repeat(85)}!==`]) {
			const answer = await send(order, { headers: { 'x-signature': text } });
			const code = text === '' ? 'Auth_HeaderMissing' : 'Auth_SignatureInvalid';
			expect(answer).toMatchObject({ status: 401, body: { errorCode: code } });
		}
		expect(await send(order, { headers: { 'x-key-id': 'nobody' } })).toMatchObject({
			status: 401,
			body: { errorCode: 'Auth_KeyInvalid' },
		});
	});

	test('what comes after its window is refused with the time of the exchange, and what is ahead, too', async () => {
		const before = await openOrders();
		const timestamp = clock.now();
		const late = { ...order, timestamp: timestamp - 60_000 };
		const answer = await send(late);
		expect(answer).toMatchObject(outside);
		const [asked, now, differsMs, windowMs] = (answer.body as { arguments: number[] }).arguments;
		expect({ asked, windowMs }).toEqual({ asked: late.timestamp, windowMs: 5_000 });
		expect(now).toBeGreaterThanOrEqual(timestamp);
		expect(differsMs).toBe((now ?? 0) - late.timestamp);
		expect(await send({ ...late, window: 59_000 })).toMatchObject(outside);
		expect(await send({ ...order, timestamp: timestamp + 60_000 })).toMatchObject(outside);
		expect(await openOrders()).toBe(before);
		const wide = { ...order, timestamp: clock.now() - 30_000, window: 60_000 };
		expect(await send(wide)).toMatchObject({ status: 201 });
		const ahead = { method: 'GET', path: '/account', timestamp: clock.now() + 900 };
		expect(await send(ahead)).toMatchObject({ status: 200 });
	});

	test('what is missing or malformed is named', async () => {
		const signed = trader.headers({ ...order, timestamp: clock.now() });
		for (const name of ['x-key-id', 'x-timestamp', 'x-signature'] as const) {
			const { [name]: _, ...headers } = signed;
			const answer = await fetch(running.url + order.path, { ...order, headers });
			expect(await answer.json()).toMatchObject({
				errorCode: 'Auth_HeaderMissing',
				arguments: [name],
			});
		}
		for (const [name, value] of [
			['x-timestamp', '2026-01-31'],
			['x-recv-window', '60001'],
			['x-recv-window', '0'],
			['x-api-key', running.northwind.key],
		] as const) {
			expect(await send(order, { headers: { [name]: value } })).toMatchObject(invalid(name));
		}
	});

	test('no other public key is taken, and a private one is called by its name', async () => {
		const { publicKey } = trader;
		for (const text of [publicKey.slice(1), `${publicKey}AAAA`, 'ssh-ed25519 AAAA', rsaKey]) {
			expect(await make({ publicKey: text })).toMatchObject(invalid('publicKey'));
		}
		const answer = await make({ publicKey: trader.privatePem });
		expect(answer).toMatchObject(invalid('publicKey'));
		expect(JSON.stringify(answer.body)).toContain('private key');
		expect(await make({ plainReading: true })).toMatchObject(invalid('plainReading'));
		expect(await make({ plainReading: false })).toMatchObject({ status: 201 });
		await made({ publicKey: trader.pem.replaceAll('\n', '\r\n') });
		await made({ publicKey: trader.pem.replaceAll('\n', '') });
	});

	test('its plain key reads, whatever the key itself may do', async () => {
		const reader = new SigningTrader();
		const { keyId, key = '' } = await made({ publicKey: reader.publicKey, plainReading: true });
		reader.keyId = keyId;
		expect(await running.call('GET', '/account', { key })).toMatchObject({ status: 200 });
		for (const [method, path, body] of [
			['POST', '/orders', sale],
			['DELETE', '/orders?symbol=CREDIT-EUR', undefined],
			['POST', '/payouts', { asset: 'EUR' }],
			['POST', '/account/keys', { label: 'more', scope: 'READ' }],
		] as const) {
			expect(await running.call(method, path, { key, body })).toMatchObject({
				status: 403,
				body: { errorCode: 'Auth_ScopeMissing' },
			});
		}
		expect(await send(order, {}, reader)).toMatchObject({ status: 201 });
		const socket = await TestSocket.open(running.url, key);
		expect(await socket.ask('order.place', sale)).toMatchObject({ status: 403 });
		await socket.close();
	});

	test('scope, networks, end and freezing hold for it as for a plain key', async () => {
		const signer = async (terms: object) => {
			const own = new SigningTrader();
			own.keyId = (await made({ publicKey: own.publicKey, ...terms })).keyId;
			return own;
		};
		const get = { method: 'GET', path: '/account' };
		const reading = await signer({ scope: 'READ' });
		expect(await send(get, {}, reading)).toMatchObject({ status: 200 });
		expect(await send(order, {}, reading)).toMatchObject({
			status: 403,
			body: { errorCode: 'Auth_ScopeMissing' },
		});
		const far = await signer({ networks: ['203.0.113.0/24'] });
		expect(await send(get, {}, far)).toMatchObject({
			status: 403,
			body: { errorCode: 'Auth_AddressNotAllowed' },
		});
		const ended = await signer({});
		expect(await send(get, {}, ended)).toMatchObject({ status: 200 });
		const path = `/account/keys/${ended.keyId}`;
		expect(await send({ method: 'DELETE', path }, {}, ended)).toMatchObject({ status: 200 });
		expect(await send(get, {}, ended)).toMatchObject({
			status: 401,
			body: { errorCode: 'Auth_KeyInvalid' },
		});
		const brief = await signer({ lifetimeDays: 1 });
		clock.pass(25 * 3_600_000);
		expect(await send(get, {}, brief)).toMatchObject({
			status: 401,
			body: { errorCode: 'Auth_KeyExpired' },
		});
		const act = { key: running.administratorKey, body: { reason: 'looked into' } };
		const account = `/admin/accounts/${running.northwind.accountId}`;
		await running.call('POST', `${account}/freeze`, act);
		expect(await send(order)).toMatchObject({
			status: 403,
			body: { errorCode: 'Exchange_AccountFrozen' },
		});
		await running.call('POST', `${account}/unfreeze`, act);
		expect(await send(order)).toMatchObject({ status: 201 });
	});

	test('an administrator makes one for an account, and sees it', async () => {
		const own = new SigningTrader();
		const { accountId } = running.harbour;
		const answer = await running.call('POST', `/admin/accounts/${accountId}/keys`, {
			key: running.administratorKey,
			body: { label: 'given', scope: 'TRADE', publicKey: own.pem, plainReading: true },
		});
		const shown = { publicKey: own.publicKey, plainReading: true };
		expect(answer).toMatchObject({ status: 201, body: { ...shown, key: expect.any(String) } });
		own.keyId = (answer.body as MadeKey).keyId;
		const { body } = await send({ method: 'GET', path: '/account' }, {}, own);
		expect(body).toMatchObject({ accountId });
		const { body: listed } = await running.call('GET', `/admin/keys?accountId=${accountId}`, {
			key: running.administratorKey,
		});
		expect(listed).toContainEqual(expect.objectContaining({ keyId: own.keyId, ...shown }));
	});

	test('a body that a network holds back is refused when it comes', async () => {
		const before = await openOrders();
		const { hostname, port } = new URL(running.url);
		const line = net.connect(Number(port), hostname);
		const signed = trader.headers({ ...order, timestamp: clock.now() });
		const length = { 'content-length': saleText.length, connection: 'close' };
		const head = { ...signed, ...length, host: hostname, expect: '100-continue' };
		const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
		line.write(`POST /orders HTTP/1.1\r\n${lines.join('')}\r\n`);
		// The signature was good and in time, or the body would not be asked for.
		const [asked] = (await once(line, 'data')) as [Buffer];
		expect(asked.toString()).toMatch(/^HTTP\/1\.1 100 /);
		clock.pass(6_000);
		line.write(saleText);
		expect(await readAll(line)).toContain('Auth_TimeOutside');
		expect(await openOrders()).toBe(before);
	});

	test('a socket is authenticated by a signature, speaks as the key, and ends with it', async () => {
		const own = new SigningTrader();
		own.keyId = (await made({ publicKey: own.publicKey, scope: 'TRADE' })).keyId;
		const socket = await TestSocket.open(running.url);
		const refused = async (params: object, code: string) =>
			expect(await socket.ask('authenticate', params)).toMatchObject({
				error: { errorCode: code },
			});
		await refused(own.message(clock.now() - 6_000), 'Auth_TimeOutside');
		await refused(own.message(clock.now() + 60_000), 'Auth_TimeOutside');
		await refused({ ...own.message(clock.now()), recvWindow: 60_000 }, 'Auth_SignatureInvalid');
		await refused({ ...other.message(clock.now()), keyId: own.keyId }, 'Auth_SignatureInvalid');
		const { timestamp: _, ...untimed } = own.message(clock.now());
		await refused(untimed, 'Request_Invalid');
		await refused({ ...own.message(clock.now()), key: running.northwind.key }, 'Request_Invalid');
		expect(await socket.ask('account')).toMatchObject({ error: { errorCode: 'Auth_KeyMissing' } });
		expect(await socket.ask('authenticate', own.message(clock.now()))).toMatchObject({
			status: 200,
			result: { accountId: running.northwind.accountId, scope: 'TRADE' },
		});
		expect(await socket.ask('order.place', sale)).toMatchObject({ status: 201 });
		await running.call('DELETE', `/account/keys/${own.keyId}`, { key: running.northwind.key });
		expect(await socket.closed).toMatchObject({ code: 1008 });
	});

	test('a socket is opened by a signed request, once it is in time', async () => {
		const opened = async (timestamp: number) => {
			const headers = trader.headers({ method: 'GET', path: '/socket', timestamp });
			const address = `${running.url.replace('http', 'ws')}/socket`;
			const webSocket = new WebSocket(address, { headers });
			webSocket.on('error', () => undefined);
			return new Promise((resolve) => {
				webSocket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode));
				webSocket.on('open', () => {
					webSocket.send(JSON.stringify({ id: 1, method: 'account' }));
					webSocket.on('message', (data: Buffer) => resolve(JSON.parse(data.toString())));
				});
			}).finally(() => webSocket.terminate());
		};
		expect(await opened(clock.now() - 60_000)).toBe(401);
		const { accountId } = running.northwind;
		expect(await opened(clock.now())).toMatchObject({ status: 200, result: { accountId } });
	});

	test('a stream is opened by a signed request', async () => {
		const path = '/account/reports/stream?symbol=CREDIT-EUR';
		const headers = trader.headers({ method: 'GET', path, timestamp: clock.now() });
		const reader = await EventReader.open(running.url + path, headers);
		expect(await reader.next()).toMatchObject({ event: 'openOrders' });
		reader.close();
	});
});

test('a signed order that waits for the log of its market is refused when its window is over', async () => {
	const clock = new AheadClock();
	const place = await databases.place('PostgreSQL');
	const running = await startExchange(place, { clock });
	const outside = await openDatabase(place);
	const trader = new SigningTrader();
	const accounts = new Accounts(outside, clock);
	const signing = { publicKey: trader.publicKey, plainReading: false };
	const { accountId } = running.northwind;
	trader.keyId = (await accounts.addTraderKey(accountId, 'signs', undefined, { signing })).id;
	const order = { method: 'POST', path: '/orders', body: saleText };
	const headers = trader.headers({ ...order, timestamp: clock.now() });
	const answer = await outside.transaction().execute(async (transaction) => {
		await lockLogs(transaction, ['CREDIT-EUR']);
		const sent = fetch(running.url + order.path, { ...order, headers });
		await until(async () => {
			const { rows } = await sql`select pid from pg_stat_activity
				where datname = current_database() and wait_event_type = 'Lock'`.execute(
				running.exchange.database,
			);
			return rows.length > 0 ? true : undefined;
		});
		clock.pass(6_000);
		return { sent };
	});
	const body: unknown = await (await answer.sent).json();
	expect(body).toMatchObject({ errorCode: 'Exchange_OrderTooLate' });
	await outside.destroy();
	await running.close();
});

test('a key that signs is kept over a restart, and its limit is used up by nobody else', async () => {
	const place = await databases.place('SQLite');
	const first = await startExchange(place);
	const trader = new SigningTrader();
	const { body: made } = await first.call('POST', '/account/keys', {
		key: first.northwind.key,
		body: { label: 'signs', scope: 'FULL', publicKey: trader.publicKey },
	});
	trader.keyId = (made as MadeKey).keyId;
	await first.close();
	const limits = { requestsPerMinuteMax: 3, wrongKeysPerMinuteMax: 3 };
	const again = await startExchange(place, limits);
	const call = { method: 'GET', path: '/account' };
	const ask = async (signature?: string) => {
		const headers = trader.headers({ ...call, timestamp: Date.now() });
		const sent = signature === undefined ? headers : { ...headers, 'x-signature': signature };
		return (await fetch(again.url + call.path, { headers: sent })).status;
	};
	const wrong = `${'A'.repeat(86)}==`;
	const strangers = [];
	for (let tries = 0; tries < 5; tries += 1) strangers.push(await ask(wrong));
	expect(strangers).toEqual([401, 401, 401, 429, 429]);
	const own = [];
	for (let tries = 0; tries < 4; tries += 1) own.push(await ask());
	expect(own).toEqual([200, 200, 200, 429]);
	await again.close();
});

const rsaKey = `-----BEGIN PUBLIC KEY-----
MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKj34GkxFhD90vcNLYLInFEX6Ppy1tPf
9Cnzj4p4WGeKLs1Pt8QuKUpRKfFLfRYC9AIKjbJTWit+CqvjWYzvQwECAwEAAQ==
-----END PUBLIC KEY-----`;
