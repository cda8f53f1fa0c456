/**
 * What a key is good for, asked of every route of the description, and the keys a trader makes and
 * ends for themselves: over HTTP, as a program with such a key meets it.
 */
import { programs } from '../../../../api/programs';
import { scopes, type Scope } from '../../../../api/language/scopes';
import { covers } from '../../../../exchange/accounts/key-scope';
import { Accounts } from '../../../../exchange/accounts/accounts';
import { systemClock } from '../../../../server/clock';
import { endpointsOf } from '../../../../server/http/routing/endpoints';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { EventReader, startExchange, type RunningExchange } from '../../support/exchange';

const databases = new TestDatabases();
afterAll(() => databases.close());

const order = { symbol: 'CREDIT-EUR', side: 'SELL', type: 'LIMIT', price: '90', quantity: '1' };

interface Made {
	readonly keyId: string;
	readonly key: string;
	readonly expiresAt?: number;
}

describe.each(databaseKinds)('on %s', (kind) => {
	let running: RunningExchange;
	let full: string;
	beforeAll(async () => {
		running = await startExchange(await databases.place(kind), { keyLifetimeDays: 90 });
		full = running.northwind.key;
	});
	afterAll(() => running.close());

	const make = (terms: object, key = full) =>
		running.call('POST', '/account/keys', { key, body: { label: 'own', ...terms } });

	async function made(scope: Scope): Promise<Made> {
		const { status, body } = await make({ scope });
		expect(status).toBe(201);
		return body as Made;
	}

	const errorOf = (body: unknown) => (body as { readonly errorCode?: unknown } | null)?.errorCode;

	test('every route takes the keys its description says, and no others', async () => {
		const keys = { READ: await made('READ'), TRADE: await made('TRADE'), FULL: await made('FULL') };
		const traders = endpointsOf(programs.exchange).flatMap(({ operation, endpoint }) =>
			endpoint.scope === undefined ? [] : [{ operation, endpoint, scope: endpoint.scope }],
		);
		expect(traders.length).toBeGreaterThan(20);
		for (const { operation, endpoint, scope } of traders) {
			const path = endpoint.path.replace(/\{\w+\}/g, 'none');
			for (const own of scopes) {
				// Refused for something else at the latest: a field that nobody knows.
				const asked = await running.call(endpoint.method, `${path}?nonsense=1`, {
					key: keys[own].key,
				});
				const isRefused = errorOf(asked.body) === 'Auth_ScopeMissing';
				expect([operation, own, isRefused]).toEqual([operation, own, !covers(own, scope)]);
				if (isRefused) expect(asked.status).toBe(403);
			}
		}
	});

	test('reading alone reads, trading alone trades, and neither pays out or makes keys', async () => {
		const reading = await made('READ');
		const trading = await made('TRADE');
		const call = (key: string, method: string, path: string, body?: unknown) =>
			running.call(method, path, { key, body });
		expect((await call(reading.key, 'GET', '/account')).status).toBe(200);
		expect((await call(reading.key, 'POST', '/orders', order)).status).toBe(403);
		const placed = await call(trading.key, 'POST', '/orders', order);
		expect(placed.status).toBe(201);
		const { orderId } = placed.body as { readonly orderId: string };
		expect((await call(reading.key, 'DELETE', `/orders/${orderId}`)).status).toBe(403);
		expect((await call(trading.key, 'DELETE', `/orders/${orderId}`)).status).toBe(200);
		for (const { key } of [reading, trading]) {
			expect((await call(key, 'POST', '/payouts', { asset: 'EUR' })).status).toBe(403);
			expect((await call(key, 'PATCH', '/account', { payouts: 'ON_DEMAND' })).status).toBe(403);
			expect((await make({ scope: 'READ' }, key)).status).toBe(403);
			expect((await call(key, 'DELETE', `/account/keys/${trading.keyId}`)).status).toBe(403);
		}
		const stream = `${running.url}/account/reports/stream?symbol=CREDIT-EUR`;
		const reader = await EventReader.open(stream, { 'x-api-key': reading.key });
		expect(await reader.next()).toMatchObject({ event: 'openOrders' });
		const ended = await call(full, 'DELETE', `/account/keys/${reading.keyId}`);
		expect(ended).toMatchObject({ status: 200, body: { keyId: reading.keyId, label: 'own' } });
		expect(await reader.next()).toBeUndefined();
		expect((await call(reading.key, 'GET', '/account')).status).toBe(401);
		const other = { key: running.harbour.key };
		const foreign = await running.call('DELETE', `/account/keys/${trading.keyId}`, other);
		expect(foreign).toMatchObject({ status: 404, body: { errorCode: 'Exchange_KeyNotFound' } });
		expect((await call(trading.key, 'GET', '/account')).status).toBe(200);
	});

	test('a key lives as long as it is to, and no longer than the operator lets keys live', async () => {
		const dayMs = 86_400_000;
		const days = async (terms: object) => {
			const { expiresAt } = (await make({ scope: 'READ', ...terms })).body as Made;
			return Math.round(((expiresAt ?? 0) - systemClock.now()) / dayMs);
		};
		expect(await days({})).toBe(90);
		expect(await days({ lifetimeDays: 7 })).toBe(7);
		const endless = await make({ scope: 'READ', lifetimeDays: 91 });
		expect(endless).toMatchObject({
			status: 400,
			body: { errorCode: 'Request_Invalid', arguments: ['lifetimeDays', expect.any(String)] },
		});
	});

	test('an account makes so many keys, however many it asks for at once, and none when frozen', async () => {
		const accounts = new Accounts(running.exchange.database, systemClock);
		const { id } = await accounts.add(`many ${kind}`);
		const { key } = await accounts.addKey(id, 'first');
		const asked = Array.from({ length: 36 }, () => make({ scope: 'TRADE' }, key));
		const statuses = (await Promise.all(asked)).map(({ status }) => status);
		expect(statuses.filter((status) => status === 201)).toHaveLength(29);
		expect(statuses.filter((status) => status === 429)).toHaveLength(7);
		const { body } = await running.call('GET', '/account/keys', { key });
		const listed = body as readonly { readonly madeBy?: string; readonly scope: string }[];
		expect(listed).toHaveLength(30);
		expect(JSON.stringify(listed)).not.toContain(key);
		expect(listed.filter(({ madeBy }) => madeBy !== undefined)).toHaveLength(29);
		const last = (listed.at(-1) as unknown as Made).keyId;
		expect((await running.call('DELETE', `/account/keys/${last}`, { key })).status).toBe(200);
		const freeze = { key: running.administratorKey, body: { reason: 'looked into' } };
		await running.call('POST', `/admin/accounts/${id}/freeze`, freeze);
		const refused = await make({ scope: 'READ' }, key);
		expect(refused).toMatchObject({ status: 403, body: { errorCode: 'Exchange_AccountFrozen' } });
		await running.call('POST', `/admin/accounts/${id}/unfreeze`, freeze);
		expect((await make({ scope: 'READ' }, key)).status).toBe(201);
	});
});
