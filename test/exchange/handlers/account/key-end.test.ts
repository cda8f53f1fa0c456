/**
 * What a key opened ends with the key: by whatever process and in whatever way it was ended. The
 * exchange is asked over HTTP; keys are ended over a connection of their own, as a command does.
 */
import { Accounts } from '../../../../exchange/accounts/accounts';
import { listKeys } from '../../../../exchange/reading/managed-accounts';
import { openDatabase, type Database } from '../../../../exchange/database/database';
import { dayMs } from '../../../../server/clock';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { AheadClock } from '../../../support/clocks/movable-clock';
import { EventReader, startExchange, type RunningExchange } from '../../support/exchange';

const databases = new TestDatabases();
afterAll(() => databases.close());

describe.each(databaseKinds)('a key that ends, on %s', (kind) => {
	let running: RunningExchange;
	let outside: Database;
	let accounts: Accounts;
	const clock = new AheadClock();
	beforeAll(async () => {
		const place = await databases.place(kind);
		running = await startExchange(place, { clock });
		outside = await openDatabase(place);
		accounts = new Accounts(outside, clock);
	});
	afterAll(async () => {
		await outside.destroy();
		await running.close();
	});

	async function openStream(key: string): Promise<EventReader> {
		const url = `${running.url}/account/reports/stream?symbol=CREDIT-EUR`;
		const reader = await EventReader.open(url, { 'x-api-key': key });
		expect(await reader.next()).toMatchObject({ event: 'openOrders' });
		return reader;
	}

	async function errorCode(key: string): Promise<unknown> {
		const { status, body } = await running.call('GET', '/account', { key });
		expect(status).toBe(401);
		return (body as { readonly errorCode: string }).errorCode;
	}

	/** An account of its own, so that the demo's traders stay. */
	async function trader(name: string): Promise<string> {
		return (await accounts.add(name)).id;
	}

	test('ends its streams when it is revoked, and those of other keys stay', async () => {
		const accountId = await trader(`revoked ${kind}`);
		const [gone, kept] = [
			await accounts.addKey(accountId, 'gone'),
			await accounts.addKey(accountId, 'kept'),
		];
		const ending = await openStream(gone.key);
		const staying = await openStream(kept.key);
		await accounts.revokeKey(gone.id);
		expect(await ending.next()).toBeUndefined();
		expect(await errorCode(gone.key)).toBe('Auth_KeyInvalid');
		expect((await running.call('GET', '/account', { key: kept.key })).status).toBe(200);
		await accounts.revokeKey(kept.id);
		expect(await staying.next()).toBeUndefined();
	});

	test('ends its streams when its account is disabled, for good', async () => {
		const accountId = await trader(`disabled ${kind}`);
		const { key } = await accounts.addKey(accountId, 'first');
		const stream = await openStream(key);
		await accounts.disable(accountId);
		expect(await stream.next()).toBeUndefined();
		await expect(accounts.addKey(accountId, 'second')).rejects.toThrow('is disabled');
		await accounts.enable(accountId);
		expect(await errorCode(key)).toBe('Auth_KeyInvalid');
		const { key: next } = await accounts.addKey(accountId, 'third');
		expect((await running.call('GET', '/account', { key: next })).status).toBe(200);
	});

	test('ends its streams when its time is over, and its holder is told so', async () => {
		const accountId = await trader(`expired ${kind}`);
		const { key } = await accounts.addKey(accountId, 'first', 1);
		const stream = await openStream(key);
		clock.pass(dayMs);
		expect(await stream.next()).toBeUndefined();
		expect(await errorCode(key)).toBe('Auth_KeyExpired');
		const listed = await listKeys(outside, { accountId, limit: 10, offset: 0 });
		expect(listed.map(({ label, revokedAt }) => [label, revokedAt])).toEqual([['first', null]]);
		expect(listed[0]?.expiresAt).toBeLessThanOrEqual(clock.now());
	});
});
