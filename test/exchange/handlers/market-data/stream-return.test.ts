/**
 * Streams that break and come back: who says what they have seen last is sent what came behind it,
 * no fill twice and none left out, also where a browser has nothing but an address to say it with.
 */
import { sql } from 'kysely';
import { StreamTokens } from '../../../../exchange/accounts/stream-tokens';
import { Accounts } from '../../../../exchange/accounts/accounts';
import { systemClock } from '../../../../server/clock';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import {
	EventReader,
	startExchange,
	type RunningExchange,
	type Trader,
} from '../../support/exchange';

const databases = new TestDatabases();
afterAll(() => databases.close());

describe.each(databaseKinds)('a stream that comes back, on %s', (kind) => {
	let running: RunningExchange;
	beforeAll(async () => {
		running = await startExchange(await databases.place(kind));
	});
	afterAll(() => running.close());
	afterEach(async () => {
		for (const { key } of [running.northwind, running.harbour]) {
			await running.call('DELETE', '/orders?symbol=CREDIT-EUR', { key });
		}
	});

	const place = async (trader: Trader, side: string, quantity: string) => {
		const body = { symbol: 'CREDIT-EUR', type: 'LIMIT', side, price: '5', quantity };
		const answer = await running.call('POST', '/orders', { key: trader.key, body });
		expect(answer.status).toBe(201);
	};

	const reports = (query = '') => `${running.url}/account/reports/stream?symbol=CREDIT-EUR${query}`;

	const open = (lastId?: string, { key }: Trader = running.northwind) =>
		EventReader.open(reports(), {
			'x-api-key': key,
			...(lastId !== undefined && { 'last-event-id': lastId }),
		});

	test('behind the open orders every report is sent, though none was seen before', async () => {
		await place(running.northwind, 'SELL', '3');
		const first = await open();
		const opening = await first.next();
		expect(opening).toMatchObject({
			event: 'openOrders',
			id: expect.stringMatching(/^CREDIT-EUR\.\d+$/) as string,
		});
		first.close();
		await place(running.harbour, 'BUY', '3');
		const second = await open(opening?.id);
		expect(await second.next()).toMatchObject({
			event: 'executionReport',
			data: { execType: 'TRADE', status: 'FILLED', lastQty: '3' },
		});
		second.close();
	});

	test('however often it breaks, each fill is told once', async () => {
		await place(running.northwind, 'SELL', '40');
		const opening = await open();
		let lastId = (await opening.next())?.id;
		opening.close();
		const seen: unknown[] = [];
		for (let round = 0; round < 6; round += 1) {
			// Some while nobody listens, some while the stream is open.
			for (let trade = 0; trade < round; trade += 1) await place(running.harbour, 'BUY', '1');
			const reader = await open(lastId);
			await place(running.harbour, 'BUY', '1');
			for (let count = 0; count <= round - (round % 2); count += 1) {
				const event = await reader.next();
				seen.push(event?.data['tradeId']);
				lastId = event?.id;
			}
			reader.close();
		}
		const rest = await open(lastId);
		const last = await running.call('GET', '/account/trades?symbol=CREDIT-EUR&limit=21', {
			key: running.northwind.key,
		});
		const all = (last.body as { readonly tradeId: number }[]).map(({ tradeId }) => tradeId);
		while (seen.length < all.length) seen.push((await rest.next())?.data['tradeId']);
		rest.close();
		expect(seen).toEqual(all.reverse());
	});

	test.each(['CREDIT-EUR.999999999', 'GOLD-EUR.1.0', 'nonsense', '7'])(
		'an id that was never given, %s, begins anew',
		async (id) => {
			const reader = await open(id);
			expect(await reader.next()).toMatchObject({ event: 'openOrders' });
			reader.close();
		},
	);

	test.each(['0x1', '-1', '1.5', 'nonsense', '999999999999999', '9'.repeat(200)])(
		'trades begin with the newest behind an id that was never given, "%s"',
		async (id) => {
			await place(running.northwind, 'SELL', '1');
			await place(running.harbour, 'BUY', '1');
			const url = `${running.url}/markets/CREDIT-EUR/trades/stream?limit=1`;
			for (const [address, headers] of [
				[url, { 'last-event-id': id }],
				[`${url}&lastEventId=${encodeURIComponent(id)}`, {}],
			] as const) {
				const reader = await EventReader.open(address, headers);
				expect(await reader.next()).toMatchObject({ event: 'trade' });
				reader.close();
			}
		},
	);

	test.each([
		['empty', ''],
		['longer than any', '9'.repeat(201)],
	])('an id that is %s is refused by its name, wherever it stands', async (_what, id) => {
		const path = '/markets/CREDIT-EUR/trades/stream';
		const headed = await running.call('GET', path, { headers: { 'last-event-id': id } });
		const addressed = await running.call('GET', `${path}?lastEventId=${id}`);
		for (const [name, { status, body }] of [
			['last-event-id', headed],
			['lastEventId', addressed],
		] as const) {
			expect({ status, body }).toMatchObject({
				status: 400,
				body: { errorCode: 'Request_Invalid', arguments: [name, expect.any(String)] },
			});
		}
	});

	test('an id of before reports could be found by their account begins anew', async () => {
		const { database } = running.exchange;
		const reader = await open();
		const { id = '' } = (await reader.next()) ?? {};
		reader.close();
		const lanes = database.updateTable('lanes').where('market', '=', 'CREDIT-EUR');
		// As an upgrade leaves a market in which was traded since.
		await lanes.set(({ ref }) => ({ places_since: sql<bigint>`${ref('cursor')} + 1` })).execute();
		await place(running.northwind, 'SELL', '1');
		const again = await open(id);
		expect(await again.next()).toMatchObject({ event: 'openOrders' });
		again.close();
		await lanes.set({ places_since: 0 }).execute();
	});

	async function tokenOf({ key }: Pick<Trader, 'key'>): Promise<string> {
		const answer = await running.call('POST', '/account/stream-tokens', { key });
		expect(answer.status).toBe(201);
		const { token, expiresAt } = answer.body as { readonly token: string; expiresAt: number };
		expect(expiresAt - systemClock.now()).toBeLessThanOrEqual(60_000);
		return token;
	}

	test('a token in the address opens the account its key is of, and goes on by the address alone', async () => {
		const token = await tokenOf(running.northwind);
		await place(running.northwind, 'SELL', '2');
		const first = await EventReader.open(reports(`&token=${token}`));
		const opening = await first.next();
		expect(opening?.data['orders']).toHaveLength(1);
		first.close();
		await place(running.harbour, 'BUY', '2');
		const again = await EventReader.open(reports(`&token=${token}&lastEventId=${opening?.id}`));
		expect(await again.next()).toMatchObject({ data: { execType: 'TRADE', lastQty: '2' } });
		again.close();
		expect(running.log()).not.toContain(token);
		expect(running.log()).toContain('/account/reports/stream');
	});

	test('a token is no key: it opens nothing else, and a key in the address opens nothing', async () => {
		const token = await tokenOf(running.northwind);
		const { key } = running.northwind;
		for (const [path, headers] of [
			[`/account?token=${token}`, {}],
			['/account', { 'x-api-key': token }],
			[`/account/reports/stream?symbol=CREDIT-EUR&token=${key}`, {}],
			['/account/reports/stream?symbol=CREDIT-EUR&token=nonsense', {}],
		] as const) {
			const { status, body } = await running.call('GET', path, { headers });
			expect({ path, status, body }).toMatchObject({
				status: 401,
				body: { errorCode: expect.stringMatching(/^Auth_Key/) as string },
			});
		}
		expect(running.log()).not.toContain(key);
	});

	test('a token ends by its time, and with its key, which ends its streams, too', async () => {
		const { database } = running.exchange;
		const past = { now: () => systemClock.now() - 60_000 };
		const accounts = new Accounts(database, systemClock);
		const key = await accounts.addKey(running.northwind.accountId, 'of a browser');
		const { token: old } = await new StreamTokens(database, past).create(key.id);
		const refused = await running.call(
			'GET',
			`/account/reports/stream?symbol=CREDIT-EUR&token=${old}`,
		);
		expect(refused).toMatchObject({ status: 401, body: { errorCode: 'Auth_KeyInvalid' } });
		const token = await tokenOf(key);
		const reader = await EventReader.open(reports(`&token=${token}`));
		expect(await reader.next()).toMatchObject({ event: 'openOrders' });
		await accounts.revokeKey(key.id);
		expect(await reader.next()).toBeUndefined();
		const later = await running.call(
			'GET',
			`/account/reports/stream?symbol=CREDIT-EUR&token=${token}`,
		);
		expect(later.status).toBe(401);
		const kept = await database.selectFrom('stream_tokens').select('key_id').execute();
		expect(kept.length).toBeLessThanOrEqual(3);
	});
});
